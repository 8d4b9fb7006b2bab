import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_IDLE_ANSWERS } from '../../src/flow/actions.ts';
import {
  answerGiven,
  checkpointed,
  finishAction,
  nextAction,
  isFinished,
  rewound,
  toolDone,
} from '../../src/state/work-moves.ts';
import { beginWork, NOBODY } from './plan-work.ts';
import { after, change, planOf, prepared, saved, subtask, taskAfter } from '../task/task-world.ts';
import type { AnswerBlock, ToolResultBlock } from '../../src/ports/model.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Said } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';
import type { Work, CommentSeen } from '../../src/state/work.ts';

const PLAN = planOf([subtask('a'), subtask('b')], {
  action_plan: {
    execution_order: ['a', 'b'],
    actions: ['a', 'a', 'b'].map((id) => ({
      task_id: id,
      action_type: 'tool_call',
      tool: '',
      purpose: `part of ${id}`,
      expected_outcome: '',
      fallback_strategy: '',
    })),
  },
});
const COMMENT: CommentSeen = { by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.' };

const use = (id: string, name = 'run_command'): AnswerBlock => ({ type: 'tool_use', id, name, input: {} });
const say = (text: string): AnswerBlock => ({ type: 'text', text });
const result = (id: string): ToolResultBlock => ({ type: 'tool_result', tool_use_id: id, content: 'done' });
const twoHundred = Array.from({ length: 200 }, (_, at) => use(`t${at}`));
const finish = (id: string, status: 'success' | 'failure' = 'success') => ({
  tool_use_id: id,
  status,
  evaluation: 'As expected.',
  issues_identified: ['A doubt.'],
});
/** Nothing has to be judged about the action, so the next one begins. */
const close = (work: Work, id: string, comments: readonly CommentSeen[] = []) =>
  nextAction(finishAction(answerGiven(work, [use(id, 'finish_action')]), finish(id), comments), NOBODY);
const workOf = ({ work }: Task): Work => {
  if (work === null) throw new Error('There is no work.');
  return work;
};
const kinds = (work: Work) => work.conversation.map((turn) => turn.kind);

describe('work on a plan', () => {
  it('begins with its first action', () => {
    const work = beginWork(PLAN);
    expect(work.actions.map((action) => [action.taskId, action.status])).toEqual([
      ['a', 'running'],
      ['a', 'pending'],
      ['b', 'pending'],
    ]);
    expect(work.conversation).toMatchObject([
      { kind: 'begin', brief: { number: 1, of: 3, subtask: 'a', whole: PLAN, isRetry: false } },
    ]);
    expect(isFinished(work)).toBe(false);
  });

  it('runs the tools of an answer in their order and hands their results over together', () => {
    const asked = answerGiven(beginWork(PLAN), [say('I look.'), use('1'), use('2')]);
    expect(asked.waitingTools.map((tool) => tool.id)).toEqual(['1', '2']);
    const halfway = toolDone(asked, result('1'), []);
    expect([halfway.waitingTools.length, kinds(halfway), halfway.toolCount]).toEqual([1, ['begin', 'answer'], 1]);
    const all = toolDone(halfway, result('2'), [COMMENT]);
    expect(all.conversation.at(-1)).toEqual({
      kind: 'results',
      results: [result('1'), result('2')],
      comments: [COMMENT],
    });
    expect([all.waitingTools, all.toolResults, all.commentsShown, all.toolCount]).toEqual([[], [], 1, 2]);
  });

  it('shows each comment once', () => {
    const first = toolDone(answerGiven(beginWork(PLAN), [use('1')]), result('1'), [COMMENT]);
    const second = toolDone(answerGiven(first, [use('2')]), result('2'), [COMMENT, { ...COMMENT, text: 'And this.' }]);
    expect(
      second.conversation.flatMap((turn) => (turn.kind === 'results' ? turn.comments.map(({ text }) => text) : [])),
    ).toEqual(['Mind the tests.', 'And this.']);
  });

  it('runs no more tools of one answer than allowed, and tells the model so about each of the others', () => {
    let work = answerGiven(beginWork(PLAN), twoHundred, 64);
    expect(work.waitingTools).toHaveLength(64);
    for (const { id } of work.waitingTools) work = toolDone(work, result(id), []);
    const turn = work.conversation.at(-1);
    const results = turn?.kind === 'results' ? turn.results : [];
    expect(new Set(results.map((one) => one.tool_use_id)).size).toBe(200);
    const refused = results.filter((one) => one.is_error);
    expect(refused).toHaveLength(136);
    expect(refused[0]?.content).toContain('only the first 64 are run');
    expect(work.waitingTools).toEqual([]);
    expect(answerGiven(beginWork(PLAN), twoHundred).waitingTools).toHaveLength(200);
  });

  it('takes no notice of a result, an end or an answer that nobody waits for (PLAN-5)', () => {
    const begun = beginWork(PLAN);
    const asked = answerGiven(begun, [use('1'), use('2')]);
    const ended = close(close(begun, 'x'), 'y');
    expect(toolDone(asked, result('2'), [])).toBe(asked);
    expect(toolDone(begun, result('1'), [])).toBe(begun);
    expect(finishAction(begun, finish('1'), [])).toBe(begun);
    expect(finishAction(asked, finish('9'), [])).toBe(asked);
    expect(answerGiven(asked, [use('3')])).toBe(asked);
    expect(answerGiven(ended, [use('3')])).toBe(ended);
  });

  it('pairs every tool with a result when the action is finished before all have run', () => {
    const asked = answerGiven(beginWork(PLAN), [use('1'), use('end', 'finish_action'), use('2')]);
    const work = nextAction(
      finishAction(toolDone(asked, result('1'), []), finish('end', 'failure'), [COMMENT]),
      NOBODY,
    );
    expect(work.conversation.slice(2)).toMatchObject([
      {
        kind: 'results',
        results: [
          result('1'),
          { ...result('end'), content: 'Recorded.' },
          { ...result('2'), content: 'Not run: the action was finished first.' },
        ],
        comments: [COMMENT],
      },
      {
        kind: 'begin',
        brief: {
          number: 2,
          of: 3,
          subtask: 'a',
          description: 'Do a',
          action: PLAN.action_plan.actions[1],
          whole: null,
          isRetry: false,
          about: { subtask: PLAN.task_decomposition.subtasks[0], criteria: [] },
        },
      },
    ]);
    expect(work.actions[0]).toMatchObject({
      taskId: 'a',
      status: 'failure',
      evaluation: 'As expected.',
      issues: ['A doubt.'],
    });
  });

  it('is saved after the last action of each subtask, and finished when the last is saved', () => {
    const one = close(beginWork(PLAN), '1');
    expect(one.toCheckpoint).toBeNull();
    const two = close(one, '2');
    expect([two.toCheckpoint, two.current]).toEqual(['a', 2]);
    const three = close(checkpointed(two, change()), '3');
    expect([three.toCheckpoint, isFinished(three)]).toEqual(['b', false]);
    expect(isFinished(checkpointed(three, change()))).toBe(true);
    expect(kinds(three).at(-1)).toBe('results');
  });

  it('reminds a model that uses no tool, and gives the action up when it goes on like that', () => {
    const says = (content: readonly AnswerBlock[]): Fact => ({
      type: 'action',
      name: 'answer',
      action: 0,
      content,
      stop_reason: 'end_turn',
    });
    let task = taskAfter(prepared(PLAN));
    for (let idle = 1; idle < MAX_IDLE_ANSWERS; idle += 1) {
      task = after(task, says([say('Hm.')]));
      const work = workOf(task);
      expect([work.idleAnswers, kinds(work).at(-1), work.current]).toEqual([idle, 'reminder', 0]);
    }
    expect(workOf(after(task, says([use('1')]))).idleAnswers).toBe(0);
    const given = workOf(after(task, says([say('Hm.')])));
    expect([given.current, given.idleAnswers, given.actions[0]?.status, kinds(given).slice(-2)]).toEqual([
      1,
      0,
      'partial',
      ['answer', 'begin'],
    ]);
  });

  describe('whose workspace was lost (PLAN-5)', () => {
    const SAID: Said = { kind: 'comment', by: COMMENT.by, asked: '', text: 'Later.' };
    const saved = checkpointed(close(close(beginWork(PLAN), '1', [COMMENT]), '2', [COMMENT]), change());
    const later = toolDone(answerGiven(saved, [use('7')]), result('7'), [COMMENT, { ...COMMENT, text: 'Later.' }]);

    it('goes back to its last checkpoint, says so, and is told all that people said (PLAN-2)', () => {
      const again = rewound(later, { said: [SAID], comments: [COMMENT] });
      expect(again.conversation).toEqual([...saved.conversation, { kind: 'workspace_rebuilt', said: [SAID] }]);
      expect(again).toEqual({ ...saved, conversation: again.conversation });
    });

    it('starts over when nothing was saved yet', () => {
      const again = rewound(toolDone(answerGiven(beginWork(PLAN), [use('1')]), result('1'), []), NOBODY);
      expect(again).toEqual({
        ...beginWork(PLAN),
        conversation: [...beginWork(PLAN).conversation, { kind: 'workspace_rebuilt', said: [] }],
      });
    });

    it('does an action again that was over but not saved', () => {
      const again = rewound(close(beginWork(PLAN), '1'), NOBODY);
      expect(again).toMatchObject({ current: 0, actions: beginWork(PLAN).actions });
    });

    it('has nothing left to do when all was saved', () => {
      const all = checkpointed(close(saved, '3', [COMMENT]), change());
      expect(rewound(all, { said: [], comments: [COMMENT] })).toEqual(all);
    });

    it('ends up the same when it is lost twice', () => {
      expect(rewound(rewound(later, NOBODY), NOBODY)).toEqual(rewound(later, NOBODY));
    });
  });

  it('keeps to its invariants through any sequence of happenings', () => {
    const START = after(taskAfter(prepared(PLAN)), { type: 'control', name: 'comment', ...COMMENT });
    /** The work after this fact during execution. */
    const settled = (work: Work, fact: Fact): Work => workOf(after({ ...START, work }, fact));
    const id = fc.constantFrom('1', '2', '3');
    const step = fc.oneof(
      fc
        .array(
          fc.oneof(
            id.map((name) => use(name)),
            fc.constant(use('end', 'finish_action')),
            fc.constant(say('Hm.')),
          ),
          { maxLength: 3 },
        )
        .map((content): Fact => ({ type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' })),
      id.map(
        (name): Fact => ({
          type: 'tool',
          tool_use_id: name,
          tool: 'run_command',
          ok: true,
          text: 'done',
          exit_code: 0,
          duration_ms: 1,
        }),
      ),
      fc.constant<Fact>({ type: 'action', name: 'finished', action: 0, ...finish('end') }),
      fc.constant<Fact>(saved('a')),
      fc.constant<Fact>({ type: 'environment', name: 'workspace_lost', container_id: 'c1' }),
    );
    let lost = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let work = beginWork(PLAN);
        for (const fact of steps) {
          if (fact.type === 'effect' && work.toCheckpoint === null) continue;
          work = settled(work, fact);
          if (fact.type === 'environment') lost += 1;
          expect(work.current).toBeLessThanOrEqual(work.actions.length);
          expect(work.checkpoint.action).toBeLessThanOrEqual(work.current);
          expect(work.actions.filter((action) => action.status === 'running').length).toBe(
            work.current < work.actions.length ? 1 : 0,
          );
          expect(work.conversation[0]).toEqual(beginWork(PLAN).conversation[0]);
          const spoken = kinds(work).map((kind) => (kind === 'answer' ? 'assistant' : 'user'));
          expect(spoken.some((role, index) => role === 'assistant' && spoken[index + 1] === 'assistant')).toBe(false);
          if (!isFinished(work) && work.toCheckpoint === null && work.waitingTools.length === 0)
            expect(spoken.at(-1)).toBe('user');
        }
      }),
      { numRuns: 1_000 },
    );
    expect(lost).toBeGreaterThan(500);
  });
});

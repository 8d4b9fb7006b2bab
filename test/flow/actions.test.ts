import { beforeAll, describe, expect, it } from '@jest/globals';
import { howItEnded } from '../../src/comments/given-up-words.ts';
import { MAX_FRUITLESS_IN_A_ROW, MAX_IDLE_ANSWERS } from '../../src/flow/actions.ts';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { loadPrompts, type Prompts } from '../../src/model-calls/catalogue.ts';
import { GIVEN_UP } from '../../src/plan/own-words.ts';
import { activityOf, at, blockingIn, isHalted } from '../../src/state/select.ts';
import { decision, judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  asking,
  decidedAfter,
  kindOf,
  prepared,
  subtask,
  planOf,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { LOST, WORKING } from './stories.ts';
import type { Fact, FactNamed } from '../../src/state/facts.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const RETRY = { replan_type: 'retry', replan_level: 1 } as const;
const ASKS = {
  replan_type: 'clarification_request',
  clarification_needed: true,
  clarification_questions: ['One or both?'],
} as const;
const by = { id: 8, login: 'mika' };

function judging(task: Task, planning: Partial<PlanningSettings> = {}): Task {
  const all = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf(), ...planning };
  return { ...task, settings: { ...task.settings, planning: all } };
}
const working = (planning: Partial<PlanningSettings> = {}) => judging(taskAfter(prepared(PLAN)), planning);
const failed = (planning: Partial<PlanningSettings> = {}) =>
  after(working(planning), ...actionDone(0, 'failure', ['It broke']));
const judged = (task: Task, fields: Partial<ReplanDecision>) => after(task, judgement(task, 'execution', fields));
const results = (task: Task) => task.replanning.records.map(({ kind, result }) => `${kind} ${result}`);
const lines = (facts: readonly Fact[]) =>
  facts.filter((fact) => fact.type === 'replan_decision' && fact.name === 'completed');

function ended(status: 'success' | 'failure', fields: object = {}): readonly Fact[] {
  const [, , answer, finished] = actionDone(0, status) as readonly [Fact, Fact, Fact, Fact];
  return [answer, { ...finished, ...fields }];
}
function answered(task: Task, text = 'Both.'): Task {
  const question_id = blockingIn(task)?.questionId ?? 0;
  return after(
    task,
    { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] },
    { type: 'answer', name: 'given', question_id, by, text, settles: { 0: text }, verdict: null },
  );
}

describe('the end of an action (REPLAN-8)', () => {
  it.each(['success', 'failure'] as const)(
    'given an action that is tried again, when it ends as %s, then that is what came of it',
    (status) => {
      const again = judged(failed(), RETRY);
      expect(results(again)).toEqual(['retry pending']);
      expect(results(after(again, ...ended(status)))).toEqual([`retry ${status}`]);
      expect(lines(decidedAfter(again, ...ended(status)))).toMatchObject([
        { name: 'completed', executed: true, result: status },
      ]);
    },
  );

  it('given a question whose workspace is lost before the answer, when the action ends all the same, then the question has done its work', () => {
    const lost = after(judged(failed(), ASKS), LOST);
    expect(results(lost)).toEqual(['clarification pending']);
    const goneOn = after(answered(lost), ...prepared(PLAN).slice(5));
    expect([activityOf(goneOn), goneOn.comments]).toMatchObject(['execute', [{ answer: 'Both.' }]]);
    expect(results(after(goneOn, ...ended('success')))).toEqual(['clarification success']);
  });

  it('given a judgement in the same answer, when re-planning is off, then it is none (PLAN-1, REPLAN-9)', () => {
    const wish = {
      judgement: { replan_id: 'd', decision: decision({ replan_type: 'partial_replan', replan_level: 2 }) },
    };
    const off = decidedAfter(working({ replanning: limitsOf({ enabled: false }) }), ...ended('failure', wish));
    expect(off).toEqual([{ type: 'action', name: 'next' }]);
    expect(lines(decidedAfter(working(), ...ended('failure', wish)))).toEqual([]);
    expect(after(working(), ...ended('failure', wish)).replanning.counts.partialReplans).toBe(1);
  });

  it('given an end without a word, when it is judged in the same answer, then the issues are the cause (REPLAN-4)', () => {
    const wish = {
      judgement: { replan_id: 'd', decision: decision({ replan_type: 'partial_replan', replan_level: 2 }) },
    };
    const end = ended('failure', { ...wish, evaluation: '', issues_identified: ['Port 80 is taken'] });
    expect(Object.keys(after(working(), ...end).replanning.counts.triggers)[0]).toBe(
      'execution | partial | a | port 0 is taken',
    );
  });
});

describe('a reflection before the judgement (REPLAN-2, PLAN-6)', () => {
  const REFLECTS = { reflection: { enabled: true, onError: true, interval: 0, depth: 'moderate' as const } };
  const reflected = (plan_revision_needed: boolean): Fact => ({
    type: 'reflection',
    name: 'model',
    evaluation: {
      action_evaluated: '',
      status: 'failure',
      evaluation: 'Bad.',
      alignment_with_plan: '',
      issues_identified: [],
      plan_revision_needed,
    },
    plan_revision: null,
    problems: [],
  });

  it.each([true, false])(
    'given an action that failed, when it is looked back on, then it is judged, whether another plan is wanted: %s',
    (wanted) => {
      const task = failed(REFLECTS);
      expect(kindOf(task)).toBe('ask_reflection');
      expect(decidedAfter(task, reflected(wanted))).toEqual([]);
      expect(kindOf(after(task, reflected(wanted)))).toBe('ask_decision');
    },
  );

  it('given as many revisions as allowed, when the judgement is to ask people something, then that is no revision, and is asked', () => {
    const task = after(failed({ ...REFLECTS, maxRevisions: 0 }), reflected(true));
    expect(decidedAfter(task, judgement(task, 'execution', ASKS))).toContainEqual(
      expect.objectContaining({
        name: 'asked',
        question: expect.objectContaining({ kind: 'clarification', texts: ['One or both?'] }),
      }),
    );
  });
});

describe('questions that no judgement asked for (REPLAN-4)', () => {
  const OF_WORK = { clarifications: 0, total: 0, triggers: {}, questionsInWork: 1 };

  it('given a question of the model, when people are asked, then it counts as a question of the work and no re-plan', () => {
    const asked = after(working(), ...asking(0));
    expect([isHalted(asked), asked.replanning.counts]).toMatchObject([true, OF_WORK]);
  });

  it('given as many questions before the plan and as many re-plans as allowed, when the work asks, then people are asked, five times', () => {
    const replanning = { ...limitsOf(), clarifications: 0, total: 0 };
    const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning };
    let task = taskAfter(WORKING, { settings: { planning } });
    for (let count = 1; count <= 5; count += 1) {
      task = after(task, ...asking(0));
      expect([isHalted(task), task.replanning.counts.questionsInWork]).toEqual([true, count]);
      const given = {
        name: 'given',
        question_id: count,
        by,
        text: 'Net.',
        settles: { 0: 'Net.' },
        verdict: null,
      } as const;
      task = after(task, { type: 'answer', ...given });
    }
    expect(isHalted(after(task, ...asking(0)))).toBe(false);
  });

  it('given a question about a comment that the work waits for, when it is asked, then it counts, and one beside the work does not', () => {
    const weighed = (blocking: boolean): Fact => ({
      type: 'control',
      name: 'comment_weighed',
      understanding: 'A note.',
      problems: [],
      questions: [{ text: 'Which note?', blocking }],
    });
    const said: Fact = { type: 'control', name: 'comment', by, text: 'Write a note as well.' };
    expect(after(working(), said, weighed(true)).replanning.counts).toMatchObject(OF_WORK);
    expect(after(working(), said, weighed(false)).replanning.counts).toMatchObject({ total: 0, questionsInWork: 0 });
  });

  it('given a goal that is not clear, when people are asked, then it counts as one', () => {
    const error = {
      type: 'unclear_goal',
      message: 'Which?',
      clarification_needed: ['Which?'],
      assumptions: [],
      evidence: [],
    } as const;
    const task = after(judging(taskAfter(prepared(PLAN).slice(0, 2))), { type: 'phase', name: 'goal_error', error });
    expect([isHalted(task), task.replanning.counts]).toMatchObject([true, { clarifications: 1, total: 1 }]);
  });
});

describe('an answer to a question of the model (EXEC-5, REPLAN-6)', () => {
  it('given a workspace that is lost while people are asked, when they answer, then the answer is weighed like a comment and not lost', () => {
    const asked = after(taskAfter([...WORKING, ...asking(0)]), LOST);
    const task = answered(asked, 'Those of the shop.');
    expect(task.comments).toMatchObject([{ by, answer: 'Those of the shop.', wasAsked: true }]);
    expect(kindOf(after(task, ...WORKING.slice(5)))).toBe('ask_patch');
  });
});

describe('an answer that used no tool, or only a part of them (MODEL-3)', () => {
  type Stop = FactNamed<'answer'>['stop_reason'];
  const use = { type: 'tool_use', id: 'use-1', name: 'list_files', input: {} } as const;
  const answer = (stop_reason: Stop, cut_tool?: string, content: FactNamed<'answer'>['content'] = []): Fact => ({
    type: 'action',
    name: 'answer',
    action: 0,
    content,
    stop_reason,
    ...(cut_tool === undefined ? {} : { cut_tool }),
  });
  const listed: Fact = {
    type: 'tool',
    tool_use_id: 'use-1',
    tool: 'list_files',
    ok: true,
    text: 'a.txt',
    exit_code: null,
    duration_ms: 1,
  };
  let prompts: Prompts;
  beforeAll(async () => {
    prompts = await loadPrompts();
  });
  const shown = (task: Task) => {
    const tools = { prompts, nonceOf: () => '0123456789abcdef0123456789abcdef' };
    return JSON.stringify(actionMessages(at(task, 'work'), tools).at(-1)?.content);
  };

  it.each<readonly [Stop, RegExp, keyof typeof GIVEN_UP, RegExp]>([
    ['end_turn', /You called no tool/, 'idle', /stopped without finishing/],
    ['max_tokens', /cut off[^]*smaller pieces/, 'cut_off', /cut off each time/],
    ['refusal', /You declined to go on/, 'refused', /declined to go on/],
    ['pause_turn', /Go on with this action/, 'paused', /paused repeatedly/],
    ['other', /You called no tool/, 'idle', /stopped without finishing/],
  ])(
    'given one that ended as %s, when it does so thrice, then the model is told, and people read what it was',
    (stop, said, why, told) => {
      let task = taskAfter(WORKING);
      for (let count = 1; count < MAX_IDLE_ANSWERS; count += 1) {
        task = after(task, answer(stop));
        expect(shown(task)).toMatch(said);
        expect(kindOf(task)).toBe('ask_next_step');
      }
      task = after(task, answer(stop));
      expect(task.work?.actions[0]).toMatchObject({ status: 'partial', evaluation: GIVEN_UP[why] });
      expect(howItEnded(GIVEN_UP[why], 'en')).toMatch(told);
      expect(howItEnded(GIVEN_UP[why], 'ja')).not.toBe(GIVEN_UP[why]);
    },
  );

  it('given a call that was cut off, then the model is told which, and that it was not run', () => {
    expect(shown(after(taskAfter(WORKING), answer('max_tokens', 'write_file')))).toMatch(
      /in the middle of a call of `write_file`, which was not run/,
    );
  });

  it('given a call that was cut off behind others, when those have run, then the model is told with their results, once', () => {
    const done = after(taskAfter(WORKING), answer('max_tokens', 'write_file', [use]), listed);
    expect(shown(done)).toMatch(/a\.txt[^]*cut off[^]*`write_file`, which was not run/);
    const later = { ...use, id: 'use-2' };
    const next = after(done, answer('tool_use', undefined, [later]), { ...listed, tool_use_id: 'use-2' });
    expect(shown(next)).not.toContain('cut off');
  });

  it('given an end that nobody knows, when a whole tool came with it, then that is carried out', () => {
    const task = after(taskAfter(WORKING), answer('other', undefined, [use]));
    expect([kindOf(task), task.work?.waitingTools]).toEqual(['use_tool', [use]]);
  });
});

describe('an action that comes to nothing (MODEL-3)', () => {
  it('given tools that do not work, when it was so often enough in a row, then it is given up, and not before', () => {
    const fruitless = (count: number): readonly Fact[] =>
      Array.from({ length: count }, (_, index): readonly Fact[] => [
        {
          type: 'action',
          name: 'answer',
          action: 0,
          content: [{ type: 'tool_use', id: `use-${index}`, name: 'read_file', input: {} }],
          stop_reason: 'tool_use',
        },
        {
          type: 'tool',
          tool_use_id: `use-${index}`,
          tool: 'read_file',
          ok: false,
          text: 'No such file.',
          exit_code: null,
          duration_ms: 1,
        },
      ]).flat();
    expect(MAX_FRUITLESS_IN_A_ROW).toBe(16);
    expect(after(taskAfter(WORKING), ...fruitless(15)).work?.actions[0]?.status).toBe('running');
    expect(after(taskAfter(WORKING), ...fruitless(16)).work?.actions[0]?.status).toBe('partial');
  });
});

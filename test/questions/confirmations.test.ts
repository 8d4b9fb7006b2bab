import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { RetryLater, Fault } from '../../src/errors.ts';
import { dueAt } from '../../src/phases/wait.ts';
import { explanationComment } from '../../src/progress/explanation-comment.ts';
import { carriesMarker, explanationMarker } from '../../src/progress/marker.ts';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { next } from '../../src/task/next.ts';
import { decisionFact } from '../../src/effects/decision-fact.ts';
import { explainQuestion } from '../../src/effects/ask-people.ts';
import { actionDone, after, inPhase, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/toolbox.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const MIKA = { id: 8, login: 'mika' };
const FINE = { replan_needed: false, confidence: 0.9, reasoning: 'Fine.' };
const DOUBT = {
  replan_needed: true,
  confidence: 0.4,
  reasoning: 'It may be better the other way round.',
  replan_type: 'partial_replan',
  target_phase: 'execution',
  replan_level: 2,
};
const POINTS = { understand: 'goal_understanding', decompose: 'task_decomposition', sequence: 'action_sequence' } as const;

/** A task that asks whether its plan should change, in comment 5. */
function asking(): Task {
  const settings: Partial<TaskSettings> = {
    planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, assumeAfterMs: 1_800_000 },
  };
  const judged = (task: Task, point: Parameters<typeof decisionFact>[1], decision: object) =>
    after(task, decisionFact(task, point, { id: `d${task.version}`, decision: ReplanDecision.parse(decision) }));
  let task = taskAfter(prepared(PLAN).slice(0, 2), { settings });
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    if (task.phase === 'understand' || task.phase === 'decompose' || task.phase === 'sequence')
      task = judged(task, POINTS[task.phase], FINE);
  }
  task = judged(after(task, ...actionDone(0, 'failure', ['It failed'])), 'execution', DOUBT);
  return after(task, { type: 'question', question_id: 1, comment_id: 5, url: 'u', texts: [] });
}

const comment = (text: string, commentId: number, by = MIKA): InboxItem => ({
  kind: 'comment',
  id: `c${commentId}`,
  addressed: false,
  commentId,
  by,
  text,
});
const edit = (text: string | null, commentId: number, second: number): InboxItem => ({
  kind: 'correction',
  id: `e${commentId}-${second}`,
  commentId,
  at: `2026-01-01T00:00:0${second}Z`,
  by: MIKA,
  text,
});

function hearing() {
  const heard: Fact[] = [];
  let task = asking();
  return {
    get task() {
      return task;
    },
    get todo() {
      const todo = next(task);
      return todo.kind === 'perform' ? todo.effect.kind : 'ended';
    },
    hears(...items: readonly InboxItem[]) {
      const facts = arrivals.facts(items, heard as never, task);
      heard.push(...facts);
      task = after(task, ...facts);
    },
    settles(fact: Fact) {
      task = after(task, fact);
    },
  };
}
const EXPLAINED: Fact = { type: 'effect', name: 'explained', question_id: 1, comment_id: 9, url: 'u' };

describe('a yes with more words (REPLAN-5, GH-6, attack 6)', () => {
  it('changes the plan, and what else it says is weighed as a comment', () => {
    const story = hearing();
    story.hears(comment('Yes, but keep task_1', 6));
    expect(story.task.phase).not.toBe('wait');
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
    expect(story.task.comments).toEqual([{ by: MIKA, text: 'Yes, but keep task_1' }]);
  });

  it('says nothing else when it is only a yes', () => {
    const story = hearing();
    story.hears(comment('Yes, go ahead and re-plan.', 6));
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
    expect(story.task.comments).toEqual([]);
  });
});

it('a no with more words keeps the plan, and what else it says is weighed as a comment (attack 6)', () => {
  const story = hearing();
  story.hears(comment('No, use Postgres instead', 6));
  expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: false, override: 'refused_by_person' });
  expect(inPhase(story.task, 'execute').comments).toEqual([{ by: MIKA, text: 'No, use Postgres instead' }]);
});

describe('an answer that is neither yes nor no (REPLAN-5, GH-6, attack 6)', () => {
  it('is answered once, at once, with how to answer; the question waits as long as before', () => {
    const story = hearing();
    const { until } = inPhase(story.task, 'wait');
    expect(story.todo).not.toBe('explain_question');
    story.hears(comment('Hm, what would it change?', 6));
    expect(story.todo).toBe('explain_question');
    expect(dueAt(inPhase(story.task, 'wait'))).toBe(0);
    story.hears(comment('And why?', 7));
    story.settles(EXPLAINED);
    expect(story.todo).not.toBe('explain_question');
    story.hears(comment('I see.', 8));
    expect(story.todo).not.toBe('explain_question');
    expect(inPhase(story.task, 'wait').until).toBe(until);
    story.hears(comment('yes', 9));
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
  });

  it('may be edited into one, and needs no explanation when that comes first', () => {
    const story = hearing();
    story.hears(comment('Hm.', 6), edit('Yes, please re-plan.', 6, 1));
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
    const later = hearing();
    later.hears(comment('Hm.', 6));
    later.settles(EXPLAINED);
    later.hears(edit('no, but rename it', 6, 1));
    expect(later.task.replanning.records.at(-1)).toMatchObject({ override: 'refused_by_person' });
    expect(later.task.comments).toEqual([{ by: MIKA, text: 'no, but rename it' }]);
  });

  it('is no longer explained to when it is deleted after that', () => {
    const story = hearing();
    story.hears(comment('Hm.', 6));
    story.settles(EXPLAINED);
    story.hears(edit(null, 6, 1));
    expect(story.todo).not.toBe('explain_question');
    expect(story.task.phase).toBe('wait');
  });

  it('is answered in the language of the task, with what happened, why, and what to do next', () => {
    const question = inPhase(asking(), 'wait').questions[0];
    for (const [language, yes, no] of [
      ['en', '`yes`', '`no`'],
      ['ja', '「はい」', '「いいえ」'],
    ] as const) {
      const text = explanationComment(question as never, { taskId: 't', language });
      expect(carriesMarker(text, explanationMarker('t', 1))).toBe(true);
      expect(text).toContain(yes);
      expect(text).toContain(no);
    }
  });

  it('is posted once; a comment that GitHub refuses ends nothing, and an outage is waited out', async () => {
    const explaining = (trouble: Error | null) =>
      explainQuestion({
        effect: { kind: 'explain_question' },
        key: 'k',
        task: asking(),
        tools: {
          redact: (text: string) => text,
          log: { warn: () => undefined },
          github: { ensureComment: async () => (trouble ? Promise.reject(trouble) : { id: 9, url: 'u' }) },
        } as unknown as Toolbox,
        signal: AbortSignal.abort(),
      });
    expect(await explaining(null)).toEqual([EXPLAINED]);
    expect(await explaining(new Fault('github_refused', 'Locked.', ''))).toMatchObject([{ name: 'explained', comment_id: null }]);
    await expect(explaining(new RetryLater('503', { of: 'github' }))).rejects.toMatchObject({ name: 'RetryLater' });
  });
});

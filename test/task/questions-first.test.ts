import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { assumedText } from '../../src/comments/open-questions.ts';
import { activityOf, blockingIn, blockingQuestion, draftIn } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  decidedAfter,
  doing,
  effectOf,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const MIKA = { id: 8, login: 'mika' };

function settings(limits: object = {}): Partial<TaskSettings> {
  return {
    planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: { ...limitsOf(), ...limits } },
  };
}
const POINTS = {
  understand: 'goal_understanding',
  decompose: 'task_decomposition',
  sequence: 'action_sequence',
} as const;
const decide = (task: Task, point: DecisionPoint, fields: object): Task => {
  const decision = ReplanDecisionSchema.parse({
    replan_needed: true,
    confidence: 0.9,
    reasoning: 'Two ways.',
    ...fields,
  });
  return after(task, { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision });
};
const FINE = { replan_needed: false };
const ASKS = {
  clarification_needed: true,
  clarification_questions: ['One or both?'],
  assumptions_to_make: ['Only one'],
};

/** Up to where a plan is judged, each judgement before saying that it will do. */
function judgedAt(activity: keyof typeof POINTS | 'execute', options = settings()): Task {
  let task = taskAfter(prepared(PLAN).slice(0, 2), { settings: options });
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    const now = activityOf(task);
    if (now === activity) return task;
    if (now in POINTS) task = decide(task, POINTS[now as keyof typeof POINTS], FINE);
  }
  return task;
}
const failed = (options = settings()) =>
  after(judgedAt('execute', options), ...actionDone(0, 'failure', ['41 or 42 is unclear']));
const waitedFor = (task: Task): number => blockingIn(task)?.questionId ?? 0;
const posted = (task: Task): Task =>
  after(task, { type: 'question', name: 'posted', question_id: waitedFor(task), comment_id: 5, url: 'u', texts: [] });
const given = (task: Task, text: string): Fact => {
  const question_id = waitedFor(task);
  return { type: 'answer', name: 'given', question_id, by: MIKA, text, settles: { 0: text }, verdict: null };
};
const answered = (task: Task, text = 'Use 42.'): Task => after(posted(task), given(task, text));
const SILENCE: Fact = { type: 'effect', name: 'time_over' };
const silent = (task: Task): Task => {
  const [assumed] = decidedAfter(posted(task), SILENCE);
  expect(assumed).toMatchObject({ type: 'answer', name: 'assumed', assumptions: blockingQuestion(task)?.assumptions });
  return after(posted(task), SILENCE);
};

describe('a question asked where an action did not succeed (REPLAN-6)', () => {
  const request = { ...ASKS, replan_type: 'clarification_request' };
  const retry = { replan_type: 'retry', replan_level: 1, reasoning: 'Now it is known.' };

  it('REPLAN-6: leads back to the judgement, which knows the answer', () => {
    const task = answered(decide(failed(), 'execution', request));
    expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point: 'execution' });
    expect(task.said.at(-1)).toMatchObject({ kind: 'answer', text: 'Use 42.' });
  });

  it('REPLAN-6: is known to the action that is tried again, before it begins', () => {
    const task = decide(answered(decide(failed(), 'execution', request)), 'execution', retry);
    const { work } = doing(task, 'execute');
    expect(work.actions[0]).toMatchObject({ status: 'running', taskId: 'a' });
    expect(work.conversation.slice(-2)).toMatchObject([
      { kind: 'results', results: [], comments: [{ by: MIKA, text: expect.stringContaining('Use 42.') }] },
      { kind: 'begin', brief: { isRetry: true } },
    ]);
    expect(work.commentsShown).toBe(task.comments.length);
  });

  it('REPLAN-6: without an answer it is judged again by the assumptions, and a new try is told them', () => {
    const task = silent(decide(failed(), 'execution', request));
    expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point: 'execution' });
    expect(task.said.at(-1)).toMatchObject({ kind: 'assumption', text: 'Only one' });
    const again = doing(decide(task, 'execution', retry), 'execute');
    expect(again.work.untold).toMatchObject([{ kind: 'assumption', text: 'Only one' }]);
  });

  it('REPLAN-6: comes back to the judgement in a sandbox that had to be begun anew', () => {
    const waiting = posted(decide(failed(), 'execution', request));
    const released = after(waiting, { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    const resumed = doing(after(released, given(released, 'Use 42.')), 'prepare');
    const task = after(resumed, { type: 'environment', name: 'resumed', container_id: 'c1' });
    expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point: 'execution' });
  });

  it('PLAN-6: where people were only asked how to go on, the plan goes on, and what they said is weighed like a comment', () => {
    const none = settings({ actionRetries: 0 });
    const asked = decide(decide(failed(none), 'execution', retry), 'execution', retry);
    expect(activityOf(asked)).toBe('wait');
    const told = answered(asked, 'Leave it out.');
    expect(doing(told, 'execute').work.judging).toBeNull();
    expect(told.comments.at(-1)?.text).toContain('Leave it out.');
  });
});

describe('a question beside another re-plan (REPLAN-1 clarification_needed, REPLAN-6)', () => {
  const POINT_AND_WISH = [
    ['decompose', 'task_decomposition', { replan_type: 'task_redecomposition' }],
    ['decompose', 'task_decomposition', { replan_type: 'clarification_request', clarification_needed: false }],
    ['sequence', 'action_sequence', { replan_type: 'action_regeneration' }],
    ['execute', 'execution', { replan_type: 'partial_replan', replan_level: 2 }],
  ] as const;
  const asked = (activity: keyof typeof POINTS | 'execute', point: DecisionPoint, wish: object, options = settings()) =>
    decide(activity === 'execute' ? failed(options) : judgedAt(activity, options), point, { ...ASKS, ...wish });

  it.each(POINT_AND_WISH)(
    'REPLAN-1: is asked first in %s, and judged again with the answer',
    (activity, point, wish) => {
      const waiting = asked(activity, point, wish);
      expect(summaryOf(waiting)).toMatchObject({ phase: 'wait', waiting_for: 'question' });
      expect(waiting.questions).toMatchObject([{ texts: ['One or both?'] }]);
      expect(waiting.replanning).toMatchObject({
        counts: { clarifications: 1, total: 1 },
        records: [{ kind: 'clarification' }],
      });
      for (const task of [answered(waiting), silent(waiting)])
        expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point });
    },
  );

  it('REPLAN-6: is put once: asked again with it, the other re-plan is made', () => {
    const task = decide(
      answered(asked('decompose', 'task_decomposition', { replan_type: 'task_redecomposition' })),
      'task_decomposition',
      {
        ...ASKS,
        replan_type: 'task_redecomposition',
      },
    );
    expect([activityOf(task), draftIn(task, 'division')?.found, task.replanning.counts.redecompositions]).toEqual([
      'decompose',
      null,
      1,
    ]);
  });

  it('REPLAN-5: is said to be assumed where nobody may be asked any more, and the other re-plan is made', () => {
    const task = asked(
      'decompose',
      'task_decomposition',
      { replan_type: 'task_redecomposition' },
      settings({ clarifications: 0 }),
    );
    expect([activityOf(task), draftIn(task, 'division')?.found]).toEqual(['decompose', null]);
    expect(assumedText(task)).toContain('Only one');
    expect(task.said.at(-1)).toMatchObject({ kind: 'assumption', asked: 'One or both?' });
  });

  it('REPLAN-5: is asked with the rest when people are told that limits are used up', () => {
    const none = settings({ clarifications: 0, redecompositions: 0 });
    const wish = { ...ASKS, replan_type: 'task_redecomposition' };
    const task = decide(decide(judgedAt('decompose', none), 'task_decomposition', wish), 'task_decomposition', wish);
    expect(blockingQuestion(task)?.texts).toEqual([expect.stringContaining('as often as allowed'), 'One or both?']);
  });
});

describe('a question the model is not sure of asking (REPLAN-5, REPLAN-6)', () => {
  const doubtful = () =>
    decide(judgedAt('understand'), 'goal_understanding', {
      ...ASKS,
      confidence: 0.4,
      replan_type: 'clarification_request',
    });

  it('REPLAN-5: is asked itself, not whether to ask it', () => {
    const task = doubtful();
    expect(summaryOf(task)).toMatchObject({ phase: 'wait', waiting_for: 'question' });
    expect(blockingQuestion(task)).toMatchObject({
      kind: 'clarification',
      texts: ['One or both?'],
      assumptions: ['Only one'],
    });
  });

  it('REPLAN-6: its answer is what the goal is understood by', () => {
    const task = answered(doubtful());
    expect(effectOf(task)).toMatchObject({ kind: 'ask_model', call: 'goal_understanding' });
    expect(task.said.at(-1)).toMatchObject({ kind: 'answer', text: 'Use 42.' });
  });

  it('REPLAN-5: without an answer what was understood goes on, with the assumptions', () => {
    const task = silent(doubtful());
    expect(activityOf(task)).toBe('decompose');
    expect(task.said.at(-1)).toMatchObject({ kind: 'assumption', text: 'Only one' });
  });

  it('REPLAN-5: is not asked when it is not trusted at all', () => {
    const task = decide(judgedAt('understand'), 'goal_understanding', {
      ...ASKS,
      confidence: 0.2,
      replan_type: 'clarification_request',
    });
    expect(activityOf(task)).toBe('decompose');
  });
});

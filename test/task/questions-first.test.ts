import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import { assumedText } from '../../src/progress/assumed.ts';
import { questionOf } from '../../src/questions/ask.ts';
import { decisionFact } from '../../src/effects/decision-fact.ts';
import { actionDone, after, effectOf, inPhase, planOf, prepared, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const MIKA = { id: 8, login: 'mika' };

function settings(limits: object = {}): Partial<TaskSettings> {
  return { planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: { ...limitsOf(), ...limits } } };
}
const POINTS = { understand: 'goal_understanding', decompose: 'task_decomposition', sequence: 'action_sequence' } as const;
const decide = (task: Task, point: DecisionPoint, fields: object): Task => {
  const decision = ReplanDecision.parse({ replan_needed: true, confidence: 0.9, reasoning: 'Two ways.', ...fields });
  return after(task, decisionFact(task, point, { id: `d${task.version}`, decision }));
};
const FINE = { replan_needed: false };
const ASKS = { clarification_needed: true, clarification_questions: ['One or both?'], assumptions_to_make: ['Only one'] };

/** Up to where a plan is judged, each judgement before saying that it will do. */
function judgedAt(phase: keyof typeof POINTS | 'execute', options = settings()): Task {
  let task = taskAfter(prepared(PLAN).slice(0, 2), { settings: options });
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    if (task.phase === phase) return task;
    if (task.phase in POINTS) task = decide(task, POINTS[task.phase as keyof typeof POINTS], FINE);
  }
  return task;
}
const failed = (options = settings()) => after(judgedAt('execute', options), ...actionDone(0, 'failure', ['41 or 42 is unclear']));
const posted = (task: Task): Task =>
  after(task, { type: 'question', question_id: inPhase(task, 'wait').questionId, comment_id: 5, url: 'u', texts: [] });
const answered = (task: Task, text = 'Use 42.'): Task => {
  const question_id = inPhase(task, 'wait').questionId;
  const given: Fact = { type: 'answer', name: 'given', question_id, by: MIKA, text, settles: { 0: text }, verdict: null };
  return after(posted(task), given);
};
const silent = (task: Task): Task => {
  const question = questionOf(inPhase(task, 'wait'));
  return after(posted(task), { type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions });
};
describe('a question asked where an action did not succeed (REPLAN-6)', () => {
  const request = { ...ASKS, replan_type: 'clarification_request' };
  const retry = { replan_type: 'retry', replan_level: 1, reasoning: 'Now it is known.' };

  it('REPLAN-6: leads back to the judgement, which knows the answer', () => {
    const task = answered(decide(failed(), 'execution', request));
    expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point: 'execution' });
    expect(task.replanning.notes.join('\n')).toContain('Use 42.');
  });

  it('REPLAN-6: is known to the action that is tried again, before it begins', () => {
    const task = decide(answered(decide(failed(), 'execution', request)), 'execution', retry);
    const { work } = inPhase(task, 'execute');
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
    expect(task.replanning.notes.join('\n')).toContain('Only one');
    const again = inPhase(decide(task, 'execution', retry), 'execute');
    expect(again.work.conversation.at(-1)).toMatchObject({
      brief: { advice: expect.arrayContaining([expect.stringContaining('Only one')]) },
    });
  });

  it('REPLAN-6: comes back to the judgement in a sandbox that had to be begun anew', () => {
    const waiting = posted(decide(failed(), 'execution', request));
    const released = after(waiting, { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    const question_id = inPhase(released, 'wait').questionId;
    const task = after(
      released,
      { type: 'answer', name: 'given', question_id, by: MIKA, text: 'Use 42.', settles: { 0: 'Use 42.' }, verdict: null },
      { type: 'environment', name: 'resumed', container_id: 'c1' },
    );
    expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point: 'execution' });
  });

  it('PLAN-6: where people were only asked how to go on, the plan goes on, and what they said is weighed like a comment', () => {
    const none = settings({ actionRetries: 0 });
    const asked = decide(decide(failed(none), 'execution', retry), 'execution', retry);
    expect(asked.phase).toBe('wait');
    const told = answered(asked, 'Leave it out.');
    expect(inPhase(told, 'execute').work.judging).toBeNull();
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
  const asked = (phase: keyof typeof POINTS | 'execute', point: DecisionPoint, wish: object, options = settings()) =>
    decide(phase === 'execute' ? failed(options) : judgedAt(phase, options), point, { ...ASKS, ...wish });

  it.each(POINT_AND_WISH)('REPLAN-1: is asked first in %s, and judged again with the answer', (phase, point, wish) => {
    const waiting = asked(phase, point, wish);
    expect(waiting).toMatchObject({ phase: 'wait', reason: 'question', questions: [{ texts: ['One or both?'] }] });
    expect(waiting.replanning).toMatchObject({ counts: { clarifications: 1, total: 1 }, records: [{ kind: 'clarification' }] });
    for (const task of [answered(waiting), silent(waiting)]) expect(effectOf(task)).toMatchObject({ kind: 'ask_decision', point });
  });

  it('REPLAN-6: is put once: asked again with it, the other re-plan is made', () => {
    const task = decide(answered(asked('decompose', 'task_decomposition', { replan_type: 'task_redecomposition' })), 'task_decomposition', {
      ...ASKS,
      replan_type: 'task_redecomposition',
    });
    expect(task).toMatchObject({ phase: 'decompose', found: null, replanning: { counts: { redecompositions: 1 } } });
  });

  it('REPLAN-5: is said to be assumed where nobody may be asked any more, and the other re-plan is made', () => {
    const task = asked('decompose', 'task_decomposition', { replan_type: 'task_redecomposition' }, settings({ clarifications: 0 }));
    expect(task).toMatchObject({ phase: 'decompose', found: null });
    expect(assumedText(task)).toContain('Only one');
    expect(task.replanning.notes.join('\n')).toContain('One or both?');
  });

  it('REPLAN-5: is asked with the rest when people are told that limits are used up', () => {
    const none = settings({ clarifications: 0, redecompositions: 0 });
    const wish = { ...ASKS, replan_type: 'task_redecomposition' };
    const task = decide(decide(judgedAt('decompose', none), 'task_decomposition', wish), 'task_decomposition', wish);
    expect(questionOf(inPhase(task, 'wait')).texts).toEqual([expect.stringContaining('as often as allowed'), 'One or both?']);
  });
});

describe('a question the model is not sure of asking (REPLAN-5, REPLAN-6)', () => {
  const doubtful = () =>
    decide(judgedAt('understand'), 'goal_understanding', { ...ASKS, confidence: 0.4, replan_type: 'clarification_request' });

  it('REPLAN-5: is asked itself, not whether to ask it', () => {
    const task = doubtful();
    expect(task).toMatchObject({ phase: 'wait', reason: 'question', proposal: null });
    expect(questionOf(inPhase(task, 'wait'))).toMatchObject({ kind: 'clarification', texts: ['One or both?'], assumptions: ['Only one'] });
  });

  it('REPLAN-6: its answer is what the goal is understood by', () => {
    const task = answered(doubtful());
    expect(effectOf(task)).toMatchObject({ kind: 'ask_model', call: 'goal_understanding' });
    expect(task.replanning.notes.join('\n')).toContain('Use 42.');
  });

  it('REPLAN-5: without an answer what was understood goes on, with the assumptions', () => {
    const task = silent(doubtful());
    expect(task.phase).toBe('decompose');
    expect(task.replanning.notes.join('\n')).toContain('Only one');
  });

  it('REPLAN-5: is not asked when it is not trusted at all', () => {
    const task = decide(judgedAt('understand'), 'goal_understanding', { ...ASKS, confidence: 0.2, replan_type: 'clarification_request' });
    expect(task.phase).toBe('decompose');
  });
});

import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { activityOf, blockingIn, blockingQuestion } from '../../src/state/select.ts';
import { actionDone, after, kindOf, planOf, prepared, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const REFLECTS = { enabled: true, onError: true, interval: 0, depth: 'moderate' } as const;

function failing(limits: object, planning: Partial<PlanningSettings> = {}): Task {
  const replanning = { ...limitsOf(), ...limits };
  let task = taskAfter(prepared(PLAN).slice(0, 2), {
    settings: { planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning, ...planning } },
  });
  const points = {
    understand: 'goal_understanding',
    decompose: 'task_decomposition',
    sequence: 'action_sequence',
  } as const;
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    const activity = activityOf(task);
    if (activity in points) task = judged(task, { replan_needed: false }, points[activity as keyof typeof points]);
  }
  return fail(task, 0);
}
function fail(task: Task, times: number): Task {
  const facts = JSON.stringify(actionDone(0, 'failure', ['It is flaky'])).replaceAll('use-0', `use-${times}`);
  return after(task, ...(JSON.parse(facts) as Fact[]));
}
/** The model judges; what it comes to is decided. */
function judged(task: Task, fields: object, point: DecisionPoint = 'execution'): Task {
  const decision = ReplanDecisionSchema.parse({ replan_needed: true, confidence: 0.4, reasoning: '', ...fields });
  return after(task, { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision });
}
/** What a person says yes to. */
function confirmed(task: Task): Task {
  const question_id = blockingIn(task)?.questionId ?? 0;
  expect(blockingQuestion(task)).toMatchObject({ id: question_id, kind: 'confirmation' });
  return after(
    task,
    { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] },
    {
      type: 'answer',
      name: 'given',
      question_id,
      by: { id: 8, login: 'mika' },
      text: 'yes',
      settles: {},
      verdict: 'yes',
    },
  );
}
const RETRY = { replan_type: 'retry', replan_level: 1 };

describe('a re-plan that a person confirmed (REPLAN-4)', () => {
  it('REPLAN-4: counts for the action that is tried again, and beyond its limit nobody is asked', () => {
    const once = confirmed(judged(failing({ actionRetries: 1 }), RETRY));
    expect(Object.values(once.replanning.counts.retries)).toEqual([1]);
    expect(Object.keys(once.replanning.counts.retries)).toEqual(['a Carry out a']);
    const again = judged(fail(once, 1), RETRY);
    expect(activityOf(again)).toBe('execute');
    expect(again.replanning.records.at(-1)).toMatchObject({ override: 'limit_reached', executed: false });
  });

  it('REPLAN-4: counts for its trigger; to try the action again is no such trigger, three times', () => {
    const partial = confirmed(judged(failing({}), { replan_type: 'partial_replan', replan_level: 2 }));
    expect(Object.values(partial.replanning.counts.triggers)).toEqual([1]);
    let task = failing({});
    for (const times of [1, 2, 3]) task = fail(confirmed(judged(task, RETRY)), times);
    task = judged(task, RETRY);
    expect(task.replanning.records.map(({ override }) => override)).toEqual([null, null, null, 'limit_reached']);
  });

  it('PLAN-6: is a revision after a reflection, and beyond max_revisions people say how to go on instead', () => {
    const reflected = (task: Task): Task =>
      after(task, {
        type: 'reflection',
        name: 'model',
        evaluation: {
          action_evaluated: '',
          status: 'failure',
          evaluation: 'Bad.',
          alignment_with_plan: '',
          issues_identified: [],
          plan_revision_needed: true,
        },
        plan_revision: null,
        problems: [],
      });
    const partial = { replan_type: 'partial_replan', replan_level: 2 };
    const first = confirmed(judged(reflected(failing({}, { reflection: REFLECTS, maxRevisions: 1 })), partial));
    expect(activityOf(first)).toBe('sequence');
    expect(first.replanning).toMatchObject({ revisions: 1, counts: { partialReplans: 1 } });
    const used = judged(reflected(failing({}, { reflection: REFLECTS, maxRevisions: 0 })), partial);
    expect([activityOf(used), blockingQuestion(used)?.kind, blockingIn(used)?.then]).toEqual([
      'wait',
      'intervention',
      { is: 'how_to_go_on' },
    ]);
    expect(used.replanning.records.at(-1)).toMatchObject({ override: 'limit_reached', result: 'skipped' });
    expect(kindOf(used)).toBe('post_question');
  });
});

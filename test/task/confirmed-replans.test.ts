import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import { next } from '../../src/task/next.ts';
import { decisionFact } from '../../src/effects/decision-fact.ts';
import { actionDone, after, inPhase, planOf, prepared, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const REFLECTS = { enabled: true, onError: true, interval: 0, depth: 'moderate' } as const;

function failing(limits: object, planning: Partial<PlanningSettings> = {}): Task {
  const replanning = { ...limitsOf(), ...limits };
  let task = taskAfter(prepared(PLAN).slice(0, 2), {
    settings: { planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning, ...planning } },
  });
  const points = { understand: 'goal_understanding', decompose: 'task_decomposition', sequence: 'action_sequence' } as const;
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    if (task.phase in points) task = decide(task, { replan_needed: false }, points[task.phase as keyof typeof points]);
  }
  return fail(task, 0);
}
function fail(task: Task, times: number): Task {
  const facts = JSON.stringify(actionDone(0, 'failure', ['It is flaky'])).replaceAll('use-0', `use-${times}`);
  return after(task, ...(JSON.parse(facts) as Fact[]));
}
function decide(task: Task, fields: object, point: Parameters<typeof decisionFact>[1] = 'execution'): Task {
  const decision = ReplanDecision.parse({ replan_needed: true, confidence: 0.4, reasoning: '', ...fields });
  return after(task, decisionFact(task, point, { id: `d${task.version}`, decision }));
}
/** What a person says yes to. */
function confirmed(task: Task): Task {
  const { questionId: question_id } = inPhase(task, 'wait');
  return after(
    task,
    { type: 'question', question_id, comment_id: 5, url: 'u', texts: [] },
    { type: 'answer', name: 'given', question_id, by: { id: 8, login: 'mika' }, text: 'yes', settles: {}, verdict: 'yes' },
  );
}
const RETRY = { replan_type: 'retry', replan_level: 1 };

describe('a re-plan that a person confirmed (REPLAN-4)', () => {
  it('REPLAN-4: counts for the action that is tried again, and beyond its limit nobody is asked', () => {
    const once = confirmed(decide(failing({ actionRetries: 1 }), RETRY));
    expect(Object.values(once.replanning.counts.retries)).toEqual([1]);
    expect(Object.keys(once.replanning.counts.retries)).toEqual(['a Carry out a']);
    const again = decide(fail(once, 1), RETRY);
    expect(again.phase).toBe('execute');
    expect(again.replanning.records.at(-1)).toMatchObject({ override: 'limit_reached', executed: false });
  });

  it('REPLAN-4: counts for its trigger, so that the third of the same is a loop', () => {
    let task = failing({});
    for (const times of [1, 2]) task = fail(confirmed(decide(task, RETRY)), times);
    task = decide(task, RETRY);
    expect(task.phase).toBe('execute');
    expect(task.replanning.records.at(-1)).toMatchObject({ override: 'infinite_loop' });
  });

  it('PLAN-6: is a revision after a reflection, and beyond max_revisions people say how to go on instead', () => {
    const reflected = (task: Task): Task =>
      after(task, {
        type: 'reflection',
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
    const first = confirmed(decide(reflected(failing({}, { reflection: REFLECTS, maxRevisions: 1 })), partial));
    expect(first).toMatchObject({ phase: 'sequence', replanning: { revisions: 1, counts: { partialReplans: 1 } } });
    const used = decide(reflected(failing({}, { reflection: REFLECTS, maxRevisions: 0 })), partial);
    expect(used).toMatchObject({ phase: 'wait', reason: 'intervention', proposal: null });
    expect(used.replanning.records.at(-1)).toMatchObject({ override: 'limit_reached', result: 'skipped' });
    expect(next(used)).toMatchObject({ effect: { kind: 'post_question' } });
  });
});

/** Decisions and limits for tests of the policy: the defaults of REPLAN-9, with one change at a time. */
import { Settings } from '../../src/config/schema.ts';
import { taskSettings } from '../../src/app/task-settings.ts';
import { ReplanDecisionSchema as decisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { granted } from '../../src/flow/replan-facts.ts';
import { applyLimits } from '../../src/replan/policy.ts';
import { evolve } from '../../src/state/evolve.ts';
import { NOTHING_REPLANNED, type ReplanCounts, type ReplanKind, type Situation } from '../../src/state/replans.ts';
import { begun, stamped } from '../task/task-world.ts';
import type { Ruling } from '../../src/replan/policy.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { ReplanLimits } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

export const NO_REPLANS = NOTHING_REPLANNED.counts;

/** The policy's limits from a configuration, read as the service reads it. */
export function limitsOf(replanning: object = {}): ReplanLimits {
  return taskSettings(Settings.parse({ planning: { replanning } }), 'planwright').planning.replanning;
}

export function decision(fields: Partial<ReplanDecision>): ReplanDecision {
  return decisionSchema.parse({ replan_needed: true, confidence: 0.9, reasoning: 'Because.', ...fields });
}

/** The model's judgement of the plan. */
export function judgement(task: Pick<Task, 'version'>, point: DecisionPoint, fields: Partial<ReplanDecision>): Fact {
  return { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision: decision(fields) };
}

export function at(point: DecisionPoint, fields: Partial<Situation> = {}): Situation {
  const inHand = point === 'execution' ? { subtask: 'task_1', action: 'task_1#1' } : { subtask: null, action: null };
  return { point, ...inHand, cause: 'it broke', ...fields };
}

/** One decision that leads to each kind of re-plan, at its most usual point. */
export const WAYS: Readonly<
  Record<ReplanKind, { readonly point: DecisionPoint; readonly fields: Partial<ReplanDecision> }>
> = {
  clarification: {
    point: 'goal_understanding',
    fields: {
      replan_type: 'clarification_request',
      clarification_needed: true,
      clarification_questions: ['Which one?'],
    },
  },
  goal: { point: 'goal_understanding', fields: { replan_type: 'goal_revision' } },
  decomposition: { point: 'task_decomposition', fields: { replan_type: 'task_redecomposition' } },
  actions: { point: 'action_sequence', fields: { replan_type: 'action_regeneration' } },
  partial: { point: 'execution', fields: { replan_type: 'partial_replan', replan_level: 2 } },
  retry: { point: 'execution', fields: { replan_type: 'retry', replan_level: 1 } },
  monitoring: { point: 'reflection', fields: { replan_type: 'plan_revision' } },
};

export const KINDS = Object.keys(WAYS) as readonly ReplanKind[];

/** The result in one word. */
export function outcome(verdict: Ruling): string {
  switch (verdict.kind) {
    case 'continue':
      return verdict.override ?? 'continue';
    case 'confirm':
      return 'confirm';
    case 'replan':
      return verdict.warns ? 'replan with a warning' : 'replan';
  }
}

const BEGUN = begun().task;

/** After a granted re-plan of this kind. */
export function counted(counts: ReplanCounts, kind: ReplanKind, situation: Situation): ReplanCounts {
  const task = { ...BEGUN, replanning: { ...NOTHING_REPLANNED, counts } };
  const facts = granted(task, kind, { replanId: null, situation });
  return facts.reduce<Task>((before, fact) => evolve(before, stamped(fact, before.version + 1, before.updatedAt)), task)
    .replanning.counts;
}

/** With a new cause each time, so that only limits can refuse. */
export function wantAgainAndAgain(
  kind: ReplanKind,
  times: number,
  start: { readonly counts: ReplanCounts; readonly limits: ReplanLimits },
): { readonly outcomes: readonly string[]; readonly counts: ReplanCounts } {
  let { counts } = start;
  const outcomes = Array.from({ length: times }, (_, index) => {
    const situation = at(WAYS[kind].point, { cause: `cause ${'x'.repeat(index)}` });
    const verdict = applyLimits(decision(WAYS[kind].fields), situation, counts, start.limits);
    if (verdict.kind === 'replan') counts = counted(counts, verdict.replan, situation);
    return outcome(verdict);
  });
  return { outcomes, counts };
}

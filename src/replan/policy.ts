/**
 * The model judges whether to re-plan; this grants it, within limits (REPLAN-3 to 5). One pure function of the
 * decision, the counts so far and the configuration.
 */
import { triggerOf, usedOf } from './counts.ts';
import type { ReplanCounts, ReplanLimits } from './counts.ts';
import type { DecisionPoint, OverrideReason, ReplanKind, Situation } from './decision.ts';
import type { ReplanDecision } from '../calls/judgement-schemas.ts';

export type Verdict =
  /** The current plan goes on; `override` says why although the model wanted otherwise. */
  | { readonly kind: 'continue'; readonly override: OverrideReason | null; readonly wanted: ReplanKind | null; readonly contradiction: string | null }
  /** `warns`: granted on a confidence that deserves a line in the log. */
  | { readonly kind: 'replan'; readonly replan: ReplanKind; readonly warns: boolean; readonly contradiction: string | null }
  /** A person is asked whether to. */
  | { readonly kind: 'confirm'; readonly replan: ReplanKind; readonly contradiction: string | null };

/** From this confidence on, a re-plan is granted without a second thought. */
export const SURE = 0.8;

export function judge(decision: ReplanDecision, situation: Situation, counts: ReplanCounts, limits: ReplanLimits): Verdict {
  const { kind, contradiction } = wantedKind(decision, situation.point);
  const go = (override: OverrideReason | null): Verdict => ({ kind: 'continue', override, wanted: kind, contradiction });
  if (kind === null) return go(null);
  if (!limits.enabled) return go('disabled');
  const { confidence } = decision;
  const trusted = confidence >= Math.min(SURE, limits.minConfidence) || confidence >= SURE;
  const askable = !trusted && limits.confirmsLowConfidence && confidence >= limits.confirmationThreshold;
  if (!trusted && !askable) return go('low_confidence');
  if (isLimited(kind, situation, counts, limits)) return go('limit_reached');
  if (isLoop(kind, situation, counts, limits)) return go('infinite_loop');
  if (askable) return { kind: 'confirm', replan: kind, contradiction };
  return { kind: 'replan', replan: kind, warns: confidence < SURE, contradiction };
}

function isLimited(kind: ReplanKind, situation: Situation, counts: ReplanCounts, limits: ReplanLimits): boolean {
  const own = usedOf(kind, situation, counts, limits);
  return counts.total >= limits.total || (own !== null && own.used >= own.limit);
}

function isLoop(kind: ReplanKind, situation: Situation, counts: ReplanCounts, limits: ReplanLimits): boolean {
  return limits.detectsLoops && (counts.triggers[triggerOf(kind, situation)] ?? 0) >= limits.sameTrigger;
}

const BY_LEVEL: readonly ReplanKind[] = ['retry', 'partial', 'actions', 'decomposition', 'goal'];
/** The level that a type of execution stands for when no level is given. */
const LEVEL_OF_TYPE: { readonly [Type in NonNullable<ReplanDecision['replan_type']>]?: number } = {
  retry: 1, partial_replan: 2, action_regeneration: 3, full_replan: 3, task_redecomposition: 4, goal_revision: 5,
};

/** In execution the level decides, elsewhere the type; what contradicts that is told to the log, not followed (REPLAN-1). */
export function wantedKind(decision: ReplanDecision, point: DecisionPoint): { readonly kind: ReplanKind | null; readonly contradiction: string | null } {
  if (!decision.replan_needed || decision.replan_type === 'none') return { kind: null, contradiction: decision.replan_needed ? 'replan_needed with type none' : null };
  if (point === 'execution') return inExecution(decision);
  if (decision.clarification_needed && point === 'goal_understanding') return { kind: 'clarification', contradiction: null };
  return { kind: ofType(decision.replan_type, point), contradiction: null };
}

function inExecution({ replan_type: type, replan_level: level }: ReplanDecision): { readonly kind: ReplanKind | null; readonly contradiction: string | null } {
  const meant = type === null ? null : (LEVEL_OF_TYPE[type] ?? null);
  const decisive = level ?? meant;
  const isSame = level === null || meant === null || meant === level || (type === 'full_replan' && level >= 3);
  return { kind: decisive === null ? null : (BY_LEVEL[decisive - 1] ?? null), contradiction: isSame ? null : `type ${type} with level ${level}` };
}

function ofType(type: ReplanDecision['replan_type'], point: DecisionPoint): ReplanKind | null {
  switch (type) {
    case 'clarification_request': return point === 'goal_understanding' ? 'clarification' : null;
    case 'goal_revision': return 'goal';
    case 'task_redecomposition': return point === 'goal_understanding' ? null : 'decomposition';
    case 'action_regeneration': return point === 'action_sequence' || point === 'reflection' ? 'actions' : null;
    case 'plan_revision':
    case 'partial_replan':
    case 'full_replan': return point === 'reflection' ? 'monitoring' : null;
    case 'retry':
    case 'none':
    case null: return null;
  }
}

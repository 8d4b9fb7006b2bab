/**
 * The model judges whether to re-plan; this function grants it within limits (REPLAN-3 to 5). Pure: the result depends
 * on the decision, the counts so far and the configuration.
 */
import { mustBeAnswered } from './never-assumed.ts';
import { mayAskPeople, triggersOf, usedOf } from './counts.ts';
import { countOf, type ReplanCounts, type OverrideReason, type ReplanKind, type Situation } from '../state/replans.ts';
import type { ReplanLimits } from '../state/request.ts';
import type { DecisionPoint, ReplanDecision } from '../state/judgements.ts';

export type Ruling =
  /** The current plan stays; `override` says why, if the model wanted otherwise. */
  | {
      readonly kind: 'continue';
      readonly override: OverrideReason | null;
      readonly wanted: ReplanKind | null;
      readonly contradiction: string | null;
    }
  /** `warns`: granted at a confidence that deserves a log line. */
  | {
      readonly kind: 'replan';
      readonly replan: ReplanKind;
      readonly warns: boolean;
      readonly contradiction: string | null;
    }
  /** A person is asked whether to. */
  | { readonly kind: 'confirm'; readonly replan: ReplanKind; readonly contradiction: string | null };

/** From this confidence on, a re-plan is granted without further checks. */
export const SURE = 0.8;

export function applyLimits(
  decision: ReplanDecision,
  situation: Situation,
  counts: ReplanCounts,
  limits: ReplanLimits,
): Ruling {
  if (!decision.replan_needed) return { kind: 'continue', override: null, wanted: null, contradiction: null };
  const { kind: wanted, contradiction } = wantedKind(decision, situation.point);
  const kind = asksFirst(decision, counts, limits) ? 'clarification' : wanted;
  const go = (override: OverrideReason): Ruling => ({
    kind: 'continue',
    override,
    wanted: kind,
    contradiction,
  });
  if (!limits.enabled) return go('disabled');
  const { confidence } = decision;
  const trusted = confidence >= Math.min(SURE, limits.minConfidence);
  const askable = !trusted && limits.confirmsLowConfidence && confidence >= limits.confirmationThreshold;
  if (!trusted && !askable && !isForPersonAlone(decision)) return go('low_confidence');
  // It names no re-plan that is possible there, or a question that may not be asked any more.
  if (kind === null) return go(isAsking(decision) ? 'limit_reached' : 'unreadable');
  if (isLimited(kind, situation, counts, limits)) return go('limit_reached');
  if (isLoop(kind, situation, counts, limits)) return go('infinite_loop');
  // A question needs no confirmation: people settle it by answering.
  if (askable && kind !== 'clarification') return { kind: 'confirm', replan: kind, contradiction };
  return { kind: 'replan', replan: kind, warns: confidence < SURE, contradiction };
}

function isLimited(kind: ReplanKind, situation: Situation, counts: ReplanCounts, limits: ReplanLimits): boolean {
  const own = usedOf(kind, situation, counts, limits);
  return counts.total >= limits.total || (own !== null && own.used >= own.limit);
}

function isLoop(kind: ReplanKind, situation: Situation, counts: ReplanCounts, limits: ReplanLimits): boolean {
  return (
    limits.detectsLoops &&
    triggersOf(kind, situation).some((trigger) => countOf(counts.triggers, trigger) >= limits.sameTrigger)
  );
}

/**
 * What only a person may settle comes first, whatever else is wanted; the judgement is repeated with the answer
 * (REPLAN-1, 6).
 */
function asksFirst(decision: ReplanDecision, counts: ReplanCounts, limits: ReplanLimits): boolean {
  return isForPersonAlone(decision) || (isAsking(decision) && mayAskPeople(counts, limits));
}

/** It asks what is never assumed: however sure the model is, a guess must not decide it (PLAN-2). */
function isForPersonAlone(decision: ReplanDecision): boolean {
  return isAsking(decision) && mustBeAnswered(decision, decision.clarification_questions);
}

function isAsking(decision: ReplanDecision): boolean {
  const { replan_type: type, clarification_questions: questions } = decision;
  const asks = decision.clarification_needed || type === 'clarification_request';
  return type !== 'none' && asks && questions.length > 0;
}

const BY_LEVEL: readonly ReplanKind[] = ['retry', 'partial', 'actions', 'decomposition', 'goal'];
/** The level that a type of re-plan implies when none is given. */
const LEVEL_OF_TYPE: { readonly [Type in NonNullable<ReplanDecision['replan_type']>]?: number } = {
  retry: 1,
  partial_replan: 2,
  action_regeneration: 3,
  full_replan: 3,
  task_redecomposition: 4,
  goal_revision: 5,
};

/** The level of the phase to start again. */
const LEVEL_OF_PHASE: { readonly [Phase in DecisionPoint]?: number } = {
  goal_understanding: 5,
  task_decomposition: 4,
  action_sequence: 3,
};

interface Wanted {
  readonly kind: ReplanKind | null;
  /** For the log. */
  readonly contradiction: string | null;
}

/**
 * In execution the level decides, elsewhere the type; if these are missing, the phase to go back to. Contradictions are
 * logged and ignored (REPLAN-1).
 */
export function wantedKind(decision: ReplanDecision, point: DecisionPoint): Wanted {
  const { replan_needed: isNeeded, replan_type: type, replan_level: level } = decision;
  if (!isNeeded) return { kind: null, contradiction: null };
  if (type === 'none') return { kind: null, contradiction: 'replan_needed with type none' };
  const meant = type === null ? null : (LEVEL_OF_TYPE[type] ?? null);
  const isSame =
    level === null ||
    type === null ||
    (meant === null ? point !== 'execution' : meant === level || (type === 'full_replan' && level >= 3));
  const contradiction = isSame ? null : `type ${type} with level ${level}`;
  if (decision.clarification_needed && point === 'goal_understanding') return { kind: 'clarification', contradiction };
  const kind = beginningAt(decision, point) ?? (point === 'execution' ? ofLevel(level ?? meant) : ofType(type, point));
  return { kind, contradiction: kind === null ? `type ${type} with level ${level} at ${point}` : contradiction };
}

/** Null if the decision says otherwise, or the phase to go back to is still ahead. */
function beginningAt(
  { replan_type: type, replan_level: level, target_phase: target }: ReplanDecision,
  point: DecisionPoint,
): ReplanKind | null {
  const isOpen = level === null && (type === null || type === 'full_replan');
  const begins = target === null ? undefined : LEVEL_OF_PHASE[target];
  return isOpen && begins !== undefined && begins >= (LEVEL_OF_PHASE[point] ?? 0) ? ofLevel(begins) : null;
}

function ofLevel(level: number | null): ReplanKind | null {
  return level === null ? null : (BY_LEVEL[level - 1] ?? null);
}

function ofType(type: ReplanDecision['replan_type'], point: DecisionPoint): ReplanKind | null {
  switch (type) {
    case 'clarification_request':
      return point === 'goal_understanding' ? 'clarification' : null;
    case 'goal_revision':
      return 'goal';
    case 'task_redecomposition':
      return point === 'goal_understanding' ? null : 'decomposition';
    case 'action_regeneration':
      return point === 'action_sequence' || point === 'reflection' ? 'actions' : null;
    case 'plan_revision':
    case 'partial_replan':
    case 'full_replan':
      return point === 'reflection' ? 'monitoring' : null;
    case 'retry':
    case 'none':
    case null:
      return null;
  }
}

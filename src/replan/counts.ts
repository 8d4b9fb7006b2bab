/** How often a task has re-planned, and how often it may (REPLAN-4, 9). Pure. */
import type { ReplanKind, Situation } from './decision.ts';

export interface ReplanCounts {
  readonly clarifications: number;
  readonly redecompositions: number;
  readonly regenerations: number;
  readonly partialReplans: number;
  readonly monitoringRevisions: number;
  readonly total: number;
  /** By action. */
  readonly retries: Readonly<Record<string, number>>;
  /** By trigger: the same phase, kind, subtask, and cause, class of error or reason. */
  readonly triggers: Readonly<Record<string, number>>;
}

export interface ReplanLimits {
  readonly enabled: boolean;
  readonly minConfidence: number;
  readonly confirmsLowConfidence: boolean;
  readonly confirmationThreshold: number;
  readonly clarifications: number;
  readonly redecompositions: number;
  readonly regenerations: number;
  readonly actionRetries: number;
  readonly partialReplans: number;
  readonly monitoringRevisions: number;
  readonly total: number;
  readonly detectsLoops: boolean;
  readonly sameTrigger: number;
}

export const NO_REPLANS: ReplanCounts = {
  clarifications: 0,
  redecompositions: 0,
  regenerations: 0,
  partialReplans: 0,
  monitoringRevisions: 0,
  total: 0,
  retries: {},
  triggers: {},
};

/** The count and the limit that a kind of re-plan falls under; goal revisions fall under the total alone. */
export function usedOf(
  kind: ReplanKind,
  situation: Situation,
  counts: ReplanCounts,
  limits: ReplanLimits,
): { readonly used: number; readonly limit: number } | null {
  switch (kind) {
    case 'clarification':
      return { used: counts.clarifications, limit: limits.clarifications };
    case 'decomposition':
      return { used: counts.redecompositions, limit: limits.redecompositions };
    case 'actions':
      return { used: counts.regenerations, limit: limits.regenerations };
    case 'partial':
      return { used: counts.partialReplans, limit: limits.partialReplans };
    case 'monitoring':
      return { used: counts.monitoringRevisions, limit: limits.monitoringRevisions };
    case 'retry':
      return { used: countOf(counts.retries, situation.action ?? ''), limit: limits.actionRetries };
    case 'goal':
      return null;
  }
}

/** Questions count as re-plans too. */
export function mayAskPeople(counts: ReplanCounts, limits: ReplanLimits): boolean {
  return counts.clarifications < limits.clarifications && counts.total < limits.total;
}

export function triggerOf(kind: ReplanKind, { point, subtask, cause }: Situation): string {
  return [point, kind, subtask ?? '', cause].join(' | ');
}

/**
 * All by which the same trigger is known again: the same trouble in other words is of the same class, or wanted for the
 * same reason (REPLAN-4). To try another action again is not the same.
 */
export function triggersOf(kind: ReplanKind, situation: Situation): readonly string[] {
  const { action, errorClass, reason } = situation;
  const where = kind === 'retry' ? { ...situation, subtask: action } : situation;
  return [
    triggerOf(kind, situation),
    ...(errorClass === undefined ? [] : [triggerOf(kind, { ...where, cause: `error class: ${errorClass}` })]),
    ...(reason === undefined ? [] : [triggerOf(kind, { ...where, cause: `because: ${reason}` })]),
  ];
}

/** After a re-plan of this kind was granted. */
export function counted(counts: ReplanCounts, kind: ReplanKind, situation: Situation): ReplanCounts {
  const action = situation.action ?? '';
  const one = (wanted: ReplanKind) => (kind === wanted ? 1 : 0);
  return {
    clarifications: counts.clarifications + one('clarification'),
    redecompositions: counts.redecompositions + one('decomposition'),
    regenerations: counts.regenerations + one('actions'),
    partialReplans: counts.partialReplans + one('partial'),
    monitoringRevisions: counts.monitoringRevisions + one('monitoring'),
    total: counts.total + 1,
    retries: kind === 'retry' ? { ...counts.retries, [action]: countOf(counts.retries, action) + 1 } : counts.retries,
    triggers: {
      ...counts.triggers,
      ...Object.fromEntries(triggersOf(kind, situation).map((trigger) => [trigger, countOf(counts.triggers, trigger) + 1])),
    },
  };
}

/** Keys come from models: one called "constructor" has no count of its own yet. */
export function countOf(counts: Readonly<Record<string, number>>, key: string): number {
  return Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0;
}

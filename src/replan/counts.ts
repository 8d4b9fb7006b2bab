/** How often a task has re-planned, and how often it may (REPLAN-4, 9). */
import { countOf } from '../state/replanning.ts';
import type { ReplanLimits } from '../state/request.ts';
import type { ReplanCounts, ReplanKind, Situation } from '../state/replanning.ts';

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

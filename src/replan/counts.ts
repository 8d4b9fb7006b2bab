/** How often a task has re-planned, by what it is known again, and how often it may (REPLAN-4, 9). */
import { countOf, type ReplanCounts, type ReplanKind, type Situation } from '../state/replans.ts';
import type { ReplanLimits } from '../state/request.ts';

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

/** Before there is a plan, and where a judgement asks: such questions count as re-plans too. */
export function mayAskPeople(counts: ReplanCounts, limits: ReplanLimits): boolean {
  return counts.clarifications < limits.clarifications && counts.total < limits.total;
}

/** Of the work itself, and about what people say to it: those count as no re-plan. */
export function mayAskInWork(counts: ReplanCounts, limits: ReplanLimits): boolean {
  return counts.questionsInWork < limits.questionsInWork;
}

export function triggerOf(kind: ReplanKind, { point, subtask, cause }: Situation): string {
  return [point, kind, subtask ?? '', cause].join(' | ');
}

/**
 * All by which the same trigger is known again: the same trouble in other words is of the same class, or wanted
 * for the same reason (REPLAN-4). To try an action again has its own limit and is none.
 */
export function triggersOf(kind: ReplanKind, situation: Situation): readonly string[] {
  if (kind === 'retry') return [];
  const { errorClass, reason } = situation;
  return [
    triggerOf(kind, situation),
    ...(errorClass === undefined ? [] : [triggerOf(kind, { ...situation, cause: `error class: ${errorClass}` })]),
    ...(reason === undefined ? [] : [triggerOf(kind, { ...situation, cause: `because: ${reason}` })]),
  ];
}

/** What went wrong, made comparable: the same trouble twice has the same cause although times and numbers differ. */
const MAX_CAUSE_CHARACTERS = 160;
/** Read before anything else is done with it: normalising takes quadratic time on some texts. */
const MAX_READ_CHARACTERS = 4_000;

export function causeOf(texts: readonly string[]): string {
  const text = texts
    .join(' ')
    .slice(0, MAX_READ_CHARACTERS)
    .toLowerCase()
    .normalize('NFKC')
    .slice(0, MAX_READ_CHARACTERS);
  return text
    .replace(/["'`“”「」][^"'`“”「」]{0,200}["'`“”「」]/g, '…')
    .replace(/(?:[\w.-]{0,100}\/){1,40}[\w.-]{0,100}/g, '…')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\b[0-9a-f]{7,64}\b/g, '…')
    .replace(/\d+(?:[.:,]\d+)*/g, '0')
    .replace(/[\s…]+/g, ' ')
    .trim()
    .slice(0, MAX_CAUSE_CHARACTERS)
    .toWellFormed();
}

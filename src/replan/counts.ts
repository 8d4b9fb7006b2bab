/** How often a task has re-planned, how triggers are recognised, and how often it may re-plan (REPLAN-4, 9). */
import { countOf, type ReplanCounts, type ReplanKind, type Situation } from '../state/replans.ts';
import type { ReplanLimits } from '../state/request.ts';

/** The count and limit of a kind of re-plan; goal revisions count only towards the total. */
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

/** Before there is a plan, and for questions of a judgement: these count as re-plans too. */
export function mayAskPeople(counts: ReplanCounts, limits: ReplanLimits): boolean {
  return counts.clarifications < limits.clarifications && counts.total < limits.total;
}

/** For questions of the work and about comments, which do not count as re-plans. */
export function mayAskInWork(counts: ReplanCounts, limits: ReplanLimits): boolean {
  return counts.questionsInWork < limits.questionsInWork;
}

export function triggerOf(kind: ReplanKind, { point, subtask, cause }: Situation): string {
  return [point, kind, subtask ?? '', cause].join(' | ');
}

/**
 * The keys that recognise a repeated trigger: the same trouble in other words has the same error class, or the same
 * reason (REPLAN-4). A retry has its own limit and no trigger.
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

/** Normalised, so that the same trouble has the same cause although times and numbers differ. */
const MAX_CAUSE_CHARACTERS = 160;
/** Cut before anything else, since normalising takes quadratic time on some texts. */
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

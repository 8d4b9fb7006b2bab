/**
 * Why and how to plan again, from all that a decision says (REPLAN-1): for the next planning question, or the next
 * try. Bounded.
 */
import type { ReplanDecision } from '../state/judgements.ts';

const MAX_ENTRIES = 8;
const MAX_ENTRY_CHARACTERS = 300;
const MAX_REASON_CHARACTERS = 1_000;
/** Well below what a planning question has room for in notes. */
const MAX_BYTES = 9_000;

/**
 * By the words the model reads them under. What a decision says beside these (its type, level, phase) decides what
 * is done.
 */
const TOLD: readonly (readonly [string, (decision: ReplanDecision) => readonly string[] | string | undefined])[] = [
  ['Issues found', (decision) => decision.issues_found],
  ['Recommended', (decision) => decision.recommended_actions],
  ['Kind of trouble', (decision) => decision.error_classification],
  ['Way to recover', (decision) => decision.recovery_strategy],
  ['Affected', (decision) => decision.affected_actions],
  ['Missing steps', (decision) => decision.missing_steps],
  ['Granularity', (decision) => decision.recommended_granularity],
  ['Scope', (decision) => decision.scope_adjustment],
  ['Tools that are not there', (decision) => decision.unavailable_tools],
  ['Tools to use instead', (decision) => decision.alternative_tools],
  ['Trouble with dependencies', (decision) => decision.dependency_issues],
  ['Adjust the plan', (decision) => decision.plan_adjustments],
  ['Additional actions', (decision) => decision.additional_actions],
  ['Extent of the revision', (decision) => decision.revision_scope],
  ['Result so far', (decision) => decision.evaluation_result],
  ['Reached so far', ({ achievement_rate: rate }) => (rate === undefined ? undefined : `${rate} %`)],
  ['Assume, and say so', (decision) => decision.assumptions_to_make],
  ['Open for a person to decide', (decision) => decision.clarification_questions],
];

export function reasonOf({ reasoning }: ReplanDecision): string {
  return cut(reasoning, MAX_REASON_CHARACTERS);
}

/** A line for each thing that was said; together they stay below `MAX_BYTES`. */
export function adviceOf(decision: ReplanDecision): readonly string[] {
  const lines = TOLD.flatMap(([label, of]) => {
    const said = of(decision) ?? [];
    const entries = (typeof said === 'string' ? [said] : said)
      .map((text) => cut(text, MAX_ENTRY_CHARACTERS))
      .filter((text) => text !== '');
    if (entries.length === 0) return [];
    const some = entries.length > MAX_ENTRIES ? ` (the first ${MAX_ENTRIES} of ${entries.length})` : '';
    return [`${label}${some}: ${entries.slice(0, MAX_ENTRIES).join('; ')}`];
  });
  return lines.map((line) => within(line, Math.floor(MAX_BYTES / lines.length)));
}

function cut(text: string, most: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}

function within(line: string, bytes: number): string {
  if (Buffer.byteLength(line) <= bytes) return line;
  const kept = Buffer.from(line)
    .subarray(0, bytes - 3)
    .toString('utf8');
  return `${kept.replace(/\uFFFD+$/, '')}…`;
}

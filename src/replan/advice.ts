/** The reasons and advice of a decision (REPLAN-1), for the next planning call or the next try. Bounded. */
import type { ReplanDecision } from '../state/judgements.ts';

const MAX_ENTRIES = 8;
const MAX_ENTRY_CHARACTERS = 300;
const MAX_REASON_CHARACTERS = 1_000;
/** Well below the room for notes in a planning call. */
const MAX_BYTES = 9_000;

/** Labels as the model reads them. Other fields of a decision (type, level, phase) determine what is done. */
const TOLD = [
  ['Issues found', 'issues_found'],
  ['Still open', 'issues_identified'],
  ['Recommended', 'recommended_actions'],
  ['Kind of trouble', 'error_classification'],
  ['Way to recover', 'recovery_strategy'],
  ['Affected', 'affected_actions'],
  ['Missing steps', 'missing_steps'],
  ['Granularity', 'recommended_granularity'],
  ['Scope', 'scope_adjustment'],
  ['Tools that are not there', 'unavailable_tools'],
  ['Tools to use instead', 'alternative_tools'],
  ['Trouble with dependencies', 'dependency_issues'],
  ['Adjust the plan', 'plan_adjustments'],
  ['Additional actions', 'additional_actions'],
  ['Extent of the revision', 'revision_scope'],
  ['Result so far', 'evaluation_result'],
  ['Reached so far', 'achievement_rate'],
  ['Assume, and say so', 'assumptions_to_make'],
  ['Open for a person to decide', 'clarification_questions'],
] as const;

export function reasonOf({ reasoning }: ReplanDecision): string {
  return cut(reasoning, MAX_REASON_CHARACTERS);
}

/** One line per field; together below `MAX_BYTES`. */
export function adviceOf(decision: ReplanDecision): readonly string[] {
  const lines = TOLD.flatMap(([label, field]) => {
    const said = decision[field] ?? [];
    const entries = (typeof said === 'object' ? said : [typeof said === 'number' ? `${said} %` : said])
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

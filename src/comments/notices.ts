/** A folded log in the progress comment: what the model decided about the plan, and the outcome (REPLAN-7). */
import { timeText } from './plan-history.ts';
import { beyondMost } from '../plan/plan-changes.ts';
import { planWords, type PlanWords } from './plan-words.ts';
import { inline } from './safe-text.ts';
import { atMost, bulleted, folded, paragraphs } from './say.ts';
import type { Language } from './in-both-languages.ts';
import { titleIn } from '../state/subtask-title.ts';
import type { ReplanRecord } from '../state/replans.ts';

const MAX_FULL = 10;
const MAX_LINES = 40;
const MAX_ENTRIES = 6;
/** For all notices in full; escaping makes hostile text longer. */
const MAX_CHARACTERS = 12_000;

/**
 * Empty if the model never wanted to re-plan. `reasons` are those of the revisions, shown with the plan and not
 * repeated here.
 */
export function noticeLog(
  records: readonly ReplanRecord[],
  language: Language,
  reasons: readonly string[] = [],
): string {
  const words = planWords(language);
  const newestFirst = records
    .filter(wantedReplan)
    .map(
      (record, index, all): Shown => ({
        ...record,
        isNewest: index === all.length - 1,
        revision: revisionOf(record, reasons),
      }),
    )
    .toReversed();
  if (newestFirst.length === 0) return '';
  const notices = fullNotices(newestFirst, words);
  const others = newestFirst.slice(notices.length);
  const lines = others.slice(0, MAX_LINES).map((record) => `- ${shortNotice(record, words)}`);
  const more = others.length > MAX_LINES ? `*${words.moreNotices(others.length - MAX_LINES)}*` : '';
  return folded(words.log(newestFirst.length), paragraphs([...notices, lines.join('\n'), more]));
}

type Shown = ReplanRecord & {
  /** No later judgement wanted to re-plan. */
  readonly isNewest: boolean;
  /** The revision whose reason it is; 0: none. */
  readonly revision: number;
};

function revisionOf({ decision, executed }: ReplanRecord, reasons: readonly string[]): number {
  return executed && decision.reasoning !== '' ? reasons.indexOf(decision.reasoning) + 1 : 0;
}

function wantedReplan({ decision, kind }: ReplanRecord): boolean {
  return decision.replan_needed || kind !== null;
}

function fullNotices(records: readonly Shown[], words: PlanWords): readonly string[] {
  const notices: string[] = [];
  let used = 0;
  for (const record of records.slice(0, MAX_FULL)) {
    const text = notice(record, words);
    used += text.length;
    if (used > MAX_CHARACTERS) break;
    notices.push(text);
  }
  return notices;
}

function notice(record: Shown, words: PlanWords): string {
  const { reasoning, issues_found: issues, recommended_actions: actions } = record.decision;
  const { additional_actions: additional = [] } = record.decision;
  const why = record.revision > 0 ? words.asRevision(record.revision) : inline(reasoning, 600);
  return paragraphs([
    `## ${words.notice}`,
    `**${words.phase}**: ${words.points[record.point]}${aboutSubtask(record)}\n**${words.confidence}**: ${percent(record)}%`,
    reasoning.trim() === '' ? '' : `**${words.reasoning}**: ${why}`,
    list(words.issues, issues, words),
    list(words.recommended, actions, words),
    record.kind === 'monitoring' ? list(words.leftForLater, beyondMost(additional), words) : '',
    `**${words.outcome}**: ${outcome(record, words)}`,
    `*${timeText(record.at)}*`,
  ]);
}

/** The current subtask at that time, as the checklist names it. */
function aboutSubtask({ situation: { subtask }, planBefore }: ReplanRecord): string {
  if (subtask === null) return '';
  const title = inline(titleIn(planBefore, subtask));
  return ` (${inline(subtask, 80)}${title === '' ? '' : `: ${title}`})`;
}

function shortNotice(record: Shown, words: PlanWords): string {
  return `${timeText(record.at)} · ${words.points[record.point]} · ${percent(record)}% · ${outcome(record, words)}`;
}

/** Rounded down, so that a shown 80 percent was granted as 80 percent. */
function percent({ decision }: ReplanRecord): number {
  return Math.floor(Math.round(decision.confidence * 1e6) / 1e4);
}

function outcome(record: Shown, words: PlanWords): string {
  const kind = record.kind === null ? '' : ` (${words.kinds[record.kind]})`;
  return `${whatBecame(record, words)}${kind}`;
}

function whatBecame({ override, executed, result, isNewest }: Shown, { outcomes, overrides }: PlanWords): string {
  if (override !== null) return outcomes.overridden(overrides[override]);
  switch (result) {
    case 'pending':
      if (!executed) return outcomes.waiting;
      return isNewest ? outcomes.started : outcomes.judgedAnew;
    case 'success':
      return outcomes.completed;
    case 'failure':
      return outcomes.failed;
    case 'skipped':
      return outcomes.skipped;
  }
}

function list(title: string, entries: readonly string[], words: PlanWords): string {
  const shown = entries.map((entry) => inline(entry, 200)).filter((entry) => entry !== '');
  return bulleted(`**${title}**:`, atMost(MAX_ENTRIES, shown, words.more));
}

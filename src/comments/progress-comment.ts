/**
 * The progress comment of a task, rendered from the task alone. Once there is a result it links to that and keeps only
 * what the result does not contain: plan, phases and decisions (GH-4).
 */
import { progressMarker } from '../ports/comment-marker.ts';
import { isHalted, reportOf, shownPlan } from '../state/select.ts';
import { isNotMade } from '../state/reviews.ts';
import { budgetOf, tokensOf } from '../state/spending.ts';
import { amendedText } from './amended-text.ts';
import { baseText } from './base-text.ts';
import { branchLink } from './branch-link.ts';
import { collisionsText } from './learnt-text.ts';
import { checklist } from './checklist.ts';
import { endingText, endingTitle } from './ending-text.ts';
import { noticeLog } from './notices.ts';
import { checksNamed, failingChecksWords } from './failing-checks-text.ts';
import { headingOf, nowDoing, saysHowToGoOn } from './now-doing.ts';
import { assumedText } from './open-questions.ts';
import { isTold, phaseLine } from './phase-line.ts';
import { progressWords } from './progress-words.ts';
import { refusedChangesText } from './refused-change-comment.ts';
import { code } from './safe-text.ts';
import { paragraphs, say } from './say.ts';
import { troubleWords } from './trouble-words.ts';
import { environmentTrouble, reviewPart, spent } from './work-report.ts';
import { wholePlanText } from './whole-plan-text.ts';
import { workWords } from './work-words.ts';
import type { Queued } from '../ports/service-control.ts';
import type { Task } from '../state/task.ts';

export interface RenderingContext {
  readonly now: number;
  /** The address of its Task Note; null if the operator set none. */
  readonly noteUrl: string | null;
  /** While it waits for its turn. */
  readonly queued?: Queued | null;
}

export function progressComment(task: Task, context: RenderingContext): string {
  const { language, botSlug } = task.settings;
  const words = progressWords(language);
  const report = reportOf(task);
  const told = report !== null && isTold(report) ? report : null;
  const isOver = told !== null;
  const result = told?.resultComment ?? null;
  const shown = shownPlan(task);
  const isQueued = (context.queued ?? null) !== null;
  return say(language, [
    progressMarker(task.id),
    ...(told
      ? [result === null ? endingText(task, told) : words.over(endingTitle(task, told), result.url)]
      : [`## ${headingOf(task, context.queued)}`, begunBy(task)]),
    phaseLine(task, isQueued),
    shown ? checklist(shown, task, isOver ? 'stopped' : isQueued || isHalted(task) ? 'paused' : 'running') : '',
    { detail: shown === null || isOver ? '' : wholePlanText(task, shown.plan) },
    amendedText(task),
    isOver ? '' : `**${words.now}**: ${nowDoing(task, context.queued)}`,
    baseText(task),
    { detail: collisionsText(task) },
    ...(result === null
      ? [isNotMade(task, 'plan') ? reviewPart(task, 'plan') : '', refusedChangesText(task), assumedText(task)]
      : []),
    { detail: readingNotes(task) },
    { detail: environmentTrouble(task) },
    { detail: noticeLog(task.replanning.records, language, shown ? reasonsIn(task.replanning) : []) },
    budgetLine(task),
    profileLine(task),
    loweredLine(task),
    [...(result === null ? [spent(task, context.now)] : []), ...links(task, context)].join(' · '),
    isOver || saysHowToGoOn(task) ? '' : `<sub>${words.howToStop(botSlug)}</sub>`,
  ]);
}

function begunBy({ request, settings: { language } }: Task): string {
  const { checks, pullRequest, requester, plan, isRetry } = request;
  const words = progressWords(language);
  const requested = words.requestedBy(code(requester.login));
  if (plan !== undefined) return paragraphs([requested, words.samePlan]);
  if (checks === undefined) return isRetry === true ? paragraphs([requested, words.plansAnew]) : requested;
  const names = checksNamed(checks.failed, language);
  return paragraphs([
    failingChecksWords(language).begun(names, `#${pullRequest}`, checks.attempt, checks.of),
    requested,
  ]);
}

/** One per revision, the first one first. */
function reasonsIn({ versions }: Task['replanning']): readonly string[] {
  return versions.map(({ replacedBecause }) => replacedBecause);
}

/** '' if no limit was set in words; the operator's limits are not shown. */
function budgetLine(task: Task): string {
  const { request, settings, usage } = task;
  const { limitInWords: limit } = request;
  if (limit === undefined) return '';
  const used = limit === 'usd' ? usage.usd : tokensOf(usage);
  const fractionDigits = limit === 'usd' ? 2 : 0;
  const shown = (amount: number) =>
    amount.toLocaleString('en-US', { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits });
  const words = progressWords(settings.language).budget;
  const most = shown(budgetOf(task)[limit]);
  return limit === 'usd' && usage.unpricedCalls > 0 ? words.unpriced(most) : words[limit](shown(used), most);
}

/** If somebody chose one (MODEL-5). */
function profileLine({ request: { profile }, settings: { language, models } }: Task): string {
  if (profile === undefined) return '';
  const words = progressWords(language).profile;
  return (models?.profile === profile.name ? words.chosen : words.overruled)(code(profile.name));
}

/** What the repository requested above the operator's limits. */
function loweredLine({ settings: { language, configuration } }: Task): string {
  const { lowered } = configuration;
  return lowered.length === 0 ? '' : progressWords(language).lowered(lowered.map((key) => code(key)).join(', '));
}

/** What was left out of people's texts: hidden text, edited or unread comments (GH-2). '' if all was read. */
export function readingNotes({
  discussion,
  settings: { language, botSlug },
}: Pick<Task, 'discussion' | 'settings'>): string {
  if (discussion === undefined) return '';
  const { reading } = progressWords(language);
  const { hidden, edited, problem, trouble } = discussion;
  const why = trouble === undefined ? null : troubleWords(language).happened[trouble];
  return [
    ...(problem === null ? [] : [reading.unread(why, botSlug)]),
    ...(edited === 0 ? [] : [reading.edited(edited, botSlug)]),
    ...(hidden.request + hidden.comments === 0 ? [] : [reading.hidden(hidden.request, hidden.comments)]),
  ]
    .map((note) => `> ℹ️ ${note}`)
    .join('\n>\n');
}

function links(task: Task, { noteUrl }: RenderingContext): readonly string[] {
  const { language } = task.settings;
  const words = progressWords(language);
  const pullRequest = reportOf(task)?.pullRequest ?? null;
  return [
    ...(shownPlan(task)?.work?.checkpoint.change ? [`${words.branch} ${branchLink(task)}`] : []),
    ...(pullRequest ? [`${workWords(language).pullRequest} #${pullRequest.number}`] : []),
    ...(noteUrl === null ? [] : [`[${words.note}](${noteUrl})`]),
  ];
}

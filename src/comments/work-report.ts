/** Parts about the work that the result, the progress comment and the pull request share. */
import { isDenied } from '../plan/publication.ts';
import { testsIn } from '../state/checks.ts';
import { openFindings, type Finding } from '../state/findings.ts';
import { lastReview } from '../state/reviews.ts';
import {
  activityOf,
  blockingIn,
  isLimited,
  environmentReport,
  failedCommands,
  reportOf,
  unmended,
} from '../state/select.ts';
import { titleIn } from '../state/subtask-title.ts';
import { tokensOf, type UsageTotals } from '../state/spending.ts';
import { prose } from './model-prose.ts';
import { code, fenced, inline, MAX_STATEMENT } from './safe-text.ts';
import type { Language } from './in-both-languages.ts';
import { bulleted, folded, paragraphs } from './say.ts';
import { howItEnded } from './given-up-words.ts';
import { workWords } from './work-words.ts';
import type { Activity, Denied } from '../state/outcome.ts';
import type { Tried } from '../state/trouble-verdict.ts';
import type { Reviewed } from '../state/model-facts.ts';
import type { At, Task } from '../state/task.ts';

const MAX_REVIEW_CHARACTERS = 6_000;
const MAX_RISKS = 30;
const MAX_DENIED = 10;
/** A failed set-up is not mentioned while the task rests or re-plans. */
const TELLS_SET_UP: ReadonlySet<Activity> = new Set(['execute', 'verify', 'report', 'ended']);

/** The last review's feedback: why it failed, suggestions, or why it was not made (EXEC-7, MODEL-4). */
export function reviewPart(task: Pick<Task, 'reviews' | 'settings'>, of: Reviewed): string {
  const words = workWords(task.settings.language).review;
  const last = lastReview(task, of);
  if (last === null || last.result === 'PASS') return '';
  if (last.result === 'NOT_MADE') return `⚠️ ${of === 'plan' ? words.ofPlan(last.feedback) : last.feedback}`;
  const told = prose(last.feedback, MAX_REVIEW_CHARACTERS);
  return told === '' ? '' : folded(last.result === 'FAIL' ? words.failed : words.suggestions, told);
}

/** Open points that a reviewer should know and that are not mentioned elsewhere. */
export function risks(task: At<'report'>): string {
  const { stage, settings } = task;
  const { language } = settings;
  const elsewhere = new Set(isDenied(task, stage) ? stage.ending.list : []);
  const chosen = new Set(stage.summary?.risks);
  const found = [
    ...shortOf(stage, language),
    ...openFindings(task)
      .filter(({ text }) => chosen.size === 0 || chosen.has(text))
      .filter((one) => !elsewhere.has(one.text) && !isToldByReview(one, task))
      .map((one) => pointText(one, task)),
  ];
  return bulleted(
    `**${workWords(language).problems}**\n`,
    [...new Set(found)].slice(0, MAX_RISKS).map((risk) => inline(risk, MAX_STATEMENT)),
  );
}

/** Requests of a review are shown with the last review, unless that was not made. */
function isToldByReview({ by, about }: Finding, task: At<'report'>): boolean {
  if (by !== 'review') return false;
  return lastReview(task, about === 'plan' ? 'plan' : 'diff')?.result !== 'NOT_MADE';
}

function pointText({ subtask, text, isEnd }: Finding, { plan, settings }: At<'report'>): string {
  if (!isEnd || subtask === null) return text;
  const title = titleIn(plan, subtask);
  return `${subtask}${title === '' ? '' : ` (${title})`}: ${howItEnded(text, settings.language)}`;
}

/** A success that reaches less than the whole goal: how much, and what is missing (PLAN-7). */
function shortOf({ assessed, ending }: At<'report'>['stage'], language: Language): readonly string[] {
  if (ending.status !== 'succeeded' || assessed === null || assessed.rate === null || assessed.rate >= 100) return [];
  return [workWords(language).reached(assessed.rate), ...assessed.missing];
}

/** A failed environment set-up, in the words of ENV-4. */
export function environmentTrouble(task: Task): string {
  const environment = TELLS_SET_UP.has(activityOf(task)) ? environmentReport(task) : null;
  if (!environment?.failed) return '';
  const words = workWords(task.settings.language);
  const left = unmended(environment);
  const failed = left.length > 0 ? left : failedCommands(environment);
  return paragraphs([
    `## ${words.environmentFailed.title}`,
    words.environmentFailed[howItWent(task, left.length > 0)],
    `**${words.environment}**: ${code(environment.name)}`,
    ...triedText(environment.tried, task.settings.language),
    ...failed
      .slice(0, 3)
      .flatMap(({ command, exit_code, timed_out, output, denied }) => [
        `**${words.error}**: ${code(command)} (${timed_out ? words.timedOut : words.exit(exit_code)})`,
        fenced(output, 2_000),
        deniedPlaces(denied, words.environmentFailed.blocked),
      ]),
  ]);
}

function triedText({ verdict, retries, repairs }: Tried, language: Language): readonly string[] {
  if (verdict === null) return [];
  return [workWords(language).tried(verdict.kind, retries, `${repairs}/${verdict.most_repairs}`)];
}

/** A cause that a package manager's output seldom mentions. */
function deniedPlaces(denied: Denied | undefined, say: (places: string) => string): string {
  const places = [...new Set((denied?.to ?? []).map(({ host, port }) => code(`${host}:${port}`)))];
  return places.length === 0 ? '' : say(places.slice(0, MAX_DENIED).join(', '));
}

/** Its current state; in the past tense once the work is over. */
function howItWent(task: Task, isLeft: boolean): 'goesOn' | 'mended' | 'workedWithout' | 'wentOn' {
  const report = reportOf(task);
  if (!isLeft) return 'mended';
  if (report === null) return 'goesOn';
  return testsIn(report.checks) === 'passed' ? 'workedWithout' : 'wentOn';
}

/** Time without waiting for people, tokens, and the cost if the model's price is known. */
export function spent(task: Task, now: number): string {
  const { usage, startedAt, settings } = task;
  const { language } = settings;
  const limitedSince = isLimited(task) ? task.limited?.since : undefined;
  const restsSince = task.paused?.since ?? limitedSince ?? blockingIn(task)?.since ?? now;
  const words = workWords(language);
  const ms = Math.min(now, restsSince) - startedAt - usage.waitedMs;
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const isEstimated = usage.estimatedCalls > 0;
  return [
    `⏱️ ${words.duration(Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60)}`,
    words.tokens(tokensOf(usage).toLocaleString('en-US'), isEstimated),
    ...costText(usage, language),
  ].join(' · ');
}

const MAX_NAMED_MODELS = 3;

/** An unknown cost is never shown as $0 (MODEL-6). */
function costText({ usd, unpricedCalls, unpricedModels, estimatedCalls }: UsageTotals, language: Language) {
  const words = workWords(language);
  const known = usd < 0.01 ? '< $0.01' : `${estimatedCalls > 0 ? '≈ ' : ''}$${usd.toFixed(2)}`;
  if (unpricedCalls === 0) return usd > 0 ? [known] : [];
  const models = unpricedModels.slice(0, MAX_NAMED_MODELS).map((name) => code(name, 100));
  const named = `${models.join(', ')}${unpricedModels.length > MAX_NAMED_MODELS ? ', …' : ''}`;
  return [usd > 0 ? words.costPartlyKnown(known, named) : words.costUnknown(named)];
}

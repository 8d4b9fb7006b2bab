/** How a task ended: what happened, why, and what a person can do next. */
import { isDenied, isReady, isUnshown, isVerified } from '../plan/publication.ts';
import { useOf } from '../people/control-words.ts';
import { OF_THE_DAY } from '../state/day-spending.ts';
import { budgetOf } from '../state/spending.ts';
import { verdictOf } from '../state/checks.ts';
import { verifiedBy } from './check-report.ts';
import { branchLink } from './branch-link.ts';
import { checkWords } from './check-words.ts';
import { endingWords } from './ending-words.ts';
import { changedNothingForChecks, failingChecksWords } from './failing-checks-text.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { code, fenced, inline, MAX_STATEMENT } from './safe-text.ts';
import { bulleted, folded, paragraphs, sentences } from './say.ts';
import { troubleWords } from './trouble-words.ts';
import { workWords } from './work-words.ts';
import type { Budget } from '../state/request.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Task } from '../state/task.ts';
import type { Report, SkippedStep } from '../state/stage.ts';
import type { EndReason, Ending, TroubleCode } from '../state/outcome.ts';
import type { Language } from './in-both-languages.ts';

/** Endings whose detail and list are the model's or people's words; these are shown as they are. */
const IN_WORDS_FOR_PEOPLE: ReadonlySet<EndReason> = new Set(['already_done', 'unclear_goal']);
/** Endings with a list that people can act on: questions, evidence, missing work, paths and places. */
const WITH_LIST: ReadonlySet<EndReason> = new Set([...IN_WORDS_FOR_PEOPLE, 'not_achieved', 'secret', 'too_large']);
/** Endings whose own text says everything. */
const SAYS_IT_ALL: ReadonlySet<EndReason> = new Set(['secret', 'too_large', 'branch_gone', 'no_access']);
/** Endings whose detail or list says more than their text. */
const WITH_DETAIL: ReadonlySet<EndReason> = new Set(['fault', 'outage', 'push_refused']);
const WITH_PROBLEMS: ReadonlySet<EndReason> = new Set(['impossible_plan', 'sandbox_lost']);
/** Errors whose cause is only in the other side's words, and which people can fix. */
const WITH_REASON: ReadonlySet<TroubleCode | undefined> = new Set(['github_refused', 'model_refused']);
/** Errors that the operator has to fix; the details about the machine are only in the log (R17). */
const FOR_THE_LOG: ReadonlySet<TroubleCode> = new Set([
  'configuration',
  'credentials',
  'model_credentials',
  'model_address',
  'redis',
  'history_damaged',
  'history_failed',
  'internal',
]);

const MAX_REASON = 300;

type Ended = Pick<
  Task,
  'settings' | 'request' | 'progressComment' | 'extensions' | 'snapshot' | 'work' | 'reviews' | 'baseMoves'
>;

/** The ending in a few words. */
export function endingTitle(task: Ended, report: Report): string {
  return wordsOf(task, report).title;
}

/** One or two sentences: what happened, and why. */
export function endingSentences(task: Ended, report: Report): string {
  const text = sentences(task.settings.language, [wordsOf(task, report).happened, detailOf(task, report)]);
  return text === '' ? endingTitle(task, report) : text;
}

export function endingText(task: Ended, report: Report): string {
  const { language } = task.settings;
  const words = endingWords(language);
  const { ending, skipped } = report;
  const { title, happened } = wordsOf(task, report);
  return paragraphs([
    `## ${title}`,
    sentences(language, [happened, detailOf(task, report)]),
    quoted(report),
    listOf(report, language),
    bulleted(
      `**${words.skipped}**\n`,
      skipped.filter(({ effect }) => effect !== toldBy(ending)).map((step) => skippedText(step, language)),
    ),
    `**→** ${sentences(language, [whereTheWorkIs(task, report), withRetry(nextOf(task, report), task)])}`,
    details(task, report),
  ]);
}

/** The effect that the ending itself is about. */
function toldBy({ reason }: Ending): EffectKind | null {
  return reason === 'no_pull_request' ? 'open_pull_request' : null;
}

/** What people can do next; a known error decides it. */
function nextOf(task: Ended, report: Report): string {
  const { language } = task.settings;
  const { code: known } = report.ending;
  const words = endingWords(language);
  const own = known === undefined ? '' : troubleWords(language).next(known);
  return (own || wordsOf(task, report).next).replace('{draft}', report.pullRequest === null ? '' : words.andDraft);
}

/** How to ask for a further task; '' if that is not possible here. */
export function howToAskFurther(task: Ended, report: Report): string {
  const { language, botSlug } = task.settings;
  const { howToAskElse, howToAskAgain } = workWords(language);
  if (!mayBeAskedAgain(report.ending)) return '';
  return nextOf(task, report).includes('{retry}') ? howToAskElse(botSlug) : howToAskAgain(botSlug);
}

function withRetry(text: string, { settings: { language, botSlug } }: Ended): string {
  return text.replace('{retry}', code(`@${botSlug} ${useOf('retry')[language][0]}`));
}

function wordsOf(task: Ended, report: Report) {
  const words = endingWords(task.settings.language);
  const { reason, detail } = report.ending;
  if (changedNothingForChecks(task, report)) return failingChecksWords(task.settings.language).unchanged;
  if (isUnshown(task, report)) return words.unshown;
  if (isDenied(task, report)) return words.denied;
  if (reason === 'not_achieved')
    return { ...words.endings.not_achieved, ...incomplete(task, report, words.incomplete) };
  if (reason === 'budget' && detail === OF_THE_DAY) return words.budgetOfTheDay;
  if (reason === 'budget' && !hasSaved(task)) return { ...words.endings.budget, next: words.nothingToGoOnFrom };
  if (reason === 'withdrawn') return { ...words.endings.withdrawn, next: words.afterWithdrawal(detail) };
  if (reason !== 'finished') return words.endings[reason];
  return { ...finishedWords(task, report, words), ...verifiedBy(task, report) };
}

function finishedWords(task: Ended, report: Report, words: ReturnType<typeof endingWords>) {
  if (isReady(task, report)) return words.endings.finished;
  if (!isVerified(task, report)) return words.unverified;
  return report.assessment === 'not_had' ? words.unassessed : words.unreviewed;
}

function incomplete(
  { work, settings }: Ended,
  { checks }: Report,
  words: ReturnType<typeof endingWords>['incomplete'],
) {
  const all = new Set(work?.actions.map(({ taskId }) => taskId)).size;
  const missing = work === null ? 0 : all - doneSubtasks(work).size;
  const failed = [
    ...(missing > 0 ? [words.notDone(missing, all)] : []),
    ...checks
      .filter((check) => verdictOf(check) === 'failed')
      .map(({ kind }) => checkWords(settings.language).fail[kind]),
  ];
  const what = failed.length === 0 ? words.notReached : failed.join(words.and);
  return { title: words.title(what), happened: words.happened };
}

/** Whether a further task can be asked for on the same issue. */
function mayBeAskedAgain({ reason, detail }: Ending): boolean {
  return reason !== 'withdrawn' || !['closed', 'deleted', 'transferred'].includes(detail);
}

function detailOf(task: Ended, { ending }: Report): string {
  const { language, budget } = task.settings;
  const words = endingWords(language);
  if (ending.reason === 'withdrawn') return words.withdrawn(ending.detail);
  if (ending.reason === 'stopped') return words.stoppedBy(code(ending.detail));
  if (ending.reason === 'budget' && ending.detail === OF_THE_DAY) return '';
  if (ending.reason === 'budget' && isLimit(ending.detail, budget))
    return words.limits[ending.detail](budgetOf(task)[ending.detail].toLocaleString('en-US'));
  if (ending.tooMany !== undefined) return words.tooMany(ending.tooMany);
  if (IN_WORDS_FOR_PEOPLE.has(ending.reason)) return inline(ending.detail, 600);
  if (SAYS_IT_ALL.has(ending.reason)) return '';
  const happened = ending.code === undefined ? '' : troubleWords(language).happened[ending.code];
  return sentences(language, [happened, reasonOf(ending, words)]);
}

/** Why an effect could not be performed, in the words of who refused it. */
function reasonOf(ending: Ending, words: ReturnType<typeof endingWords>): string {
  const told = reasonTold(ending);
  return told === '' ? '' : words.because(code(told, MAX_REASON));
}

function reasonTold({ code: given, reason, detail }: Ending): string {
  const isTold = WITH_REASON.has(given) || (given === undefined && reason === 'no_pull_request');
  return isTold ? firstSentence(detail) : '';
}

/** What to do about it is said in our own words. */
function firstSentence(text: string): string {
  return text.split(/(?<=[.!?])\s/)[0] ?? '';
}

/** The output of a command, and why GitHub refused a push: people need these at once. */
function quoted({ ending: { reason, code: given = 'rejected', detail } }: Report): string {
  const isQuoted = reason === 'sandbox_failed' || (reason === 'push_refused' && given === 'rejected');
  return isQuoted && detail !== '' ? fenced(detail, 2_000) : '';
}

function listOf({ ending: { reason, list } }: Report, language: Language): string {
  const { secretKind } = troubleWords(language);
  const shown = WITH_LIST.has(reason) ? list.slice(0, 50) : [];
  // Each place ends with the kind of its secret, as named by the scan.
  const told = (entry: string) =>
    reason === 'secret' ? entry.replace(/ \(([^()]+)\)$/, (_, kind: string) => ` (${secretKind(kind)})`) : entry;
  return shown.map((entry) => `- ${inline(told(entry), MAX_STATEMENT)}`).join('\n');
}

function skippedText({ effect, code: given, paths = [] }: SkippedStep, language: Language): string {
  const words = endingWords(language);
  const what = words.step(effect);
  return sentences(language, [
    given === undefined ? what : `${what}: ${troubleWords(language).happened[given]}`,
    paths.map((path) => code(path)).join(', '),
  ]);
}

/** In English and partly worded for the model, so it is below a fold. */
function details({ settings: { language } }: Ended, report: Report): string {
  const { ending, skipped } = report;
  const told = reasonTold(ending);
  const ofSteps = skipped
    .filter((step) => step.code === undefined || !FOR_THE_LOG.has(step.code))
    .map((step) => step.reason)
    .filter((reason) => reason !== told || reason.length > MAX_REASON);
  const text = [...(quoted(report) === '' ? detailsOf(ending) : []), ...ofSteps]
    .filter((part) => part !== '')
    .join('\n');
  return text === '' ? '' : folded(troubleWords(language).details, fenced(text, 2_000));
}

function detailsOf({ reason, code: given, detail, list }: Ending): readonly string[] {
  if (given !== undefined && FOR_THE_LOG.has(given)) return [];
  if (WITH_DETAIL.has(reason)) return [detail];
  return WITH_PROBLEMS.has(reason) ? list : [];
}

function isLimit(name: string, budget: Budget): name is keyof Budget {
  return Object.hasOwn(budget, name);
}

function hasSaved({ work }: Ended): boolean {
  return Boolean(work?.checkpoint.change);
}

/** '' if there is a pull request, or none was to be expected. */
function whereTheWorkIs(task: Ended, { ending: { reason }, pullRequest, skipped }: Report): string {
  const words = endingWords(task.settings.language);
  if (pullRequest !== null) return '';
  if (hasSaved(task) && reason !== 'branch_gone') return words.saved(branchLink(task));
  // There is a change that could not be pushed, which is reported elsewhere.
  if (skipped.some(({ effect }) => effect === 'checkpoint')) return '';
  return reason === 'stopped' || reason === 'withdrawn' || reason === 'budget' ? words.nothingSaved : '';
}

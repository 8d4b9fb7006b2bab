/** How a task ended: what happened, why, and what a person can do next. */
import { branchOf } from '../plan/branch-of.ts';
import { budgetOf } from '../state/budget.ts';
import { isReady } from '../plan/pull-request-readiness.ts';
import { code, fenced, inline } from './safe-text.ts';
import { folded } from './test-result.ts';
import { troubleWordsFor } from './trouble-words.ts';
import type { Budget } from '../state/request.ts';
import type { Report, SkippedStep, Task } from '../state/task.ts';
import type { EndReason, TroubleCode } from '../state/outcome.ts';
import type { TroubleWords } from './trouble-words.ts';
import type { EndingWords, Words } from './words.ts';

/** Endings whose detail and list are in the words of the model or of people: these are shown as they are. */
const IN_WORDS_FOR_PEOPLE: ReadonlySet<EndReason> = new Set(['already_done', 'unclear_goal']);
/** Endings whose list people can do something about: questions, evidence, paths and places. */
const WITH_LIST: ReadonlySet<EndReason> = new Set([...IN_WORDS_FOR_PEOPLE, 'protected_paths', 'secret', 'too_large']);
/** Endings whose own words say it all. */
const SAYS_IT_ALL: ReadonlySet<EndReason> = new Set([
  'protected_paths',
  'secret',
  'too_large',
  'branch_gone',
  'no_access',
]);
/** Endings of which more is known than their words say, in their detail or in their list. */
const WITH_DETAIL: ReadonlySet<EndReason> = new Set(['fault', 'outage', 'push_refused']);
const WITH_PROBLEMS: ReadonlySet<EndReason> = new Set(['impossible_plan', 'sandbox_lost']);
/** What the operator has to put right stands in the log, with all that it says about the machine (R17). */
const FOR_THE_LOG: ReadonlySet<TroubleCode> = new Set([
  'configuration',
  'credentials',
  'model_credentials',
  'redis',
  'history_damaged',
  'history_failed',
  'internal',
]);

type Ended = Pick<Task, 'settings' | 'request' | 'extensions' | 'snapshot' | 'work'>;

export function endingText(task: Ended, report: Report, words: Words): string {
  const { ending, skipped } = report;
  const trouble = troubleWordsFor(task.settings.language);
  const { title, happened, next } = wordsOf(task, report, words);
  return [
    `## ${title}`,
    [happened, detailOf(task, report, { words, trouble })].filter((part) => part !== '').join(words.gap),
    quoted(report),
    listOf(report, trouble),
    skipped.length > 0
      ? `**${words.skipped}**\n\n${skipped.map((step) => `- ${skippedText(step, words, trouble)}`).join('\n')}`
      : '',
    `**→** ${[whereTheWorkIs(task, report, words), nextOf(ending.code, trouble) || next].filter((part) => part !== '').join(words.gap)}`,
    details(report, trouble),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function wordsOf(task: Ended, report: Report, words: Words): EndingWords {
  if (report.ending.reason !== 'finished') return words.endings[report.ending.reason];
  if (report.pullRequest === null) return words.unopened;
  return isReady(task, report) ? words.endings.finished : words.unverified;
}

interface Wording {
  readonly words: Words;
  readonly trouble: TroubleWords;
}

function detailOf(task: Ended, { ending }: Report, { words, trouble }: Wording): string {
  const { settings } = task;
  if (ending.reason === 'withdrawn') return words.withdrawn[ending.detail] ?? '';
  if (ending.reason === 'stopped') return words.stoppedBy(code(ending.detail));
  if (ending.reason === 'budget' && isLimit(ending.detail, settings.budget)) {
    return words.limits[ending.detail](budgetOf(task)[ending.detail].toLocaleString('en-US'));
  }
  if (ending.tooMany !== undefined) {
    const { maxSubtasks: max, planning } = settings;
    return words.tooMany(ending.tooMany, { max, level: planning.level });
  }
  if (IN_WORDS_FOR_PEOPLE.has(ending.reason)) return inline(ending.detail, 600);
  if (ending.code === undefined || SAYS_IT_ALL.has(ending.reason)) return '';
  return trouble.codes[ending.code].happened;
}

/** Output of a command, and why GitHub took no push: what people need to see at once. */
function quoted({ ending: { reason, code: given = 'rejected', detail } }: Report): string {
  const isQuoted = reason === 'sandbox_failed' || (reason === 'push_refused' && given === 'rejected');
  return isQuoted && detail !== '' ? fenced(detail, 2_000) : '';
}

function listOf({ ending }: Report, { secretKinds }: TroubleWords): string {
  const shown = WITH_LIST.has(ending.reason) ? ending.list.slice(0, 50) : [];
  // Each place ends with the kind of its secret, as the scan names it.
  const told = (entry: string) =>
    ending.reason === 'secret'
      ? entry.replace(/ \(([^()]+)\)$/, (_, kind: string) => ` (${secretKinds[kind] ?? kind})`)
      : entry;
  return shown.map((entry) => `- ${inline(told(entry), 300)}`).join('\n');
}

function nextOf(given: TroubleCode | undefined, { codes }: TroubleWords): string {
  return given === undefined ? '' : codes[given].next;
}

function skippedText({ effect, code: given, paths = [] }: SkippedStep, words: Words, { codes }: TroubleWords): string {
  const what = words.steps[effect] ?? code(effect);
  const places = paths.map((path) => code(path)).join(', ');
  return [given === undefined ? what : `${what}${words.colon}${codes[given].happened}`, places]
    .filter((part) => part !== '')
    .join(words.gap);
}

/** In English, and partly as the model was told: below a fold, for whoever looks closer. */
function details(report: Report, { details: title }: TroubleWords): string {
  const { ending, skipped } = report;
  const isForTheLog = ending.code !== undefined && FOR_THE_LOG.has(ending.code);
  const ofEnding = isForTheLog
    ? []
    : WITH_DETAIL.has(ending.reason)
      ? [ending.detail]
      : WITH_PROBLEMS.has(ending.reason)
        ? ending.list
        : [];
  const ofSteps = skipped
    .filter((step) => step.code === undefined || !FOR_THE_LOG.has(step.code))
    .map((step) => step.reason);
  const text = [...(quoted(report) === '' ? ofEnding : []), ...ofSteps].filter((part) => part !== '').join('\n');
  return text === '' ? '' : folded(title, fenced(text, 2_000));
}

function isLimit(name: string, budget: Budget): name is keyof Budget {
  return Object.hasOwn(budget, name);
}

/** Nothing to say where there is a pull request, or where none was to be expected. */
function whereTheWorkIs(task: Ended, { ending, pullRequest }: Report, words: Words): string {
  if (pullRequest !== null) return '';
  if (task.work?.checkpoint.change && ending.reason !== 'branch_gone') return words.saved(code(branchOf(task)));
  return ending.reason === 'stopped' || ending.reason === 'withdrawn' || ending.reason === 'budget'
    ? words.nothingSaved
    : '';
}

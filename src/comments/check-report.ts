/** The results of tests, build and linter, in the result and the pull request (EXEC-6, GH-7). */
import { isVerified } from '../plan/publication.ts';
import { checkIn, checksOf, lastRun, testsIn, verdictOf, type Check } from '../state/checks.ts';
import { environmentReport, unmended } from '../state/select.ts';
import { checkWords } from './check-words.ts';
import { code, fenced } from './safe-text.ts';
import { folded, paragraphs, sentences } from './say.ts';
import { totalsIn } from './test-totals.ts';
import { workWords } from './work-words.ts';
import type { Language } from './in-both-languages.ts';
import type { Report } from '../state/stage.ts';
import type { At, Task } from '../state/task.ts';

export function checkHeading({ settings, stage: { checks } }: At<'report'>): string {
  const { heading } = checkWords(settings.language);
  return checks.some(({ kind }) => kind !== 'test') ? heading.all : heading.tests;
}

/** One sentence per check, also for a missing one or one that did not run. */
export function checkSentences(task: At<'report'>): string {
  const { plan, stage, settings } = task;
  const { checks } = stage;
  const { language } = settings;
  const words = checkWords(language);
  if (checks.length === 0) {
    const [first] = checksOf(plan);
    return first === undefined ? words.nothing : words.notRun(code(first.command));
  }
  const tests = checkIn(checks, 'test') === null ? [words.noTests] : [];
  const told = [...tests, ...checks.map((check) => sentenceOf(check, task))];
  return told.length === 1 ? (told[0] ?? '') : told.map((sentence) => `- ${sentence}`).join('\n');
}

function sentenceOf(check: Check, task: At<'report'>): string {
  const { language } = task.settings;
  const words = checkWords(language);
  const { exit, timedOut } = workWords(language);
  const { command, exit_code: exitCode, timed_out: isOver } = lastRun(check);
  const how = isOver ? timedOut : exit(exitCode);
  switch (verdictOf(check)) {
    case 'passed':
      return words.passed(code(command), totalsOf(check));
    case 'failed':
      return words.failed(code(command), how);
    case 'as_on_base':
      return lacksSetUp(task) ? words.asOnBaseWithoutSetUp(code(command), how) : words.asOnBase(code(command), how);
    case 'flaky':
      return words.flaky(code(command));
  }
}

/** Passed tests show that the environment is sufficient. */
function lacksSetUp(task: At<'report'>): boolean {
  const environment = environmentReport(task);
  const isMissing = environment?.failed === true && unmended(environment).length > 0;
  return isMissing && testsIn(task.stage.checks) !== 'passed';
}

/** The output of checks that failed at least once; for passed ones the sentence has the totals (GH-7). */
export function checkOutputs({ settings: { language }, stage: { checks } }: At<'report'>): string {
  return paragraphs(checks.map((check) => outputOf(check, language)));
}

function outputOf(check: Check, language: Language): string {
  const words = checkWords(language);
  const verdict = verdictOf(check);
  const { output } = verdict === 'flaky' ? check.runs[0] : lastRun(check);
  return verdict === 'passed' || output.trim() === '' ? '' : folded(words.output[check.kind], fenced(output, 6_000));
}

function totalsOf(check: Check): string {
  const totals = totalsIn(lastRun(check).output);
  return totals === '' ? '' : code(totals, 400);
}

/** What, besides passing tests, shows that the result is right; or why the tests that ran do not. */
export function verifiedBy(
  task: Pick<Task, 'settings' | 'work' | 'reviews'>,
  report: Report,
): { readonly happened?: string } {
  const { language } = task.settings;
  const words = checkWords(language);
  const { checks, assessment } = report;
  const tests = testsIn(checks);
  if (!isVerified(task, report)) {
    const isDoubtful = tests === 'as_on_base' || tests === 'flaky';
    return isDoubtful ? { happened: words.unverifiedBy[tests] } : {};
  }
  if (tests !== null) return {};
  const happened = words.withoutTests[checks.length === 0 ? 'review' : 'checks'];
  return { happened: sentences(language, [happened, assessment === 'not_had' ? words.unjudged : '']) };
}

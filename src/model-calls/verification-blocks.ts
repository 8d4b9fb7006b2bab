/** What finished work is judged by beside its diff: the commands that ran, and signs of unfinished work. */
import { boundedLines, boundedOutput, oneCommand, oneLine, shares, shortenBytes, type Room } from './bounded.ts';
import { withDenied } from './denied-connections.ts';
import { checkIn, lastRun, verdictOf, type Check, type CheckKind } from '../state/checks.ts';
import { commandNumber } from '../plan/criteria-evidence.ts';
import { namedPart } from '../plan/named-part.ts';
import { isPassed, type Assessment, type Evidence } from '../state/assessment.ts';
import { criteriaText } from './blocks.ts';
import type { AcceptanceCriterion } from '../state/plan.ts';
import type { CommandRun, Unfinished, UnfinishedKind } from '../state/outcome.ts';

/** For passed tests only the totals matter, and they are at one of the ends. */
const MAX_PASSED = 800;

/** How tests, build and lint ended; for passed checks, only the output of tests is shown. */
export function checksText(checks: readonly Check[], room: Room, shows: 'tests' | 'failures' = 'tests'): string {
  const shown = checks.filter(
    (check) => lastRun(check).exit_code !== 0 || (check.kind === 'test' && shows === 'tests'),
  );
  const each = Math.floor(room.maxBytes / Math.max(1, shown.length));
  const text = checks.map((check) => {
    const run = lastRun(check);
    const ended = withDenied(sentenceOf(check), run);
    const { command, output } = run;
    const maxBytes = run.exit_code === 0 ? Math.min(each, MAX_PASSED) : each;
    return shown.includes(check)
      ? `${ended}\n${boundedOutput(`output of ${command}`, output, { ...room, maxBytes })}`
      : ended;
  });
  return checkIn(checks, 'test') === null ? ['No tests were run.', ...text].join('\n') : text.join('\n');
}

const CHECKS: Readonly<Record<CheckKind, readonly [what: string, isFlaky: string]>> = {
  test: ['The tests', 'they are flaky, and prove nothing by themselves'],
  build: ['The build', 'it is flaky, and proves nothing by itself'],
  lint: ['The lint', 'it is flaky, and proves nothing by itself'],
};

function sentenceOf(check: Check): string {
  const { command, exit_code: exitCode } = lastRun(check);
  const [what, isFlaky] = CHECKS[check.kind];
  const name = check.kind === 'test' ? what : `${what} (${oneCommand(command, MAX_NAME)})`;
  const failed = `${name} FAILED (${exitCode === null ? 'no exit code' : `exit code ${exitCode}`})`;
  switch (verdictOf(check)) {
    case 'passed':
      return `${name} passed (exit code 0).`;
    case 'failed':
      return `${failed}.`;
    case 'as_on_base':
      return `${failed}, likewise on the base commit: the change did not bring it, so it is not held against it.`;
    case 'flaky':
      return `${name} FAILED, and then passed (exit code 0) on the same files: ${isFlaky}.`;
  }
}

const MAX_COMMAND = 300;
const MAX_NAME = 120;
const MAX_OUTPUT = 1_600;
/** If all commands leave room, this much of each is shown whole, since a cut may remove the evidence. */
const MAX_WHOLE = 3_200;
const MAX_EARLIER = 320;
/** With less room, only a command's first line is shown. */
const LEAST = 200;

interface Printed {
  readonly head: string;
  readonly output: string;
  readonly given: number;
  /** The room it gets if others leave it. */
  readonly most: number;
}

/**
 * Newest first, as many as fit; earlier ones are counted. If a command ran again later, its earlier output is shortened
 * or left out.
 */
export function commandsText(commands: readonly CommandRun[], room: Room, checks: readonly Check[] = []): string {
  if (commands.length === 0) return 'None.';
  const tests = checks.filter(({ kind }) => kind === 'test').map((check) => lastRun(check).command);
  const shown: Printed[] = [];
  const seen = new Map<string, { readonly number: string; readonly output: string }>();
  let left = room.maxBytes - 400;
  for (const [at, { command, exitCode, output }] of [...commands.entries()].toReversed()) {
    if (left < LEAST) break;
    const number = commandNumber(at);
    const head = `${number} $ ${shortenBytes(command, MAX_COMMAND)}\n[${exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`}]`;
    const again = seen.get(command);
    const printed = withoutStatus(output).trim();
    const text = again?.output === output && printed !== '' ? `(printed the same as ${again.number})` : printed;
    const size = Buffer.byteLength(text);
    const isPassed = exitCode === 0 && tests.includes(command);
    const least = Math.min(size, again === undefined ? (isPassed ? MAX_PASSED : MAX_OUTPUT) : MAX_EARLIER);
    const given = Math.max(0, Math.min(least, left - Buffer.byteLength(head) - 2));
    const most = again === undefined && !isPassed && size <= MAX_WHOLE ? size : least;
    if (again === undefined) seen.set(command, { number, output });
    shown.push({ head, output: text, given, most });
    left -= Buffer.byteLength(head) + given + 3;
  }
  const more = shares(
    shown.map(({ given, most }) => most - given),
    Math.max(0, left),
  );
  const texts = shown.map(({ head, output, given }, at) => `${head}\n${shortenBytes(output, given + (more[at] ?? 0))}`);
  const before = commands.length - shown.length;
  const older = before > 0 ? [`(${before} that ran before these are left out)`] : [];
  return boundedOutput('commands that ran', [...texts, ...older].join('\n\n'), room);
}

/** The line above it says how the command ended. */
function withoutStatus(output: string): string {
  return output.replace(/^Exit code -?\d+\.(?: It printed nothing\.)?/, '');
}

const KIND: Readonly<Record<UnfinishedKind, string>> = {
  todo: 'a note of work to do was added',
  empty_body: 'an empty body was added',
  not_implemented: 'something not implemented was added',
  skipped_test: 'a test is skipped',
  focused_test: 'a test is run alone, so that others are not',
  weakened_test: 'an assertion was removed',
  deleted_test: 'a test was removed',
};

export function unfinishedBlock(unfinished: readonly Unfinished[], room: Room): string {
  if (unfinished.length === 0) return 'None.';
  const lines = unfinished.map(
    ({ kind, path, line, text }) => `- ${path}:${line}: ${KIND[kind]}${text === '' ? '' : `: ${oneLine(text, 200)}`}`,
  );
  return boundedLines('unfinished work in the diff', lines, room);
}

const MAX_EVIDENCE = 3;
const MAX_SHOWN_LINES = 6;

/** Each criterion with its evidence, since a review does not see the commands themselves. */
export function judgedCriteria(criteria: readonly AcceptanceCriterion[], assessment: Assessment | null, room: Room) {
  if (assessment === null || assessment === 'not_had') return criteriaText(criteria, room);
  const lines = criteria.map(({ id, description }) => {
    const judged = assessment.find((one) => one.id === id && one.description === description);
    const evidence = (judged?.evidence ?? []).filter(({ fault }) => fault === undefined);
    const shown = upTo(
      MAX_EVIDENCE,
      evidence.map((one) => evidenceText(one, description)),
    );
    const why =
      judged === undefined ? 'Not judged.' : isPassed(judged) ? `Shown by ${shown.join('; ')}.` : 'Not shown.';
    return `- ${id}: ${oneLine(description, 500)}\n  ${why}`;
  });
  return lines.length === 0 ? criteriaText(criteria, room) : boundedLines('acceptance criteria', lines, room);
}

/** The reader has to know that there is more. */
function upTo(most: number, texts: readonly string[]): readonly string[] {
  return texts.length <= most ? texts : [...texts.slice(0, most), `and ${texts.length - most} more`];
}

function evidenceText(one: Evidence, criterion: string): string {
  if (one.is === 'place') return `${oneLine(one.path, 200)}:${one.start_line}`;
  const printed = upTo(
    MAX_SHOWN_LINES,
    one.lines.map((line) => `"${oneLine(line, 160)}"`),
  );
  // Beside a part of a command, the exit code would seem to belong to that part.
  const part = namedPart(one.command, criterion);
  if (part !== one.command && printed.length > 0)
    return `"${oneCommand(part, 160)}" (exit code of the whole command: ${one.exit_code}), which printed ${printed.join(', ')}`;
  const ended = `"${oneCommand(one.command, 160)}", exit code ${one.exit_code}`;
  return printed.length === 0 ? ended : `${ended}, which printed ${printed.join(', ')}`;
}

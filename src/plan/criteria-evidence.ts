/**
 * Verifies the evidence a model gives for an acceptance criterion (EXEC-6): the command ran in this task with that exit
 * code and its output contains these lines, or the final file contains the quote at that place.
 */
import type { CriterionVerdict, Evidence, EvidenceFault } from '../state/assessment.ts';
import type { CommandRun } from '../state/outcome.ts';
import type { AcceptanceCriterion } from '../state/plan.ts';

export interface Given {
  readonly id: string;
  readonly evidence: readonly (GivenCommand | GivenPlace)[];
}
interface GivenCommand {
  readonly command: string;
  readonly exit_code: number;
  readonly lines: readonly string[];
}
interface GivenPlace {
  readonly path: string;
  readonly start_line: number;
  readonly quote: string;
}

export interface Found {
  /** Oldest first. */
  readonly commands: readonly CommandRun[];
  /** The lines of each final file; null or absent if there is no such text file. */
  readonly files: Readonly<Record<string, readonly string[] | null>>;
}

/** A number by which the model may name a command: its index among those that ran. */
export function commandNumber(at: number): string {
  return `C${at + 1}`;
}

const NUMBER = /^\W?C(\d{1,4})\W?$/;

/** Each criterion of the plan, in its order; judgements of other criteria are ignored. */
export function judgedBy(
  criteria: readonly AcceptanceCriterion[],
  passed: readonly Given[],
  found: Found,
): readonly CriterionVerdict[] {
  return criteria.map(({ id, description }) => {
    const own = passed.filter((one) => one.id.trim() === id);
    return {
      id,
      description,
      evidence: own.length === 0 ? null : own.flatMap(({ evidence }) => evidence.map((one) => checked(one, found))),
    };
  });
}

/** Relative to the project's folder, wherever the sandbox has it. */
function plainPath(path: string): string {
  return path.trim().replace(/^(?:\.\/|(?:\/[\w.-]+){0,9}?\/workspace\/project\/)+/, '');
}

/** The files that the evidence names. */
export function citedPaths(passed: readonly Given[]): readonly string[] {
  return [
    ...new Set(
      passed.flatMap(({ evidence }) => evidence.flatMap((one) => ('path' in one ? [plainPath(one.path)] : []))),
    ),
  ];
}

export function checked(given: Given['evidence'][number], { commands, files }: Found): Evidence {
  if ('path' in given) {
    const { path, start_line, quote } = given;
    const file = Object.hasOwn(files, plainPath(path)) ? files[plainPath(path)] : null;
    return withFault({ is: 'place', path, start_line, quote }, faultOfPlace(given, file ?? null));
  }
  const { exit_code, lines } = given;
  const named = NUMBER.exec(given.command.trim())?.[1];
  const command = (named === undefined ? undefined : commands[Number(named) - 1]?.command) ?? given.command;
  return withFault(
    { is: 'command', command, exit_code, lines: [...lines] },
    faultOfCommand({ ...given, command }, commands),
  );
}

function withFault(evidence: Evidence, fault: EvidenceFault | null): Evidence {
  return fault === null ? evidence : { ...evidence, fault };
}

/** The newest run with that exit code counts; one that passed and failed later, or is flaky, proves nothing. */
function faultOfCommand(
  { command, exit_code: exitCode, lines }: GivenCommand,
  commands: readonly CommandRun[],
): EvidenceFault | null {
  const runs = commands.filter((run) => spaced(run.command) === spaced(command));
  if (runs.length === 0) return 'not_run';
  const matching = runs.filter((run) => run.exitCode === exitCode);
  if (matching.length === 0) return 'other_exit_code';
  if (exitCode === 0 && runs.at(-1)?.exitCode !== 0) return 'failed_since';
  if (exitCode === 0 && runs.at(-1)?.isFlaky === true) return 'flaky';
  return matching.some(({ output }) => holds(output, lines)) ? null : 'no_such_lines';
}

/** Each must be contained in one line of the output; surrounding white space is ignored. */
function holds(output: string, lines: readonly string[]): boolean {
  const printed = output.split('\n').map(spaced);
  return lines
    .flatMap((line) => line.split('\n'))
    .map(spaced)
    .filter((line) => line !== '')
    .every((line) => printed.some((one) => one.includes(line)));
}

/** The quote's first line must be on that line of the file, the others below it. */
function faultOfPlace({ start_line: start, quote }: GivenPlace, file: readonly string[] | null): EvidenceFault | null {
  if (file === null) return 'no_such_file';
  const quoted = trimmedEnds(quote.split('\n').map(spaced));
  const isThere = quoted.length > 0 && quoted.every((line, at) => spaced(file[start - 1 + at] ?? '').includes(line));
  return isThere && start + quoted.length - 1 <= file.length ? null : 'no_such_quote';
}

function trimmedEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}

/** For the subtask that has to provide evidence. */
export function whyUnshown({ evidence }: CriterionVerdict): string {
  if (evidence === null) return 'It was not said to be met.';
  if (evidence.length === 0) return 'It was said to be met, without evidence.';
  return ['What was given as evidence does not hold:', ...evidence.map((one) => `- ${faultLine(one)}`)].join('\n');
}

const FAULTS: Readonly<Record<EvidenceFault, string>> = {
  not_run: 'it was not run in this task',
  other_exit_code: 'it did not end with that exit code',
  failed_since: 'it failed when it was run again later',
  flaky: 'it failed and passed on the same files, so it shows nothing by itself',
  no_such_lines: 'its output does not hold the lines that were quoted',
  no_such_file: 'there is no such text file at the end',
  no_such_quote: 'the file does not hold the quote on that line at the end',
};

function faultLine(one: Evidence): string {
  const what =
    one.is === 'command' ? `\`${one.command}\` (exit code ${one.exit_code})` : `${one.path}:${one.start_line}`;
  return `${what}: ${one.fault === undefined ? 'it holds' : FAULTS[one.fault]}`;
}

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[0-?]*[ -/]*[@-~]/g;

function spaced(text: string): string {
  return text.replace(COLOURS, '').replace(/\s+/g, ' ').trim();
}

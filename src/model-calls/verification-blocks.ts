/** What the finished work is judged by beside its diff: the commands that ran, and unfinished work that the diff shows. */
import { boundedLines, boundedOutput, oneLine, shortenBytes, type Room } from './bounded.ts';
import type { CommandRun, Unfinished, UnfinishedKind } from '../state/outcome.ts';

const MAX_COMMAND = 300;
const MAX_OUTPUT = 1_600;
/** Less room than this holds no more of a command than its first line. */
const LEAST = 200;

/** Newest first, as many as there is room for; what ran before is counted. */
export function commandsText(commands: readonly CommandRun[], room: Room): string {
  if (commands.length === 0) return 'None.';
  const shown: string[] = [];
  let left = room.maxBytes - 400;
  for (const { command, exitCode, output } of commands.toReversed()) {
    if (left < LEAST) break;
    const head = `$ ${shortenBytes(command, MAX_COMMAND)}\n[${exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`}]`;
    const room = Math.min(MAX_OUTPUT, left - Buffer.byteLength(head) - 2);
    const text = `${head}\n${shortenBytes(output.trim(), Math.max(room, 0))}`;
    shown.push(text);
    left -= Buffer.byteLength(text) + 2;
  }
  const more = commands.length - shown.length;
  const older = more > 0 ? [`(${more} that ran before these are left out)`] : [];
  return boundedOutput('commands that ran', [...shown, ...older].join('\n\n'), room);
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
  if (unfinished.length === 0) return 'None was found.';
  const lines = unfinished.map(
    ({ kind, path, line, text }) => `- ${path}:${line}: ${KIND[kind]}${text === '' ? '' : `: ${oneLine(text, 200)}`}`,
  );
  return boundedLines('unfinished work in the diff', lines, room);
}

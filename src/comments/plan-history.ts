/** The plans that were replaced, newest first, folded away (REPLAN-7). */
import { timeText } from './replan-words.ts';
import { inline } from './safe-text.ts';
import { folded } from './test-result.ts';
import type { ReplanWords } from './replan-words.ts';
import type { Box, PlanVersion } from '../state/boxes.ts';

const MARKS: { readonly [State in Box['state']]: string } = {
  open: '',
  running: ' 🔄',
  paused: ' ⏸️',
  stopped: ' ⏹️',
  done: '',
  failed: ' ❌',
  partial: ' ⚠️',
};

export function boxLine({ id, description, state }: Box, maxCharacters = 240): string {
  return `- [${state === 'done' ? 'x' : ' '}] **${inline(id, 80) || '–'}**: ${inline(description, maxCharacters)}${MARKS[state]}`;
}

export function doneIn(boxes: readonly Box[]): number {
  return boxes.filter((box) => box.state === 'done').length;
}

export interface HistorySize {
  readonly maxCharacters: number;
  /** False when the current plan itself does not fit: then no older one is shown box by box. */
  readonly showsBoxes: boolean;
}

/** Within `maxCharacters`: first the boxes of older versions are summed up, then the oldest versions are counted. */
export function planHistory(
  earlier: readonly PlanVersion[],
  words: ReplanWords,
  { maxCharacters, showsBoxes }: HistorySize,
): string {
  if (earlier.length === 0) return '';
  const newestFirst = earlier.toSorted((one, other) => other.number - one.number);
  const short = newestFirst.map((version) =>
    section(version, words, words.doneOf(doneIn(version.boxes), version.boxes.length)),
  );
  const room = maxCharacters - folded(words.history, words.moreRevisions(newestFirst.length)).length - 2;
  const kept = countThatFits(short, room);
  const left = newestFirst.length - kept;
  let spare = room - lengthOf(short.slice(0, kept));
  let isFull = showsBoxes;
  const sections = newestFirst.slice(0, kept).map((version, index) => {
    const summed = short[index] ?? '';
    const full = isFull ? section(version, words, version.boxes.map((box) => boxLine(box)).join('\n')) : summed;
    // Once one is summed up, so are all that are older.
    isFull = isFull && full.length - summed.length <= spare;
    spare -= isFull ? full.length - summed.length : 0;
    return isFull ? full : summed;
  });
  return folded(words.history, [...sections, ...(left > 0 ? [`*${words.moreRevisions(left)}*`] : [])].join('\n\n'));
}

function section({ number, replacedAt, replacedBecause }: PlanVersion, words: ReplanWords, boxes: string): string {
  return [
    `### ${words.revision(number, timeText(replacedAt))}`,
    boxes,
    `**${words.revisionReason}**: ${inline(replacedBecause, 400)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function countThatFits(sections: readonly string[], room: number): number {
  let used = 0;
  const tooLong = sections.findIndex((text) => (used += text.length + 2) > room);
  return tooLong < 0 ? sections.length : tooLong;
}

function lengthOf(sections: readonly string[]): number {
  return sections.reduce((sum, text) => sum + text.length + 2, 0);
}

/** The replaced plans, newest first, below a fold, with what each revision changed (REPLAN-7). */
import { boxChanges, changesInShort, changesText } from './plan-changes-text.ts';
import { inline } from './safe-text.ts';
import { folded, paragraphs } from './say.ts';
import type { PlanWords } from './plan-words.ts';
import type { Box, PlanVersion } from '../state/replans.ts';

/** When escaped, a title of 60 characters is longer. */
const MAX_SHOWN_TITLE = 240;

const MARKS: { readonly [State in Box['state']]: string } = {
  open: '',
  running: ' 🔄',
  paused: ' ⏸️',
  stopped: ' ⏹️',
  done: '',
  failed: ' ❌',
  partial: ' ⚠️',
};

export function boxLine({ id, title, state }: Box, maxCharacters = MAX_SHOWN_TITLE): string {
  const box = `- [${state === 'done' ? 'x' : ' '}]`;
  return `${box} **${inline(id, 80) || '–'}**: ${inline(title, maxCharacters)}${MARKS[state]}`;
}

export function doneIn(boxes: readonly Box[]): number {
  return boxes.filter((box) => box.state === 'done').length;
}

export interface HistorySize {
  readonly maxCharacters: number;
  /** False if the current plan itself does not fit: then older ones are not shown box by box. */
  readonly showsBoxes: boolean;
}

/**
 * Within `maxCharacters`: first the checkboxes of older versions are summed up, then the oldest versions are counted.
 */
export function planHistory(
  earlier: readonly PlanVersion[],
  current: readonly Box[],
  words: PlanWords,
  { maxCharacters, showsBoxes }: HistorySize,
): string {
  if (earlier.length === 0) return '';
  const oldestFirst = earlier.toSorted((one, other) => one.number - other.number);
  const newestFirst = oldestFirst
    .map((plan, at): Earlier => {
      const before = oldestFirst[at - 1];
      return { ...plan, reason: before?.replacedBecause ?? '', before: before?.boxes ?? null };
    })
    .toReversed();
  const changed = boxChanges(newestFirst[0]?.boxes ?? [], current);
  const now = (showsBoxes ? changesText : changesInShort)(changed, words.changedNow, words);
  const short = newestFirst.map((version) => section(version, words, false));
  const room = maxCharacters - folded(words.history, words.morePlans(newestFirst.length)).length - now.length - 4;
  const kept = countThatFits(short, room);
  const left = newestFirst.length - kept;
  let spare = room - lengthOf(short.slice(0, kept));
  let isFull = showsBoxes;
  const sections = newestFirst.slice(0, kept).map((version, index) => {
    const summed = short[index] ?? '';
    const full = isFull ? section(version, words, true) : summed;
    // Once one is summed up, so are all older ones.
    isFull = isFull && full.length - summed.length <= spare;
    spare -= isFull ? full.length - summed.length : 0;
    return isFull ? full : summed;
  });
  return folded(words.history, paragraphs([now, ...sections, ...(left > 0 ? [`*${words.morePlans(left)}*`] : [])]));
}

interface Earlier extends PlanVersion {
  /** Why it was made; '' for the first. */
  readonly reason: string;
  /** The previous plan's; null for the first. */
  readonly before: readonly Box[] | null;
}

/** With its own number, time and reason, like the current plan; the first is no revision. */
function section({ number, startedAt, reason, boxes, before }: Earlier, words: PlanWords, isWhole: boolean): string {
  const at = timeText(startedAt);
  const shown = isWhole ? boxes.map((box) => boxLine(box)).join('\n') : words.doneOf(doneIn(boxes), boxes.length);
  const changes = before === null ? [] : boxChanges(before, boxes);
  return paragraphs([
    `### ${number === 1 ? words.firstPlan(at) : words.revision(number - 1, at)}`,
    shown,
    before === null ? '' : (isWhole ? changesText : changesInShort)(changes, words.changed, words),
    reason === '' ? '' : `**${words.revisionReason}**: ${inline(reason, 400)}`,
  ]);
}

/** `2026-11-18 12:00:00 UTC`. */
export function timeText(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '–' : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function countThatFits(sections: readonly string[], room: number): number {
  let used = 0;
  const tooLong = sections.findIndex((text) => (used += text.length + 2) > room);
  return tooLong < 0 ? sections.length : tooLong;
}

function lengthOf(sections: readonly string[]): number {
  return sections.reduce((sum, text) => sum + text.length + 2, 0);
}

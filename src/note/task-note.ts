/**
 * The Task Note (EXEC-8): a whole task in one Markdown document, rendered from its history alone. So it exists for
 * every ending, for a running task, and as long as the history is kept.
 */
import { code } from '../comments/safe-text.ts';
import { folded, paragraphs } from '../comments/say.ts';
import { systemPrompt, type PromptTools } from '../model-calls/planning-messages.ts';
import { type GiveWay, recordOf, type TaskRecord } from './calls-and-runs.ts';
import {
  criteriaOf,
  headOf,
  notesSection,
  requestOf,
  spendingSection,
  summarySection,
  testsOf,
} from './note-sections.ts';
import { noteWords, type NoteWords } from './note-words.ts';
import { callText, runText, textsOf, type CallTexts } from './run-log.ts';
import { shownIn, type Shown } from './shown-text.ts';
import type { Recorded } from '../state/facts.ts';

export interface NoteTools {
  readonly prompts: PromptTools['prompts'];
  /** Masks every secret of the service. */
  redact(text: string): string;
  readonly giveWay: GiveWay;
}

/** Replaces the 128 bits that mark foreign text, since a note may be shown to anybody. */
const NONCE = '0'.repeat(32);
const MAX_NOTE = 1_000_000;
/** Length of texts and number of calls and commands, from generous to terse. */
const SIZES = [
  { most: 24_000, entries: 500 },
  { most: 6_000, entries: 500 },
  { most: 1_500, entries: 300 },
  { most: 400, entries: 200 },
] as const;
const TERSEST = SIZES[3];
type Size = (typeof SIZES)[number];

interface Note extends TaskRecord {
  readonly words: NoteWords;
  readonly texts: readonly CallTexts[];
  readonly tools: PromptTools;
  readonly giveWay: GiveWay;
}

/** Null for a history without a beginning. */
export async function taskNote(
  history: readonly Recorded[],
  { prompts, redact, giveWay }: NoteTools,
): Promise<string | null> {
  const record = await recordOf(history, giveWay);
  if (record === null) return null;
  const words = noteWords(record.task.settings.language);
  const tools: PromptTools = { prompts, nonceOf: () => NONCE };
  const texts = await each(record.calls, giveWay, (call) => textsOf(call, tools, words));
  const note: Note = { ...record, words, tools, texts, giveWay };
  let text = '';
  for (const size of SIZES) {
    if (size !== TERSEST && !isWorthTrying(note, size)) continue;
    // Each paragraph is masked by itself, since no secret spans two.
    const parts = await rendered(note, shownIn(words, size.most, redact), size);
    text = paragraphs(await each(parts, giveWay, redact));
    if (text.length <= MAX_NOTE) break;
  }
  return `${text}\n`;
}

async function each<Item, Made>(
  items: readonly Item[],
  giveWay: GiveWay,
  make: (item: Item, at: number) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const [at, item] of items.entries()) {
    await giveWay();
    made.push(make(item, at));
  }
  return made;
}

/** False if the texts alone are too long, since a task may have thousands. */
function isWorthTrying({ texts, runs }: Note, { most, entries }: Size): boolean {
  const calls = texts.slice(-entries).flatMap(({ request, answer }) => [request?.length ?? 0, answer.length]);
  const outputs = runs.slice(-entries).map(({ output }) => output.length);
  return [...calls, ...outputs].reduce((sum, length) => sum + Math.min(length, most), 0) <= MAX_NOTE;
}

async function rendered(note: Note, shown: Shown, { most, entries }: Size): Promise<readonly string[]> {
  const { task, words } = note;
  const { sections } = words;
  return [
    headOf(task, words),
    '---',
    `## ${sections.summary}`,
    summarySection(task, words),
    '---',
    `## ${sections.request}`,
    requestOf(task, shown),
    '---',
    `## ${sections.criteria}`,
    criteriaOf(task, words),
    '---',
    `## ${sections.log}`,
    most === SIZES[0].most ? '' : words.shortened(most.toLocaleString('en-US')),
    `### ${sections.calls}`,
    spendingSection(task, words),
    ...(await callsOf(note, shown, entries)),
    `### ${sections.runs}`,
    ...(await runsOf(note, shown, entries)),
    '---',
    `## ${sections.tests}`,
    testsOf(task, shown),
    '---',
    `## ${sections.notes}`,
    notesSection(task, words),
  ];
}

async function callsOf(
  { task, texts, words, tools, giveWay }: Note,
  shown: Shown,
  most: number,
): Promise<readonly string[]> {
  if (texts.length === 0) return [words.noCalls];
  const isAtWork = texts.some(({ call }) => call.usage.call === 'next_step');
  return [
    words.howRendered,
    folded(words.rules, shown.fence(systemPrompt('system', task, tools), 'text')),
    isAtWork ? folded(words.rulesOfWork, shown.fence(systemPrompt('act-system', task, tools), 'text')) : '',
    ...(await each(listed(texts, most), giveWay, ({ item, number, skipped }) =>
      item === null ? words.skipped(number, number + skipped - 1) : callText(item, number, shown),
    )),
  ];
}

async function runsOf(
  { runs, otherTools, words, giveWay }: Note,
  shown: Shown,
  most: number,
): Promise<readonly string[]> {
  const others = [...otherTools].map(([tool, count]) => `${code(tool, 60)} × ${count}`).join(', ');
  const told = await each(listed(runs, most), giveWay, ({ item, number, skipped }) =>
    item === null ? words.skipped(number, number + skipped - 1) : runText(item, number, shown),
  );
  return [...(runs.length === 0 ? [words.noRuns] : told), others === '' ? '' : words.otherTools(others)];
}

interface Listed<Item> {
  /** Null in place of omitted ones. */
  readonly item: Item | null;
  readonly number: number;
  readonly skipped: number;
}

/** Of very many, the first and (more of them) the last. */
function listed<Item>(items: readonly Item[], most: number): readonly Listed<Item>[] {
  const all = items.map((item, at) => ({ item, number: at + 1, skipped: 0 }));
  if (items.length <= most) return all;
  const first = Math.floor(most / 4);
  const from = items.length - (most - first);
  return [...all.slice(0, first), { item: null, number: first + 1, skipped: from - first }, ...all.slice(from)];
}

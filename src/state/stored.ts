/**
 * Parses stored data: everything from a history, an inbox or a request is checked here before anything relies on its
 * type. There is no other cast of stored data. Each entry is checked once and passed on unchanged, with its keys in
 * their written order. Data of earlier versions is to be upgraded here, before the check.
 */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import { FactEnvelope, FACTS, type Recorded } from './facts.ts';
import { InboxItem } from './inbox-item.ts';
import { TaskRequest, TaskSettings } from './request.ts';
import type { HistoryEntry } from '../ports/history.ts';

/** Throws `Fault('history_damaged')`, which names task and line, for the first entry that is not a fact. */
export function readHistory(entries: readonly HistoryEntry[]): readonly Recorded[] {
  return entries.map((entry) => {
    const fact = factOrMistake(entry);
    if (typeof fact === 'string') throw damaged(entry, fact);
    return fact;
  });
}

/** The entries before the first damaged one: for telling people, never for continuing. */
export function readBeforeDamage(entries: readonly HistoryEntry[]): readonly Recorded[] {
  const facts: Recorded[] = [];
  for (const entry of entries) {
    const fact = factOrMistake(entry);
    if (typeof fact === 'string') break;
    facts.push(fact);
  }
  return facts;
}

/** The request of a task, from the first line of its history; null if that line is missing or unreadable. */
export function readFirst(entry: HistoryEntry | undefined): TaskRequest | null {
  if (entry?.type !== 'task') return null;
  const fact = factOrMistake(entry);
  return typeof fact !== 'string' && fact.type === 'task' ? fact.request : null;
}

/** The settings recorded with it. */
export function readFirstSettings(entry: HistoryEntry | undefined): TaskSettings | null {
  if (entry?.type !== 'task') return null;
  const fact = factOrMistake(entry);
  return typeof fact !== 'string' && fact.type === 'task' ? fact.settings : null;
}

/** A repository may have the name of one that was deleted or renamed; records of that one are not its own. */
export function isOfRepository([first]: readonly HistoryEntry[], repositoryId: number): boolean {
  return readFirst(first)?.repo.repositoryId === repositoryId;
}

/** Results of checked entries, since drivers and other readers read the same ones repeatedly. */
const known = new WeakMap<HistoryEntry, Recorded>();

function factOrMistake(entry: HistoryEntry): Recorded | string {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const mistake = mistakeInFact(entry) ?? (isMisplaced(entry) ? 'a history begins with what was asked for' : null);
  if (mistake !== null) return mistake;
  // The only cast of stored data: every field was checked.
  const fact = entry as unknown as Recorded;
  known.set(entry, fact);
  return fact;
}

/** A history must begin with the request. */
function isMisplaced({ seq, type }: HistoryEntry): boolean {
  return seq === 1 && type !== 'task';
}

function damaged({ seq, task_uuid: taskId }: HistoryEntry, reason: string): Fault {
  return new Fault(
    'history_damaged',
    `Line ${seq} of the history of the task ${taskId} is damaged: ${reason}.`,
    'The history was not changed. Asking for the task again starts a new one; the record can be repaired or moved away.',
  );
}

/** What is wrong with an entry, as the end of a sentence; null if it is a fact. */
function mistakeInFact(entry: HistoryEntry): string | null {
  const schema = schemaOf(entry);
  if (typeof schema === 'string') return schema;
  const error = FactEnvelope.safeParse(entry).error ?? schema.safeParse(entry).error;
  return error === undefined ? null : mistakeIn(error, entry);
}

/** The schema, or why there is none. */
function schemaOf({ type, name }: { readonly type: string; readonly name?: unknown }): z.ZodType | string {
  const schemas: Readonly<Record<string, z.ZodType | Readonly<Record<string, z.ZodType>>>> = FACTS;
  const found = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  if (found === undefined) return `this version knows no entry of the type ${quoted(type)}`;
  if (found instanceof z.ZodType) return found;
  const ofName = typeof name === 'string' && Object.hasOwn(found, name) ? found[name] : undefined;
  return ofName ?? `this version knows no entry of the type ${quoted(type)} with the name ${quoted(name)}`;
}

function quoted(word: unknown): string {
  return typeof word === 'string' ? JSON.stringify(word.slice(0, 100)) : 'that it has';
}

export function readInboxItem(value: unknown): InboxItem {
  return read(InboxItem, value, 'What waits in the inbox of a task');
}

export function readRequest(value: unknown): TaskRequest {
  return read(TaskRequest, value, 'The request of a task');
}

export function readSettings(value: unknown): TaskSettings {
  return read(TaskSettings, value, 'The settings of a task');
}

function read<Read>(schema: z.ZodType<Read>, value: unknown, what: string): Read {
  const found = schema.safeParse(value);
  if (found.success) return found.data;
  throw new Fault(
    'internal',
    `${what} cannot be read: ${mistakeIn(found.error, value)}.`,
    'It was written by another version, or changed. Run the version that wrote it, or ask for the task again.',
  );
}

/** The first mistake in plain words. It names the place, never the value. */
function mistakeIn({ issues: [issue] }: z.ZodError, value: unknown): string {
  if (issue === undefined) return 'it does not fit';
  const place = issue.path.map(String).join('.').slice(0, LONGEST_PLACE);
  if (place === '') return `it is not what it should be (${issue.message})`;
  return isThere(issue.path, value)
    ? `"${place}" is not what it should be (${issue.message})`
    : `"${place}" is missing`;
}

/** Keys may come from models, so they may be long. */
const LONGEST_PLACE = 200;

function isThere(path: readonly PropertyKey[], value: unknown): boolean {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false;
    here = (here as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return true;
}

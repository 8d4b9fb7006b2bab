import { describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import {
  readFirst,
  readHistory,
  readBeforeDamage,
  readInboxItem,
  readRequest,
  readSettings,
} from '../../src/state/stored.ts';
import type { HistoryEntry } from '../../src/ports/history.ts';
import { ENVELOPE, EVERY_FACT, FULLER_FACTS, REQUEST, SETTINGS } from './every-fact.ts';

type Loose = Record<string, unknown>;

/** As from a store: the second line of its history, unless it begins one. */
function stored(fact: object): HistoryEntry & Loose {
  const seq = 'type' in fact && fact.type === 'task' ? 1 : 2;
  return JSON.parse(JSON.stringify({ ...ENVELOPE, seq, ...fact })) as HistoryEntry & Loose;
}

function faultOf(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

/** The paths of all fields, including those of the first entry of each list. */
function placesIn(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value);
  return keys.flatMap((key) => {
    const here = [...before, key];
    return [...(Array.isArray(value) ? [] : [here]), ...placesIn((value as Loose)[key], here)];
  });
}

function changed(
  entry: HistoryEntry,
  place: readonly string[],
  change: (holder: Loose, key: string) => void,
): HistoryEntry {
  const copy = structuredClone(entry);
  const holder = place.slice(0, -1).reduce<Loose>((held, key) => held[key] as Loose, copy as unknown as Loose);
  change(holder, place.at(-1) ?? '');
  return copy;
}

const facts = Object.entries(EVERY_FACT);
/** Any value is allowed, but something must be there. */
const ANYTHING = new Set(['details', 'input']);

describe('reading a history (PLAN-4)', () => {
  it.each(facts)('given a stored fact "%s", when it is read, then the very entry comes back', (_, fact) => {
    const entry = stored(fact);
    const text = JSON.stringify(entry);
    expect(readHistory([entry])[0]).toBe(entry);
    expect(JSON.stringify(entry)).toBe(text);
  });

  it('given facts with everything that may be absent, when they are read, then they pass as well', () => {
    const entries = FULLER_FACTS.map(stored);
    expect(readHistory(entries)).toEqual(entries);
  });

  it.each(facts)(
    'given a fact "%s" that lacks a field, when it is read, then task, line and place are told',
    (_, fact) => {
      for (const place of placesIn(stored(fact))) {
        if (place[0] === 'type' || place[0] === 'seq') continue;
        const without = changed(stored(fact), place, (holder, key) => delete holder[key]);
        const { code, message } = faultOf(() => readHistory([without]));
        expect([place, code]).toEqual([place, 'history_damaged']);
        if (place[0] === 'name' || place[0] === 'task_uuid') continue;
        expect(message).toContain(`Line ${without.seq} of the history of the task ${ENVELOPE.task_uuid} is damaged: `);
        expect(message).toContain(`"${place.join('.')}" `);
      }
    },
  );

  it.each(facts)(
    'given a fact "%s" with a field of another kind, when it is read, then its place is told',
    (_, fact) => {
      for (const place of placesIn(stored(fact))) {
        const last = place.at(-1) ?? '';
        if (['type', 'seq', 'name', 'task_uuid'].includes(place[0] ?? '') || ANYTHING.has(last)) continue;
        const wrong = changed(
          stored(fact),
          place,
          (holder, key) => (holder[key] = Array.isArray(holder[key]) ? 'text' : [[]]),
        );
        expect(faultOf(() => readHistory([wrong])).message).toContain(`damaged: "${place.join('.')}`);
      }
    },
  );

  it.each([
    ['an unknown type', { type: 'dream' }, 'this version knows no entry of the type "dream"'],
    ['a type that every object has', { type: 'constructor' }, 'this version knows no entry of the type "constructor"'],
    ['an unknown name', { type: 'phase', name: 'dreaming' }, 'no entry of the type "phase" with the name "dreaming"'],
    [
      'a name that every object has',
      { type: 'phase', name: 'toString' },
      'no entry of the type "phase" with the name "toString"',
    ],
    ['no name', { type: 'phase' }, 'no entry of the type "phase" with the name that it has'],
    ['no name but a number', { type: 'phase', name: 3 }, 'no entry of the type "phase" with the name that it has'],
  ])('given a line with %s, when it is read, then it is refused with the word that is foreign', (_, line, words) => {
    const fault = faultOf(() => readHistory([stored(EVERY_FACT.task), stored(line)]));
    expect(fault.message).toContain('Line 2 of the history of the task');
    expect(fault.message).toContain(words);
    expect(fault.advice).toContain('The history was not changed.');
  });

  it('given the start of an effect without what it is about, when it is read, then the place is told', () => {
    const start = (effect: string, about?: object) =>
      stored({ type: 'effect', name: 'started', effect, with: about, key: 'k' });
    expect(readHistory([start('use_tool', { toolUseId: 't', tool: 'run' })])).toHaveLength(1);
    expect(faultOf(() => readHistory([start('use_tool', { tool: 'run' })])).message).toContain(
      '"with.toolUseId" is missing',
    );
    expect(faultOf(() => readHistory([start('use_tool')])).message).toContain('"with.toolUseId" is missing');
    expect(faultOf(() => readHistory([start('ask_review', { of: 'cake' })])).message).toContain(
      '"with.of" is not what it should be',
    );
  });

  it.each([
    ['judge_again', { onTimeOver: 'go_on' }, 'onTimeOver'],
    ['tool_result', { toolUseId: 't' }, 'toolUseId'],
    ['replan', { replanId: 'd' }, 'replanId'],
    ['spend_more', { limit: 'tokens' }, 'limit'],
  ])('given a question without all that it is for, %s, when it is read, then the place is told', (is, more, place) => {
    const asks = (then: object) => stored({ ...EVERY_FACT['question asked'], then });
    expect(readHistory([asks({ is, ...more })])).toHaveLength(1);
    expect(faultOf(() => readHistory([asks({ is })])).message).toContain(`"then.${place}" `);
    expect(faultOf(() => readHistory([asks({ is, [place]: [] })])).message).toContain(`"then.${place}" `);
  });

  it('given a line without its number or time, when it is read, then it is refused', () => {
    const { seq: _, ...unnumbered } = stored(EVERY_FACT.plan);
    expect(faultOf(() => readHistory([unnumbered as unknown as HistoryEntry])).message).toContain('"seq" is missing');
    expect(faultOf(() => readHistory([{ ...stored(EVERY_FACT.plan), timestamp: 'soon' }])).message).toContain(
      '"timestamp" is not',
    );
  });

  it('given values nobody may see, when a line is refused, then they are not told', () => {
    const secret = stored({
      type: 'tool',
      tool_use_id: { token: 'ghs_secret' },
      tool: 't',
      ok: true,
      text: 't',
      exit_code: 0,
      duration_ms: 1,
    });
    expect(faultOf(() => readHistory([secret])).message).not.toContain('ghs_secret');
  });

  it('given a history that does not begin with its request, when it is read, then its first line is damaged', () => {
    const first = { ...stored(EVERY_FACT['phase verifying']), seq: 1 };
    expect(faultOf(() => readHistory([first])).message).toContain('Line 1 of the history of the task');
  });

  it('given a damaged line, when what stands before it is read, then that comes back and nothing is thrown', () => {
    const entries = [
      stored(EVERY_FACT.task),
      stored(EVERY_FACT.plan),
      stored({ type: 'dream' }),
      stored(EVERY_FACT.usage),
    ];
    expect(readBeforeDamage(entries)).toEqual(entries.slice(0, 2));
  });
});

describe('what reading a history costs (PLAN-4)', () => {
  /** How often fields of these entries are read. */
  function watched(count: number) {
    const seen = { looks: 0 };
    const watch = <Of extends object>(value: Of): Of =>
      new Proxy(value, {
        get(target, key, self) {
          seen.looks += 1;
          const found: unknown = Reflect.get(target, key, self);
          return typeof found === 'object' && found !== null ? watch(found) : found;
        },
      });
    const samples = facts.map(([, fact]) => stored(fact));
    const entries = Array.from({ length: count }, (_, index) =>
      watch(structuredClone(samples[index % samples.length] ?? stored(EVERY_FACT.task))),
    );
    return { entries, seen };
  }

  it('given ten times as many entries, when they are read, then they are looked at ten times as often', () => {
    const [few, many] = [watched(facts.length), watched(10 * facts.length)];
    readHistory(few.entries);
    readHistory(many.entries);
    expect(few.seen.looks).toBeGreaterThan(0);
    expect(many.seen.looks).toBe(10 * few.seen.looks);
  });

  it('given entries that were read before, when they are read again with one more, then only that one is looked at', () => {
    const { entries, seen } = watched(50);
    readHistory(entries.slice(0, -1));
    const before = seen.looks;
    readHistory(entries.slice(0, -1));
    expect(seen.looks).toBe(before);
    readHistory(entries);
    expect(seen.looks).toBeGreaterThan(before);
  });
});

describe('reading the first line of a history', () => {
  it('given a request, then it is what the task was asked for', () => {
    expect(readFirst(stored(EVERY_FACT.task))).toEqual(REQUEST);
  });

  it('given no line, another line or one that cannot be read, then there is none', () => {
    expect(readFirst(undefined)).toBeNull();
    expect(readFirst(stored(EVERY_FACT.plan))).toBeNull();
    expect(readFirst(stored({ type: 'task', request: { ...REQUEST, repo: null }, settings: SETTINGS }))).toBeNull();
  });
});

describe('reading what waits in an inbox (PLAN-4)', () => {
  const by = { id: 7, login: 'mika' };
  const start = { kind: 'start', id: 'd', traceId: 't', request: REQUEST, settings: SETTINGS };

  it.each([
    [start],
    [{ kind: 'comment', id: 'c', by, text: 't' }],
    [
      {
        kind: 'comment',
        id: 'c',
        addressed: true,
        commentId: 1,
        on: { pullRequest: 1, isReview: false },
        by,
        text: 't',
      },
    ],
    [{ kind: 'correction', id: 'e', commentId: 1, at: 'a', by, text: null, word: 'retry' }],
    [{ kind: 'control', id: 's', word: 'stop', by: null, reason: 'r' }],
  ])('given %j, when it is read, then it comes back whole', (item) => {
    expect(readInboxItem(JSON.parse(JSON.stringify(item)))).toEqual(item);
  });

  it.each([
    [
      'a start without a repository',
      { ...start, request: { ...REQUEST, repo: undefined } },
      '"request.repo" is missing',
    ],
    [
      'a start without a language',
      { ...start, settings: { ...SETTINGS, language: 'xx' } },
      '"settings.language" is not what it should be',
    ],
    ['a comment by nobody', { kind: 'comment', id: 'c', text: 't' }, '"by" is missing'],
    ['a correction of no time', { kind: 'correction', id: 'e', commentId: 1, by, text: 't' }, '"at" is missing'],
    [
      'an unknown word',
      { kind: 'control', id: 's', word: 'dance', by: null, reason: 'r' },
      '"word" is not what it should be',
    ],
    ['an item of no kind', { id: 'c' }, '"kind" is missing'],
    ['no item', null, 'it is not what it should be'],
  ])('given %s, when it is read, then its place is told', (_, item, words) => {
    expect(faultOf(() => readInboxItem(JSON.parse(JSON.stringify(item)))).message).toContain(words);
  });

  it('given a request and settings by themselves, when they are read, then they come back or are refused', () => {
    expect(readRequest(structuredClone(REQUEST))).toEqual(REQUEST);
    expect(readSettings(structuredClone(SETTINGS))).toEqual(SETTINGS);
    expect(faultOf(() => readRequest({})).message).toBe('The request of a task cannot be read: "repo" is missing.');
    expect(faultOf(() => readSettings({ ...SETTINGS, budget: 3 })).message).toContain(
      '"budget" is not what it should be',
    );
  });
});

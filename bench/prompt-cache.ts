/**
 * The savings of the API's prompt cache for a task in a repository of 900 files, for 1, 10 and 100 actions: planning,
 * the work, and its judgements separately. What a call sends anew must not grow with the history: the largest calls are
 * those of a restarted conversation, which grow until the work fills its share.
 */
import { cachedCalls } from './cached-calls.ts';
import { atMost, row } from './measure.ts';
import type { CachedCall } from './cached-calls.ts';
import type { Row, RowInput } from './measure.ts';

const BENCH = 'prompt-cache';
/** Commands of an action, before the call that closes it. */
const STEPS = 5;
/** With this many, every list in a restarted conversation is full within the first third of the work. */
const LONG = 1_000;
const LIMIT = { target: atMost(1.1) };
const PARTS = ['planning', 'work', 'judging'] as const;

export async function promptCache({ isQuick }: { readonly isQuick: boolean }): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const actions of isQuick ? [1, 10] : [1, 10, 100]) {
    const calls = await cachedCalls({ actions, steps: STEPS });
    const ofPart = (part: CachedCall['part']) => calls.filter((call) => call.part === part);
    const name = actions === 1 ? '1 action' : `${actions} actions`;
    rows.push(...PARTS.flatMap((part) => sums(`${part}, ${name}`, ofPart(part))), ...growth(name, calls));
  }
  if (isQuick) return rows;
  return [
    ...rows,
    ...growth(`${LONG.toLocaleString('en-US')} actions`, await cachedCalls({ actions: LONG, steps: STEPS }), LIMIT),
  ];
}

function sums(name: string, calls: readonly CachedCall[]): readonly Row[] {
  const sum = (of: (call: CachedCall) => number) => calls.reduce((total, call) => total + of(call), 0);
  const sent = sum(sentTokens);
  const share = (what: string, tokens: number, baselineIs: string) =>
    row({ bench: BENCH, what: `  ${what}, ${name}`, unit: 'tokens', ours: [tokens], baseline: [sent], baselineIs });
  return [
    row({
      bench: BENCH,
      what: `sent, ${name}`,
      unit: 'tokens',
      ours: [sent],
      baseline: [calls.length],
      baselineIs: 'calls',
    }),
    share(
      'read from the cache',
      sum(({ read }) => read),
      'sent',
    ),
    share(
      'written to the cache',
      sum(({ written }) => written),
      'sent',
    ),
    share(
      'neither',
      sum(({ plain }) => plain),
      'sent',
    ),
    row({
      bench: BENCH,
      what: `  price of the input, ${name}`,
      unit: 'USD',
      ours: [sum(({ price }) => price)],
      baseline: [sum(({ unmarkedPrice }) => unmarkedPrice)],
      baselineIs: 'without cache marks',
    }),
  ];
}

function growth(name: string, calls: readonly CachedCall[], limit: Pick<RowInput, 'target'> = {}): readonly Row[] {
  const uncached = calls.filter(({ part }) => part === 'work').map((call) => call.written + call.plain);
  const third = Math.floor(uncached.length / 3);
  const [first, last] = [uncached.slice(0, third), uncached.slice(-third)];
  if (third < 3) return [];
  return [
    row({
      bench: BENCH,
      what: `largest uncached input of a call, last third of the work, ${name}`,
      unit: 'tokens',
      ours: [Math.max(...last)],
      baseline: [Math.max(...first)],
      baselineIs: 'first third',
      ...limit,
    }),
    row({
      bench: BENCH,
      what: `  the mean, ${name}`,
      unit: 'tokens',
      ours: [mean(last)],
      baseline: [mean(first)],
      baselineIs: 'first third',
      ...limit,
    }),
  ];
}

function mean(tokens: readonly number[]): number {
  return tokens.reduce((sum, one) => sum + one, 0) / tokens.length;
}

function sentTokens({ read, written, plain }: CachedCall): number {
  return read + written + plain;
}

/**
 * The calls of a task and the tokens it sends, for 10, 100 and 1,000 actions and for one action of 1,000 commands;
 * tokens are counted from the bytes (four to a token). Linear growth means that the second half of the work sends no
 * more than the first: 1.0 (a conversation that only grows would send three times as much), and that ten times the
 * actions send ten times the tokens.
 */
import { carriedOut } from './carried-out.ts';
import { atMost, row } from './measure.ts';
import type { Sent } from './carried-out.ts';
import type { Row } from './measure.ts';

const BENCH = 'calls-and-tokens';

export async function callsAndTokens({ lengths }: { readonly lengths: readonly number[] }): Promise<readonly Row[]> {
  const measured: { readonly name: string; readonly actions: number; readonly steps: number; readonly sent: Sent }[] =
    [];
  for (const actions of lengths) {
    const sent = await carriedOut({ actions, steps: 1 });
    measured.push({ name: `a task of ${actions.toLocaleString('en-US')} actions`, actions, steps: actions, sent });
  }
  const longest = Math.max(...lengths);
  const alone = await carriedOut({ actions: 1, steps: longest });
  measured.push({
    name: `one action of ${longest.toLocaleString('en-US')} commands`,
    actions: 1,
    steps: longest,
    sent: alone,
  });
  return [...measured.flatMap(rowsOf), ...growth(measured.slice(0, -1))];
}

function rowsOf({
  name,
  actions,
  steps,
  sent,
}: {
  readonly name: string;
  readonly actions: number;
  readonly steps: number;
  readonly sent: Sent;
}) {
  const [first, second] = sent.halves;
  const named = (what: string, baselineIs: string) => ({ bench: BENCH, what: `${what}, ${name}`, baselineIs });
  // Below 1,000 the first half still grows the conversation to its limit.
  const target = steps >= 1_000 ? { target: atMost(1.15) } : {};
  return [
    row({
      ...named('model calls', 'one per tool used alone'),
      unit: 'calls',
      ours: [sent.calls],
      baseline: [steps + actions],
    }),
    row({
      ...named('tokens sent', 'tokens that no cache spares'),
      unit: 'tokens',
      ours: [sent.tokens],
      baseline: [sent.fresh],
    }),
    row({
      ...named('  second half, tokens', 'first half'),
      unit: 'tokens',
      ours: [second.tokens],
      baseline: [first.tokens],
      ...target,
    }),
    row({ ...named('  second half, our time', 'first half'), unit: 'ms', ours: [second.ms], baseline: [first.ms] }),
    row({
      ...named('  largest call of the work', 'its mean call'),
      unit: 'tokens',
      ours: [sent.largest['work'] ?? 0],
      baseline: [sent.tokens / sent.calls],
    }),
  ];
}

/** Tokens per action against the next shorter task: 1.0 is linear, 10 is quadratic. */
function growth(
  measured: readonly { readonly name: string; readonly actions: number; readonly sent: Sent }[],
): readonly Row[] {
  return measured.slice(1).map(({ name, actions, sent }, at) => {
    const shorter = measured[at] as (typeof measured)[number];
    return row({
      bench: BENCH,
      what: `tokens sent per action, ${name}`,
      baselineIs: `per action at ${shorter.actions}`,
      unit: 'tokens',
      ours: [sent.tokens / actions],
      baseline: [shorter.sent.tokens / shorter.actions],
    });
  });
}

/** Measures alternatives that take turns in one run, so that a noisy minute affects all of them. */
import { loadavg } from 'node:os';

export interface Target {
  readonly sense: 'at most' | 'at least';
  readonly value: number;
}

export interface Row {
  readonly bench: string;
  readonly what: string;
  readonly baselineIs: string;
  readonly unit: string;
  readonly ours: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly target: Target | null;
  readonly met: boolean | null;
  /** An even better value. */
  readonly moonshot: number | null;
  /** The ratio of every pair of samples: shows the noise. */
  readonly ratios: readonly number[];
}

export interface RowInput {
  readonly bench: string;
  readonly what: string;
  readonly baselineIs: string;
  readonly unit: string;
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
  readonly target?: Target;
  /** In the direction of the target. */
  readonly moonshot?: number;
}

export const atMost = (value: number): Target => ({ sense: 'at most', value });
export const atLeast = (value: number): Target => ({ sense: 'at least', value });

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

export function quantile(samples: readonly number[], share: number): number {
  const ordered = samples.toSorted((one, other) => one - other);
  const at = (ordered.length - 1) * share;
  const below = ordered[Math.floor(at)] ?? Number.NaN;
  const above = ordered[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The medians of `number` rounds, in the order of the samples. */
export function medianOfEach(number: number, samples: readonly number[]): readonly number[] {
  const each = Math.ceil(samples.length / number);
  return Array.from({ length: number }, (_, round) => median(samples.slice(round * each, (round + 1) * each)));
}

export function row({ ours, baseline, target, moonshot, ...named }: RowInput): Row {
  const one = median(ours);
  const other = median(baseline);
  const ratio = one / other;
  const met = target === undefined ? null : target.sense === 'at most' ? ratio <= target.value : ratio >= target.value;
  const ratios =
    ours.length === baseline.length && ours.length < 20
      ? ours.map((sample, index) => sample / (baseline[index] as number))
      : [];
  return {
    ...named,
    ours: one,
    baseline: other,
    ratio,
    target: target ?? null,
    met,
    moonshot: moonshot ?? null,
    ratios,
  };
}

/** One warm-up of each, then `rounds` rounds; every other round has the reverse order. */
export async function takeTurns<Samples extends object>(
  rounds: number,
  variants: { readonly [Name in keyof Samples]: (round: number) => Promise<Samples[Name]> },
): Promise<{ readonly [Name in keyof Samples]: readonly Samples[Name][] }> {
  const names = Object.keys(variants) as (keyof Samples)[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Samples]: Samples[Name][];
  };
  for (const name of names) await variants[name](-1);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) samples[name].push(await variants[name](round));
  }
  return samples;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** How busy the machine is: load per processor over the last minute. */
export function load(): number {
  return loadavg()[0] ?? Number.NaN;
}

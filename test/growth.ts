/** How the cost of work grows with its input. */
const TRIES = 10;
/** Work that costs more than this in total is not repeated. */
const PATIENCE_MS = 20_000;

interface Growing {
  readonly small: () => void;
  readonly large: () => void;
  /** Below this the machine dominates; a cheaper `small` counts as this much. */
  readonly floorMs: number;
  /** A growth below this is sufficient, and ends the measurement. */
  readonly below: number;
}

/**
 * How many times as much processor time `large` takes as `small`. Other processes only make a try more expensive, so
 * each counts as its cheapest try, and both are tried alternately. Work that grows too fast does so in every try.
 */
export function growthOf({ small, large, floorMs, below }: Growing): number {
  let [least, most, spent] = [Infinity, Infinity, 0];
  let growth = Infinity;
  for (let tries = 0; tries < TRIES && growth >= below && spent < PATIENCE_MS; tries += 1) {
    const [one, other] = [costOf(small), costOf(large)];
    [least, most, spent] = [Math.min(least, one), Math.min(most, other), spent + one + other];
    growth = most / Math.max(least, floorMs);
  }
  return growth;
}

/** Wall clock time would include other processes on a busy machine. */
function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

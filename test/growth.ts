/** How the cost of a piece of work grows with its input. */
const TRIES = 10;
/** What costs more than this in all is not tried again. */
const PATIENCE_MS = 20_000;

interface Growing {
  readonly small: () => void;
  readonly large: () => void;
  /** Below this the machine decides, not the work: a cheaper `small` counts as much. */
  readonly floorMs: number;
  /** A growth below this is enough, and ends the measurement. */
  readonly below: number;
}

/**
 * How many times as much `large` costs as `small`, in processor time. Whatever else runs on the machine makes a try
 * dearer and never cheaper, so each is as dear as its cheapest try, and both are tried by turns. Work that grows too fast
 * does so at every try.
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

/** The clock would also count what others do on a busy machine. */
function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

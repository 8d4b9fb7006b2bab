/** What a piece of work costs at best, in milliseconds of processor time: the clock also counts what others do on a busy machine. */
export function processorTime(work: () => void, times = 5): number {
  const costs = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

/** Waits for `work`, but no longer than this. `too_late` leaves the work to itself; its failure is not heard of again. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | 'too_late'> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<'too_late'>((resolve) => {
    timer = setTimeout(() => resolve('too_late'), timeoutMs);
  });
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}

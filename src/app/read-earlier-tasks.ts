/** What earlier tasks of an issue did, out of their histories; one that cannot be read is left out, and the log says so. */
import { earlierTasks } from '../model-calls/earlier-tasks.ts';
import type { Logger } from '../ports/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { HistoryStore } from '../ports/history.ts';

/** Three are told of; a few more are read, since some never came to a plan. */
const EARLIER_TASKS_READ = 6;

interface Reading {
  readonly history: HistoryStore;
  readonly clock: Clock;
  readonly log: Logger;
}

export async function readEarlierTasks(
  { history, clock, log }: Reading,
  taskId: string,
  issue: string,
): Promise<string> {
  const others = (await history.ofIssue(issue)).filter((id) => id !== taskId).slice(-EARLIER_TASKS_READ);
  const read = others.map((id) =>
    history.read(id).catch((error: unknown) => {
      log.warn({ task: taskId, err: error }, 'the history of an earlier task cannot be read');
      return [];
    }),
  );
  return earlierTasks(await Promise.all(read), clock.now());
}

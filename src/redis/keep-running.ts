/** The embedded Redis, started again whenever it ends by itself: what it accepted is in its append-only file. */
import { startEmbeddedRedis } from './embedded.ts';
import type { EmbeddedRedis, EmbeddedRedisOptions } from './embedded.ts';
import type { Clock } from '../ports/clock.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export async function keepRedisRunning(
  options: Omit<EmbeddedRedisOptions, 'onExit'>,
  clock: Clock,
): Promise<Pick<EmbeddedRedis, 'socketPath' | 'stop'>> {
  let isStopped = false;
  let running = await start();

  async function start(): Promise<EmbeddedRedis> {
    return startEmbeddedRedis({ ...options, onExit: () => void restart() });
  }

  async function restart(): Promise<void> {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() changes it while the loop waits
    for (let pauseMs = FIRST_PAUSE_MS; !isStopped; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      await clock.sleep(pauseMs);
      if (isStopped) return;
      try {
        running = await start();
        options.log.warn({ directory: options.directory }, 'embedded redis was started again');
        return;
      } catch (error) {
        options.log.error({ err: error }, 'embedded redis could not be started again');
      }
    }
  }

  return {
    socketPath: running.socketPath,
    async stop() {
      isStopped = true;
      await running.stop();
    },
  };
}

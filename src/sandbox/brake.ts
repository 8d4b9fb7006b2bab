/**
 * Slows down reading of a stream whose content proves nothing, so that a flood costs its author time and the service
 * little work.
 */
import type { Duplex } from 'node:stream';
import type { Clock } from '../ports/clock.ts';

interface Brake {
  /** Bytes arrived, or something else that cost as much. */
  arrived(bytes: number): void;
  proved(bytes: number): void;
}

const maxUnprovenBytes = 2 * 1024 * 1024;
const restMs = 1000;
/** What the engine's frames and line ends may add to a line. */
const spareBytes = 64;

export function createBrake(stream: Pick<Duplex, 'pause' | 'resume'>, clock: Clock, ended: AbortSignal): Brake {
  let unprovenBytes = 0;
  let isResting = false;

  async function rest(): Promise<void> {
    stream.pause();
    await clock.sleep(restMs, ended);
    unprovenBytes = 0;
    isResting = false;
    stream.resume();
  }

  return {
    arrived(bytes) {
      unprovenBytes += bytes;
      if (unprovenBytes <= maxUnprovenBytes || isResting) return;
      isResting = true;
      rest().catch(() => undefined);
    },
    proved(bytes) {
      unprovenBytes = Math.max(0, unprovenBytes - bytes - spareBytes);
    },
  };
}

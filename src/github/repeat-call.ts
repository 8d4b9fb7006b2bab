/** Repeats calls where that is harmless, and pauses an installation for as long as GitHub asked. */
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { patienceMs } from '../patience.ts';
import { NotSent } from './process-pause.ts';
import { translateError } from './translate-error.ts';
import { OutOfTurn, type WriteTurns } from './write-turns.ts';

export interface Repeatable {
  /** The beginning of the message if it fails: "Reading the issue". */
  readonly what: string;
  /** A second try could create a second object, so it is made only after a clear refusal. */
  readonly createsAnew?: true;
}

type CallRepeatedly = <Result>(
  installationId: number,
  call: Repeatable,
  act: (isSecondToken: boolean) => Promise<Result>,
) => Promise<Result>;

const TRIES = 2;
const PAUSE_MS = 1_000;
/** Longer waits belong to the queue, which can do something else meanwhile. */
const MAX_WAIT_MS = 60_000;

/** `learnTime` gets a refusal of what was signed; after the first one everything is signed again. */
export function createRepeats(
  clock: Clock,
  turns: Pick<WriteTurns, 'quietMs' | 'keepQuiet'>,
  learnTime: (refusal: unknown) => void,
): CallRepeatedly {
  async function waitForLimit(installationId: number): Promise<void> {
    const leftMs = await turns.quietMs(installationId);
    if (leftMs > patienceMs(MAX_WAIT_MS))
      throw new RetryLater("GitHub's rate limit is reached.", { of: 'github_limit', afterMs: leftMs });
    if (leftMs > 0) await clock.sleep(leftMs);
  }

  return async (installationId, { what, createsAnew }, act) => {
    let isSecondToken = false;
    for (let attempt = 1; ; attempt += 1) {
      await waitForLimit(installationId);
      try {
        return await act(isSecondToken);
      } catch (raw) {
        const error = translateError(raw, { what, nowMs: clock.now() });
        if (error instanceof Fault && error.code === 'credentials' && !isSecondToken) {
          isSecondToken = true;
          learnTime(raw);
          continue;
        }
        if (!(error instanceof RetryLater) || error instanceof NotSent) throw error;
        const { afterMs } = error;
        if (error instanceof OutOfTurn) throw error;
        if (afterMs !== null) await turns.keepQuiet(installationId, afterMs);
        // Refused for now means that nothing was done, so it may be repeated in any case.
        if (attempt >= TRIES || (afterMs === null && createsAnew)) throw error;
        if (afterMs === null) await clock.sleep(PAUSE_MS);
      }
    }
  };
}

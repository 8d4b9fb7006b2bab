import { Fault, RetryLater } from '../errors.ts';
import { NotSent, watchForSleep } from './process-pause.ts';
import type { Clock } from '../ports/clock.ts';

interface Creation<Made> {
  find(): Promise<Made | null>;
  /** `isTooLate` is called just before the request is sent; true means that `find` has to look again first. */
  create(isTooLate: () => boolean): Promise<Made>;
  /** A refusal that means that the object exists already. */
  readonly isAlreadyThere?: (fault: Fault) => boolean;
}

/** New objects may be missing in GitHub's lists for some seconds. */
const LOOK_AGAIN_MS = [1_000, 2_000, 4_000, 8_000];

/**
 * Looks for the object, creates it, and after an unclear failure looks again several times. Only then is the error
 * passed on, and the next try begins by looking as well, so only one object is ever created.
 */
export async function createOnce<Made>(clock: Clock, creation: Creation<Made>): Promise<Made> {
  const watch = watchForSleep();
  try {
    const found = await creation.find();
    if (found !== null) return found;
    return await creation.create(watch.hasOverslept);
  } catch (error) {
    if (error instanceof NotSent) return await createOnce(clock, creation);
    if (!mayExist(error, creation)) throw error;
    for (const pauseMs of LOOK_AGAIN_MS) {
      await clock.sleep(pauseMs);
      const made = await look(creation);
      if (made !== null) return made;
    }
    throw error;
  } finally {
    watch.stop();
  }
}

/** With `afterMs`, GitHub refused clearly and nothing was created. */
function mayExist<Made>(error: unknown, creation: Creation<Made>): boolean {
  if (error instanceof RetryLater) return error.afterMs === null;
  return error instanceof Fault && creation.isAlreadyThere?.(error) === true;
}

async function look<Made>(creation: Creation<Made>): Promise<Made | null> {
  try {
    return await creation.find();
  } catch (error) {
    if (error instanceof RetryLater) return null;
    throw error;
  }
}

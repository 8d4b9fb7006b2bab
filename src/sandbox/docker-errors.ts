/** The engine's answers, put into our kinds of error. */
import { Fault } from '../errors.ts';

export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  return typeof error.statusCode === 'number' ? error.statusCode : null;
}

/** Null when the engine says that there is no such thing. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw dockerFault(error);
  }
}

/** An error without a status is a connection that failed: the engine itself does not answer. */
export function dockerFault(error: unknown): Error {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message.trim() : String(error);
  if (statusOf(error) === null) {
    return new Fault(
      'docker',
      `The Docker engine does not answer: ${message}`,
      'Start it (for example with "npm run setup", or "systemctl start docker") and see that this user may use its socket.',
      error,
    );
  }
  return new Fault('docker', `The Docker engine refused: ${message}`, "Look at the engine's own log for the cause.", error);
}

export function imageMissing(image: string): Fault {
  return new Fault(
    'image_missing',
    `The sandbox image ${image} is not on this machine.`,
    'Run "npm run setup" to make it, then start the task again.',
  );
}

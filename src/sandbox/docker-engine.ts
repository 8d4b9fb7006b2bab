/** Calls to the Docker engine, with its errors translated to ours. */
import type Docker from 'dockerode';
import type { ContainerInspectInfo } from 'dockerode';
import { codeOf, Fault, messageOf, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';

/** The signal given to `ask` ends only this call; an attached stream stays open. */
type EngineCall = <T>(ask: (abortSignal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Messages of an engine that found a request impossible; waiting does not change that. */
const VERDICT =
  /OCI runtime|failed to create shim|executable file not found|exec format error|invalid|no command specified/i;
const OURS = /^planwright\//;

export type Labels = Readonly<Record<string, string>> | null | undefined;

export interface Engine {
  readonly docker: Docker;
  readonly call: EngineCall;
  /** Whether it carries the name of this installation; other objects are never touched. */
  isOurs(labels: Labels): boolean;
  /** The engine's data about a container; null if there is none. */
  inspect(nameOrId: string, signal?: AbortSignal): Promise<ContainerInspectInfo | null>;
}

/** Each call ends with the engine's answer, at the time limit, or when aborted. */
export function createEngine(
  docker: Docker,
  instance: string,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Engine {
  const call: EngineCall = async (ask, signal) => {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const done = new AbortController();
    const onAbort = (): void => ending.abort();
    signal?.addEventListener('abort', onAbort, { once: true });
    clock.sleep(timeoutMs, done.signal).then(onAbort, () => undefined);
    try {
      return await orAborted(ask(ending.signal), ending.signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!ending.signal.aborted) throw error;
      throw new RetryLater(
        `The Docker engine did not answer within ${timeoutMs / 1000} s. If this lasts, the operator should look at it ("systemctl status docker").`,
        { of: 'engine', cause: error },
      );
    } finally {
      done.abort();
      signal?.removeEventListener('abort', onAbort);
    }
  };
  return {
    docker,
    call,
    isOurs: (labels) => labels?.['planwright.instance'] === instance,
    inspect: (nameOrId, signal) =>
      orNull(call((abortSignal) => docker.getContainer(nameOrId).inspect({ abortSignal }), signal)),
  };
}

/** Rejects as soon as the signal aborts, whatever happens to the request. */
export function orAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  asked.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new Error('aborted'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  return typeof error.statusCode === 'number' ? error.statusCode : null;
}

export function engineWords(error: unknown): string {
  return messageOf(error).trim();
}

/** Null if the engine says that there is no such object. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw dockerTrouble(error);
  }
}

/** Calls are retried if the engine is unreachable or fails without a verdict; a refusal is final. */
export function dockerTrouble(error: unknown): Error {
  if (error instanceof Fault || error instanceof RetryLater) return error;
  const status = statusOf(error);
  const message = engineWords(error);
  if (status === null) {
    const code = codeOf(error);
    if (code === 'EACCES' || code === 'EPERM') {
      return new Fault(
        'docker',
        `The Docker engine refused access: ${message}`,
        'Let this user use its socket: sudo usermod -aG docker "$(id -un)", then log in again.',
        error,
      );
    }
    return new RetryLater(
      `The Docker engine does not answer: ${message}. If this lasts, the operator should start it (for example with "npm run setup", or "systemctl start docker").`,
      { of: 'engine', cause: error },
    );
  }
  if (status >= 500 && !VERDICT.test(message)) {
    return new RetryLater(
      `The Docker engine failed: ${message}. If this lasts, the operator should look at the engine's own log.`,
      {
        of: 'engine',
        cause: error,
      },
    );
  }
  return new Fault(
    'docker',
    `The Docker engine refused: ${message}`,
    "Look at the engine's own log for the cause.",
    error,
  );
}

/** Built by a script of ours and in no registry; a public image of that name is not trusted. */
export function isBuiltHere(image: string): boolean {
  return OURS.test(image);
}

export function isImageMissing(error: unknown): boolean {
  return statusOf(error) === 404 && /no such image/i.test(engineWords(error));
}

export function imageMissing(image: string, pulling: string | null = null): Fault {
  if (pulling === null) {
    return new Fault(
      'image_missing',
      `The sandbox image ${image} is not on this machine.`,
      'Run "npm run setup" to make it, then start the task again.',
    );
  }
  return new Fault(
    'image_missing',
    `The sandbox image ${image} is not on this machine and could not be pulled: ${pulling}.`,
    `See that "environments" in the settings names the right image; then run "docker pull ${image}" on this machine (after "docker login" for a private registry), or build it there under this name, and start the task again.`,
  );
}

/** Two drivers meet when a lock is lost. The history soon decides which one continues, and that one tries again. */
export function notYet(cause: unknown): RetryLater {
  return new RetryLater(
    `The sandbox of this task is being started or removed by another worker as well: ${engineWords(cause)}`,
    {
      of: 'sandbox',
      cause,
    },
  );
}

export function nameOfAnother(name: string, what: 'container' | 'volume', cause?: unknown): Fault {
  const [look, remove] =
    what === 'volume'
      ? [`docker volume inspect ${name}`, `docker volume rm ${name}`]
      : [`docker inspect ${name}`, `docker rm --force ${name}`];
  return new Fault(
    'sandbox_failed',
    `A ${what} of another installation has the name that the sandbox of this task needs: ${name}.`,
    `See whose it is ("${look}"), remove it if nobody needs it ("${remove}"), then start the task again.`,
    cause,
  );
}

export function stateInWords({ State }: ContainerInspectInfo): string {
  return `(State: ${State.Status}, exit code ${State.ExitCode}${State.OOMKilled ? ', out of memory' : ''}${State.Error === '' ? '' : `, ${State.Error}`}.)`;
}

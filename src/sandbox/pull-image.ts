/** Pulls a missing image from the registry in its name. */
import { createInterface } from 'node:readline';
import type Docker from 'dockerode';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import { dockerTrouble, imageMissing, statusOf, engineWords, orAborted } from './docker-engine.ts';

interface PullParts {
  readonly docker: Docker;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, 'info'>;
  /** An engine that is silent this long is given up. */
  readonly silenceMs: number;
}

const Progress = z.object({ status: z.string().optional(), id: z.string().optional(), error: z.string().optional() });

const logEveryMs = 5_000;

export async function pullImage(
  { docker, clock, log, silenceMs }: PullParts,
  image: string,
  signal?: AbortSignal,
): Promise<void> {
  const silent = new AbortController();
  const ending = AbortSignal.any([silent.signal, ...(signal ? [signal] : [])]);
  let watch = new AbortController();
  const restartWatch = (): void => {
    watch.abort();
    watch = new AbortController();
    clock.sleep(silenceMs, watch.signal).then(
      () => silent.abort(),
      () => undefined,
    );
  };
  let loggedAt = 0;
  /** A failed pull is reported in the stream, after a successful status. */
  const follow = async (lines: AsyncIterable<string>): Promise<void> => {
    for await (const line of lines) {
      restartWatch();
      const { status = '', id = '', error } = Progress.catch({}).parse(fromJson(line));
      if (error !== undefined) throw new Error(error);
      if (clock.now() - loggedAt < logEveryMs) continue;
      loggedAt = clock.now();
      log.info({ image, layer: id, status }, 'image is being pulled');
    }
  };
  restartWatch();
  let stream: NodeJS.ReadableStream | null = null;
  try {
    stream = await orAborted(docker.pull(image, { abortSignal: ending }), ending);
    await orAborted(follow(createInterface({ input: stream })), ending);
    log.info({ image }, 'image pulled');
  } catch (error) {
    signal?.throwIfAborted();
    if (silent.signal.aborted)
      throw imageMissing(image, `the engine said nothing for ${silenceMs / 1000} s while it pulled`);
    // The engine itself is unreachable. Errors of the registry come with a status or in the stream.
    if (stream === null && statusOf(error) === null) throw dockerTrouble(error);
    throw imageMissing(image, `docker pull said "${engineWords(error).slice(0, 300)}"`);
  } finally {
    watch.abort();
    if (ending.aborted && stream !== null && 'destroy' in stream && typeof stream.destroy === 'function')
      stream.destroy();
  }
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

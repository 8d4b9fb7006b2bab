/** What `planwright doctor` wants to know of the Docker engine: whether it answers, where its disk is, which images it has. */
import Docker from 'dockerode';
import type { Clock } from '../ports/clock.ts';
import { createEngine, dockerTrouble, isBuiltHere, orNull } from './docker-engine.ts';

export interface EngineLook {
  readonly version: string;
  /** On the machine of the engine. */
  readonly folder: string;
  /** Made by `npm run setup`, and not there. */
  readonly missing: readonly string[];
  /** Not there either, but pulled when they are first needed. */
  readonly toPull: readonly string[];
}

/** Throws `Fault` or `RetryLater` where the engine refuses or does not answer. */
export async function lookAtEngine(images: readonly string[], clock: Clock, timeoutMs: number): Promise<EngineLook> {
  const docker = new Docker();
  const { call } = createEngine(docker, '', { clock, timeoutMs });
  const { ServerVersion, DockerRootDir } = await call(() => docker.info()).catch((error: unknown) => {
    throw dockerTrouble(error);
  });
  const absent: string[] = [];
  for (const image of new Set(images))
    if ((await orNull(call(() => docker.getImage(image).inspect()))) === null) absent.push(image);
  return {
    version: String(ServerVersion),
    folder: String(DockerRootDir),
    missing: absent.filter(isBuiltHere),
    toPull: absent.filter((image) => !isBuiltHere(image)),
  };
}

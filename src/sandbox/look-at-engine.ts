/** Data about the Docker engine for `planwright doctor`: whether it answers, where its disk is, which images it has. */
import Docker from 'dockerode';
import type { Clock } from '../ports/clock.ts';
import { createEngine, dockerTrouble, isBuiltHere, orNull } from './docker-engine.ts';

export interface EngineLook {
  readonly version: string;
  /** On the engine's machine. */
  readonly folder: string;
  /** Images that `npm run setup` builds and that are missing. */
  readonly missing: readonly string[];
  /** Missing images that are pulled when first needed. */
  readonly toPull: readonly string[];
}

/** Throws `Fault` or `RetryLater` if the engine refuses or does not answer. */
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

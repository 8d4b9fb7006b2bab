/** Takes away the container and the volume of a task: ours alone, however often it is asked, whoever else does the same. */
import type Docker from 'dockerode';
import type { Clock } from '../ports/clock.ts';
import { sandboxName } from './container-settings.ts';
import { dockerTrouble, notYet, orNull, statusOf } from './docker-errors.ts';
import type { EngineCall } from './engine-calls.ts';

export interface RemovalParts {
  readonly docker: Docker;
  readonly call: EngineCall;
  readonly clock: Clock;
  readonly isOurs: (labels: Readonly<Record<string, string>> | null | undefined) => boolean;
}

const pollMs = 50;
const mostTries = 200;

export function createRemoval({ docker, call, clock, isOurs }: RemovalParts) {
  return async function remove(taskId: string, signal?: AbortSignal): Promise<void> {
    const name = sandboxName(taskId);
    const facts = await orNull(call((abortSignal) => docker.getContainer(name).inspect({ abortSignal }), signal));
    if (facts !== null && isOurs(facts.Config.Labels)) {
      await untilGone(
        (abortSignal) => docker.getContainer(facts.Id).remove({ force: true, v: true, abortSignal }),
        signal,
      );
    }
    const volume = await orNull(call((abortSignal) => docker.getVolume(name).inspect({ abortSignal }), signal));
    if (volume !== null && isOurs(volume.Labels)) {
      await untilGone((abortSignal) => docker.getVolume(name).remove({ abortSignal }), signal);
    }
  };

  /** 409 means that a removal is under way, or that another driver has just made what would go. */
  async function untilGone(
    act: (abortSignal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await call(act, signal);
        return;
      } catch (error) {
        signal?.throwIfAborted();
        if (statusOf(error) === 404) return;
        if (statusOf(error) !== 409) throw dockerTrouble(error);
        if (tries === mostTries) throw notYet(error);
        await clock.sleep(pollMs, signal);
      }
    }
  }
}

/** Removes containers and volumes: those of one task when it ends, and those that nobody needs. */
import type { BaseLogger } from 'pino';
import type { Clock } from '../ports/clock.ts';
import type { Sandboxes } from '../ports/sandbox.ts';
import { sandboxName } from './container-settings.ts';
import { dockerTrouble, notYet, orNull, statusOf, type Engine } from './docker-engine.ts';

const pollMs = 50;
const mostTries = 200;

/** Removes the container and volume of a task. Only ours are removed, and repeated or concurrent calls are safe. */
export function createRemoval(engine: Engine, clock: Clock) {
  const { docker, call, isOurs } = engine;
  return async function remove(taskId: string, signal?: AbortSignal): Promise<void> {
    const name = sandboxName(taskId);
    const facts = await engine.inspect(name, signal);
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

  /** 409 means that a removal is in progress, or that another driver has just created the object. */
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

interface ReaperParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly instance: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
}

type ReapRule = Parameters<Sandboxes['reap']>[0];

/** A container that ended by itself is restarted by its driver within moments, so it is not removed earlier. */
const leastKeptMs = 10 * 60_000;

/**
 * Removes what nobody needs: containers and volumes of finished or unknown tasks, and stopped containers that a waiting
 * task has not used for long. Objects are listed before tasks are looked up: a task is in the history before it has a
 * container, so a listed object of an unknown task is an orphan even if other workers create containers meanwhile.
 * Containers are removed by id, those of waiting tasks only while they are not running.
 */
export async function reapSandboxes(parts: ReaperParts, rule: ReapRule): Promise<readonly string[]> {
  const { engine, clock, instance, log } = parts;
  const { docker, call } = engine;
  const filters = { label: [`planwright.instance=${instance}`, 'planwright.role=task'] };
  const [containers, volumes] = await Promise.all([
    call((abortSignal) => docker.listContainers({ all: true, filters, abortSignal })),
    call((abortSignal) => docker.listVolumes({ filters, abortSignal })),
  ]).catch((error: unknown) => {
    throw dockerTrouble(error);
  });
  const reaped = new Set<string>();

  async function attempt(taskId: string, why: string, act: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await act())) return;
      reaped.add(taskId);
      log.info({ task: taskId }, why);
    } catch (error) {
      log.warn({ task: taskId, err: dockerTrouble(error) }, 'sandbox could not be removed');
    }
  }

  for (const { Id: id, Labels: labels, State: state } of containers) {
    const taskId = labels['planwright.task'];
    if (taskId === undefined) continue;
    if (!(await rule.isAlive(taskId)))
      await attempt(taskId, 'sandbox without a living task removed', () => removeById(id, true));
    else if (state === 'exited') await attempt(taskId, 'sandbox of a waiting task removed', () => removeIfOld(id));
  }
  for (const { Name: name, Labels: labels } of volumes.Volumes) {
    const taskId = labels?.['planwright.task'];
    if (taskId === undefined || (!reaped.has(taskId) && (await rule.isAlive(taskId)))) continue;
    await attempt(taskId, 'workspace of a sandbox removed', () =>
      unlessBusy(call((abortSignal) => docker.getVolume(name).remove({ abortSignal }))),
    );
  }
  return [...reaped];

  async function removeIfOld(id: string): Promise<boolean> {
    const endedAt = Date.parse((await engine.inspect(id))?.State.FinishedAt ?? '');
    if (!(clock.now() - endedAt > Math.max(rule.keepStoppedMs, leastKeptMs))) return false;
    return removeById(id, false);
  }

  /** False if it is gone, being removed, or (without force) running again. */
  async function removeById(id: string, force: boolean): Promise<boolean> {
    return unlessBusy(call((abortSignal) => docker.getContainer(id).remove({ force, v: true, abortSignal })));
  }
}

async function unlessBusy(removing: Promise<unknown>): Promise<boolean> {
  try {
    await removing;
    return true;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 409) return false;
    throw error;
  }
}

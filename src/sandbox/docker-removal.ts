/** How containers and volumes go: those of one task when it ends, and whatever nobody needs any more. */
import type { BaseLogger } from 'pino';
import type { Clock } from '../ports/clock.ts';
import type { Sandboxes } from '../ports/sandbox.ts';
import { sandboxName } from './container-settings.ts';
import { dockerTrouble, notYet, orNull, statusOf, type Engine } from './docker-engine.ts';

const pollMs = 50;
const mostTries = 200;

/**
 * Takes away the container and the volume of a task: ours alone, however often it is asked, whoever else does the
 * same.
 */
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

interface ReaperParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly instance: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
}

type ReapRule = Parameters<Sandboxes['reap']>[0];

/** A container that ended by itself is started again by its driver within moments; it is never reaped before that. */
const leastKeptMs = 10 * 60_000;

/**
 * Removes what nobody needs any more: containers and volumes of tasks that are over or unknown, and containers that
 * were stopped while their task waits and were not asked for since. What is there is listed first and judged after
 * that: a task is in the history before it has a container, so what is seen here and is unknown there is an orphan,
 * whatever other workers make meanwhile. Containers are removed by id, a waiting one only while it is not running.
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

  /** False where it is gone, going, or (without force) running again. */
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

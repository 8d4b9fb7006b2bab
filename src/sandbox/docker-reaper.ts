/**
 * Removes what nobody needs any more: containers and volumes of tasks that are over or unknown, and containers that
 * were stopped while their task waits and were not asked for since. What is there is listed first and judged after
 * that: a task is in the history before it has a container, so what is seen here and is unknown there is an orphan,
 * whatever other workers make meanwhile. Containers are removed by id, a waiting one only while it is not running.
 */
import type Docker from 'dockerode';
import type { BaseLogger } from 'pino';
import type { Clock } from '../ports/clock.ts';
import { dockerTrouble, orNull, statusOf } from './docker-errors.ts';
import type { EngineCall } from './engine-calls.ts';

export interface ReaperParts {
  readonly docker: Docker;
  readonly call: EngineCall;
  readonly clock: Clock;
  readonly instance: string;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
}

export interface ReapRule {
  readonly isAlive: (taskId: string) => Promise<boolean>;
  readonly keepStoppedMs: number;
}

/** A container that ended by itself is started again by its driver within moments; it is never reaped before that. */
const leastKeptMs = 10 * 60_000;

export async function reapSandboxes(parts: ReaperParts, rule: ReapRule): Promise<readonly string[]> {
  const { docker, call, clock, instance, log } = parts;
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
    await attempt(taskId, 'workspace of a sandbox removed', () => removeVolume(name));
  }
  return [...reaped];

  async function removeIfOld(id: string): Promise<boolean> {
    const facts = await orNull(call((abortSignal) => docker.getContainer(id).inspect({ abortSignal })));
    const endedAt = Date.parse(facts?.State.FinishedAt ?? '');
    if (!(clock.now() - endedAt > Math.max(rule.keepStoppedMs, leastKeptMs))) return false;
    return removeById(id, false);
  }

  /** False where it is gone, going, or (without force) running again. */
  async function removeById(id: string, force: boolean): Promise<boolean> {
    return unlessBusy(call((abortSignal) => docker.getContainer(id).remove({ force, v: true, abortSignal })));
  }

  async function removeVolume(name: string): Promise<boolean> {
    return unlessBusy(call((abortSignal) => docker.getVolume(name).remove({ abortSignal })));
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

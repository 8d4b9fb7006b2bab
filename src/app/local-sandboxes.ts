/**
 * Where the commands of a task on this machine run: in containers or, if explicitly requested, as plain processes
 * (EXEC-2).
 */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Fault, messageOf, RetryLater } from '../errors.ts';
import { createProcessSandboxes } from '../sandbox/process-sandboxes.ts';
import { identityOfPlace, type LocalPlace } from './local-place.ts';
import { systemClock as clock } from './system-clock.ts';
import { sandboxLimits } from './task-settings.ts';
import type { SandboxKind } from './local-commands.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

export function openPlainProcesses(place: LocalPlace): Sandboxes {
  return createProcessSandboxes({
    directory: join(place.dataDir, 'sandboxes'),
    secret: identityOfPlace(place).secret,
    limits: sandboxLimits(place.loaded.settings.sandbox),
    path: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    log: place.log,
    clock,
  });
}

/** Printed before anything runs. */
export function toldOfNoIsolation(): string {
  return (
    `Without a container: every command that the model wants to run is run on this machine as you (${userName()}), ` +
    'without isolation. It can read and change whatever you can, your other files and logins included, and reach any network. ' +
    'Continue only with a repository and a task that you trust; Ctrl-C stops it.'
  );
}

/** Not every user has a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

const WITHOUT_DOCKER =
  'Without Docker, "planwright run --sandbox process" does it with the commands of the model run on this machine as you, ' +
  'without isolation (docs/on-your-own-machine.md).';

/** Without Docker, the error mentions the alternative, which is never chosen automatically. */
export async function checkSandboxes(sandboxes: Sandboxes, kind: SandboxKind): Promise<void> {
  try {
    await sandboxes.check();
  } catch (error) {
    if (kind === 'process' || process.platform !== 'linux') throw error;
    const isAway = error instanceof RetryLater && error.of === 'engine';
    if (!isAway && !(error instanceof Fault && error.code === 'docker')) throw error;
    const advice = error instanceof Fault ? error.advice : 'Try again, the same command goes on.';
    throw new Fault('docker', messageOf(error), `${advice}\n${WITHOUT_DOCKER}`, error);
  }
}

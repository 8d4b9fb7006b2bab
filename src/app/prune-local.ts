/**
 * `planwright prune`: removes data of finished tasks from this machine (PLAN-4, EXEC-2): containers and fetched
 * repositories at once, records after `planning.history.retention_days`. Prints what was removed, and what stays and
 * why.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { driverOfLocalIssue } from './hold-local-issue.ts';
import { identityOfPlace, openLocalPlace, STATE_FOLDER, type LocalPlace } from './local-place.ts';
import { openPlainProcesses } from './local-sandboxes.ts';
import { tellTrouble } from './tell-trouble.ts';
import type { Terminal } from './run-local.ts';
import { systemClock as clock } from './system-clock.ts';
import { keptDownloads, openSandboxes } from './toolbox.ts';
import { EXIT } from './tell-local-end.ts';
import { withoutEmpty } from '../config/environment.ts';
import { messageOf } from '../errors.ts';
import { openCheckout } from '../git/local-checkout.ts';
import { createRetention } from '../history/retention.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

const DAY_MS = 24 * 3_600_000;

/** Folders with one subfolder per task id. */
const BY_TASK = ['repositories', 'images'] as const;

export async function pruneLocal(repo: string, terminal: Terminal): Promise<number> {
  const { env, cwd, stdout } = terminal;
  try {
    const given = withoutEmpty(env)['DATA_DIR'];
    const dataDir =
      given === undefined ? join((await openCheckout(resolve(cwd, repo))).root, STATE_FOLDER) : resolve(cwd, given);
    if (!existsSync(join(dataDir, 'issues'))) {
      stdout.write(`${existsSync(join(dataDir, 'planning_history')) ? BY_ITSELF : `Nothing is kept in ${dataDir}.`}\n`);
      return EXIT.done;
    }
    const place = await openLocalPlace({ env, cwd, repo });
    const removed = [...(await pruneRecords(place)), ...(await pruneFolders(place)), ...(await pruneDownloads(place))];
    const containers = await pruneContainers(place);
    const lines = [...removed, ...(await pruneProcesses(place)), ...containers.told];
    stdout.write(`${lines.length === 0 ? 'There was nothing to remove.' : lines.join('\n')}\n`);
    for (const line of await whatStays(place)) stdout.write(`${line}\n`);
    return containers.isDone ? EXIT.done : EXIT.failed;
  } catch (error) {
    return tellTrouble(error, terminal);
  }
}

const BY_ITSELF =
  'These are the records of a service, which removes by itself what is over: containers every ten minutes, records every six hours.';

async function pruneRecords({
  dataDir,
  loaded,
  history,
  issues,
  mailbox,
  log,
}: LocalPlace): Promise<readonly string[]> {
  const { directory, retention_days: days } = loaded.settings.planning.history;
  const retention = createRetention({ directory: join(dataDir, directory), clock, log });
  // A reader rebuilds a missing index.
  await history.unfinished();
  const deleted = await retention.deleteArchived(DAY_MS);
  const archived = await retention.archive(days * DAY_MS);
  await issues.forget(archived);
  for (const id of archived) {
    rmSync(join(dataDir, `task-${id}.md`), { force: true });
    mailbox.remove(id);
  }
  return [
    ...(archived.length === 0
      ? []
      : [
          `Records: ${archived.length} of tasks that ended more than ${days} days ago are in ${join(directory, 'archive')} for one more day: ${archived.join(', ')}`,
        ]),
    ...(deleted === 0 ? [] : [`Records: ${deleted} that were archived before are deleted.`]),
  ];
}

/** Fetched data is not needed once a task is over. Branches are its result, and stay. */
async function pruneFolders({ dataDir, history }: LocalPlace): Promise<readonly string[]> {
  const told: string[] = [];
  for (const folder of BY_TASK) {
    const kept = namesIn(join(dataDir, folder));
    const unfinished = await history.unfinished();
    const gone = kept.filter((name) => !unfinished.includes(name.replace(/\.git$/, '')));
    for (const name of gone) rmSync(join(dataDir, folder, name), { recursive: true, force: true });
    if (gone.length > 0) told.push(`Fetched ${folder}: ${gone.length} of tasks that are over.`);
  }
  return told;
}

async function pruneDownloads({ loaded, log }: LocalPlace): Promise<readonly string[]> {
  const count = await keptDownloads(loaded, log).removeOld();
  return count === 0 ? [] : [`Downloads of package managers: ${count} archives that were older than a week.`];
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}

async function pruneContainers(place: LocalPlace): Promise<{ isDone: boolean; told: readonly string[] }> {
  const { loaded, log } = place;
  const sandboxes = openSandboxes(loaded.settings, { ...identityOfPlace(place), log });
  try {
    const removed = await sandboxes.reap(whatIsOver(place));
    const count = removed.length;
    return {
      isDone: true,
      told: count === 0 ? [] : [`Containers: ${count}, with what was in them: ${removed.join(', ')}`],
    };
  } catch (error) {
    return { isDone: false, told: [`Containers: none removed, since Docker does not answer (${messageOf(error)}).`] };
  }
}

async function pruneProcesses(place: LocalPlace): Promise<readonly string[]> {
  const removed = await openPlainProcesses(place).reap(whatIsOver(place));
  const count = removed.length;
  return count === 0 ? [] : [`Folders of --sandbox process: ${count}, with what was in them: ${removed.join(', ')}`];
}

function whatIsOver({ history, loaded }: LocalPlace): Parameters<Sandboxes['reap']>[0] {
  return {
    isAlive: async (id) => (await history.unfinished()).includes(id),
    keepStoppedMs: loaded.settings.sandbox.keep_hours * 3_600_000,
  };
}

/** Only a person knows whether they are still wanted. */
async function whatStays({ history, issues, dataDir }: LocalPlace): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const id of await history.unfinished()) {
    const task = replay(readHistory(await history.read(id)));
    if (task === null || driverOfLocalIssue(dataDir, issues.ofTask(id)?.number ?? 0) !== null) continue;
    const since = new Date(task.updatedAt).toISOString().slice(0, 10);
    lines.push(`Kept: ${id} has not ended (last worked on ${since}). To end it: planwright stop ${id}`);
  }
  return lines;
}

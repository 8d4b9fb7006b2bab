/**
 * Which installation the processes on one Redis belong to, and where its records are (PLAN-4): the first process writes
 * it down. A process that would look for records elsewhere is refused, since it would start tasks beside those that the
 * others know, and drive none of theirs. The data folder is created before, and has its own name.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Fault, folderTroubleOf } from '../errors.ts';
import { activeTasks } from '../queue/active-issues.ts';
import { keys } from '../queue/names.ts';

export interface Claim {
  readonly storage: 'jsonl' | 'redis';
  /** Of this process' DATA_DIR. */
  readonly instance: string;
  readonly dataDir: string;
  /** The Redis below DATA_DIR, which nobody else uses. */
  readonly isOwnRedis: boolean;
}

/** The name for tasks and containers: that of DATA_DIR or, with records in Redis, the one that all machines share. */
export async function joinInstallation(redis: Redis, claim: Claim, log: Pick<Logger, 'warn'>): Promise<string> {
  const { storage, instance, isOwnRedis } = claim;
  const found = (await installationOf(redis)) ?? (await foundOne(redis, claim));
  if (found.storage === storage && (storage === 'redis' || found.instance === instance)) return found.instance;
  if (found.storage === storage && !isOwnRedis) throw otherFolder(claim);
  if (found.storage !== storage) {
    if (storage === 'jsonl' && !isOwnRedis) throw recordsInRedis();
    const unfinished = (await activeTasks(redis)).length;
    if (unfinished > 0) throw unfinishedElsewhere(found.storage, unfinished);
    log.warn(
      { from: found.storage, to: storage },
      'records are kept in another place from now on; those of before stay where they are and are not read',
    );
  }
  // Under another name an existing task would get a twin, so the name stays if possible.
  const name = storage === 'redis' ? found.instance : instance;
  await redis.set(keys.installation, written(storage, name));
  return name;
}

type Installation = Pick<Claim, 'storage' | 'instance'>;

async function installationOf(redis: Redis): Promise<Installation | null> {
  const text = await redis.get(keys.installation);
  if (text === null) return null;
  const [storage, instance = ''] = text.split(' ');
  return { storage: storage === 'redis' ? 'redis' : 'jsonl', instance };
}

/** Another process may be faster. */
async function foundOne(redis: Redis, { storage, instance }: Claim): Promise<Installation> {
  await redis.set(keys.installation, written(storage, instance), 'NX');
  return (await installationOf(redis)) ?? { storage, instance };
}

function written(storage: Claim['storage'], instance: string): string {
  return `${storage} ${instance}`;
}

function otherFolder({ dataDir }: Claim): Fault {
  return new Fault(
    'configuration',
    `DATA_DIR (${dataDir}) is not the folder that the processes on this Redis keep the records of tasks in.`,
    `Let all of them share one DATA_DIR, or set planning.history.storage_type to redis for all of them. If that other folder is gone for good: redis-cli DEL ${keys.installation}`,
  );
}

function recordsInRedis(): Fault {
  return new Fault(
    'configuration',
    'The processes on this Redis keep the records of tasks in Redis, and this one would keep them in files.',
    `Set planning.history.storage_type to redis here too. To go back to files, let all tasks end, stop every process, and: redis-cli DEL ${keys.installation}`,
  );
}

function unfinishedElsewhere(storage: Claim['storage'], count: number): Fault {
  return new Fault(
    'configuration',
    `${count === 1 ? 'One task is' : `${count} tasks are`} not finished whose records are kept in ${storage === 'redis' ? 'Redis' : 'files'}: nobody would go on with ${count === 1 ? 'it' : 'them'}.`,
    `Start with planning.history.storage_type: ${storage} until they have ended, then change it for all processes at once.`,
  );
}

/** Level by level: in a folder that accepts no folders, such as /proc, Node's own `recursive` retries for ever. */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    for (const level of levelsOf(folder)) makeOne(level);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe, { force: true });
  } catch (error) {
    throw new Fault(
      'configuration',
      `The data folder ${folder} cannot be used: ${folderTroubleOf(error)}.`,
      'Set DATA_DIR to a folder that this user may write to.',
    );
  }
}

/** From the top. */
function levelsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [...levelsOf(parent), folder];
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // We often may not write above an existing folder; creating the next level shows whether that matters.
    if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

/**
 * The name of this installation on its Docker engine: created once, stored in the data folder, shared by its processes.
 * A new name is announced before the folder contains it.
 */
export function instanceId(dataDir: string, announce: (id: string) => void = () => undefined): string {
  const file = instanceFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    // Linked when complete, so that a process that starts at the same moment reads all of it or makes the same attempt.
    const id = randomUUID();
    announce(id);
    const draft = `${file}-${id}`;
    writeFileSync(draft, id, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/** Never written again, so that it is known even if Redis has lost its data. */
export function firstStartOf(dataDir: string): number {
  return Math.floor(statSync(instanceFile(dataDir)).mtimeMs);
}

export function instanceFile(dataDir: string): string {
  return join(dataDir, 'instance');
}

/**
 * The home folders of sandboxes after their set-up, as one archive per repository, image and lock files (ENV-6). The
 * engine packs and unpacks them, inside the container; nothing in them is read or unpacked here. An archive is written
 * once, under another name until it is whole, and never changed. After a week it is made anew, since files without
 * fixed versions would be those of the first task for ever.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import type { BaseLogger } from 'pino';
import { codeOf, messageOf } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Downloads, DownloadsKey } from '../ports/downloads.ts';
import { home, sandboxName, workspace } from './container-settings.ts';

interface KeptHomesOptions {
  readonly docker: Docker;
  readonly directory: string;
  /** So much stays free on the disk. */
  readonly diskReserveBytes: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly mostBytes?: number;
}

const MOST_BYTES = 2 * 1024 ** 3;
/** Per repository: branches and environments may differ. */
const MOST_KEPT = 3;
const KEPT_MS = 7 * 24 * 3_600_000;
const LONGEST_MS = 120_000;
const UNFINISHED = '.part';

export function createKeptHomes(options: KeptHomesOptions): Downloads {
  const { docker, directory, clock, log, mostBytes = MOST_BYTES } = options;

  return {
    async restore(taskId, key, signal) {
      const file = fileOf(key);
      if (!(await isUsable(file))) return 'nothing';
      const archive = createReadStream(file);
      try {
        const container = docker.getContainer(sandboxName(taskId));
        await container.putArchive(archive, { path: workspace, abortSignal: limited(signal) });
        log.info({ task: taskId, repositoryId: key.repositoryId }, 'downloads of an earlier task were used');
        return 'restored';
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ task: taskId, reason: messageOf(error) }, 'downloads of an earlier task could not be used');
        return 'broken';
      } finally {
        archive.destroy();
      }
    },

    async keep(taskId, key, signal) {
      const file = fileOf(key);
      if (await isUsable(file)) return;
      const part = `${file}.${randomUUID()}${UNFINISHED}`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        if (!(await hasRoom(path.dirname(file)))) return;
        const container = docker.getContainer(sandboxName(taskId));
        const abortSignal = limited(signal);
        const archive = await container.getArchive({ path: home, abortSignal });
        const to = createWriteStream(part, { mode: 0o600, flush: true });
        await pipeline(archive, atMost(mostBytes), to, { signal: abortSignal });
        await rename(part, file);
        log.info({ task: taskId, repositoryId: key.repositoryId }, 'downloads are kept for later tasks');
        await removeOldest(path.dirname(file));
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ task: taskId, reason: messageOf(error) }, 'downloads could not be kept for later tasks');
      } finally {
        await rm(part, { force: true });
      }
    },

    async removeOld() {
      const repositories = await readdir(directory).catch(noneIfMissing);
      const files = await Promise.all(repositories.map((name) => filesIn(path.join(directory, name))));
      const old = files.flat().filter(({ madeMs }) => isOld(madeMs));
      await Promise.all(old.map(({ file }) => rm(file, { force: true })));
      return old.length;
    },
  };

  function fileOf({ repositoryId, digest }: DownloadsKey): string {
    return path.join(directory, String(repositoryId), `${digest}.tar`);
  }

  async function isUsable(file: string): Promise<boolean> {
    const found = await stat(file).catch(() => null);
    return found !== null && !isOld(found.mtimeMs);
  }

  function isOld(madeMs: number): boolean {
    return madeMs < clock.now() - KEPT_MS;
  }

  async function hasRoom(folder: string): Promise<boolean> {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > options.diskReserveBytes + mostBytes;
  }
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(new Error(`They have more than ${Math.round(bytes / 1024 ** 2)} MiB.`));
      else done(null, chunk);
    },
  });
}

interface KeptFile {
  readonly file: string;
  readonly madeMs: number;
}

/** Including unfinished ones that a killed process left. */
async function filesIn(folder: string): Promise<readonly KeptFile[]> {
  const names = await readdir(folder).catch(noneIfMissing);
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { file, madeMs: (await stat(file).catch(() => null))?.mtimeMs ?? Infinity };
    }),
  );
}

async function removeOldest(folder: string): Promise<void> {
  const whole = (await filesIn(folder)).filter(({ file }) => !file.endsWith(UNFINISHED));
  const oldest = whole.toSorted((one, other) => other.madeMs - one.madeMs).slice(MOST_KEPT);
  await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
}

function noneIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
  throw error;
}

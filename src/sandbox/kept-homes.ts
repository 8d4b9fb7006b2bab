/**
 * The home folders of sandboxes after their set-up, as archives by repository (ENV-6). The engine packs and unpacks
 * them, inside the container; nothing in them is read or unpacked here. An archive is written once, under another name
 * until it is whole, and never changed. After a week it is made anew, since files without fixed versions would be those
 * of the first task for ever.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
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
  readonly mostBytesTogether?: number;
}

const GIB = 1024 ** 3;
/** Per repository: its set-up commands may differ from task to task. */
const MOST_KEPT = 3;
const KEPT_MS = 7 * 24 * 3_600_000;
/** A write takes less; what is older was left by a killed process. */
const LONGEST_MS = 120_000;
const UNFINISHED = '.part';

export function createKeptHomes(options: KeptHomesOptions): Downloads {
  const { docker, directory, clock, log, mostBytes = 2 * GIB, mostBytesTogether = 20 * GIB } = options;

  return {
    async restore(taskId, key, signal) {
      const container = docker.getContainer(sandboxName(taskId));
      const file = await fileFor(container, key).catch(() => null);
      const found = file === null ? null : await usable(file);
      if (file === null || found === null || found.bytes === 0) return 'nothing';
      const archive = createReadStream(file);
      try {
        await container.putArchive(archive, { path: workspace, abortSignal: limited(signal) });
        log.info({ task: taskId, repositoryId: key.repositoryId }, 'downloads of an earlier task were used');
        return 'restored';
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ task: taskId, reason: messageOf(error) }, 'downloads of an earlier task could not be used');
        await rm(file, { force: true });
        return 'broken';
      } finally {
        archive.destroy();
      }
    },

    async keep(taskId, key, signal) {
      const container = docker.getContainer(sandboxName(taskId));
      let part: string | null = null;
      try {
        const file = await fileFor(container, key);
        if ((await usable(file)) !== null) return;
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        if (!(await hasRoom())) return;
        part = `${file}.${randomUUID()}${UNFINISHED}`;
        const abortSignal = limited(signal);
        const archive = await container.getArchive({ path: home, abortSignal });
        const to = createWriteStream(part, { mode: 0o600, flush: true });
        const size = { isTooLarge: false };
        await pipeline(archive, atMost(mostBytes, size), to, { signal: abortSignal });
        // An empty one says that the next task need not try.
        if (size.isTooLarge) await writeFile(part, '');
        await rename(part, file);
        const about = { task: taskId, repositoryId: key.repositoryId, ...size };
        log.info(about, size.isTooLarge ? 'downloads are too large to be kept' : 'downloads are kept for later tasks');
        await removeSome(path.dirname(file));
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ task: taskId, reason: messageOf(error) }, 'downloads could not be kept for later tasks');
      } finally {
        if (part !== null) await rm(part, { force: true });
      }
    },

    async removeOld() {
      return removeAll((await allFiles()).filter(isOld));
    },
  };

  /** Another image of the same name may bring another interpreter. */
  async function fileFor(container: Docker.Container, { repositoryId, digest }: DownloadsKey): Promise<string> {
    const { Image: image } = await container.inspect();
    return path.join(directory, String(repositoryId), `${digest}-${image.replace(/^sha256:/, '').slice(0, 16)}.tar`);
  }

  async function usable(file: string): Promise<KeptFile | null> {
    const found = await look(file);
    return found === null || isOld(found) ? null : found;
  }

  function isOld({ file, madeMs }: KeptFile): boolean {
    return madeMs < clock.now() - (file.endsWith(UNFINISHED) ? 2 * LONGEST_MS : KEPT_MS);
  }

  async function hasRoom(): Promise<boolean> {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize > options.diskReserveBytes + mostBytes;
  }

  /** The oldest ones, of this repository and of all together. */
  async function removeSome(folder: string): Promise<void> {
    const files = (await allFiles()).toSorted((one, other) => other.madeMs - one.madeMs);
    const whole = files.filter(({ file }) => !file.endsWith(UNFINISHED));
    const ofThis = whole.filter(({ file }) => path.dirname(file) === folder).slice(MOST_KEPT);
    let together = 0;
    const beyond = whole.filter(({ bytes }) => (together += bytes) > mostBytesTogether);
    await removeAll([...new Set([...files.filter(isOld), ...ofThis, ...beyond])]);
  }

  async function allFiles(): Promise<readonly KeptFile[]> {
    const repositories = await readdir(directory).catch(noneIfMissing);
    const files = await Promise.all(
      repositories.map(async (name) => {
        const folder = path.join(directory, name);
        return Promise.all((await readdir(folder).catch(noneIfMissing)).map((file) => look(path.join(folder, file))));
      }),
    );
    return files.flat().filter((found) => found !== null);
  }
}

interface KeptFile {
  readonly file: string;
  readonly madeMs: number;
  readonly bytes: number;
}

async function look(file: string): Promise<KeptFile | null> {
  const found = await stat(file).catch(() => null);
  return found && { file, madeMs: found.mtimeMs, bytes: found.size };
}

async function removeAll(files: readonly KeptFile[]): Promise<number> {
  await Promise.all(files.map(({ file }) => rm(file, { force: true })));
  return files.length;
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
}

/** Passes on the beginning; the rest is read and dropped, so that the engine is not cut off. */
function atMost(bytes: number, size: { isTooLarge: boolean }): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      size.isTooLarge ||= seen > bytes;
      if (size.isTooLarge) done();
      else done(null, chunk);
    },
  });
}

function noneIfMissing(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
  throw error;
}

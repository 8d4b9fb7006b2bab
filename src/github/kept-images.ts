/**
 * The pictures of tasks: fetched from GitHub, looked at, and kept in a folder per task under the hash of their
 * bytes.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import type { Images, KeptImage } from '../ports/images.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { fetchImage } from './fetch-image.ts';
import type { FetchOptions } from './fetch-image.ts';
import { imageHeader } from './image-header.ts';

interface ImagesOptions extends FetchOptions {
  readonly directory: string;
  /** For GitHub itself alone. */
  readonly token: (repo: RepositoryRef) => Promise<string>;
}

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** The model's API refuses more on a side; and a few bytes can stand for very many pixels. */
const MAX_SIDE = 8_000;
const MAX_PIXELS = 40_000_000;

export function createImages(options: ImagesOptions): Images {
  function folderOf(taskId: string): string {
    if (!TASK_ID.test(taskId))
      throw new Fault('internal', 'A task id has an unexpected form.', 'Please report this as a bug.');
    return join(options.directory, taskId);
  }

  return {
    async keep(taskId, repo, url, signal) {
      const fetched = await fetchImage(options, url, () => options.token(repo), signal);
      if (fetched.kind === 'refused') return { kind: 'left_out', why: fetched.why };
      if (fetched.kind === 'not_now') return fetched;
      const { bytes } = fetched;
      const header = imageHeader(bytes);
      if (header === null) return { kind: 'left_out', why: 'it is no PNG, JPEG, GIF or WebP picture' };
      const { type, width, height } = header;
      if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
        return { kind: 'left_out', why: `${width}×${height} pixels are too many` };
      const image: KeptImage = { sha256: hashOf(bytes), media_type: type, bytes: bytes.length, width, height };
      await store(folderOf(taskId), image.sha256, bytes);
      return { kind: 'kept', image };
    },

    async load(taskId, sha256) {
      if (!SHA256.test(sha256)) return null;
      const bytes = await readFile(join(folderOf(taskId), sha256)).catch(() => null);
      return bytes !== null && hashOf(bytes) === sha256 ? bytes : null;
    },

    async remove(taskId) {
      await rm(folderOf(taskId), { recursive: true, force: true, maxRetries: 3 });
    },

    async kept() {
      return readdir(options.directory).catch(() => []);
    },
  };
}

/** On disk before anything is recorded about it. */
async function store(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `${name}.partial`);
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, name));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

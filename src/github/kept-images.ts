/** The images of tasks: fetched from GitHub, checked, and stored in a folder per task under the hash of their bytes. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { fetchImage, type FetchOptions } from './fetch-image.ts';
import type { Images, KeptImage, ImageType } from '../ports/images.ts';
import type { RepositoryRef } from '../ports/github.ts';

interface ImagesOptions extends FetchOptions {
  readonly directory: string;
  /** Only for GitHub itself. */
  readonly token: (repo: RepositoryRef) => Promise<string>;
}

const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** The model's API refuses longer sides, and a few bytes can represent very many pixels. */
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

/** Synced to disk before it is recorded. */
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

interface ImageHeader {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The type and size of an image, from its own bytes, since names and headers may lie. Null for anything but the four
 * supported types, or if the size is unreadable.
 */
export function imageHeader(bytes: Buffer): ImageHeader | null {
  const found = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
  return found !== null && found.width > 0 && found.height > 0 ? found : null;
}

function png(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG) || ascii(bytes, 12, 4) !== 'IHDR') return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return null;
  const sized = (width: number, height: number): ImageHeader => ({ type: 'image/webp', width, height });
  switch (ascii(bytes, 12, 4)) {
    case 'VP8X':
      return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
        : null;
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const packed = bytes.readUInt32LE(21);
      return sized((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    default:
      return null;
  }
}

/** Walks the segments up to the one with the size. */
function jpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === 0xd9 || marker === 0xda || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd7)) return null;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

/** SOF0–15 except the tables that share their range: Huffman, arithmetic, and a reserved one. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function ascii(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length);
}

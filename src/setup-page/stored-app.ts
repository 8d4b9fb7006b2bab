/**
 * The credentials of the App that the set-up page created: one file below DATA_DIR, readable only by this user. It is
 * complete or missing. Before GitHub is asked for them, a note is written: a code works once, so after a crash in
 * between the App exists at GitHub and its key is lost, and the page can say so.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf, Fault, folderTroubleOf } from '../errors.ts';

const StoredApp = z.object({
  appId: z.number().int().positive(),
  slug: z.string().min(1),
  clientId: z.string().min(1),
  /** The App's GitHub, without a trailing slash. */
  githubUrl: z.string().min(1),
  htmlUrl: z.string().min(1),
  privateKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  /** The relay channel of its webhooks; null if GitHub sends them here. */
  relay: z.string().nullable(),
});
export type StoredApp = Readonly<z.infer<typeof StoredApp>>;

/** An App that GitHub may have created, and whose credentials did not arrive. */
const BegunCreation = z.object({ name: z.string(), settingsUrl: z.string() });
export type BegunCreation = Readonly<z.infer<typeof BegunCreation>>;

export function storedAppFile(dataDir: string): string {
  return join(dataDir, 'github-app', 'credentials.json');
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'github-app', 'being-created.json');
}

/** Null if none was stored. An unusable file is a fault, since it may be the only copy of a key. */
export function readStoredApp(dataDir: string): StoredApp | null {
  const file = storedAppFile(dataDir);
  const text = readOrNull(file);
  if (text === null) return null;
  const read = StoredApp.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new Fault(
    'credentials',
    `The file ${file}, which holds the credentials of the GitHub App, is damaged.`,
    'Restore it from a back-up; or remove it and set APP_ID, PRIVATE_KEY_PATH (a new key from the page of the App) and WEBHOOK_SECRET.',
  );
}

/** Whether others on this machine may read the stored key. */
export function isReadByOthers(dataDir: string): boolean {
  try {
    return (statSync(storedAppFile(dataDir)).mode & 0o077) !== 0;
  } catch {
    return false;
  }
}

export function storeApp(dataDir: string, app: StoredApp): void {
  writeWhole(storedAppFile(dataDir), app);
  rmSync(noteFile(dataDir), { force: true });
}

export function noteCreation(dataDir: string, begun: BegunCreation): void {
  writeWhole(noteFile(dataDir), begun);
}

export function readCreation(dataDir: string): BegunCreation | null {
  const read = BegunCreation.safeParse(parsed(readOrNull(noteFile(dataDir)) ?? ''));
  return read.success ? read.data : null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Fault(
      'credentials',
      `The file ${file}, which holds the credentials of the GitHub App, cannot be read (${code ?? 'unknown reason'}).`,
      'Let this user read it, and nobody else.',
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Synced to disk before it gets its name. */
function writeWhole(file: string, content: unknown): void {
  const folder = dirname(file);
  const draft = `${file}.tmp`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // One that a crash left behind may have other permissions.
    rmSync(draft, { force: true });
    synced(draft, 'wx', (descriptor) => writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`));
    renameSync(draft, file);
    synced(folder, 'r', () => undefined);
  } catch (error) {
    throw new Fault(
      'configuration',
      `Nothing can be stored in ${folder}: ${folderTroubleOf(error)}.`,
      'Make that folder writable for this user, or make room on its disk.',
      error,
    );
  }
}

function synced(path: string, flags: 'r' | 'wx', act: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    act(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

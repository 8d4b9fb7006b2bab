/**
 * The folders of sandboxes without a container: each one new, in the temporary folder, and private. A note about each
 * is kept in the installation's folder. Its content is used only as a name, never as a path, since the note may come
 * from an unpacked archive.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { sandboxName } from './container-settings.ts';

const PREFIX = 'planwright-sandbox-';
const NOTES = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,100}\.json$/;

const Note = z.strictObject({
  name: z.string().regex(/^planwright-sandbox-[A-Za-z0-9]{6}$/),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  image: z.string(),
  stoppedAt: z.number().nullable(),
});

export interface Place extends z.infer<typeof Note> {
  readonly taskId: string;
  readonly folder: string;
  /** Contains the project, and the sandbox's own files beside it. */
  readonly workspace: string;
}

interface Places {
  /** Null if there is no note, or its folder is gone. */
  find(taskId: string): Place | null;
  make(taskId: string, image: string): Place;
  stopped(place: Place, at: number | null): void;
  /** Tasks with a note, whether or not the folder exists. */
  taskIds(): readonly string[];
  remove(taskId: string): Promise<void>;
}

const run = promisify(execFile);

export function createPlaces(directory: string): Places {
  const noteOf = (taskId: string): string => {
    sandboxName(taskId);
    return join(directory, `${taskId}.json`);
  };

  function write(taskId: string, { name, id, image, stoppedAt }: z.infer<typeof Note>): void {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(noteOf(taskId), `${JSON.stringify({ name, id, image, stoppedAt })}\n`, { mode: 0o600 });
  }

  function find(taskId: string): Place | null {
    const note = readNote(noteOf(taskId));
    if (note === null) return null;
    const folder = join(realpathSync(tmpdir()), note.name);
    return isOwnFolder(folder) ? { ...note, taskId, folder, workspace: join(folder, 'workspace') } : null;
  }

  return {
    find,
    make(taskId, image) {
      const folder = mkdtempSync(join(realpathSync(tmpdir()), PREFIX));
      const note = { name: basename(folder), id: randomBytes(16).toString('hex'), image, stoppedAt: null };
      write(taskId, note);
      const workspace = join(folder, 'workspace');
      mkdirSync(join(workspace, 'tmp'), { recursive: true });
      return { ...note, taskId, folder, workspace };
    },
    stopped: (place, stoppedAt) => write(place.taskId, { ...place, stoppedAt }),
    taskIds: () => namesIn(directory).flatMap((name) => (NOTES.test(name) ? [basename(name, '.json')] : [])),
    async remove(taskId) {
      const place = find(taskId);
      if (place !== null) await removeFolder(place.folder);
      rmSync(noteOf(taskId), { force: true });
    },
  };
}

function readNote(file: string): z.infer<typeof Note> | null {
  try {
    return Note.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function isOwnFolder(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  return facts?.isDirectory() === true && facts.uid === process.getuid?.();
}

/** Some tools lock their folders (Go does), so permissions are changed before the second try. */
async function removeFolder(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5 };
  await rm(folder, options).catch(async () => {
    await run('chmod', ['-R', 'u+rwX', folder]).catch(() => undefined);
    await rm(folder, options);
  });
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

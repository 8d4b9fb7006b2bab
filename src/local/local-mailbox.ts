/**
 * Messages to a task on this machine from other terminals: one file per message, written whole, until the driving
 * process has taken it over. A running driver is told at once; one that starts later finds the files.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../errors.ts';

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('said'), id: z.string(), text: z.string().min(1) }),
  z.object({ kind: z.literal('control'), id: z.string(), word: z.enum(['stop', 'pause', 'resume']) }),
]);
export type LocalMessage = z.infer<typeof Message>;
type Unsent<One> = One extends unknown ? Omit<One, 'id'> : never;

export interface LocalMailbox {
  /** Returns the message's id. */
  post(taskId: string, message: Unsent<LocalMessage>): string;
  /** In the order of writing; invalid ones are left out. */
  waiting(taskId: string): readonly LocalMessage[];
  taken(taskId: string, id: string): void;
  /** Calls back when a message may have arrived; returns a function that stops watching. */
  watch(taskId: string, onArrival: () => void): () => void;
  /** Removes all messages of a forgotten task. */
  remove(taskId: string): void;
}

const LETTER = /^(\d{15}-[\w-]+)\.json$/;

export function createLocalMailbox(folder: string, now: () => number): LocalMailbox {
  let last = 0;

  function open(taskId: string): string {
    const box = join(folder, taskId);
    mkdirSync(box, { recursive: true, mode: 0o700 });
    return box;
  }

  return {
    post(taskId, message) {
      const box = open(taskId);
      // Two messages of the same millisecond keep their order.
      last = Math.max(now(), last + 1);
      const id = `${String(last).padStart(15, '0')}-${randomUUID()}`;
      const draft = join(box, `.${id}`);
      writeFileSync(draft, JSON.stringify({ ...message, id }), { mode: 0o600, flag: 'wx', flush: true });
      renameSync(draft, join(box, `${id}.json`));
      return id;
    },
    waiting: (taskId) =>
      namesIn(join(folder, taskId)).flatMap((name) => {
        const read = Message.safeParse(parsed(join(folder, taskId, name)));
        return read.success && name === `${read.data.id}.json` ? [read.data] : [];
      }),
    taken: (taskId, id) => rmSync(join(folder, taskId, `${id}.json`), { force: true }),
    watch(taskId, onArrival) {
      const watcher = watch(open(taskId), { persistent: false }, onArrival);
      // Without it, the driver still looks at its inbox every two seconds.
      watcher.on('error', () => watcher.close());
      return () => watcher.close();
    },
    remove: (taskId) => rmSync(join(folder, taskId), { recursive: true, force: true }),
  };
}

function namesIn(box: string): readonly string[] {
  try {
    return readdirSync(box)
      .filter((name) => LETTER.test(name))
      .toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Answers about objects and refs of one repository from one git process, which stays until it was unused for a moment:
 * starting git takes many times as long as an answer, and a task asks often.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { gitBroken } from './git-error.ts';
import { killGroup, spawnGit, type GitResult } from './run-git.ts';
import type { GitHost, ObjectInfo, ObjectReader } from './git-environment.ts';

interface Answer {
  readonly info: ObjectInfo | null;
  readonly content: Buffer;
}

const UNUSED_MS = 2_000;
const ANSWER_MS = 60_000;
const LF = 10;
/** Such as `<name> missing` or `<name> ambiguous`; names have no spaces. */
const FOUND = /^([0-9a-f]{40,64}) [a-z]+ (\d+)$/;
const NOTHING = Buffer.alloc(0);

export function createObjectReader(host: GitHost, gitDirectory: string): ObjectReader {
  let running: (Conversation & { readonly folder: string }) | null = null;
  let unused: NodeJS.Timeout | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const close = (): void => {
    clearTimeout(unused);
    running?.end();
    running = null;
  };

  async function askNow(command: 'info' | 'contents', names: readonly string[]): Promise<readonly Answer[]> {
    clearTimeout(unused);
    // The folder may have been lost and made anew; git would still answer from the files it had opened.
    const { ino, birthtimeMs } = await stat(gitDirectory);
    const folder = `${ino} ${birthtimeMs}`;
    const isAnew = running === null || running.isOver() || running.folder !== folder;
    if (running === null || isAnew) {
      close();
      const child = spawnGit(host, { gitDirectory, args: ['cat-file', '--batch-command'] });
      running = { ...converse(child), folder };
    }
    try {
      const answers = await running.ask(command, names);
      unused = setTimeout(close, UNUSED_MS).unref();
      return answers;
    } catch (error) {
      close();
      // It may have died since the last question.
      if (!isAnew) return askNow(command, names);
      throw error;
    }
  }

  /** One question at a time, since answers come in order. */
  async function ask(command: 'info' | 'contents', names: readonly string[]): Promise<readonly Answer[]> {
    if (names.length === 0) return [];
    const asked = before.then(() => askNow(command, names));
    before = asked.catch(() => undefined);
    return asked;
  }

  return {
    info: async (names) => (await ask('info', names)).map(({ info }) => info),
    contents: async (ids) => (await ask('contents', ids)).map(({ content }) => content),
    close,
  };
}

interface Conversation {
  ask(command: 'info' | 'contents', names: readonly string[]): Promise<readonly Answer[]>;
  isOver(): boolean;
  end(): void;
}

function converse(child: ChildProcessWithoutNullStreams): Conversation {
  const parts: Buffer[] = [];
  let size = 0;
  let stderr = '';
  let isOver = false;
  let timedOut = false;
  let exitCode: number | null = null;
  let onNews: () => void = () => undefined;
  const over = (): void => {
    isOver = true;
    onNews();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    size += chunk.length;
    onNews();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-1_000);
  });
  // It may end before it has read everything; how it ended says why.
  child.stdin.on('error', () => undefined);
  child.once('error', over);
  child.once('close', (code) => {
    exitCode = code;
    over();
  });

  const joined = (): Buffer => {
    const all = parts.length === 1 ? (parts[0] ?? NOTHING) : Buffer.concat(parts);
    parts.splice(0, parts.length, all);
    return all;
  };
  async function take(length: () => number): Promise<Buffer> {
    for (let wanted = length(); ; wanted = length()) {
      if (wanted > 0 && wanted <= size) {
        const all = joined();
        parts.splice(0, parts.length, all.subarray(wanted));
        size -= wanted;
        return all.subarray(0, wanted);
      }
      if (isOver) throw broken();
      await new Promise<void>((news) => {
        onNews = news;
      });
    }
  }
  const broken = (): Error => {
    const result: GitResult = { exitCode, stdout: NOTHING, stderr, truncated: false, timedOut };
    return gitBroken('Reading the repository of the task', result);
  };
  const line = async (): Promise<string> => (await take(() => joined().indexOf(LF) + 1)).toString('utf8', 0).trimEnd();

  return {
    isOver: () => isOver,
    end() {
      child.stdin.end();
    },
    async ask(command, names) {
      const timer = setTimeout(() => {
        timedOut = true;
        killGroup(child);
      }, ANSWER_MS);
      for (const one of held(child)) one.ref();
      try {
        child.stdin.write(names.map((name) => `${command} ${name}\n`).join(''));
        const answers: Answer[] = [];
        for (const _ of names) {
          const [, id = '', bytes = ''] = FOUND.exec(await line()) ?? [];
          const info = id === '' ? null : { id, bytes: Number(bytes) };
          if (command === 'contents' && info === null) throw broken();
          const content = command === 'contents' ? await take(() => Number(bytes) + 1) : NOTHING;
          answers.push({ info, content: content.subarray(0, -1) });
        }
        return answers;
      } finally {
        clearTimeout(timer);
        for (const one of held(child)) one.unref();
      }
    },
  };
}

/** What would keep our own process from ending. */
function held(child: ChildProcessWithoutNullStreams) {
  return [child, ...[child.stdin, child.stdout, child.stderr].filter((stream) => stream instanceof Socket)];
}

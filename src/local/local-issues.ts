/**
 * GitHub's data in files: each request is an issue with its comments and its tasks. A file is written whole, and read
 * again at the next start.
 */
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, Fault } from '../errors.ts';
import { isTaskId } from '../ports/history.ts';

/** Part of folder and file names. */
const TaskId = z.string().refine(isTaskId);

const Comment = z.object({
  id: z.int(),
  /** Ours; else by the person at this machine. */
  isOurs: z.boolean(),
  body: z.string(),
  at: z.string(),
  /** The task that it was said to. */
  task: z.string(),
  /** The message from another terminal that it came with. */
  message: z.string().optional(),
});
export type LocalComment = z.infer<typeof Comment>;

/** Options that override the settings of the operator and the repository. */
const Demands = z.object({
  model: z.object({ provider: z.string().exactOptional(), name: z.string().exactOptional() }).exactOptional(),
  /** As in the Task YAML. */
  tooling: z.unknown().optional(),
  maxLoops: z.int().exactOptional(),
  testCommand: z.string().exactOptional(),
  /** Guidance for the model. */
  systemPrompt: z.string().exactOptional(),
});
export type Demands = z.infer<typeof Demands>;

const Begun = z.object({
  id: TaskId,
  /** The task's first inbox item. */
  start: z.unknown(),
  demands: Demands.default({}),
});
export type BegunLocally = z.infer<typeof Begun>;

const Issue = z.object({
  version: z.literal(1),
  number: z.int().min(1),
  title: z.string(),
  body: z.string(),
  /** Of the text; identifies a repeated request. */
  digest: z.string(),
  tasks: z.array(Begun),
  comments: z.array(Comment),
});
export type LocalIssue = z.infer<typeof Issue>;

export interface LocalIssues {
  /** The issue of this text, created if there is none. */
  ofText(text: IssueWish): Promise<LocalIssue>;
  ofTask(taskId: string): LocalIssue | null;
  /** The ids of all tasks that were started. */
  begun(): readonly string[];
  read(number: number): LocalIssue | null;
  begin(number: number, task: BegunLocally): Promise<void>;
  /** The new comment; for a message, the one made from it. */
  comment(number: number, said: Omit<LocalComment, 'id' | 'at'>): Promise<LocalComment>;
  /** Removes the data of these tasks, and issues without tasks. */
  forget(taskIds: readonly string[]): Promise<void>;
  /** Removes an issue without a task. */
  dropUnbegun(number: number): void;
  /** False if it is gone. */
  edit(commentId: number, body: string): Promise<boolean>;
  hasComment(commentId: number): boolean;
}

interface IssueWish {
  readonly title: string;
  readonly body: string;
  /** Set if the requester named the task. */
  readonly taskId: string | null;
}

/** Comment ids are unique over all issues. */
const COMMENTS_OF_ONE = 1_000_000;

export function createLocalIssues(folder: string, now: () => number): LocalIssues {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** Serialises the changes of one process. */
  let turn: Promise<unknown> = Promise.resolve();

  function fileOf(number: number): string {
    return join(folder, `${number}.json`);
  }

  function read(number: number): LocalIssue | null {
    let text: string;
    try {
      text = readFileSync(fileOf(number), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
    const read = Issue.safeParse(parsed(text));
    if (read.success) return read.data;
    throw new Fault(
      'history_damaged',
      `${fileOf(number)} is no record of an issue that can be read.`,
      'Move it away; what was asked for in it is then begun anew.',
    );
  }

  function all(): readonly LocalIssue[] {
    return readdirSync(folder)
      .flatMap((name) => /^([1-9]\d*)\.json$/.exec(name)?.[1] ?? [])
      .map(Number)
      .toSorted((one, other) => one - other)
      .flatMap((number) => read(number) ?? []);
  }

  function change<Result>(number: number, how: (issue: LocalIssue) => Result): Promise<Result> {
    const mine = turn.then(async () => {
      const issue = read(number);
      if (issue === null) throw new Fault('internal', `There is no issue ${number}.`, 'Please report this as a bug.');
      const result = how(issue);
      renameSync(await written(issue), fileOf(number));
      return result;
    });
    turn = mine.catch(() => undefined);
    return mine;
  }

  /** Complete and synced, beside its final place. */
  async function written(issue: LocalIssue): Promise<string> {
    const draft = join(folder, `.${issue.number}-${randomUUID()}.tmp`);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(issue, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return draft;
  }

  return {
    read,

    async ofText({ title, body, taskId }) {
      const words = [title, body, ...(taskId === null ? [] : [taskId])].join('\n\n');
      const digest = createHash('sha256').update(words).digest('hex');
      const found = all().findLast((issue) => issue.digest === digest);
      if (found !== undefined) return found;
      for (let number = (all().at(-1)?.number ?? 0) + 1; ; number += 1) {
        const issue: LocalIssue = { version: 1, number, title, body, digest, tasks: [], comments: [] };
        const draft = await written(issue);
        try {
          // Another process may take the same number at this moment.
          linkSync(draft, fileOf(number));
          return issue;
        } catch (error) {
          if (codeOf(error) !== 'EEXIST') throw error;
        } finally {
          rmSync(draft, { force: true });
        }
      }
    },

    ofTask: (taskId) => all().find(({ tasks }) => tasks.some(({ id }) => id === taskId)) ?? null,

    begun: () => all().flatMap(({ tasks }) => tasks.map(({ id }) => id)),

    begin: (number, task) =>
      change(number, (issue) => {
        issue.tasks.push(task);
      }),

    comment: (number, said) =>
      change(number, (issue) => {
        const same = issue.comments.find(({ message }) => message !== undefined && message === said.message);
        if (same !== undefined) return same;
        const last = issue.comments.at(-1)?.id ?? number * COMMENTS_OF_ONE;
        const made = { ...said, id: last + 1, at: new Date(now()).toISOString() };
        issue.comments.push(made);
        return made;
      }),

    async forget(taskIds) {
      for (const { number } of all()) {
        const isEmpty = await change(number, (issue) => {
          issue.tasks = issue.tasks.filter(({ id }) => !taskIds.includes(id));
          issue.comments = issue.comments.filter(({ task }) => !taskIds.includes(task));
          return issue.tasks.length === 0;
        });
        if (isEmpty) rmSync(fileOf(number), { force: true });
      }
    },

    dropUnbegun(number) {
      if (read(number)?.tasks.length === 0) rmSync(fileOf(number), { force: true });
    },

    edit: async (commentId, body) => {
      const number = Math.floor(commentId / COMMENTS_OF_ONE);
      if (read(number)?.comments.every(({ id }) => id !== commentId) ?? true) return false;
      await change(number, ({ comments }) => {
        const comment = comments.find(({ id }) => id === commentId);
        if (comment !== undefined) comment.body = body;
      });
      return true;
    },

    hasComment: (commentId) =>
      read(Math.floor(commentId / COMMENTS_OF_ONE))?.comments.some(({ id }) => id === commentId) ?? false,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

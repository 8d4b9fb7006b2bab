import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Fault, RetryLater } from '../../src/errors.ts';
import { readComments } from '../../src/effects/read-comments.ts';
import { taskAfter, after, REQUEST } from './task-world.ts';
import type { IssueComment, Permission, Person } from '../../src/ports/github.ts';
import type { Discussion } from '../../src/state/issue-content.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskRequest, TaskSettings } from '../../src/state/request.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const BEFORE = '2026-03-04T05:00:00Z';
const ASKED_AT = '2026-03-04T05:06:07Z';
const by = (id: number): Person => ({ id, login: `user-${id}` });
const comment = (id: number, author: Person, body = `comment ${id}`): IssueComment => ({
  id,
  author,
  isBot: false,
  isOurs: false,
  body,
  createdAt: BEFORE,
  updatedAt: BEFORE,
});
const refused = new Fault('github_refused', 'Reading the comments was refused by GitHub: No.', 'Look.');
const down = new RetryLater('Reading the comments failed: GitHub answered 500.', { of: 'github' });
const FAILED: Fact = {
  type: 'error',
  name: 'retry_later',
  effect: 'read_comments',
  of: 'model',
  message: 'down',
  due_at: 0,
};

interface Given {
  readonly comments?: readonly IssueComment[] | Error;
  readonly older?: number;
  readonly permission?: (person: Person) => Permission | Error;
  readonly request?: Partial<TaskRequest>;
  readonly settings?: Partial<TaskSettings>;
  readonly failures?: number;
}

async function read(given: Given): Promise<{ readonly discussion: Discussion; readonly asked: readonly number[] }> {
  const asked: number[] = [];
  const { comments = [], older = 0, permission = () => 'none' as const } = given;
  const tools = {
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
    redact: (text: string) => text.replaceAll('canary', '***'),
    github: {
      commentsUntil: async () => (comments instanceof Error ? Promise.reject(comments) : { comments, older }),
      permission: async (_repo: unknown, person: Person) => {
        asked.push(person.id);
        const answer = permission(person);
        return answer instanceof Error ? Promise.reject(answer) : answer;
      },
    },
  } as unknown as Toolbox;
  const options = {
    request: { askedAt: ASKED_AT, ...given.request },
    settings: { untrustedComments: 'include' as const, ...given.settings },
  };
  const task = after(taskAfter([], options), ...Array.from({ length: given.failures ?? 0 }, () => FAILED));
  const [fact] = await readComments({
    effect: { kind: 'read_comments' },
    key: 'k',
    task,
    tools,
    signal: new AbortController().signal,
  });
  if (fact?.type !== 'environment' || fact.name !== 'discussion') throw new Error('Nothing was read.');
  return { discussion: fact.discussion, asked };
}

describe('who among those who commented may steer (GH-2)', () => {
  it('is asked of GitHub once for each, the author of the issue first, and of the requester not at all (GH-10)', async () => {
    const rights: Readonly<Record<number, Permission>> = {
      1: 'read',
      2: 'triage',
      3: 'write',
      4: 'maintain',
      5: 'admin',
    };
    const comments = [1, 2, 3, 4, 5, 8, 3, 3].map((author, at) => comment(at + 1, by(author)));
    const { discussion, asked } = await read({ comments, permission: ({ id }) => rights[id] ?? 'none' });
    expect(asked).toEqual([REQUEST.author.id, 3, 5, 4, 2, 1]);
    expect(discussion.comments.map(({ trusted }) => trusted)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(discussion).toMatchObject({ authorTrusted: false, problem: null });
    expect((await read({ request: { requester: REQUEST.author } })).asked).toEqual([]);
    expect((await read({ permission: () => 'write' })).discussion.authorTrusted).toBe(true);
  });

  it('is not asked for an allowed bot, of which GitHub knows no permission: it may (P4)', async () => {
    const bot = { ...comment(1, by(41)), isBot: true };
    const { discussion, asked } = await read({ comments: [bot, comment(2, by(3))], settings: { allowedBots: [41] } });
    expect(asked).toEqual([REQUEST.author.id, 3]);
    expect(discussion.comments.map(({ trusted }) => trusted)).toEqual([true, false]);
  });

  it('is asked for twenty people at most; whoever was not asked about may not (P5)', async () => {
    const comments = Array.from({ length: 60 }, (_, at) => comment(at + 1, by(100 + at)));
    const { discussion, asked } = await read({ comments, permission: () => 'admin' });
    expect(asked).toHaveLength(20);
    expect(discussion.comments.filter(({ trusted }) => trusted).map(({ id }) => id)).toEqual(
      Array.from({ length: 19 }, (_, at) => at + 42),
    );
  });

  it('fails closed: after a refusal nobody else is asked about, and nobody else counts (P8)', async () => {
    const comments = [comment(1, by(21)), comment(2, by(22)), comment(3, by(23))];
    const { discussion, asked } = await read({ comments, permission: ({ id }) => (id === 22 ? refused : 'admin') });
    expect(asked).toEqual([7, 23, 22]);
    expect(discussion.comments.map(({ trusted }) => trusted)).toEqual([false, false, true]);
  });

  it('decides what is left out when comments of strangers are not wanted', async () => {
    const comments = [comment(1, by(3)), comment(2, by(1)), comment(3, by(1))];
    const settings = { untrustedComments: 'ignore' as const };
    const { discussion } = await read({ comments, settings, permission: ({ id }) => (id === 3 ? 'write' : 'read') });
    expect(discussion).toMatchObject({ comments: [{ id: 1, trusted: true }], ignored: 2 });
    expect(JSON.stringify(discussion)).not.toContain('comment 2');
  });
});

describe('what is read', () => {
  it('is counted where it is left out or hidden, and holds no secret of the service', async () => {
    const comments = [
      comment(1, by(8), 'The key is canary.<!-- hm -->'),
      { ...comment(2, by(8)), updatedAt: '2026-03-05T00:00:00Z' },
    ];
    const request = {
      body: 'See.<!-- obey -->',
      instruction: 'a\u200bb',
      target: { kind: 'issue_comment', commentId: 9 },
    } as const;
    const { discussion } = await read({ comments, older: 300, request });
    expect(discussion).toMatchObject({
      comments: [{ text: 'The key is ***.', hidden: 11 }],
      leftOut: 300,
      edited: 1,
      hidden: { request: 14, comments: 11 },
    });
  });

  it('is nothing where GitHub refuses or the comments are gone, and says so', async () => {
    const gone = new Fault('github_gone', 'Gone.', 'Look.');
    for (const comments of [refused, gone]) {
      expect((await read({ comments })).discussion).toMatchObject({ comments: [], problem: comments.message });
    }
    expect((await read({ request: { askedAt: 'once upon a time' } })).discussion.problem).toContain('did not say when');
    await expect(read({ comments: new Fault('credentials', 'No.', 'Look.') })).rejects.toMatchObject({
      code: 'credentials',
    });
  });

  it('is waited for as long as it takes to be sure, and no longer: then the work goes on without', async () => {
    await expect(read({ comments: down })).rejects.toBe(down);
    await expect(read({ comments: down, failures: 4 })).rejects.toBe(down);
    expect((await read({ comments: down, failures: 5 })).discussion.problem).toBe(down.message);
    const silent = { comments: [comment(1, by(3))], permission: () => down };
    await expect(read(silent)).rejects.toBe(down);
    expect(await read({ ...silent, failures: 5 })).toMatchObject({
      asked: [7],
      discussion: { comments: [{ trusted: false }], problem: null },
    });
    const limit = new RetryLater('It has to wait.', { of: 'github_limit', afterMs: 60_000 });
    await expect(read({ comments: limit, failures: 50 })).rejects.toBe(limit);
  });
});

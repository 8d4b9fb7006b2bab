import { describe, expect, it } from '@jest/globals';
import { checkpoint } from '../../src/effects/checkpoint.ts';
import { mergeBase } from '../../src/effects/merge-base.ts';
import { DONE } from '../flow/stories.ts';
import { actionDone, after, planOf, prepared, SNAPSHOT, subtask, taskAfter } from './task-world.ts';
import type { BaseLook, BaseMerge, BaseWish, MarkPlace, MergeWish } from '../../src/ports/base-merge.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const SHA = 'd'.repeat(40);
const MOVED: BaseLook = { kind: 'moved', sha: SHA, commits: 3, isTaken: false };
const SAVED = `saved ${'a'.repeat(40)}\n`;
const PREPARED = prepared(planOf([subtask('a')])).slice(5);

interface Given {
  readonly look?: BaseLook;
  readonly merge?: BaseMerge;
  readonly saves?: string;
  readonly marks?: readonly MarkPlace[];
}

/** The ports, with what was asked of them in its order. */
function surroundings({ look = MOVED, merge = { kind: 'merged' }, saves = SAVED, marks = [] }: Given) {
  const asked: string[] = [];
  const wishes: BaseWish[] = [];
  const result = { exitCode: 0, stdout: saves, stderr: '', timedOut: false, durationMs: 1 };
  const tools = {
    clock: { now: () => 0 },
    redact: (text: string) => text.replaceAll('canary', '***'),
    github: {
      gitToken: async (_repo: unknown, access: string) => `token to ${access}`,
      permission: async () => 'write',
    },
    sessions: {
      using: async (_which: unknown, work: (sandbox: unknown) => Promise<unknown>) =>
        work({ run: async () => asked.push('save') && { ...result, interrupted: false, connectionLost: false } }),
      release: async () => void asked.push('release'),
    },
    sandboxes: { remove: async () => void asked.push('remove') },
    repositories: {
      lookAtBase: async (_task: string, _repo: unknown, wish: BaseWish) => {
        wishes.push(wish);
        return look;
      },
      mergeBase: async (_task: string, wish: MergeWish) => {
        asked.push(`merge ${wish.sha.slice(0, 1)}${wish.takesConflicts ? ', with conflicts' : ''}`);
        await wish.beforeTaking();
        return merge;
      },
      change: async () => ({
        kind: 'change',
        change: { files: [{ path: 'a.txt', status: 'M' }], insertions: 1, deletions: 1, touched: [], savedSha: SHA },
      }),
      conflictMarks: async () => asked.push('look for marks') && marks,
      push: async () => asked.push('push') && { kind: 'pushed', sha: SHA },
      show: async () => '',
    },
  } as unknown as Toolbox;
  return { tools, asked, wishes };
}

const how = { key: 'k', signal: new AbortController().signal };

async function merged(given: Given = {}, task: Task = taskAfter(DONE), takesConflicts = true) {
  const { tools, asked, wishes } = surroundings(given);
  const effect = { kind: 'merge_base', takes_conflicts: takesConflicts } as const;
  return { facts: await mergeBase({ effect, task, tools, ...how }), asked, wish: wishes[0] };
}

describe('merging a base branch that moved (GH-7, R16)', () => {
  const current = [{ type: 'verification', name: 'base_current' }];

  it('asks what the base got since the work began, and since what it merged already, with a token that only reads', async () => {
    const first = await merged({ look: { kind: 'current' } });
    expect(first.facts).toEqual(current);
    expect(first.asked).toEqual([]);
    expect(first.wish).toEqual({ baseBranch: 'main', since: SNAPSHOT.startSha, token: 'token to read' });
    const task = after(taskAfter(DONE), { type: 'verification', name: 'base_merged', sha: SHA, commits: 3 });
    expect((await merged({ look: { kind: 'current' } }, task)).wish?.since).toBe(SHA);
  });

  it('saves the work first, and takes the container away before the merge is taken over', async () => {
    const { facts, asked } = await merged();
    expect(facts).toEqual([{ type: 'verification', name: 'base_merged', sha: SHA, commits: 3 }]);
    expect(asked).toEqual(['save', 'merge d, with conflicts', 'release', 'remove']);
    expect((await merged({}, taskAfter(DONE), false)).asked[1]).toBe('merge d');
  });

  it('saves nothing over a merge that was taken over before it was recorded', async () => {
    const { asked } = await merged({ look: { ...MOVED, isTaken: true } });
    expect(asked[0]).toBe('merge d, with conflicts');
  });

  it('merges nothing where the work cannot be saved, and knows the base where there is nothing to merge it into', async () => {
    await expect(merged({ saves: 'no' })).rejects.toMatchObject({ code: 'sandbox_failed' });
    expect((await merged({ merge: { kind: 'nothing' } })).facts).toEqual(current);
  });

  it('tells fifty of the files in conflict and how many there are, without a secret in their names', async () => {
    const files = Array.from({ length: 60 }, (_, at) => `${at}-${'n'.repeat(600)}`).with(0, 'canary.txt');
    const { facts } = await merged({ merge: { kind: 'conflicts', files, isTaken: false } });
    const [fact] = facts;
    if (fact?.type !== 'verification' || fact.name !== 'base_conflicts') throw new Error('It tells no conflict.');
    expect(fact).toMatchObject({ sha: SHA, commits: 3, file_count: 60, taken: false });
    expect(fact.files).toHaveLength(50);
    expect(fact.files.slice(0, 2)).toEqual(['***.txt', `1-${'n'.repeat(498)}`]);
  });
});

describe('saving what resolves a conflict (GH-7)', () => {
  const CONFLICTS: Fact = {
    type: 'verification',
    name: 'base_conflicts',
    sha: SHA,
    commits: 1,
    files: ['a.txt'],
    file_count: 1,
    taken: true,
  };
  const onceMore = PREPARED.filter(({ type }) => type === 'environment');
  const resolving = after(taskAfter(DONE), CONFLICTS, ...onceMore, ...actionDone(2));
  const marks = Array.from({ length: 60 }, (_, at) => ({ path: 'canary.txt', line: at + 1 }));

  async function saved(task: Task, given: Given) {
    const { tools, asked } = surroundings(given);
    return { facts: await checkpoint({ effect: { kind: 'checkpoint', subtask: 'x' }, task, tools, ...how }), asked };
  }

  it('pushes nothing with a single mark in it, and names fifty of them', async () => {
    const { facts, asked } = await saved(resolving, { marks: marks.slice(0, 1) });
    expect(facts).toEqual([
      { type: 'effect', name: 'marks_left', subtask: 'x', places: ['***.txt:1'], place_count: 1 },
    ]);
    expect(asked).toEqual(['save', 'look for marks']);
    const [fact] = (await saved(resolving, { marks })).facts;
    if (fact?.type !== 'effect' || fact.name !== 'marks_left') throw new Error('It tells no marks.');
    expect([fact.places.length, fact.places.at(-1), fact.place_count]).toEqual([50, '***.txt:50', 60]);
  });

  it('pushes what has none, and looks for none where nothing was in conflict', async () => {
    expect((await saved(resolving, {})).asked).toEqual(['save', 'look for marks', 'push']);
    const task = taskAfter([...prepared(planOf([subtask('a')])), ...actionDone(0)]);
    expect((await saved(task, { marks })).asked).toEqual(['save', 'push']);
  });
});

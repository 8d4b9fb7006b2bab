import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Fault, RetryLater } from '../../src/errors.ts';
import { authorOf } from '../../src/plan/publication.ts';
import { lookAtRepository } from '../../src/effects/look-at-repository.ts';
import { SNAPSHOT, after, taskAfter } from './task-world.ts';
import type { FetchWish } from '../../src/ports/repositories.ts';
import type { FirstLook, Names } from '../../src/ports/repository-look.ts';
import type { Blocker, Person } from '../../src/ports/github.ts';
import type { Said } from '../../src/state/question.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const FIRST_LOOK: FirstLook = {
  pieces: [],
  leftOut: [],
  namesSomething: true,
  showsAllNamed: true,
  isWhole: false,
};

const DECISIONS = [{ subtask: 'an earlier task', text: 'Tokens live 15 minutes' }];
const OPEN = ['Nobody tested Safari'];

interface Blocking {
  /** What GitHub shows as open, look after look. */
  readonly open: readonly (readonly Blocker[])[];
  readonly watched?: number[];
}

/** A task that goes on from a branch, or on a pull request. */
interface Going {
  readonly branchSha?: string;
  readonly pullRequest?: number;
}

async function looked(
  botUserId: () => Promise<number>,
  said: readonly Said[] = [],
  blocking: Blocking = { open: [] },
  { branchSha, ...request }: Going = {},
) {
  const open = [...blocking.open];
  const wishes: FetchWish[] = [];
  const finished: string[] = [];
  const named: Names[] = [];
  const tools = {
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
    earlierTasks: async () => ({ told: '', said, decisions: DECISIONS, open: OPEN }),
    watchIssues: async (_task: string, ids: readonly number[]) => {
      const { watched = [] } = blocking;
      return ids.map((id) => !watched.includes(id) && watched.push(id) > 0).includes(true);
    },
    github: {
      issue: async () => ({ state: 'open', labels: ['planwright'] }),
      repository: async () => ({ defaultBranch: 'main', archived: false }),
      openBlockers: async () => open.shift() ?? [],
      gitToken: async () => 'token',
      isBranchFinished: async (_repo: unknown, branch: string) => finished.push(branch) > 0,
      permission: async (_repo: unknown, { id }: Person) => (id === 21 ? 'write' : 'read'),
      botUserId,
    },
    repositories: {
      fetch: async (_task: string, _repo: unknown, wish: FetchWish) => {
        wishes.push(wish);
        await wish.isFinished('planwright/12-former');
        return { kind: 'snapshot', snapshot: { ...SNAPSHOT, ...(branchSha === undefined ? {} : { branchSha }) } };
      },
      lookFirst: async (_task: string, _snapshot: unknown, names: Names) => {
        named.push(names);
        return FIRST_LOOK;
      },
    },
  } as unknown as Toolbox;
  const begun = taskAfter([{ type: 'effect', name: 'progress_comment', comment_id: 1, url: 'u' }]);
  const before = { ...begun, request: { ...begun.request, ...request } };
  const signal = new AbortController().signal;
  const facts = await lookAtRepository({
    effect: { kind: 'look_at_repository' },
    key: 'k',
    task: before,
    tools,
    signal,
  });
  return { author: authorOf(after(before, ...facts)), wish: wishes[0], finished, named, facts };
}

describe('looking at the repository (GH-7)', () => {
  it('notes the account under which the task commits, for as long as it lasts', async () => {
    const { author, wish, finished } = await looked(async () => 41);
    expect(author).toEqual({ name: 'planwright[bot]', email: '41+planwright[bot]@users.noreply.github.com' });
    expect(wish?.authorEmail).toBe('planwright[bot]@users.noreply.github.com');
    expect(finished).toEqual(['planwright/12-former']);
  });

  it('looks for what the issue names, and notes what it found (PLAN-2)', async () => {
    const { named, facts } = await looked(async () => 41);
    expect(named).toEqual([expect.objectContaining({ files: [{ path: 'src/price.js', line: null }] })]);
    expect(facts).toEqual([expect.objectContaining({ name: 'repository', first_look: FIRST_LOOK })]);
  });

  it('has every blocker watched, and asks once more for what was closed before it was (GH-2)', async () => {
    const blocker = (id: number): Blocker => ({ id, number: id, title: 'T', url: 'u' });
    const told = (...ids: readonly number[]) => ({
      type: 'environment',
      name: 'blocked',
      blockers: ids.map((id) => ({ number: id, title: 'T', url: 'u' })),
    });
    const look = async (blocking: Blocking) => (await looked(async () => 41, [], blocking)).facts;
    expect(await look({ open: [[blocker(1)], []] })).toMatchObject([{ name: 'repository' }]);
    expect(await look({ open: [[blocker(1), blocker(2)], [blocker(2)]] })).toEqual([told(2)]);
    expect(await look({ open: [[blocker(1)], []], watched: [1] })).toEqual([told(1)]);
    const watched: number[] = [];
    const many = Array.from({ length: 30 }, (_, index) => blocker(index));
    expect(await look({ open: [many, many], watched })).toMatchObject([{ blockers: { length: 20 } }]);
    expect(watched).toHaveLength(30);
  });

  it('asks who of those that spoke in earlier tasks may write here yet, and marks what the others said (PLAN-2, GH-2)', async () => {
    const comment = (id: number): Said => ({
      kind: 'comment',
      by: { id, login: `person-${id}` },
      asked: '',
      text: `Said by ${id}.`,
      isEarlier: true,
    });
    const assumption: Said = { kind: 'assumption', by: null, asked: 'Which?', text: 'Both.', isEarlier: true };
    const { facts } = await looked(async () => 41, [comment(21), assumption, comment(22)]);
    const said = [comment(21), assumption, { ...comment(22), mayNotSteer: true }];
    expect(facts).toEqual([expect.objectContaining({ name: 'repository', earlier_said: said })]);
  });

  it('takes over what earlier work settled that it goes on from, and what is open of its pull request (PLAN-2)', async () => {
    const found = async (going: Going) => (await looked(async () => 41, [], { open: [] }, going)).facts[0];
    const branchSha = SNAPSHOT.startSha;
    expect(await found({ branchSha, pullRequest: 3 })).toMatchObject({
      earlier_decisions: DECISIONS,
      earlier_open: OPEN,
    });
    const again = await found({ branchSha });
    expect(again).toMatchObject({ earlier_decisions: DECISIONS });
    expect(again).not.toHaveProperty('earlier_open');
    // Begun anew from the base, as where the branch is merged.
    expect(await found({ branchSha: 'c'.repeat(40), pullRequest: 3 })).not.toHaveProperty('earlier_decisions');
  });

  it('goes on without the number of the account where GitHub does not tell it, and stops at what is no trouble of GitHub', async () => {
    for (const trouble of [
      new Fault('github_gone', 'It does not exist.', 'Look.'),
      new RetryLater('GitHub answered 502.', { of: 'github' }),
    ])
      expect((await looked(() => Promise.reject(trouble))).author.email).toBe(
        'planwright[bot]@users.noreply.github.com',
      );
    await expect(looked(() => Promise.reject(new TypeError('A mistake.')))).rejects.toThrow('A mistake.');
  });
});

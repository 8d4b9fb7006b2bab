/**
 * What every HistoryStore must do. `makeStore` returns a store in an empty place and a second one in the same place.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Fenced } from '../../src/errors.ts';
import {
  type HistoryStore,
  latestPlan,
  type NewEntry,
  type SummaryReader,
  type TaskIdentity,
} from '../../src/ports/history.ts';

export interface StoresUnderTest {
  readonly store: HistoryStore;
  /** As another process would see it. */
  readonly other: HistoryStore;
  dispose(): Promise<void>;
}

let lastMs = Date.UTC(2026, 0, 31, 20);

/** The time of a write: 13 minutes after the last one, so that some tasks begin on another day. */
export function later(): number {
  lastMs += 13 * 60_000;
  return lastMs;
}

export function newTask(issue: string | null = 'octo/shop#12'): TaskIdentity {
  return { taskId: randomUUID(), issue, traceId: 'trace-1' };
}

export function describeHistoryStore(name: string, makeStore: () => Promise<StoresUnderTest>): void {
  describe(`${name} as a history store (PLAN-4)`, () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await makeStore();
    });
    afterEach(() => stores.dispose());

    async function record(task: TaskIdentity, ...types: readonly ('task' | 'action' | 'completion')[]): Promise<void> {
      const log = await stores.store.open(task);
      for (const type of types) await log.append([{ type }], later());
      await log.close();
    }

    it('numbers entries from 1 without a gap and adds the identity of the task', async () => {
      const task = newTask();
      const log = await stores.store.open(task);
      expect(log.takeFound()).toEqual([]);
      const [first] = await log.append([{ type: 'task', title: 'Größe 😀\n', nothing: undefined }], later());
      const more = await log.append(
        [
          { type: 'plan', plan: { a: 1 } },
          { type: 'action', seq: 99, issue: 'forged' },
        ],
        later(),
      );
      expect(first).toMatchObject({
        seq: 1,
        type: 'task',
        title: 'Größe 😀\n',
        task_uuid: task.taskId,
        issue: task.issue,
        trace_id: 'trace-1',
      });
      expect(more.map((entry) => [entry.seq, entry.issue])).toEqual([
        [2, task.issue],
        [3, task.issue],
      ]);
      expect(await stores.store.read(task.taskId)).toEqual([first, ...more]);
      await log.close();
    });

    it('gives back to readers and to the next driver exactly what append returned', async () => {
      const task = newTask();
      const log = await stores.store.open(task);
      const stored = [
        ...(await log.append([{ type: 'task', when: new Date(0) }], later())),
        ...(await log.append([{ type: 'action', nothing: undefined }], later())),
      ];
      expect(await stores.other.read(task.taskId)).toEqual(stored);
      await log.close();
      const next = await stores.other.open(task);
      expect(next.takeFound()).toEqual(stored);
      expect(next.takeFound()).toEqual([]);
      expect((await next.append([{ type: 'reflection' }], later())).map(({ seq }) => seq)).toEqual([3]);
      await next.close();
    });

    it('gives every entry of a write the time that the caller says, whatever an entry says itself', async () => {
      const log = await stores.store.open(newTask());
      const at = Date.UTC(2026, 1, 3, 4, 5, 6, 789);
      const written = await log.append([{ type: 'task' }, { type: 'plan', timestamp: 'forged' }], at);
      expect(written.map(({ timestamp }) => timestamp)).toEqual([
        '2026-02-03T04:05:06.789Z',
        '2026-02-03T04:05:06.789Z',
      ]);
      await log.close();
    });

    it('finds the newest plan or revision', async () => {
      const task = newTask();
      const log = await stores.store.open(task);
      const newest = async () => latestPlan(await stores.other.read(task.taskId));
      expect(await newest()).toBeNull();
      await log.append([{ type: 'plan' }, { type: 'action' }], later());
      expect(await newest()).toMatchObject({ type: 'plan' });
      await log.append(
        [{ type: 'revision', reason: 'first' }, { type: 'revision', reason: 'second' }, { type: 'action' }],
        later(),
      );
      expect(await newest()).toMatchObject({ reason: 'second' });
      await log.close();
    });

    it('keeps appends that are not awaited in the order in which they were asked for', async () => {
      const log = await stores.store.open(newTask());
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, n) => log.append([{ type: 'action', n }], later())),
      );
      expect(written.flat().map(({ seq, n }) => [seq, n])).toEqual(Array.from({ length: 20 }, (_, n) => [n + 1, n]));
      await log.close();
    });

    it('answers an empty list for a task that does not exist, whatever the id looks like', async () => {
      expect(await stores.store.read(randomUUID())).toEqual([]);
      expect(await stores.store.read('../../etc/passwd')).toEqual([]);
    });

    it('fences a driver that was overtaken, for good, and keeps what the other one wrote (R6)', async () => {
      const task = newTask();
      const zombie = await stores.store.open(task);
      await zombie.append([{ type: 'task' }], later());
      const successor = await stores.other.open(task);
      await successor.append([{ type: 'action', by: 'successor' }], later());
      await expect(zombie.append([{ type: 'action', by: 'zombie' }], later())).rejects.toBeInstanceOf(Fenced);
      await expect(zombie.append([{ type: 'completion' }], later())).rejects.toBeInstanceOf(Fenced);
      await successor.append([{ type: 'tool' }], later());
      expect((await stores.store.read(task.taskId)).map(({ seq, type, by }) => [seq, type, by])).toEqual([
        [1, 'task', undefined],
        [2, 'action', 'successor'],
        [3, 'tool', undefined],
      ]);
      await Promise.all([zombie.close(), successor.close()]);
    });

    it('takes nothing of a batch whose first entry came too late', async () => {
      const task = newTask();
      const zombie = await stores.store.open(task);
      await zombie.append([{ type: 'task' }], later());
      const successor = await stores.other.open(task);
      await successor.append([{ type: 'action', by: 'successor' }], later());
      await expect(
        zombie.append([{ type: 'tool' }, { type: 'error' }, { type: 'completion' }], later()),
      ).rejects.toBeInstanceOf(Fenced);
      await successor.append(
        [
          { type: 'tool', by: 'successor' },
          { type: 'tool', by: 'successor' },
        ],
        later(),
      );
      expect((await stores.store.read(task.taskId)).slice(1).map(({ by }) => by)).toEqual([
        'successor',
        'successor',
        'successor',
      ]);
      expect(await stores.store.unfinished()).toEqual([task.taskId]);
      await Promise.all([zombie.close(), successor.close()]);
    });

    it('lets exactly one of two drivers begin a task', async () => {
      const task = newTask();
      const logs = await Promise.all([stores.store.open(task), stores.other.open(task)]);
      const outcomes = await Promise.allSettled(logs.map((log, by) => log.append([{ type: 'task', by }], later())));
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect((await stores.store.read(task.taskId)).map(({ by }) => by)).toEqual([winner]);
      await Promise.all(logs.map((log) => log.close()));
    });

    it('knows the tasks without an end, also one that was begun again after its end', async () => {
      const [running, ended, again, neverBegun] = [newTask(), newTask(), newTask(), newTask()];
      await record(running, 'task', 'action');
      await record(ended, 'task', 'completion');
      await record(again, 'task', 'completion', 'action');
      await record(neverBegun);
      expect([...(await stores.other.unfinished())].toSorted()).toEqual([running.taskId, again.taskId].toSorted());
      await record(again, 'completion');
      expect(await stores.other.unfinished()).toEqual([running.taskId]);
    });

    it('knows no end in a completion that asks a person to step in', async () => {
      const task = newTask();
      const log = await stores.store.open(task);
      await log.append([{ type: 'task' }], later());
      await log.append([{ type: 'completion', status: 'requires_human_intervention' }], later());
      expect(await stores.other.unfinished()).toEqual([task.taskId]);
      await log.append([{ type: 'completion', status: 'failed' }], later());
      expect(await stores.other.unfinished()).toEqual([]);
      await log.close();
    });

    it('lists the tasks of one issue in the order in which they began', async () => {
      const tasks = Array.from({ length: 30 }, () => newTask('octo/shop#1'));
      for (const task of tasks) await record(task, 'task', 'completion');
      await record(newTask('octo/shop#12'), 'task');
      await record(newTask('octo/shop-1#1'), 'task');
      await record(newTask(null), 'task');
      expect(await stores.other.ofIssue('octo/shop#1')).toEqual(tasks.map(({ taskId }) => taskId));
      expect(await stores.other.ofIssue('octo/shop#99')).toEqual([]);
      expect(await stores.other.ofIssue('../..')).toEqual([]);
    });

    it('lists the tasks of a repository that are over and changed one of these files, as they began (PLAN-2)', async () => {
      const saves = (...paths: readonly string[]) =>
        ({ type: 'effect', name: 'checkpoint', change: { files: paths.map((path) => ({ path })) } }) as const;
      const worked = async (issue: string | null, entries: readonly NewEntry[]) => {
        const task = newTask(issue);
        const log = await stores.store.open(task);
        for (const entry of entries) await log.append([entry], later());
        await log.close();
        return task.taskId;
      };
      const end = { type: 'completion' } as const;
      const first = await worked('octo/shop#1', [{ type: 'task' }, saves('a.ts'), saves('a.ts', 'src/b.ts'), end]);
      const second = await worked('octo/shop#2', [{ type: 'task' }, saves('src/b.ts'), { ...end, n: 1 }, end]);
      await worked('octo/shop#3', [{ type: 'task' }, saves('a.ts')]);
      await worked('octo/shop-2#1', [{ type: 'task' }, saves('a.ts'), end]);
      await worked(null, [{ type: 'task' }, saves('a.ts'), end]);
      const long = newTask('octo/shop#4');
      const log = await stores.store.open(long);
      await log.append([{ type: 'task' }, saves('src/b.ts')], later());
      const short = await worked('octo/shop#5', [{ type: 'task' }, saves('src/b.ts'), end]);
      await log.append([end], later());
      await log.close();
      const touching = (...paths: readonly string[]) => stores.other.touching('octo/shop', paths);
      expect(await touching('a.ts')).toEqual([first]);
      expect(await touching('src/b.ts', 'a.ts', 'a.ts')).toEqual([first, second, long.taskId, short]);
      expect(await touching('b.ts', '../a.ts')).toEqual([]);
      expect(await touching()).toEqual([]);
      expect(await stores.other.touching('octo', ['a.ts'])).toEqual([]);
    });

    it('lists the newest tasks first, over several days', async () => {
      const tasks = Array.from({ length: 40 }, () => newTask());
      for (const task of tasks) await record(task, 'task');
      const newestFirst = tasks.map(({ taskId }) => taskId).toReversed();
      expect(await stores.other.recent(25)).toEqual(newestFirst.slice(0, 25));
      expect(await stores.other.recent(1_000)).toEqual(newestFirst);
      expect(await stores.other.recent(0)).toEqual([]);
    });

    describe('keeps what lists show of a task (OPS-8)', () => {
      /** A summary contains the number of entries, and who made it. */
      const by = (maker: string, format = 1): SummaryReader<string> & { readonly made: string[] } => {
        const made: string[] = [];
        return {
          made,
          read: (kept) => (isOf(kept, format) ? `${kept.entries} by ${kept.maker}` : null),
          make(entries) {
            made.push(entries[0]?.task_uuid ?? '');
            return { kept: { format, entries: entries.length, maker }, summary: `${entries.length} by ${maker}` };
          },
        };
      };
      const isOf = (kept: unknown, format: number): kept is { readonly entries: number; readonly maker: string } =>
        typeof kept === 'object' && kept !== null && 'format' in kept && kept.format === format;
      const drive = async (task: TaskIdentity, entries: readonly NewEntry[], summarises = true) => {
        const log = await stores.store.open(task);
        for (const entry of entries)
          await log.append(
            [entry],
            later(),
            summarises
              ? ([stored]) =>
                  () => ({ format: 1, entries: stored?.seq, maker: 'its driver' })
              : undefined,
          );
        await log.close();
      };
      const list = (tasks: readonly TaskIdentity[], reader: SummaryReader<string>) =>
        stores.other.summaries(
          tasks.map(({ taskId }) => taskId),
          reader,
        );

      it('with each append, so that no history is read for them', async () => {
        const [one, other] = [newTask(), newTask(null)];
        await drive(one, [{ type: 'task' }, { type: 'action', text: 'a'.repeat(5_000) }]);
        await drive(other, [{ type: 'task' }]);
        await drive(one, [{ type: 'tool' }, { type: 'completion' }]);
        const reader = by('a reader');
        expect(await list([one, other, one], reader)).toEqual([
          '4 by its driver',
          '1 by its driver',
          '4 by its driver',
        ]);
        expect(reader.made).toEqual([]);
      });

      it('and makes it of the history again where that has gone on without it, once', async () => {
        const [behind, never, fresh] = [newTask(), newTask(), newTask()];
        await drive(behind, [{ type: 'task' }]);
        await drive(behind, [{ type: 'action' }], false);
        await drive(never, [{ type: 'task' }, { type: 'completion' }], false);
        await drive(fresh, [{ type: 'task' }]);
        const reader = by('a reader');
        const expected = ['2 by a reader', '2 by a reader', '1 by its driver'];
        expect(await list([behind, never, fresh], reader)).toEqual(expected);
        expect(await list([behind, never, fresh], reader)).toEqual(expected);
        expect(reader.made).toEqual([behind.taskId, never.taskId]);
        await drive(behind, [{ type: 'tool' }]);
        expect(await list([behind], reader)).toEqual(['3 by its driver']);
      });

      it('and makes it again where another version kept it', async () => {
        const task = newTask();
        await drive(task, [{ type: 'task' }]);
        expect(await list([task], by('the next version', 2))).toEqual(['1 by the next version']);
        expect(await list([task], by('nobody', 2))).toEqual(['1 by the next version']);
      });

      it('and has none of what is no task', async () => {
        const ids = [randomUUID(), '../../etc/passwd', ''];
        expect(await stores.store.summaries(ids, by('nobody'))).toEqual([null, null, null]);
        expect(await stores.store.summaries([], by('nobody'))).toEqual([]);
      });
    });
  });
}

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  access,
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Fault, Fenced } from '../../src/errors.ts';
import { describeHistoryStore, later, newTask } from '../contracts/history-store.ts';
import { type HistoryPlace, makeHistoryPlace } from './history-place.ts';

describeHistoryStore('The JSONL store', async () => {
  const place = await makeHistoryPlace();
  return { store: place.newStore(), other: place.newStore(), dispose: place.dispose };
});

describe('The JSONL store and its files (PLAN-4)', () => {
  let place: HistoryPlace;
  const task = newTask();
  beforeEach(async () => {
    place = await makeHistoryPlace();
  });
  afterEach(() => place.dispose());

  async function writeThree(): Promise<Buffer> {
    const log = await place.newStore().open(task);
    await log.append([{ type: 'task', title: 'Größe' }], later());
    await log.append([{ type: 'plan' }], later());
    await log.append([{ type: 'action', text: 'ÄÖÜ😀' }], later());
    await log.close();
    return readFile(place.file(task.taskId));
  }

  async function openedTypes(): Promise<readonly string[]> {
    const log = await place.newStore().open(task);
    await log.close();
    return log.takeFound().map(({ type }) => type);
  }

  it('writes one line of JSON per entry with the type and the timestamp of PLAN-4', async () => {
    const lines = (await writeThree()).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { seq: 1, type: 'task' },
      { seq: 2, type: 'plan' },
      { seq: 3, type: 'action' },
    ]);
    expect(lines[0]).toMatch(/^\{"seq":1,"type":"task","timestamp":"\d{4}-\d\d-\d\dT[\d:.]+Z","task_uuid":"/);
  });

  it('drops a last line torn at any byte, with a warning, and goes on from there', async () => {
    const whole = await writeThree();
    const lastLine = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let length = lastLine + 1; length < whole.length; length += 1) {
      await writeFile(place.file(task.taskId), whole.subarray(0, length));
      expect((await place.newStore().read(task.taskId)).length).toBe(2);
      expect(await openedTypes()).toEqual(['task', 'plan']);
      expect((await readFile(place.file(task.taskId))).equals(whole.subarray(0, lastLine))).toBe(true);
    }
    expect(place.warnings.length).toBe(whole.length - lastLine - 1);
    expect(place.warnings[0]).toMatchObject({ task: task.taskId, droppedBytes: 1 });
    const log = await place.newStore().open(task);
    await log.append([{ type: 'tool' }], later());
    await log.close();
    expect(await openedTypes()).toEqual(['task', 'plan', 'tool']);
  });

  it('drops a last line of zeros or rubbish, as a power failure leaves it', async () => {
    const whole = await writeThree();
    for (const rubbish of [Buffer.alloc(4_096), Buffer.from([0xff, 0xfe, 10]), Buffer.from('{"seq":4}\n')]) {
      await writeFile(place.file(task.taskId), Buffer.concat([whole, rubbish]));
      expect(await openedTypes()).toEqual(['task', 'plan', 'action']);
    }
  });

  it('drops a batch that was cut short as a whole', async () => {
    const whole = await writeThree();
    const log = await place.newStore().open(task);
    await log.append([{ type: 'tool' }, { type: 'error' }, { type: 'completion' }], later());
    await log.close();
    const bytes = await readFile(place.file(task.taskId));
    for (const length of [bytes.length - 5, bytes.lastIndexOf(10, bytes.length - 2) + 1, whole.length + 3]) {
      await writeFile(place.file(task.taskId), bytes.subarray(0, length));
      expect(await openedTypes()).toEqual(['task', 'plan', 'action']);
    }
  });

  it.each([
    ['does not parse', (lines: string[]) => lines.splice(1, 1, '{"seq":2,')],
    ['is missing', (lines: string[]) => lines.splice(1, 1)],
    ['is empty', (lines: string[]) => lines.splice(1, 0, '')],
    ['is no entry', (lines: string[]) => lines.splice(1, 1, '[]')],
    [
      'goes on with a batch that did not begin',
      (lines: string[]) => lines.splice(1, 0, '{"seq":2,"type":"plan","timestamp":"","w":"x:1-2"}'),
    ],
  ])('names file and line when a line in the middle %s, and changes nothing', async (_, damage) => {
    const lines = (await writeThree()).toString().split('\n');
    damage(lines);
    const damaged = lines.join('\n');
    await writeFile(place.file(task.taskId), damaged);
    for (const attempt of [place.newStore().open(task), place.newStore().read(task.taskId)]) {
      const error = await attempt.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Fault);
      expect(error).toMatchObject({
        code: 'history_damaged',
        message: expect.stringContaining(`Line 2 of ${place.file(task.taskId)}`),
      });
    }
    expect((await place.newStore().readUndamaged(task.taskId)).map(({ seq }) => seq)).toEqual([1]);
    expect(await readFile(place.file(task.taskId), 'utf8')).toBe(damaged);
  });

  it('reports bytes that are no text instead of replacing them', async () => {
    const whole = await writeThree();
    whole[whole.indexOf('Größe') + 2] = 0xff;
    await writeFile(place.file(task.taskId), whole);
    await expect(place.newStore().open(task)).rejects.toMatchObject({
      code: 'history_damaged',
      message: expect.stringContaining('Line 1 '),
    });
  });

  it('stops a driver whose file was replaced by a repair, and carries over what it had written', async () => {
    await writeThree();
    const zombie = await place.newStore().open(task);
    await zombie.append([{ type: 'tool' }], later());
    await appendFile(place.file(task.taskId), '{"seq":5,"ty');
    expect(await openedTypes()).toEqual(['task', 'plan', 'action', 'tool']);
    await expect(zombie.append([{ type: 'error' }], later())).rejects.toBeInstanceOf(Fenced);
    await zombie.close();
  });

  it('opens no history that another process is repairing, until that was given up', async () => {
    const whole = await writeThree();
    const mark = `${place.file(task.taskId)}.repair`;
    for (const end of ['', '{"seq":4,"ty']) {
      await writeFile(place.file(task.taskId), `${whole.toString()}${end}`);
      await writeFile(mark, '');
      await expect(place.newStore().open(task)).rejects.toMatchObject({ name: 'RetryLater' });
      expect(await readFile(place.file(task.taskId), 'utf8')).toBe(`${whole.toString()}${end}`);
      await utimes(mark, new Date(), new Date(Date.now() - 60_000));
      expect(await openedTypes()).toEqual(['task', 'plan', 'action']);
      await expect(access(mark)).rejects.toMatchObject({ code: 'ENOENT' });
    }
  });

  it('stops a driver whose file is gone, though nobody else wrote', async () => {
    await writeThree();
    const log = await place.newStore().open(task);
    await unlink(place.file(task.taskId));
    await expect(log.append([{ type: 'tool' }], later())).rejects.toBeInstanceOf(Fenced);
    await log.close();
  });

  it('turns a write that fails into a fault and writes nothing more through this log', async () => {
    const log = await place.newStore().open(task);
    await rm(place.directory, { recursive: true });
    await writeFile(place.directory, 'in the way');
    await expect(log.append([{ type: 'task' }], later())).rejects.toMatchObject({
      name: 'Fault',
      code: 'history_failed',
    });
    await rm(place.directory);
    await mkdir(place.directory);
    await expect(log.append([{ type: 'task' }], later())).rejects.toMatchObject({ code: 'history_failed' });
    await log.close();
  });

  it('refuses what is no id of a task', async () => {
    await expect(place.newStore().open({ ...task, taskId: '../escape' })).rejects.toMatchObject({ code: 'internal' });
  });

  it('survives a crash between the mark and the first append, and one between the end and its mark', async () => {
    await writeThree();
    const marks = path.join(place.directory, 'index', 'open');
    const neverBegun = newTask().taskId;
    await writeFile(path.join(marks, neverBegun), '');
    expect(await place.newStore().unfinished()).toEqual([task.taskId]);
    const log = await place.newStore().open(task);
    await log.append([{ type: 'effect', name: 'checkpoint', change: { files: [{ path: 'a.ts' }] } }], later());
    await log.append([{ type: 'completion' }], later());
    await log.close();
    await writeFile(path.join(marks, task.taskId), '');
    await rm(path.join(place.directory, 'index', 'files'), { recursive: true });
    expect(await place.newStore().unfinished()).toEqual([]);
    expect(await readdir(marks)).toEqual([neverBegun]);
    expect(await place.newStore().touching('octo/shop', ['a.ts'])).toEqual([task.taskId]);
  });

  it('marks a task that goes on after its end before it writes, so that no crash in between loses it', async () => {
    const log = await place.newStore().open(task);
    await log.append([{ type: 'task' }, { type: 'completion' }], later());
    const marks = path.join(place.directory, 'index', 'open');
    expect(await readdir(marks)).toEqual([]);
    await unlink(place.file(task.taskId));
    await expect(log.append([{ type: 'tool' }], later())).rejects.toBeInstanceOf(Fenced);
    expect(await readdir(marks)).toEqual([task.taskId]);
    await log.close();
  });

  it('enters a task again that a crash kept out of the lists, or left with the wrong mark, when it is opened', async () => {
    await writeThree();
    const index = path.join(place.directory, 'index');
    for (const list of ['recent', 'issues', 'open']) await rm(path.join(index, list), { recursive: true });
    await openedTypes();
    const store = place.newStore();
    const { taskId, issue } = task;
    expect([await store.recent(9), await store.ofIssue(issue ?? ''), await store.unfinished()]).toEqual([
      [taskId],
      [taskId],
      [taskId],
    ]);
    const log = await store.open(task);
    await log.append([{ type: 'completion' }], later());
    await log.close();
    await writeFile(path.join(index, 'open', taskId), '');
    await openedTypes();
    expect(await readdir(path.join(index, 'open'))).toEqual([]);
  });

  it('does not take the end that an overtaken driver wrote for the end, nor its mark away for a moment', async () => {
    await writeThree();
    await appendFile(
      place.file(task.taskId),
      '{"seq":3,"type":"completion","timestamp":"2026-01-01T00:00:00.000Z","w":"late"}\n',
    );
    const mark = path.join(place.directory, 'index', 'open', task.taskId);
    await utimes(mark, 0, 0);
    expect(await place.newStore().unfinished()).toEqual([task.taskId]);
    expect((await stat(mark)).mtimeMs).toBe(0);
    expect(await openedTypes()).toEqual(['task', 'plan', 'action']);
  });

  it('shows lists the newest of a task at work, also before that is written (OPS-8)', async () => {
    const file = path.join(place.directory, 'index', 'summaries', task.taskId);
    const store = place.newStore();
    const log = await store.open(task);
    const reader = { read: (kept: unknown) => Number(kept), make: () => null };
    for (let step = 1; step <= 10; step += 1) {
      await log.append(
        [{ type: 'task', step }],
        later(),
        ([entry]) =>
          () =>
            entry?.seq,
      );
      expect(await store.summaries([task.taskId], reader)).toEqual([step]);
    }
    await log.close();
    const kept = await readFile(file);
    expect(JSON.parse(kept.toString())).toMatchObject({ kept: 10 });
    expect(await place.newStore().summaries([task.taskId], reader)).toEqual([10]);
  });

  it('makes what lists show anew where a kill left it behind the history, cut short or of an older record (OPS-8)', async () => {
    const file = path.join(place.directory, 'index', 'summaries', task.taskId);
    const made: number[] = [];
    const reader = {
      read: (kept: unknown) => Number(kept),
      make({ length }: readonly unknown[]) {
        made.push(length);
        return { kept: length, summary: length };
      },
    };
    const listed = async () => (await place.newStore().summaries([task.taskId], reader))[0];
    const append = async (type: 'task' | 'action') => {
      const log = await place.newStore().open(task);
      await log.append(
        [{ type }],
        later(),
        ([entry]) =>
          () =>
            entry?.seq,
      );
      await log.close();
    };
    await append('task');
    const before = await readFile(file);
    await append('action');
    const whole = await readFile(file);
    expect(await listed()).toBe(2);
    expect(made).toEqual([]);
    for (const left of [before, whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('}')]), Buffer.alloc(0)]) {
      await writeFile(file, left);
      expect(await listed()).toBe(2);
    }
    expect(made).toEqual([2, 2, 2, 2]);
    // Somebody repaired a letter of it.
    await writeFile(place.file(task.taskId), await readFile(place.file(task.taskId)));
    await utimes(place.file(task.taskId), new Date(0), new Date(0));
    expect(await listed()).toBe(2);
    for (const damaged of ['no history\n', 'no history\nat all\n']) {
      await writeFile(place.file(task.taskId), damaged);
      expect(await listed()).toBeNull();
    }
    expect(made).toHaveLength(5);
  });

  it('makes the index anew when it is missing', async () => {
    const store = place.newStore();
    const tasks = Array.from({ length: 5 }, (_, n) => newTask(n % 2 === 0 ? 'octo/shop#7' : null));
    for (const [position, each] of tasks.entries()) {
      const log = await store.open(each);
      await log.append([{ type: 'task' }], later());
      await log.append([{ type: 'effect', name: 'checkpoint', change: { files: [{ path: 'a.ts' }] } }], later());
      if (position > 1) await log.append([{ type: 'completion' }], later());
      await log.close();
    }
    const answers = async (from = store) => [
      await from.unfinished(),
      await from.ofIssue('octo/shop#7'),
      await from.recent(3),
    ];
    const before = await answers();
    await rm(path.join(place.directory, 'index'), { recursive: true });
    await unlink(place.file(tasks[4]?.taskId ?? ''));
    await truncate(place.file(tasks[3]?.taskId ?? ''), 0);
    const after = await answers(place.newStore());
    const kept = tasks.slice(0, 3).map(({ taskId }) => taskId);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toEqual([kept[0], kept[2]]);
    expect(after[2]).toEqual(kept.toReversed());
    expect(await place.newStore().touching('octo/shop', ['a.ts'])).toEqual([kept[2]]);
    expect((await readdir(place.directory)).filter((name) => name.startsWith('index'))).toEqual(['index']);
  });
});

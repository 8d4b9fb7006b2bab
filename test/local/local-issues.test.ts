import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalInbox } from '../../src/local/local-inbox.ts';
import { createLocalIssues, type LocalIssues } from '../../src/local/local-issues.ts';

describe('what is asked for on this machine (OPS-3)', () => {
  let folder: string;
  let issues: LocalIssues;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pw-issues-'));
    issues = open();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = () => createLocalIssues(folder, () => Date.parse('2026-01-02T03:04:05Z'));
  const asked = (title: string, body = '', taskId: string | null = null) => issues.ofText({ title, body, taskId });

  it('is found again by its text, by whoever starts next, and by a name that goes with it', async () => {
    const first = await asked('Fix it', 'Please.');
    expect(first.number).toBe(1);
    expect((await asked('Fix it', 'Now.')).number).toBe(2);
    expect((await asked('Fix it', 'Please.', 'TASK-1')).number).toBe(3);
    issues = open();
    expect(await asked('Fix it', 'Please.')).toEqual(first);
    expect((await asked('Fix it', 'Please.', 'TASK-1')).number).toBe(3);
  });

  it('gets a number of its own, however many ask at once', async () => {
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => open().ofText({ title: `${at}`, body: '', taskId: null })),
    );
    expect(new Set(many.map(({ number }) => number)).size).toBe(20);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is not read where a task of it has a name that leads out of the folder: an archive may bring one along', async () => {
    const issue = await asked('Fix it');
    const start = { kind: 'start' };
    for (const id of ['../../elsewhere', '..', '/etc', 'a/b', '']) {
      const forged = { ...issue, tasks: [{ id, start }] };
      writeFileSync(join(folder, '1.json'), JSON.stringify(forged));
      expect(() => open().begun()).toThrow('no record of an issue that can be read');
    }
    writeFileSync(join(folder, '1.json'), JSON.stringify({ ...issue, tasks: [{ id: 'TASK-1.a', start }] }));
    expect(open().begun()).toEqual(['TASK-1.a']);
  });

  it('keeps its tasks and what was said, whole, through changes at the same moment', async () => {
    const { number } = await asked('Fix it');
    await issues.begin(number, { id: 'one', start: { kind: 'start' }, demands: { maxLoops: 3 } });
    const said = await Promise.all(
      ['a', 'b', 'c'].map((body) => issues.comment(number, { isOurs: body === 'b', body, task: 'one' })),
    );
    expect(said.map(({ id }) => id)).toEqual([1_000_001, 1_000_002, 1_000_003]);
    expect(await issues.edit(1_000_002, 'B')).toBe(true);
    expect(await issues.edit(1_000_009, 'x')).toBe(false);
    expect([issues.hasComment(1_000_003), issues.hasComment(1_000_004), issues.hasComment(2_000_001)]).toEqual([
      true,
      false,
      false,
    ]);
    const read = open().ofTask('one');
    expect(read?.comments.map(({ body, at }) => [body, at])).toEqual(
      ['a', 'B', 'c'].map((body) => [body, '2026-01-02T03:04:05.000Z']),
    );
    expect(read?.tasks).toEqual([{ id: 'one', start: { kind: 'start' }, demands: { maxLoops: 3 } }]);
    expect(open().ofTask('two')).toBeNull();
  });

  it('OPS-3: leaves its number to the next where nothing was begun for it', async () => {
    const refused = await asked('Fix it');
    issues.dropUnbegun(refused.number);
    const next = await asked('Fix something else');
    expect(next.number).toBe(refused.number);
    await issues.begin(next.number, { id: 'one', start: {}, demands: {} });
    issues.dropUnbegun(next.number);
    expect(issues.ofTask('one')?.number).toBe(next.number);
  });

  it('is told where its record is damaged, and not begun anew beside it', async () => {
    writeFileSync(join(folder, '1.json'), '{"version":1');
    await expect(asked('Fix it')).rejects.toMatchObject({ code: 'history_damaged' });
  });

  it('EXEC-5: makes one comment of a message, however often it is taken over', async () => {
    const { number } = await asked('Fix it');
    const said = { isOurs: false, body: 'a', task: 'one', message: 'm-1' };
    const [first, again] = [await issues.comment(number, said), await open().comment(number, said)];
    expect(again).toEqual(first);
    expect((await issues.comment(number, { ...said, message: 'm-2' })).id).not.toBe(first.id);
  });

  it('PLAN-4: forgets tasks with what was said to them, and an issue without any whole', async () => {
    const [one, two] = [await asked('One'), await asked('Two')];
    for (const [number, id] of [
      [one.number, 'a'],
      [one.number, 'b'],
      [two.number, 'c'],
    ] as const) {
      await issues.begin(number, { id, start: {}, demands: {} });
      await issues.comment(number, { isOurs: false, body: id, task: id });
    }
    expect(issues.begun()).toEqual(['a', 'b', 'c']);
    await issues.forget(['a', 'c']);
    expect([issues.begun(), issues.read(two.number)]).toEqual([['b'], null]);
    expect(issues.read(one.number)?.comments.map(({ body }) => body)).toEqual(['b']);
  });
});

describe('the inbox of a task on this machine (OPS-3)', () => {
  const comment = (id: string) =>
    ({ kind: 'comment', id, addressed: true, by: { id: 2, login: 'mika' }, text: id }) as const;
  const never = () => new AbortController().signal;

  it('holds each item once until it is acknowledged, in the order in which they came', async () => {
    const inbox = createLocalInbox();
    for (const id of ['a', 'b', 'a']) inbox.push(comment(id));
    expect((await inbox.read('one')).map(({ id }) => id)).toEqual(['a', 'b']);
    await inbox.acknowledge('one', ['a']);
    expect((await inbox.read('one')).map(({ id }) => id)).toEqual(['b']);
  });

  it('tells of an arrival at once, also of one that came before anybody waited, and not of what was read', async () => {
    const inbox = createLocalInbox();
    inbox.push(comment('a'));
    await inbox.arrival(never());
    await inbox.read('one');
    let arrived = false;
    const waiting = inbox.arrival(never()).then(() => (arrived = true));
    await new Promise(setImmediate);
    expect(arrived).toBe(false);
    inbox.push(comment('b'));
    await waiting;
    await inbox.read('one');
    const ending = new AbortController();
    const aborted = inbox.arrival(ending.signal);
    ending.abort();
    await aborted;
  });
});

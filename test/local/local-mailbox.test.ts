import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hearOthers } from '../../src/local/hear-others.ts';
import { createLocalInbox } from '../../src/local/local-inbox.ts';
import { createLocalMailbox, type LocalMailbox } from '../../src/local/local-mailbox.ts';
import { until } from '../flows/world.ts';
import type { LocalMessage } from '../../src/local/local-mailbox.ts';

const BY = { id: 2, login: 'mika' };

describe('what is said from another terminal (OPS-3)', () => {
  let folder: string;
  let mailbox: LocalMailbox;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pw-mailbox-'));
    mailbox = open();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = () => createLocalMailbox(folder, () => 1_000);
  const say = (text: string) => mailbox.post('T-1', { kind: 'said', text });

  it('waits whole and in its order, for that task alone, until it is taken', () => {
    for (let at = 0; at < 12; at += 1) say(`${at}`);
    mailbox.post('T-2', { kind: 'control', word: 'stop' });
    const waiting = open().waiting('T-1');
    expect(waiting.map((one) => (one.kind === 'said' ? one.text : one.word))).toEqual(
      Array.from({ length: 12 }, (_, at) => `${at}`),
    );
    open().taken('T-1', waiting[0]?.id ?? '');
    expect([open().waiting('T-1').length, open().waiting('T-2').length, open().waiting('T-3').length]).toEqual([
      11, 1, 0,
    ]);
    mailbox.remove('T-1');
    expect(readdirSync(folder)).toEqual(['T-2']);
  });

  it('is nothing else that lies there: drafts, other names, what is no message', () => {
    const id = say('whole');
    const other = id.replace(/^0/, '1');
    writeFileSync(join(folder, 'T-1', `.${other}`), JSON.stringify({ kind: 'said', id: other, text: 'draft' }));
    writeFileSync(join(folder, 'T-1', `${other}.json`), JSON.stringify({ kind: 'said', id, text: 'of another name' }));
    writeFileSync(join(folder, 'T-1', 'x.json'), JSON.stringify({ kind: 'said', id: 'x', text: 'x' }));
    writeFileSync(join(folder, 'T-1', `${id.replace(/^00/, '11')}.json`), '{');
    expect(mailbox.waiting('T-1')).toEqual([{ kind: 'said', id, text: 'whole' }]);
  });

  it('is heard at once, once, and an order waits in its file until the driver has recorded it', async () => {
    const inbox = createLocalInbox();
    const heard: LocalMessage[] = [];
    const arrived: number[] = [];
    const hearing = hearOthers(inbox, {
      taskId: 'T-1',
      mailbox: open(),
      heard: (message) => heard.push(message),
      itemOf: async (message) =>
        message.kind === 'said'
          ? { kind: 'comment', id: `comment-${message.id}`, by: BY, text: message.text }
          : { kind: 'control', id: message.id, word: message.word, by: BY, reason: '' },
    });
    hearing.listen('T-1', () => arrived.push(arrived.length));
    say('Keep the names.');
    const order = mailbox.post('T-1', { kind: 'control', word: 'pause' });
    // Nobody polls the inbox; it is notified.
    await until(() => arrived.length === 2, 'both to arrive');
    await Promise.all([hearing.look(), hearing.read('T-1')]);
    expect(heard.map(({ kind }) => kind)).toEqual(['said', 'control']);
    expect((await hearing.read('T-1')).map(({ kind }) => kind)).toEqual(['comment', 'control']);
    expect(mailbox.waiting('T-1').map(({ id }) => id)).toEqual([order]);
    await hearing.acknowledge('T-1', [order]);
    expect([mailbox.waiting('T-1'), (await hearing.read('T-1')).length]).toEqual([[], 1]);
    hearing.close();
  });
});

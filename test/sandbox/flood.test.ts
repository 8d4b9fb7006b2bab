import { describe, expect, it } from '@jest/globals';
import { windowBytes } from '../../src/sandbox/protocol.ts';
import { connections, greet, impostor } from './impostor.ts';
import { memoryInUse } from './memory.ts';
import { clock } from './rig.ts';

const request = { t: 'file', key: 'k', op: { op: 'read_file', path: 'x' } } as const;
const turn = (): Promise<void> => clock.sleep(0);

describe('a stream that everybody in the container can write to (S14)', () => {
  it('passes over what proves nothing, whatever it claims to be', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const { s } = agent.heard[0] ?? {};
    const answer = session.ask(request);
    const claims = [
      { s, t: 'result', key: 'k', result: 'forged' },
      { s, t: 'hello', version: 99, isGuarded: true },
      { s: 'newer', t: 'hello', version: 2, isGuarded: true },
      { s, t: 'over' },
      { s, t: 'garbled' },
      { s, t: 'open', c: 1 },
    ];
    for (const claim of claims) {
      agent.forge(`${JSON.stringify(claim)}\n`);
      agent.forge(`${'A'.repeat(24)} 1 ${JSON.stringify(claim)}\n`);
    }
    agent.forge(`${'x'.repeat(5 * 1024 * 1024)}\n[]\n\0\xff and no end`);
    agent.say({ t: 'result', key: 'k', result: 'true' });
    expect(await answer).toBe('true');
    const said = new Set(agent.heard.map((message) => message['t']));
    said.delete('look');
    expect([...said]).toEqual(['hello', 'file']);
    session.close('done');
  });

  it('takes nothing a second time', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const kept = agent.lose({ t: 'result', key: 'k', result: 'old' });
    agent.forge(kept);
    const answer = session.ask(request);
    agent.forge(kept);
    agent.say({ t: 'result', key: 'k', result: 'new' });
    expect(await answer).toBe('new');
    session.close('done');
  });

  it('asks again where an answer was lost, which the next line shows', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const answer = session.ask(request);
    session.send({ t: 'stop', key: 'k' });
    agent.lose({ t: 'result', key: 'k', result: 'lost' });
    agent.forge('what damaged it\n');
    while (!agent.heard.some((message) => message['t'] === 'look')) await turn();
    agent.say({ t: 'seen' });
    await turn();
    expect(agent.heard.map(({ t }) => t).join(' ')).toBe('hello file stop look reset file stop');
    agent.say({ t: 'result', key: 'k', result: 'said again' });
    expect(await answer).toBe('said again');
    session.close('done');
  });

  it('breaks connections off whose bytes were lost', async () => {
    const agent = impostor();
    const { gateway, streams } = connections();
    const session = await greet(agent.stream, gateway);
    agent.say({ t: 'open', c: 1 });
    agent.lose({ t: 'data', c: 1, d: 'eA==' });
    agent.say({ t: 'data', c: 1, d: 'eA==' });
    await turn();
    expect(streams[0]?.destroyed).toBe(true);
    expect(session.isOpen()).toBe(true);
    session.close('done');
  });

  it('reads a flood slowly, and answers of the agent out of it', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const answer = session.ask(request);
    for (let sent = 0; sent < 8; sent += 1) agent.forge(`${'flood '.repeat(40_000)}\n`.repeat(4));
    agent.say({ t: 'result', key: 'k', result: 'true' });
    await turn();
    expect(agent.stream.isPaused()).toBe(true);
    expect(agent.stream.readableLength).toBeGreaterThan(0);
    expect(await answer).toBe('true');
    session.close('done');
  });

  it('refuses data without bytes, which no window would bound', async () => {
    for (const nothing of ['', '=', '!!!!']) {
      const agent = impostor();
      const { gateway, streams } = connections();
      const session = await greet(agent.stream, gateway);
      agent.say({ t: 'open', c: 1 });
      agent.say({ t: 'data', c: 1, d: nothing });
      await turn();
      expect(streams[0]?.destroyed).toBe(true);
      session.close('done');
    }
  });

  it.each([
    ['that nobody reads', false],
    ['that are read slowly', true],
  ])('keeps of connections %s a few times their bytes, though each byte comes alone (I6)', async (_, isRead) => {
    const agent = impostor();
    const { gateway, streams } = connections();
    const session = await greet(agent.stream, gateway);
    const channels = 16;
    const before = memoryInUse();
    for (let id = 1; id <= channels; id += 1) agent.say({ t: 'open', c: id });
    await turn();
    if (isRead) for (const stream of streams) stream.once('readable', () => undefined);
    for (let sent = 0; sent < windowBytes / 64; sent += 1) {
      for (let id = 1; id <= channels; id += 1) agent.say({ t: 'data', c: id, d: 'eA==' });
      if (sent % 256 === 0) await turn();
    }
    await turn();
    const bytes = (channels * windowBytes) / 64;
    expect(streams.every((stream) => !stream.destroyed)).toBe(true);
    expect(memoryInUse() - before).toBeLessThan(8 * bytes + 4 * 1024 * 1024);
    const got = streams.map((stream) => {
      let length = stream.readableLength;
      for (let block = stream.read() as Buffer | null; block !== null; block = stream.read() as Buffer | null)
        length = Math.max(length, block.length);
      return length;
    });
    expect(Math.min(...got)).toBeGreaterThan(1);
    session.close('done');
  });

  it('gives up on a container that reads nothing, though each answer to it is small (I6)', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    agent.isDeaf = true;
    const before = memoryInUse();
    let most = 0;
    for (let id = 1; id < 400_000 && session.isOpen(); id += 1) {
      session.send({ t: 'close', c: id });
      if (id === 150_000) most = memoryInUse() - before;
    }
    expect(session.isOpen()).toBe(false);
    expect(most).toBeLessThan(2 * 130 * 1024 * 1024);
  });
});

import { describe, expect, it } from '@jest/globals';
import { Duplex } from 'node:stream';
import { protocolVersion, windowBytes } from '../../src/sandbox/protocol.ts';
import { SandboxLost } from '../../src/sandbox/session.ts';
import { createAgentSandbox } from '../../src/sandbox/agent-sandbox.ts';
import { defaultLimits } from '../../src/sandbox/container-settings.ts';
import { connections, greet, impostor } from './impostor.ts';
import { clock, closedGateway } from './rig.ts';

const request = { t: 'file', key: 'k', op: { op: 'read_file', path: 'x' } } as const;

describe('a session with an agent that cannot be trusted', () => {
  it('begins at the answer to its own hello, whatever was left in the stream before', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const answer = session.ask(request);
    agent.say({ t: 'result', key: 'unknown', result: 0 });
    agent.say({ t: 'result', key: 'k', result: 7 });
    expect(await answer).toBe(7);
    session.close('done');
  });

  it.each([{ x: 1 }, { t: 'open', c: -1 }, { t: 'hello' }])(
    'ends where the agent itself says what is not part of the protocol (case %#)',
    async (message) => {
      const agent = impostor();
      const session = await greet(agent.stream);
      const answer = session.ask(request);
      agent.say(message);
      await expect(answer).rejects.toBeInstanceOf(SandboxLost);
      expect(session.isOpen()).toBe(false);
      await expect(session.ask(request)).rejects.toBeInstanceOf(SandboxLost);
    },
  );

  it('says its hello again when the first was spoilt', async () => {
    const agent = impostor(protocolVersion, 1);
    const session = await greet(agent.stream);
    expect(agent.heard.filter((message) => message['t'] === 'hello')).toHaveLength(2);
    session.close('done');
  });

  it('gives up when nobody answers the hello', async () => {
    const silence = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    await expect(greet(silence, undefined, 20)).rejects.toThrow('did not answer within');
  });

  it('refuses an agent of another version', async () => {
    const agent = impostor(protocolVersion + 1);
    await expect(greet(agent.stream)).rejects.toThrow('speaks version');
  });

  it('bounds the connections one container may open', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    for (let channel = 1; channel <= 300; channel += 1) agent.say({ t: 'open', c: channel });
    await clock.sleep(0);
    const refused = agent.heard.filter((message) => message['t'] === 'close').map((message) => message['c']);
    expect(refused).toEqual(Array.from({ length: 44 }, (_, index) => 257 + index));
    session.close('done');
  });

  it('gives up on a container that asks on and on and reads nothing, before its answers fill the memory (I6)', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const waiting = session.ask(request);
    agent.isDeaf = true;
    const text = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 400 && session.isOpen(); count += 1) session.send({ t: 'forget', keys: [text] });
    expect(session.isOpen()).toBe(false);
    await expect(waiting).rejects.toThrow('does not read what it is sent');
  });

  it('keeps no more of an answer than an agent would give, and no amounts that cannot be (I6)', async () => {
    const agent = impostor();
    const session = await greet(agent.stream);
    const container = { containerId: 'c', image: 'i', endedBy: null, gateway: closedGateway(), gone: '' };
    const sandbox = createAgentSandbox(container, session, defaultLimits, clock);
    const never = new AbortController().signal;
    const command = sandbox.run({ key: 'r', command: 'true', timeoutMs: 1000 }, never);
    const file = sandbox.file('f', { op: 'read_file', path: 'x' }, never);
    const long = 'x'.repeat(1024 * 1024);
    const end = { exitCode: 0, signal: null, timedOut: false, connectionLost: false };
    agent.say({
      t: 'result',
      key: 'r',
      result: { ...end, stdout: long, stderr: long, omittedBytes: -1, durationMs: 1e300 },
    });
    agent.say({ t: 'result', key: 'f', result: { ok: true, text: long } });
    const { stdout, stderr, omittedBytes, durationMs } = await command;
    const most = defaultLimits.outputBytes + 10_000;
    expect(stdout.length).toBeLessThan(most);
    expect(stderr.length).toBeLessThan(most);
    expect({ omittedBytes, durationMs }).toEqual({ omittedBytes: 0, durationMs: 0 });
    expect((await file).text.length).toBeLessThan(140_000);
    session.close('done');
  });

  it('cuts a connection that sends more than its window before anybody reads', async () => {
    const agent = impostor();
    const { gateway, streams } = connections();
    const session = await greet(agent.stream, gateway);
    agent.say({ t: 'open', c: 1 });
    const chunk = Buffer.alloc(32 * 1024).toString('base64');
    for (let sent = 0; sent <= 2 * windowBytes; sent += 32 * 1024) agent.say({ t: 'data', c: 1, d: chunk });
    await clock.sleep(0);
    expect(streams[0]?.destroyed).toBe(true);
    expect(session.isOpen()).toBe(true);
    session.close('done');
  });

  it('sends no more than the window until credit comes', async () => {
    const agent = impostor();
    const { gateway } = connections();
    gateway.on('connection', (stream: Duplex) => stream.write(Buffer.alloc(3 * windowBytes)));
    const session = await greet(agent.stream, gateway);
    agent.say({ t: 'open', c: 1 });
    await clock.sleep(0);
    const sentBytes = (): number =>
      agent.heard
        .filter((message) => message['t'] === 'data')
        .reduce((sum, message) => sum + Buffer.byteLength(String(message['d']), 'base64'), 0);
    expect(sentBytes()).toBe(windowBytes);
    agent.say({ t: 'credit', c: 1, n: 1000 });
    agent.say({ t: 'credit', c: 1, n: 1e15 });
    await clock.sleep(0);
    expect(sentBytes()).toBe(2 * windowBytes + 1000);
    session.close('done');
  });
});

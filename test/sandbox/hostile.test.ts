import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Duplex } from 'node:stream';
import Docker from 'dockerode';
import type { Sandbox, Sandboxes } from '../../src/ports/sandbox.ts';
import { containerKeys, lineKey, sealLine } from '../../src/sandbox/seal.ts';
import { memoryInUse } from './memory.ts';
import { agentPid, closedGateway, docker, never, newId, run, sandboxesOf, specOf } from './rig.ts';

const warnings: unknown[] = [];
const log = { info: () => undefined, warn: (facts: unknown) => warnings.push(facts) };
const instance = newId();
const sandboxes = sandboxesOf(instance, { log });
const gateway = closedGateway();
const taskId = newId();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await sandboxes.create(specOf(taskId), gateway);
});
afterAll(async () => {
  await sandbox.detach();
  await sandboxes.remove(taskId);
});

async function again(by: Sandboxes = sandboxes): Promise<Sandbox> {
  const next = await by.attach(taskId, gateway);
  if (next === null) throw new Error('The sandbox did not survive.');
  return next;
}

/** Their sessions can be listened to, as any command can that reads from the pipe. */
function watched(taken: string[]): Sandboxes {
  const client = new Docker({ socketPath: '/var/run/docker.sock' });
  const dial = client.modem.dial.bind(client.modem);
  client.modem.dial = (options, callback) =>
    dial(options, (error, result) => {
      const stream = result as Duplex;
      if (options.path.includes('/attach')) {
        const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
        stream.write = (chunk: Buffer, ...rest: unknown[]) => {
          taken.push(chunk.toString());
          return write(chunk, ...rest);
        };
      }
      callback?.(error, result);
    });
  return sandboxesOf(instance, { log, docker: client });
}

/** By the numbers of x86-64 and of AArch64. */
const systemCalls = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
} as const;
function systemCall(name: keyof typeof systemCalls, ...args: readonly string[]): string {
  const number = systemCalls[name][process.arch === 'arm64' ? 1 : 0];
  return `syscall(${[number, ...args].join(', ')})`;
}

const lines = (count: number): string =>
  `yes '${'A'.repeat(24)} 7 {"t":"result","key":"k","result":{"exitCode":0}}' | head -n ${count}`;

describe('a command that turns on its own agent (S14, G12)', () => {
  it('cannot look into it or the process that starts commands for it, trace them, or take their descriptors', async () => {
    expect(warnings).toEqual([]);
    const { stdout } = await run(
      sandbox,
      [
        `for agent in ${agentPid} $PPID; do`,
        'for file in fd/0 fd/1 mem environ maps; do (exec 3< /proc/$agent/$file) 2>/dev/null && echo open $file; done',
        'ls /proc/$agent/fd /proc/$agent/map_files 2>/dev/null; readlink /proc/$agent/exe /proc/$agent/cwd',
        `perl -e '$agent = shift; print "traced\\n" if ${systemCall('ptrace', '16', '$agent+0', '0', '0')} == 0; $fd = ${systemCall('pidfd_open', '$agent+0', '0')}; print "taken\\n" if $fd >= 0 && ${systemCall('pidfd_getfd', '$fd', '1', '0')} >= 0' $agent`,
        'done',
        `kill -USR1 ${agentPid}; sleep 0.2; grep -c ":240D " /proc/net/tcp`,
        'ls /tmp',
      ].join('\n'),
    );
    expect(stdout).toBe('0\n');
  });

  it('is answered for what it did, whatever it writes to the pipes', async () => {
    const forging = [
      `for pid in 1 ${agentPid}; do for fd in 0 1 2; do`,
      `  { printf '%s\\n' '{"t":"hello"}' '{"s":"x","t":"over"}' garbage; ${lines(1000)}; head -c 300000 /dev/urandom; printf 'no end'; } > /proc/$pid/fd/$fd && echo wrote $pid`,
      'done; done 2>/dev/null; exit 3',
    ].join('\n');
    expect(await run(sandbox, forging)).toMatchObject({
      exitCode: 3,
      stdout: 'wrote 1\n'.repeat(3),
      connectionLost: false,
    });
    expect(await run(sandbox, 'echo next')).toMatchObject({ stdout: 'next\n' });
  });

  it('is answered though it floods the stream, and takes from it what the agent is told', async () => {
    const before = memoryInUse();
    const content = `while :; do ${lines(100_000)}; done > /proc/1/fd/1`;
    await sandbox.file(newId(), { op: 'write_file', path: 'flood.sh', content }, never);
    const background = ['sh flood.sh', 'cat /proc/1/fd/1 > /dev/null', 'cat /proc/1/fd/0 > /dev/null'];
    const attack = background.map((command) => `(timeout 3 ${command} 2> /dev/null &)`).join('; ');
    expect(await run(sandbox, `${attack}; sleep 2; echo mine; exit 4`)).toMatchObject({
      exitCode: 4,
      stdout: 'mine\n',
    });
    expect(memoryInUse() - before).toBeLessThan(64 * 1024 ** 2);
    expect(await run(sandbox, 'echo next')).toMatchObject({ stdout: 'next\n' });
  });

  it('brings back neither a driver nor a command by what it took from the stream', async () => {
    const taken: string[] = [];
    const earlier = await again(watched(taken));
    const request = { key: newId(), command: 'echo ran >> runs', timeoutMs: 5000 };
    await earlier.run(request, never);
    earlier.acknowledge([request.key]);
    await run(earlier, 'true');
    const newest = await again(watched(taken));
    await newest.run(request, never);
    newest.acknowledge([request.key]);
    await run(newest, 'true');
    await newest.file(newId(), { op: 'write_file', path: 'taken', content: taken.join('') }, never);
    const replaying = await run(newest, 'rm runs; cat taken > /proc/1/fd/0; sleep 0.3; cat runs');
    expect(replaying).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await run(newest, 'echo mine')).toMatchObject({ stdout: 'mine\n' });
    await expect(run(earlier, 'true')).rejects.toThrow();
    await sandbox.detach();
    sandbox = newest;
  });

  it('gives the agent no keys of its own, nor lines sealed with them', async () => {
    const keys = containerKeys('of the attacker', sandbox.containerId, 'now');
    const key = lineKey(keys.lines, 'mine', 'to agent');
    const texts = { lines: keys.lines.toString('base64url'), notes: keys.notes.toString('base64url') };
    const hello = sealLine(key, 0, JSON.stringify({ t: 'hello', s: 'mine', keys: texts }));
    const order = sealLine(key, 1, JSON.stringify({ t: 'run', key: newId(), command: 'touch ordered' }));
    const content = Buffer.concat([hello, order]).toString();
    await sandbox.file(newId(), { op: 'write_file', path: 'lines', content }, never);
    expect(await run(sandbox, 'cat lines > /proc/1/fd/0; sleep 0.3; ls')).toMatchObject({
      stdout: expect.not.stringContaining('ordered'),
    });
  });

  it('writes no results into the notes of the agent (EXEC-5)', async () => {
    const [forged, copied] = [newId(), newId()];
    const ours = { key: newId(), command: 'echo ours', timeoutMs: 5000 };
    await sandbox.run(ours, never);
    const result = '{"exitCode":0,"signal":null,"timedOut":false,"stdout":"forged","stderr":"","omittedBytes":0}';
    const killer = [
      'cd /workspace/.agent',
      `printf '\\n%s\\n' '${'A'.repeat(24)} {"key":"${forged}","result":${result}}' >> journal`,
      `grep -aF ${ours.key} journal | sed s/${ours.key}/${copied}/ > copies && cat copies >> journal`,
      'head -c 100000 /dev/urandom >> journal; for n in $(seq 300); do echo >> journal; done',
      `kill -9 ${agentPid}; sleep 5`,
    ].join('\n');
    await expect(run(sandbox, killer)).rejects.toThrow();
    sandbox = await again();
    expect(await sandbox.run({ ...ours, command: 'echo twice' }, never)).toMatchObject({ stdout: 'ours\n' });
    for (const key of [forged, copied])
      expect(await sandbox.run({ key, command: 'echo true', timeoutMs: 5000 }, never)).toMatchObject({
        stdout: 'true\n',
      });
  });

  it('keeps the agent from starting by nothing that it puts in the place of its notes', async () => {
    for (const place of ['mkfifo journal', 'mkdir journal', 'ln -s /dev/zero journal']) {
      await expect(
        run(sandbox, `cd /workspace/.agent; rm -rf journal; ${place}; kill -9 ${agentPid}; sleep 5`),
      ).rejects.toThrow();
      sandbox = await again();
      expect(await run(sandbox, 'echo alive')).toMatchObject({ stdout: 'alive\n' });
    }
  });

  it('can stop the agent, which is no more than ending the container', async () => {
    const { Id: id } = await docker.getContainer(sandbox.containerId).inspect();
    await expect(run(sandbox, `kill -9 ${agentPid}; sleep 5`)).rejects.toThrow();
    sandbox = await again();
    expect(sandbox.containerId).toBe(id);
  });
});

describe('an image whose node cannot be run by the dynamic loader', () => {
  it('works, and the log says once what that means', async () => {
    warnings.length = 0;
    const other = newId();
    const made = await sandboxes.create(specOf(other), gateway);
    const { Config, HostConfig } = await docker.getContainer(made.containerId).inspect();
    await made.detach();
    await docker.getContainer(made.containerId).remove({ force: true });
    // A folder where the copy would be: the same as an image without a loader.
    const [shell = 'bash', , start = '', ...rest] = Config.Cmd;
    const Cmd = [shell, '-c', `mkdir /tmp/planwright-agent; ${start}`, ...rest];
    await docker.createContainer({ ...Config, Cmd, name: `planwright-${other}`, HostConfig });
    const first = await sandboxes.attach(other, gateway);
    const second = await sandboxes.attach(other, gateway);
    expect(second === null ? null : await run(second, 'echo up')).toMatchObject({ stdout: 'up\n' });
    expect(warnings).toEqual([{ image: Config.Image }]);
    await first?.detach();
    await second?.detach();
    await sandboxes.remove(other);
  });
});

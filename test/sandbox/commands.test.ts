import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import { closedGateway, docker, never, newId, run, sandboxesOf, specOf } from './rig.ts';

const sandboxes = sandboxesOf(newId());
const taskId = newId();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await sandboxes.create(specOf(taskId), closedGateway());
});
afterAll(async () => {
  await sandbox.detach();
  await sandboxes.remove(taskId);
});

/** Names of everything that runs beside init, the agent and this look itself. */
async function leftovers(): Promise<string> {
  const { stdout } = await run(
    sandbox,
    "for p in /proc/[0-9]*; do [ \"${p#/proc/}\" -gt 1 ] && tr '\\0' ' ' < $p/cmdline && echo; done | grep -vE '^(/tmp/planwright-agent|bash -c for|tr |grep |$)'; true",
  );
  return stdout.trim();
}

const leaveTracks =
  'trap "" TERM; sleep 1000 & (setsid sleep 1000 &) ; (setsid bash -c "trap \\"\\" TERM HUP INT; sleep 1000; sleep 1000" &) ; (env -i setsid bash -c "(sleep 1000 &) ; exec sleep 1000" &); env -i bash -c "trap \\"\\" TERM; while :; do sleep 1000; done" & ';

describe('commands in a sandbox (EXEC-2)', () => {
  it('gives exit code and both streams', async () => {
    expect(await run(sandbox, 'echo out; echo err >&2; exit 3')).toMatchObject({
      exitCode: 3,
      signal: null,
      timedOut: false,
      stdout: 'out\n',
      stderr: 'err\n',
      omittedBytes: 0,
      connectionLost: false,
    });
  });

  it('runs alone where it must, and the next command is told what became of the others', async () => {
    await run(sandbox, leaveTracks);
    expect(await leftovers()).not.toBe('');
    const alone = await sandbox.run({ key: newId(), command: 'echo alone', timeoutMs: 5000, alone: true }, never);
    expect(alone).toMatchObject({ exitCode: 0, stdout: 'alone\n', stderr: '' });
    expect((await run(sandbox, 'true')).stderr).toContain('What ran in the background was ended');
    expect(await leftovers()).toBe('');
    const again = await sandbox.run({ key: newId(), command: 'true', timeoutMs: 5000, alone: true }, never);
    expect(again.stderr + (await run(sandbox, 'true')).stderr).toBe('');
  });

  it('says which signal ended a command, and what cannot be run', async () => {
    expect(await run(sandbox, 'kill -SEGV $$')).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
    expect(await run(sandbox, 'no-such-command')).toMatchObject({ exitCode: 127 });
  });

  it('runs in the project folder or one inside it, with the environment asked for', async () => {
    await run(sandbox, 'mkdir -p sub; ln -sfn /etc outside');
    const ask = (cwd: string) =>
      sandbox.run(
        { key: newId(), command: 'pwd; echo $GREETING', cwd, env: { GREETING: 'hello' }, timeoutMs: 5000 },
        never,
      );
    expect((await ask('sub')).stdout).toBe('/workspace/project/sub\nhello\n');
    for (const cwd of ['..', '/etc', 'outside', 'missing'])
      expect(await ask(cwd)).toMatchObject({ exitCode: 126, stdout: '' });
    expect((await ask('..')).stderr).toContain('outside the project folder');
  });

  it('runs as an ordinary user who cannot change the image', async () => {
    const { stdout } = await run(
      sandbox,
      'id -u; touch /usr/x 2>/dev/null || echo read-only; grep -E "CapEff|NoNewPrivs|Seccomp:" /proc/self/status; touch /tmp/x ~/x && echo writable; ls /var/run/docker.sock 2>&1 | tail -c 27',
    );
    expect(stdout).toContain('1000\nread-only\n');
    expect(stdout).toMatch(/CapEff:\s+0+\n/);
    expect(stdout).toMatch(/NoNewPrivs:\s+1\n/);
    expect(stdout).toMatch(/Seccomp:\s+2\n/);
    expect(stdout).toContain('writable\n');
    expect(stdout).toContain('No such file or directory');
  });

  it('bounds 1 GB of output to head and tail, at no cost in memory here (G13)', async () => {
    const before = process.memoryUsage().rss;
    const { stdout, omittedBytes, exitCode } = await run(
      sandbox,
      'echo first; head -c 1G /dev/zero | tr "\\0" x; echo last',
      60_000,
    );
    expect(exitCode).toBe(0);
    expect(stdout.startsWith('first\nxxx')).toBe(true);
    expect(stdout.endsWith('xxxlast\n')).toBe(true);
    expect(stdout).toContain(`[... ${omittedBytes} bytes left out ...]`);
    expect(omittedBytes).toBe(1024 ** 3 + 11 - 32 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 ** 2);
  });

  it('answers when the command ends though a child in the background holds its output, and lets that child live', async () => {
    const result = await run(sandbox, 'echo started; (while :; do echo tick; sleep 0.05; done) & echo $! > pid');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout.startsWith('started\n')).toBe(true);
    expect(await run(sandbox, 'sleep 0.3; kill -0 $(cat pid) && kill $(cat pid)')).toMatchObject({ exitCode: 0 });
  });

  it('leaves nothing of a timed-out command alive, whatever it did to hide, and stays usable', async () => {
    const result = await run(sandbox, `${leaveTracks} echo ready; while :; do sleep 1000; done`, 500);
    expect(result).toMatchObject({ timedOut: true, exitCode: null, stdout: 'ready\n' });
    expect(result.stderr).toContain('did not end within 0.5 s');
    // The requirement: gone, with its children, 5 s after the time-out.
    expect(result.durationMs).toBeLessThan(500 + 5_000);
    expect(await leftovers()).toBe('');
  });

  it('lets a command that ends on SIGTERM do so within the grace', async () => {
    expect(await run(sandbox, 'trap "echo bye; exit 0" TERM; while :; do sleep 0.01; done', 200)).toMatchObject({
      timedOut: true,
      stdout: 'bye\n',
    });
  });

  it('ends a timed-out command beside others without touching them', async () => {
    const beside = run(sandbox, '(setsid sleep 2 &); for i in $(seq 15); do sleep 0.1; done; echo whole');
    const result = await run(sandbox, `${leaveTracks} while :; do sleep 1000; done`, 300);
    expect(result.timedOut).toBe(true);
    expect(await beside).toMatchObject({ exitCode: 0, stdout: 'whole\n' });
    expect((await leftovers()).replace('sleep 2', '').trim()).toBe('');
  });

  it('rejects with the reason of an abort after the process tree is gone', async () => {
    const controller = new AbortController();
    const running = run(sandbox, `touch begun; ${leaveTracks} while :; do sleep 1000; done`, 60_000, controller.signal);
    await run(sandbox, 'until [ -e begun ]; do sleep 0.01; done');
    controller.abort(new Error('a person said stop'));
    await expect(running).rejects.toThrow('a person said stop');
    expect(await leftovers()).toBe('');
  });

  it('does not run a command that was aborted before it was asked for', async () => {
    await expect(run(sandbox, 'touch never', 1000, AbortSignal.abort(new Error('too late')))).rejects.toThrow(
      'too late',
    );
    expect(await run(sandbox, 'test -e never')).toMatchObject({ exitCode: 1 });
  });

  it('runs a key once and answers it again with the kept result until it is acknowledged (EXEC-5)', async () => {
    const request = { key: newId(), command: 'echo x >> count; wc -l < count', timeoutMs: 5000 };
    const [first, second] = await Promise.all([sandbox.run(request, never), sandbox.run(request, never)]);
    expect([first.stdout, second.stdout, (await sandbox.run(request, never)).stdout]).toEqual(['1\n', '1\n', '1\n']);
    sandbox.acknowledge([request.key]);
    expect((await sandbox.run(request, never)).stdout).toBe('2\n');
  });

  it('runs sixteen commands side by side', async () => {
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) => run(sandbox, `sleep 0.2; echo ${index}`)),
    );
    expect(results.map((result) => result.stdout)).toEqual(Array.from({ length: 16 }, (_, index) => `${index}\n`));
  });

  it('survives a command that signals everything it may, and a fork bomb', async () => {
    expect(await run(sandbox, 'kill -TERM -1; kill -HUP -1; sleep 0.05')).toMatchObject({ timedOut: false });
    const bomb = await run(sandbox, 'bomb() { bomb | bomb & }; bomb; sleep 100', 700);
    expect(bomb.timedOut).toBe(true);
    expect(await leftovers()).toBe('');
    expect(await run(sandbox, 'echo alive')).toMatchObject({ stdout: 'alive\n' });
  });

  it('is created as the engine confirms (G12)', async () => {
    const { HostConfig, Config, Mounts, NetworkSettings } = await docker.getContainer(sandbox.containerId).inspect();
    expect(HostConfig).toMatchObject({
      Privileged: false,
      ReadonlyRootfs: true,
      NetworkMode: 'none',
      CapDrop: ['ALL'],
      Init: true,
      PidsLimit: 512,
      Memory: 2 * 1024 ** 3,
      MemorySwap: 2 * 1024 ** 3,
    });
    expect(HostConfig.SecurityOpt).toEqual(['no-new-privileges']);
    expect(Config.User).toBe('1000:1000');
    expect(Mounts.map((mount) => ({ type: mount.Type, at: mount.Destination }))).toEqual([
      { type: 'volume', at: '/workspace' },
    ]);
    expect(Object.keys(NetworkSettings.Networks)).toEqual(['none']);
  });
});

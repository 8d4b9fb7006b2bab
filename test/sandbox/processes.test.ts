import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createProcessSandboxes } from '../../src/sandbox/process-sandboxes.ts';
import { defaultLimits } from '../../src/sandbox/container-settings.ts';
import { describeSandboxes } from '../contracts/sandboxes.ts';
import { clock, closedGateway, newId, run, silent, specOf } from './rig.ts';
import type { Sandboxes } from '../../src/ports/sandbox.ts';

const directory = mkdtempSync(join(tmpdir(), 'pw-processes-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const execute = promisify(execFile);

/** Whoever is dead may have its number until somebody asks. */
function isLiving(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

function processes(): Sandboxes {
  return createProcessSandboxes({
    directory: join(directory, 'sandboxes'),
    secret: 'the secret of these tests',
    limits: { ...defaultLimits, graceMs: 300 },
    path: process.env['PATH'] ?? '',
    log: silent,
    clock,
  });
}

describeSandboxes('plain processes', async () => ({
  sandboxes: processes(),
  others: processes(),
  image: 'planwright/sandbox-base:dev',
}));

describe('plain processes on a machine with others (EXEC-2)', () => {
  const sandboxes = processes();
  const made: string[] = [];
  const newTask = (): string => {
    const taskId = newId();
    made.push(taskId);
    return taskId;
  };
  afterEach(async () => {
    for (const taskId of made.splice(0)) await sandboxes.remove(taskId);
  });

  it('signals nothing but its own, whatever it ends', async () => {
    // Of the same user, younger than the agent, with children of its own, in a session of its own and in ours.
    const taskId = newTask();
    const sandbox = await sandboxes.create(specOf(taskId), closedGateway());
    const others = [true, false].map((detached) =>
      spawn('bash', ['-c', 'sleep 600 & echo $$ $!; wait'], { detached, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const pids = await Promise.all(
      others.map(async ({ stdout }) =>
        String((await once(stdout, 'data'))[0])
          .trim()
          .split(' ')
          .map(Number),
      ),
    );
    const stubborn = '(setsid bash -c "trap \\"\\" TERM; sleep 600; sleep 600" &); sleep 600 & ';
    expect(await run(sandbox, `${stubborn} wait`, 200)).toMatchObject({ timedOut: true });
    await run(sandbox, stubborn);
    await sandbox.run({ key: newId(), command: 'true', timeoutMs: 5000, alone: true }, new AbortController().signal);
    await run(sandbox, stubborn);
    await sandbox.detach();
    await sandboxes.stop(taskId);
    await sandboxes.attach(taskId, closedGateway());
    await sandboxes.remove(taskId);
    expect(pids.flat().filter(isLiving)).toEqual(pids.flat());
    expect(pids.flat()).toHaveLength(4);
    for (const pid of pids.flat()) process.kill(pid, 'SIGKILL');
  });

  it('ends what an agent left that was killed, before anything else is run (EXEC-2)', async () => {
    const taskId = newTask();
    const sandbox = await sandboxes.create(specOf(taskId), closedGateway());
    const { stdout } = await run(sandbox, '(setsid sleep 600 & echo $! $PPID)');
    const [left, agent] = stdout.trim().split(' ').map(Number);
    process.kill(Number(agent), 'SIGKILL');
    expect(isLiving(Number(left))).toBe(true);
    const again = await sandboxes.attach(taskId, closedGateway());
    if (again === null) throw new Error('The sandbox did not survive.');
    await run(again, 'true');
    expect(isLiving(Number(left))).toBe(false);
    await again.detach();
  });

  it('gives commands a fixed environment, and removes its folder even where a tool locked it (EXEC-2)', async () => {
    const taskId = newTask();
    const sandbox = await sandboxes.create(specOf(taskId), closedGateway());
    const { stdout } = await run(sandbox, 'mkdir -p locked/x; touch locked/x/y; chmod 500 locked/x locked; env');
    const names = stdout.split('\n').flatMap((line) => (line.includes('=') ? [line.slice(0, line.indexOf('='))] : []));
    expect(names.filter((name) => !/^(?:HOME|PATH|LANG|PWD|SHLVL|_|OLDPWD|TMPDIR)$/.test(name)).toSorted()).toEqual(
      [
        'GIT_TERMINAL_PROMPT',
        'GRADLE_OPTS',
        'HTTPS_PROXY',
        'HTTP_PROXY',
        'MAVEN_OPTS',
        'NO_PROXY',
        'PIP_DISABLE_PIP_VERSION_CHECK',
        'PLANWRIGHT_COMMAND',
        'PLANWRIGHT_GATEWAY',
        'PLANWRIGHT_WORKSPACE',
        'http_proxy',
        'https_proxy',
        'no_proxy',
        'npm_config_prefix',
        'npm_config_update_notifier',
      ].toSorted(),
    );
    const folder = /^HOME=(.*)\/workspace\/home$/m.exec(stdout)?.[1] ?? '';
    expect(folder.startsWith(join(tmpdir(), 'planwright-sandbox-'))).toBe(true);
    await sandbox.detach();
    await sandboxes.remove(taskId);
    expect(existsSync(folder)).toBe(false);
  });

  // Only root can be somebody else.
  (process.getuid?.() === 0 ? it : it.skip)(
    'lets no other user of the machine through to its gateway (EXEC-2)',
    async () => {
      const sandbox = await sandboxes.create(specOf(newTask()), closedGateway());
      const port = (await run(sandbox, 'echo ${HTTP_PROXY##*:}')).stdout.trim();
      // A connection that was closed already would end the shell by a signal.
      const ask = `trap '' PIPE; exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET /x HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3; true`;
      const askedBy = async (uid: number) => (await execute('bash', ['-c', ask], { uid, cwd: '/' })).stdout;
      expect(await askedBy(0)).toContain('404');
      expect(await askedBy(65_534)).toBe('');
      await sandbox.detach();
    },
  );

  it('is reaped when it was stopped for its time, and not while it runs (EXEC-1)', async () => {
    const taskId = newTask();
    const isAlive = async (): Promise<boolean> => true;
    const sandbox = await sandboxes.create(specOf(taskId), closedGateway());
    expect(await sandboxes.reap({ isAlive, keepStoppedMs: 0 })).toEqual([]);
    await sandbox.detach();
    await sandboxes.stop(taskId);
    expect(await sandboxes.reap({ isAlive, keepStoppedMs: 3_600_000 })).toEqual([]);
    const again = await sandboxes.attach(taskId, closedGateway());
    expect(await sandboxes.reap({ isAlive, keepStoppedMs: 0 })).toEqual([]);
    await again?.detach();
    await sandboxes.stop(taskId);
    expect(await sandboxes.reap({ isAlive, keepStoppedMs: 0 })).toEqual([taskId]);
    expect(await sandboxes.attach(taskId, closedGateway())).toBeNull();
  });

  it('removes no folder that a forged note names (OPS-3)', async () => {
    const precious = mkdtempSync(join(tmpdir(), 'pw-precious-'));
    writeFileSync(join(precious, 'thesis'), 'years of work');
    const notes = join(directory, 'sandboxes');
    mkdirSync(notes, { recursive: true });
    // None that could reach anything but this folder, should it be believed.
    const own = basename(precious);
    for (const [at, name] of [own, `./${own}`, `planwright-sandbox-abcdef/../${own}`].entries())
      writeFileSync(
        join(notes, `forged${at}.json`),
        JSON.stringify({ name, id: '0'.repeat(32), image: 'i', stoppedAt: 0 }),
      );
    await sandboxes.reap({ isAlive: async () => false, keepStoppedMs: 0 });
    expect(readFileSync(join(precious, 'thesis'), 'utf8')).toBe('years of work');
    expect(readdirSync(notes).filter((name) => name.startsWith('forged'))).toEqual([]);
    rmSync(precious, { recursive: true });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandResult, Sandbox } from '../../src/ports/sandbox.ts';
import { agentPid, closedGateway, docker, newId, run, sandboxesOf, specOf } from './rig.ts';

const instance = newId();
const sandboxes = sandboxesOf(instance);
const gateway = closedGateway();
const made: string[] = [];
let sandbox: Sandbox;

beforeEach(async () => {
  made.push(newId());
  sandbox = await sandboxes.create(specOf(made.at(-1) ?? ''), gateway);
});
afterEach(() => sandbox.detach());
afterAll(async () => {
  for (const taskId of made) await sandboxes.remove(taskId);
});

/** Who started the next command: the process for it, or the agent. */
async function whoStarts(): Promise<string> {
  return (await run(sandbox, 'cat /proc/$PPID/comm')).stdout.trim();
}

/** Each writes a line of its own. */
function many(count: number): Promise<readonly CommandResult[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => run(sandbox, `echo ${at} >> runs; echo ${at}`)));
}

async function expectEachOnce(results: readonly CommandResult[]): Promise<void> {
  const numbers = results.map((_, at) => String(at));
  expect(results.map(({ stdout }) => stdout.trim())).toEqual(numbers);
  const { stdout } = await run(sandbox, 'sort -n runs');
  expect(stdout.trim().split('\n')).toEqual(numbers);
}

const unknown = { exitCode: null, signal: null, timedOut: false };

describe('the process that starts commands (QUAL-1, S14)', () => {
  it('gives each of many the result of its own, whatever they end with', async () => {
    expect(await whoStarts()).toBe('planwright-star');
    const commands = ['exit 3', 'kill -SEGV $$', 'kill -9 $$', 'exec no-such-command', 'echo out; echo err >&2'];
    const results = await Promise.all(Array.from({ length: 100 }, (_, at) => run(sandbox, commands[at % 5] ?? '')));
    const ends = results.map(({ exitCode, signal, stdout }) => `${exitCode} ${signal} ${stdout.trim()}`);
    expect(new Set(ends.filter((_, at) => at % 5 === 0))).toEqual(new Set(['3 null ']));
    expect(new Set(ends.filter((_, at) => at % 5 === 1))).toEqual(new Set(['null SIGSEGV ']));
    expect(new Set(ends.filter((_, at) => at % 5 === 2))).toEqual(new Set(['null SIGKILL ']));
    expect(new Set(ends.filter((_, at) => at % 5 === 3))).toEqual(new Set(['127 null ']));
    expect(new Set(ends.filter((_, at) => at % 5 === 4))).toEqual(new Set(['0 null out']));
    expect(await whoStarts()).toBe('planwright-star');
  });

  it('leaves nothing of itself to a command: a session of its own, every signal, its place behind the agent', async () => {
    const { stdout } = await run(
      sandbox,
      [
        'grep -E "^Sig(Pnd|Blk|Ign)" /proc/self/status | tr -d "0\\n\\t"; echo',
        'nice; cat /proc/self/oom_score_adj; cut -d" " -f6 /proc/$$/stat | grep -c "^$$\\$"',
        'ls /proc/self/fd | wc -l; env | grep -c STARTER; echo told > /dev/stderr; echo $0 $#',
      ].join('\n'),
    );
    // Three descriptors, and the folder that is listed.
    expect(stdout).toBe('SigPnd:SigBlk:SigIgn:\n5\n800\n1\n4\n0\nbash 0\n');
  });

  it('says why a command cannot be started', async () => {
    expect(await run(sandbox, `true ${'x'.repeat(140_000)}`)).toMatchObject({
      exitCode: 126,
      stderr: expect.stringContaining('too long'),
    });
    expect(await whoStarts()).toBe('planwright-star');
  });

  it('ends what ignores SIGTERM with SIGKILL, and starts the next command', async () => {
    expect(await run(sandbox, 'trap "" TERM; while :; do sleep 0.01; done', 300)).toMatchObject({
      timedOut: true,
      signal: 'SIGKILL',
    });
    expect(await whoStarts()).toBe('planwright-star');
  });
});

describe('a command that turns on the process that starts it (S14, EXEC-5)', () => {
  it.each(['KILL', 'STOP'])('learns with SIG%s that nobody knows how it ended, and the task goes on', async (name) => {
    const deadly = await run(sandbox, `echo before; kill -${name} $PPID; sleep 0.5; echo after; exit 3`);
    expect(deadly).toMatchObject({ ...unknown, stdout: 'before\nafter\n' });
    expect(deadly.stderr).toContain('How this command ended is not known');
    expect(await run(sandbox, 'echo next; exit 4')).toMatchObject({ exitCode: 4, stdout: 'next\n', stderr: '' });
    expect(await whoStarts()).toBe('planwright-agen');
    expect(await run(sandbox, 'sleep 60', 300)).toMatchObject({ timedOut: true });
    expect(await run(sandbox, 'ps -e -o comm= | grep -c planwright-star')).toMatchObject({ stdout: '0\n' });
  });

  it.each(['KILL', 'STOP'])('has each of its neighbours run once, to its end, after SIG%s', async (name) => {
    const beside = run(sandbox, 'echo begun > begun; until [ -e over ]; do sleep 0.01; done; echo whole');
    await run(sandbox, 'until [ -e begun ]; do sleep 0.01; done');
    const deadly = run(sandbox, `sleep 0.05; kill -${name} $PPID`);
    await expectEachOnce(await many(60));
    await deadly;
    await run(sandbox, 'touch over');
    expect(await beside).toMatchObject({ ...unknown, stdout: 'whole\n' });
  });

  it('is killed while the agent is busy: what it had started counts as started, and is not run again (EXEC-5)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pw-starter-'));
    try {
      const args = ['test/sandbox/killed-starter.cjs', join(process.cwd(), 'src/sandbox/agent'), folder];
      const told: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 }));
      expect(told).toEqual({ ran: 20, started: 20, never: 5 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('can be ended by its time-out though it stops that process again and again', async () => {
    const stopping = 'while :; do pkill -STOP -x planwright-star; pkill -KILL -x planwright-star; done';
    expect(await run(sandbox, `trap "" TERM; ${stopping}`, 500)).toMatchObject({ timedOut: true, exitCode: null });
    await expectEachOnce(await many(20));
  });

  it('changes nothing with any number of other signals', async () => {
    const flood = 'while :; do for name in TERM HUP CHLD USR1 TSTP ALRM PIPE; do kill -$name $starter; done; done';
    await run(sandbox, `starter=$PPID; (timeout 3 bash -c 'starter=$1; ${flood}' bash $starter &) > /dev/null 2>&1`);
    await expectEachOnce(await many(60));
    expect(await whoStarts()).toBe('planwright-star');
  });

  it.each([
    ['nothing', 'true'],
    ['a folder', 'mkdir $pipe'],
    ['a link', 'ln -s /dev/zero $pipe'],
    ['a pipe of its own', 'mkfifo $pipe'],
    ['a file', 'echo forged > $pipe'],
  ])('costs itself at most by %s in the place of the pipes', async (_what, put) => {
    await run(sandbox, `for pipe in /dev/shm/planwright-agent/*; do rm $pipe; ${put}; done`);
    await expectEachOnce(await many(60));
    expect(await run(sandbox, 'echo next; exit 4')).toMatchObject({ exitCode: 4, stdout: 'next\n' });
  });

  it('cannot say in its name what became of a command', async () => {
    const said = 'for n in $(seq 40); do echo "ended $$ 0"; echo "failed $n 0"; echo "started $n 1"; done';
    const forging = `for pid in $PPID ${agentPid} $$ 1; do for fd in 0 1 2 3 4 5; do { ${said}; } > /proc/$pid/fd/$fd; done; done`;
    expect(await run(sandbox, `(${forging}) 2> /dev/null; exit 5`)).toMatchObject({ exitCode: 5 });
    await expectEachOnce(await many(20));
  });
});

describe('an image without Perl', () => {
  it('has its commands started by the agent', async () => {
    const { Config, HostConfig } = await docker.getContainer(sandbox.containerId).inspect();
    const taskId = made.at(-1) ?? '';
    await sandbox.detach();
    await docker.getContainer(sandbox.containerId).remove({ force: true });
    const Env = Config.Env.map((variable) => variable.replace("'/usr/bin/perl'", "'/usr/bin/no-perl'"));
    await docker.createContainer({ ...Config, Env, name: `planwright-${taskId}`, HostConfig });
    const again = await sandboxes.attach(taskId, gateway);
    if (again === null) throw new Error('It did not start.');
    sandbox = again;
    expect(await whoStarts()).toBe('planwright-agen');
    await expectEachOnce(await many(20));
    expect(await run(sandbox, 'sleep 60', 300)).toMatchObject({ timedOut: true, signal: 'SIGTERM' });
  });
});

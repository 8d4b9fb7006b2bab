import { afterAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import { defaultLimits } from '../../src/sandbox/container-settings.ts';
import { SandboxLost } from '../../src/sandbox/session.ts';
import { agentPid, closedGateway, docker, never, newId, run, sandboxesOf, specOf } from './rig.ts';

const instance = newId();
const sandboxes = sandboxesOf(instance);
const gateway = closedGateway();
const made: string[] = [];

function newTask(): string {
  const taskId = newId();
  made.push(taskId);
  return taskId;
}

async function again(taskId: string): Promise<Sandbox> {
  const sandbox = await sandboxes.attach(taskId, gateway);
  if (sandbox === null) throw new Error('The sandbox did not survive.');
  return sandbox;
}

afterAll(async () => {
  for (const taskId of made) await sandboxes.remove(taskId);
});

describe('a sandbox whose commands kill what they can (EXEC-2, G13)', () => {
  it('is not met by those that look for programs of the project by name', async () => {
    const sandbox = await sandboxes.create(specOf(newTask()), gateway);
    expect(
      await run(sandbox, 'pkill -9 node; pkill -9 -x node; killall -9 node 2>/dev/null; echo alive'),
    ).toMatchObject({
      stdout: 'alive\n',
    });
    await sandbox.detach();
  });

  it('is started again with its workspace, runs nothing twice, and says what was cut off and why (EXEC-5)', async () => {
    const taskId = newTask();
    const first = await sandboxes.create(specOf(taskId), gateway);
    const finished = { key: newId(), command: 'echo ran >> runs; cat runs', timeoutMs: 5000 };
    await first.run(finished, never);
    const deadly = {
      key: newId(),
      command: `echo part >> parts; kill -9 -1; kill -9 ${agentPid}; sleep 5`,
      timeoutMs: 20_000,
    };
    await expect(first.run(deadly, never)).rejects.toBeInstanceOf(SandboxLost);
    const second = await again(taskId);
    expect(second.containerId).toBe(first.containerId);
    const cut = await second.run(deadly, never);
    expect(cut).toMatchObject({ interrupted: true, exitCode: null });
    expect(cut.stderr).toContain('may have run partly');
    expect(cut.stderr).toContain('kill -9 -1');
    expect(await second.run(finished, never)).toMatchObject({ stdout: 'ran\n' });
    expect(await run(second, 'cat runs parts')).toMatchObject({ stdout: 'ran\npart\n' });
    second.acknowledge([deadly.key, finished.key]);
    expect(await run(second, 'ls ../.agent | wc -l')).toMatchObject({ exitCode: 0 });
    await second.detach();
  });

  it('is started again when its agent was frozen', async () => {
    const taskId = newTask();
    const impatient = sandboxesOf(instance, { limits: { ...defaultLimits, graceMs: 300, helloTimeoutMs: 1500 } });
    const first = await impatient.create(specOf(taskId), gateway);
    const freezing = {
      key: newId(),
      command: `echo kept > kept; kill -STOP ${agentPid}; sleep 60`,
      timeoutMs: 60_000,
    };
    const lost = first.run(freezing, never).catch((error: unknown) => error);
    // What was written proves that the agent is frozen or about to be.
    for (let isThere = false; !isThere; ) {
      const exec = await docker
        .getContainer(first.containerId)
        .exec({ Cmd: ['grep', '-q', 'T (stopped)', '-r', '--include=status', '/proc', '-s'], AttachStdout: true });
      const stream = await exec.start({});
      await new Promise((resolve) => stream.on('end', resolve).resume());
      isThere = (await exec.inspect()).ExitCode === 0;
    }
    await first.detach();
    expect(await lost).toBeInstanceOf(SandboxLost);
    const second = await impatient.attach(taskId, gateway);
    if (second === null) throw new Error('The sandbox did not survive.');
    expect(await second.run(freezing, never)).toMatchObject({ interrupted: true });
    expect(await run(second, 'cat kept')).toMatchObject({ stdout: 'kept\n' });
    await second.detach();
  });

  it('ends what fills it in the background when nothing more can be started', async () => {
    const taskId = newTask();
    const sandbox = await sandboxesOf(instance, { limits: { ...defaultLimits, processes: 64 } }).create(
      specOf(taskId),
      gateway,
    );
    // Takes every process that becomes free at once.
    const filler = 'setInterval(() => require("child_process").spawn("sleep", ["1000"]).on("error", () => {}), 1)';
    await run(sandbox, `(setsid node -e '${filler}' > /dev/null 2>&1 &) ; true`, 3000);
    let told = '';
    for (let tries = 0; tries < 300 && told === ''; tries += 1) {
      const { stdout, stderr } = await run(sandbox, 'echo alive');
      expect(stdout).toBe('alive\n');
      told = stderr;
    }
    expect(told).toContain('everything that ran in the background was ended first');
    await sandbox.detach();
  });

  it('keeps its workspace while it is stopped, and is reaped after its time and only while it is not running (EXEC-1)', async () => {
    const taskId = newTask();
    const first = await sandboxes.create(specOf(taskId), gateway);
    await run(first, 'echo kept > kept');
    await first.detach();
    await sandboxes.stop(taskId);
    await sandboxes.stop(taskId);
    const isAlive = async () => true;
    expect(await sandboxes.reap({ isAlive, keepStoppedMs: 3_600_000 })).toEqual([]);
    const second = await again(taskId);
    expect(second.containerId).toBe(first.containerId);
    expect(await run(second, 'cat kept')).toMatchObject({ stdout: 'kept\n' });
    const later = sandboxesOf(instance, {
      clock: { now: () => Date.now() + 7_200_000, sleep: async () => new Promise(() => undefined) },
    });
    expect(await later.reap({ isAlive, keepStoppedMs: 3_600_000 })).toEqual([]);
    expect(await run(second, 'echo still')).toMatchObject({ stdout: 'still\n' });
    await second.detach();
    await sandboxes.stop(taskId);
    expect(await later.reap({ isAlive, keepStoppedMs: 3_600_000 })).toEqual([taskId]);
    expect(await sandboxes.attach(taskId, gateway)).toBeNull();
    await expect(docker.getVolume(`planwright-${taskId}`).inspect()).rejects.toMatchObject({ statusCode: 404 });
  });
});

import { afterAll, describe, expect, it } from '@jest/globals';
import Docker from 'dockerode';
import type { Socket } from 'node:net';
import { defaultLimits } from '../../src/sandbox/container-settings.ts';
import { SandboxLost } from '../../src/sandbox/session.ts';
import { closedGateway, docker, image, never, newId, run, sandboxesOf, specOf } from './rig.ts';

const instance = newId();
const sandboxes = sandboxesOf(instance);
const other = sandboxesOf(`${instance}-other`);
const gateway = closedGateway();
const made: string[] = [];

function newTask(): string {
  const taskId = newId();
  made.push(taskId);
  return taskId;
}

afterAll(async () => {
  await Promise.all(made.flatMap((taskId) => [sandboxes.remove(taskId), other.remove(taskId)]));
});

describe('the life of a sandbox', () => {
  it('is found again by another process, which gets the result of what was running (EXEC-5)', async () => {
    const taskId = newTask();
    const sockets: Socket[] = [];
    const first = await sandboxesOf(instance, { docker: watched(sockets) }).create(specOf(taskId), gateway);
    const request = {
      key: newId(),
      command: 'echo ran >> runs; until [ -e go ]; do sleep 0.02; done; cat runs',
      timeoutMs: 20_000,
    };
    const lost = first.run(request, never);
    // The service dies in the middle of a line.
    await run(first, 'true');
    sockets.at(-1)?.write('{"s":"half a li');
    sockets.at(-1)?.destroy();
    await expect(lost).rejects.toBeInstanceOf(SandboxLost);
    const second = await sandboxes.attach(taskId, gateway);
    const again = second?.run(request, never);
    await second?.file(newId(), { op: 'write_file', path: 'go', content: '' }, never);
    expect(await again).toMatchObject({ exitCode: 0, stdout: 'ran\n', connectionLost: false });
    await second?.detach();
  });

  it('obeys its newest driver alone', async () => {
    const taskId = newTask();
    const old = await sandboxes.create(specOf(taskId), gateway);
    const pending = run(old, 'sleep 5');
    const newer = await sandboxes.attach(taskId, gateway);
    await expect(pending).rejects.toThrow('Another driver');
    await expect(run(old, 'true')).rejects.toBeInstanceOf(SandboxLost);
    expect(newer === null ? null : await run(newer, 'echo mine')).toMatchObject({ stdout: 'mine\n' });
    await old.detach();
    await newer?.detach();
  });

  it('tells its driver when the container is removed, and is null afterwards', async () => {
    const taskId = newTask();
    const sandbox = await sandboxes.create(specOf(taskId), gateway);
    const pending = run(sandbox, 'sleep 60');
    await docker.getContainer(sandbox.containerId).remove({ force: true });
    await expect(pending).rejects.toBeInstanceOf(SandboxLost);
    expect(await sandboxes.attach(taskId, gateway)).toBeNull();
  });

  it('starts a container that a crash left created but not started', async () => {
    const taskId = newTask();
    const sandbox = await sandboxes.create(specOf(taskId), gateway);
    const { Config, HostConfig } = await docker.getContainer(sandbox.containerId).inspect();
    await sandbox.detach();
    await docker.getContainer(sandbox.containerId).remove({ force: true });
    await docker.createContainer({ ...Config, name: `planwright-${taskId}`, HostConfig });
    const attached = await sandboxes.attach(taskId, gateway);
    expect(attached === null ? null : await run(attached, 'echo up')).toMatchObject({ stdout: 'up\n' });
    await attached?.detach();
  });

  it('takes the place of an earlier container of the task, with an empty workspace', async () => {
    const taskId = newTask();
    const first = await sandboxes.create(specOf(taskId), gateway);
    await run(first, 'touch old');
    const second = await sandboxes.create(specOf(taskId), gateway);
    expect(await run(second, 'ls')).toMatchObject({ stdout: '' });
    await second.detach();
    await sandboxes.remove(taskId);
    await sandboxes.remove(taskId);
    expect(await sandboxes.attach(taskId, gateway)).toBeNull();
  });

  it('is never judged by a driver that meets another one making it: both are told to ask again, or one has it (EXEC-5)', async () => {
    const taskId = newTask();
    const begun = [1, 2, 3, 4].map(() => sandboxesOf(instance).create(specOf(taskId), gateway));
    for (const end of await Promise.allSettled(begun))
      if (end.status === 'rejected')
        expect(`${(end.reason as Error).name} ${(end.reason as Error).message}`).toMatch(/^RetryLater|^SandboxLost/);
      else await end.value.detach();
    const alone = await sandboxes.create(specOf(taskId), gateway);
    expect(await run(alone, 'echo up')).toMatchObject({ stdout: 'up\n' });
    await alone.detach();
  });

  it('leaves a container of another installation that has its name, and says whose name it is', async () => {
    const taskId = newTask();
    const theirs = await other.create(specOf(taskId), gateway);
    await expect(sandboxes.create(specOf(taskId), gateway)).rejects.toMatchObject({
      code: 'sandbox_failed',
      message: expect.stringContaining(`planwright-${taskId}`),
      advice: expect.stringContaining('docker rm --force'),
    });
    expect(await run(theirs, 'echo up')).toMatchObject({ stdout: 'up\n' });
    await theirs.detach();
  });

  it('mounts no volume of another installation that has its name, and leaves it there (G15)', async () => {
    const taskId = newTask();
    const volume = docker.getVolume(`planwright-${taskId}`);
    await docker.createVolume({ Name: volume.name, Labels: { 'planwright.instance': 'theirs' } });
    await expect(sandboxes.create(specOf(taskId), gateway)).rejects.toMatchObject({
      code: 'sandbox_failed',
      message: expect.stringContaining(`A volume of another installation`),
      advice: expect.stringContaining(`docker volume rm planwright-${taskId}`),
    });
    expect((await volume.inspect()).Labels).toEqual({ 'planwright.instance': 'theirs' });
    await volume.remove();
  });

  it('reaps what no living task owns, started or not, and nothing of another installation (G14)', async () => {
    const [alive, dead, theirs] = [newTask(), newTask(), newTask()];
    const created = newTask();
    const kept = [
      await sandboxes.create(specOf(alive), gateway),
      await sandboxes.create(specOf(dead), gateway),
      await other.create(specOf(theirs), gateway),
    ];
    await docker.createContainer({
      name: `planwright-${created}`,
      Image: image,
      Cmd: ['true'],
      Labels: { 'planwright.instance': instance, 'planwright.role': 'task', 'planwright.task': created },
    });
    const volumeOnly = newTask();
    await docker.createVolume({
      Name: `planwright-${volumeOnly}`,
      Labels: { 'planwright.instance': instance, 'planwright.role': 'task', 'planwright.task': volumeOnly },
    });
    const isAlive = async (id: string) => !([dead, created, volumeOnly] as string[]).includes(id);
    const reaped = await sandboxes.reap({ isAlive, keepStoppedMs: 0 });
    expect(reaped.toSorted()).toEqual([dead, created, volumeOnly].toSorted());
    expect(await sandboxes.attach(dead, gateway)).toBeNull();
    expect(await sandboxes.attach(theirs, gateway)).toBeNull();
    await sandboxes.remove(theirs);
    const survivors = [await sandboxes.attach(alive, gateway), await other.attach(theirs, gateway)];
    expect(survivors.every((sandbox) => sandbox !== null)).toBe(true);
    await Promise.all([...kept, ...survivors].map(async (sandbox) => sandbox?.detach()));
  });

  it('names a missing image, a container that cannot start and an engine that is not there', async () => {
    const taskId = newTask();
    const missing = { ...specOf(taskId), image: 'planwright/no-such-image:0' };
    await expect(sandboxes.create(missing, gateway)).rejects.toMatchObject({
      code: 'image_missing',
      advice: expect.stringContaining('npm run setup'),
    });
    await expect(sandboxesOf(instance, { images: [missing.image] }).check()).rejects.toMatchObject({
      code: 'image_missing',
    });
    await expect(sandboxes.check()).resolves.toBeUndefined();
    const nowhere = sandboxesOf(instance, { docker: new Docker({ socketPath: '/nonexistent/docker.sock' }) });
    await expect(nowhere.check()).rejects.toMatchObject({
      name: 'RetryLater',
      message: expect.stringContaining('does not answer'),
    });
    await expect(nowhere.attach(taskId, gateway)).rejects.toMatchObject({ name: 'RetryLater' });
    // Too little memory for any process.
    await expect(
      sandboxesOf(instance, { limits: { ...defaultLimits, memoryBytes: 6 * 1024 ** 2 } }).create(
        specOf(taskId),
        gateway,
      ),
    ).rejects.toMatchObject({ code: 'sandbox_failed' });
    expect(await sandboxes.attach(taskId, gateway)).toBeNull();
  });

  it('says that memory ran out, and lives on', async () => {
    const taskId = newTask();
    const small = await sandboxesOf(instance, { limits: { ...defaultLimits, memoryBytes: 128 * 1024 ** 2 } }).create(
      specOf(taskId),
      gateway,
    );
    const result = await run(small, 'head -c 400M /dev/zero | tail -c 400M | wc -c');
    expect(result.stderr).toContain('out of memory (limit 128 MiB)');
    expect(await run(small, 'echo alive')).toMatchObject({ stdout: 'alive\n' });
    await small.detach();
  });
});

/** An engine client that remembers the streams it attached. */
function watched(sockets: Socket[]): Docker {
  const client = new Docker({ socketPath: '/var/run/docker.sock' });
  const dial = client.modem.dial.bind(client.modem);
  client.modem.dial = (options, callback) =>
    dial(options, (error, result) => {
      if (options.path.includes('/attach')) sockets.push(result as Socket);
      callback?.(error, result);
    });
  return client;
}

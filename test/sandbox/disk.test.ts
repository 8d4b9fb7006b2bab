import { afterAll, describe, expect, it } from '@jest/globals';
import { defaultLimits, type SandboxLimits } from '../../src/sandbox/container-settings.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import { closedGateway, newId, run, sandboxesOf, specOf } from './rig.ts';

const instance = newId();
const opened: { readonly taskId: string; readonly sandbox: Sandbox }[] = [];

async function open(limits: Partial<SandboxLimits>): Promise<Sandbox> {
  const taskId = newId();
  const sandbox = await sandboxesOf(instance, { limits: { ...defaultLimits, graceMs: 300, ...limits } }).create(
    specOf(taskId),
    closedGateway(),
  );
  opened.push({ taskId, sandbox });
  return sandbox;
}

afterAll(async () => {
  for (const { taskId, sandbox } of opened) {
    await sandbox.detach();
    await sandboxesOf(instance).remove(taskId);
  }
});

const small = { diskBytes: 200 * 1024 ** 2, diskFiles: 3000 };

describe('the disk of a sandbox (EXEC-2, G13)', () => {
  it.each([
    ['allocates it at once', 'fallocate -l 2G big; sleep 60'],
    ['writes without end', 'i=0; while :; do i=$((i+1)); dd if=/dev/zero of=f$i bs=1M count=20 status=none; done'],
    ['writes into a file without a name', 'exec 3> hidden; rm hidden; head -c 3G /dev/zero >&3; sleep 60'],
    [
      'locks its folder away',
      'mkdir -p a/b; for i in $(seq 40); do head -c 20M /dev/zero > a/b/$i; chmod 000 a/b; sleep 0.2; chmod 700 a/b; done; chmod 000 a/b; sleep 60',
    ],
    ['makes very many files', 'mkdir many; cd many; i=0; while :; do i=$((i+1)); : > $i; done'],
  ])('ends a command that %s, says why, and stays usable', async (_, command) => {
    const sandbox = await open(small);
    const result = await run(sandbox, command, 50_000);
    expect(result).toMatchObject({ exitCode: null, timedOut: false });
    expect(result.stderr).toContain('the workspace takes too much of the disk');
    expect(result.stderr).toContain('200 MiB and 3000 files are allowed');
    // More is refused, deleting is not; after that there is room again.
    expect(
      (await run(sandbox, 'for i in 1 2 3 4 5 6; do head -c 300M /dev/zero > more$i; sleep 0.3; done', 50_000)).stderr,
    ).toContain('too much of the disk');
    expect(await run(sandbox, 'chmod -R u+rwx . ; find . -mindepth 1 -delete')).toMatchObject({ exitCode: 0 });
    expect(await run(sandbox, 'head -c 100M /dev/zero > fits; sleep 1; rm fits; echo ok')).toMatchObject({
      exitCode: 0,
      stdout: 'ok\n',
    });
  });

  it('ends what writes in the background after its command is over, and tells the next command', async () => {
    const sandbox = await open(small);
    await run(sandbox, '(setsid bash -c "sleep 0.5; head -c 3G /dev/zero > late; sleep 60" &) ; echo begun');
    expect(
      await run(
        sandbox,
        'while pgrep -f "slee[p] 60|hea[d] -c" > /dev/null || ! [ -e late ]; do sleep 0.1; done',
        20_000,
      ),
    ).toMatchObject({
      exitCode: null,
    });
    const late = await open(small);
    await run(late, '(setsid bash -c "head -c 3G /dev/zero > late; sleep 60" > /dev/null 2>&1 &)');
    let seen = '';
    for (let tries = 0; tries < 200 && !seen.includes('disk'); tries += 1) {
      const { ok, text } = await late.file(newId(), { op: 'list_files' }, new AbortController().signal);
      seen =
        ok && text.includes('late')
          ? (await run(late, 'pgrep -f "hea[d] -c|slee[p] 60" || echo all ended')).stderr
          : '';
    }
    expect(seen).toContain('too much of the disk');
  });

  it('lets no workspace grow while the machine is short of space, and ends nothing that does not', async () => {
    const sandbox = await open({ diskReserveBytes: 2 ** 50 });
    expect(await run(sandbox, 'for i in $(seq 10); do echo x >> few; sleep 0.1; done; echo done')).toMatchObject({
      exitCode: 0,
      stdout: 'done\n',
    });
    const { exitCode, stderr } = await run(sandbox, 'head -c 300M /dev/zero > more; sleep 30');
    expect(exitCode).toBeNull();
    expect(stderr).toContain('almost out of disk space');
  });
});

/** What every kind of sandbox must do, with a container or without (EXEC-2, EXEC-3, EXEC-5). */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommandResult, Sandbox, SandboxGateway, Sandboxes, SandboxSpec } from '../../src/ports/sandbox.ts';
import { SandboxLost } from '../../src/sandbox/session.ts';

export interface SandboxesUnderTest {
  readonly sandboxes: Sandboxes;
  /** As another process of the same installation would see them. */
  readonly others: Sandboxes;
  readonly image: string;
}

const never = new AbortController().signal;
const newId = (): string => `t${randomBytes(6).toString('hex')}`;

/** Answers git requests, and reports other requests. */
function answeringGateway(): SandboxGateway {
  const server = createServer((request, response) => response.writeHead(200).end(`gateway ${request.url}`));
  return Object.assign(server, { takeDenied: () => null });
}

function run(sandbox: Sandbox, command: string, timeoutMs = 30_000, signal = never): Promise<CommandResult> {
  return sandbox.run({ key: newId(), command, timeoutMs }, signal);
}

/** A child, one in its own session, one that clears its environment, one that ignores SIGTERM; each keeps writing. */
const WRITERS = `cat > writer.sh <<'END'
trap "" TERM HUP INT
while :; do echo tick >> "$1"; sleep 0.05; done
END
bash writer.sh a & (setsid bash writer.sh b &); (setsid bash -c "bash writer.sh c & wait" &); env -i bash writer.sh d & `;
/** Whether any of them is running. */
const IS_QUIET =
  'before=$(cat a b c d 2> /dev/null | wc -l); sleep 0.4; after=$(cat a b c d 2> /dev/null | wc -l); [ "$before" = "$after" ] && echo quiet';

export function describeSandboxes(name: string, make: () => Promise<SandboxesUnderTest>): void {
  describe(`${name} as sandboxes (EXEC-2)`, () => {
    const made: string[] = [];
    let under: SandboxesUnderTest;
    let sandbox: Sandbox;
    const newTask = (): SandboxSpec => {
      const taskId = newId();
      made.push(taskId);
      return { taskId, repository: 'octo/demo', traceId: `trace-${taskId}`, image: under.image };
    };
    beforeAll(async () => {
      under = await make();
      sandbox = await under.sandboxes.create(newTask(), answeringGateway());
    });
    afterAll(async () => {
      await sandbox.detach();
      for (const taskId of made) await under.sandboxes.remove(taskId);
    });

    it('answers what its check asks, and has nothing for a task it does not know', async () => {
      await expect(under.sandboxes.check()).resolves.toBeUndefined();
      expect(await under.sandboxes.attach(newId(), answeringGateway())).toBeNull();
      await under.sandboxes.stop(newId());
      await under.sandboxes.remove(newId());
    });

    it('gives exit code, signal and both streams, bounded', async () => {
      expect(await run(sandbox, 'echo out; echo err >&2; exit 3')).toMatchObject({
        exitCode: 3,
        stdout: 'out\n',
        stderr: 'err\n',
        omittedBytes: 0,
        connectionLost: false,
      });
      expect(await run(sandbox, 'kill -SEGV $$')).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
      const long = await run(sandbox, 'echo first; head -c 4M /dev/zero | tr "\\0" x; echo last');
      expect(long.stdout).toContain(`[... ${long.omittedBytes} bytes left out ...]`);
      expect([long.stdout.startsWith('first\nx'), long.stdout.endsWith('xlast\n')]).toEqual([true, true]);
    });

    it('runs in the project folder or one inside it, with the environment asked for and nothing of the service', async () => {
      process.env['PLANWRIGHT_CANARY'] = 'canary-value';
      const { stdout } = await run(sandbox, 'mkdir -p sub; env; echo "HOME is $HOME"; pwd');
      delete process.env['PLANWRIGHT_CANARY'];
      expect(stdout).not.toContain('canary-value');
      expect(stdout).toMatch(/HOME is \/.*\/home\n\/.*\/project\n$/);
      const ask = (cwd: string) =>
        sandbox.run({ key: newId(), command: 'basename $PWD; echo $X', cwd, env: { X: 'x' }, timeoutMs: 5000 }, never);
      expect((await ask('sub')).stdout).toBe('sub\nx\n');
      for (const cwd of ['..', '/etc']) expect(await ask(cwd)).toMatchObject({ exitCode: 126, stdout: '' });
    });

    it('keeps file operations in the project (EXEC-3)', async () => {
      const file = (operation: Parameters<Sandbox['file']>[1]) => sandbox.file(newId(), operation, never);
      expect(await file({ op: 'write_file', path: 'deep/a.txt', content: 'one\n' })).toMatchObject({ ok: true });
      const edit = { op: 'edit_file', path: 'deep/a.txt', old_text: 'one', new_text: 'two' } as const;
      expect(await file(edit)).toMatchObject({ ok: true });
      expect(await file({ op: 'read_file', path: 'deep/a.txt' })).toEqual({ ok: true, text: 'two\n' });
      expect(await file({ op: 'search_files', pattern: 'tw.' })).toEqual({ ok: true, text: 'deep/a.txt:1:two' });
      await run(sandbox, 'ln -sfn /etc out');
      for (const path of ['../x', '/etc/passwd', 'out/passwd'])
        expect(await file({ op: 'read_file', path })).toMatchObject({ ok: false });
    });

    it('reaches its gateway where the environment says, by git and by proxy', async () => {
      const { stdout } = await run(
        sandbox,
        `node -e 'require("http").get(process.env.PLANWRIGHT_GATEWAY, (r) => r.pipe(process.stdout))'; echo; echo $HTTP_PROXY | sed 's/[0-9]*$//'`,
      );
      expect(stdout).toBe('gateway /project.git\nhttp://127.0.0.1:\n');
    });

    it('leaves nothing of a timed-out command alive, and stays usable (EXEC-2)', async () => {
      const result = await run(sandbox, `${WRITERS} echo ready; while :; do sleep 1000; done`, 500);
      expect(result).toMatchObject({ timedOut: true, exitCode: null, stdout: 'ready\n' });
      expect(result.durationMs).toBeLessThan(500 + 5_000);
      expect(await run(sandbox, IS_QUIET)).toMatchObject({ stdout: 'quiet\n' });
      const kind = 'trap "echo bye; exit 0" TERM; while :; do sleep 0.01; done';
      expect(await run(sandbox, kind, 200)).toMatchObject({ timedOut: true, stdout: 'bye\n' });
    });

    it('ends one command beside another, and everything where one must run alone', async () => {
      const beside = run(sandbox, 'for i in $(seq 15); do sleep 0.1; done; echo whole');
      expect(await run(sandbox, `${WRITERS} while :; do sleep 1000; done`, 300)).toMatchObject({ timedOut: true });
      expect(await beside).toMatchObject({ exitCode: 0, stdout: 'whole\n' });
      await run(sandbox, WRITERS);
      await sandbox.run({ key: newId(), command: 'true', timeoutMs: 5000, alone: true }, never);
      expect(await run(sandbox, IS_QUIET)).toMatchObject({ stdout: 'quiet\n' });
    });

    it('rejects with the reason of an abort after the process tree is gone', async () => {
      const controller = new AbortController();
      const running = run(sandbox, `touch begun; ${WRITERS} while :; do sleep 1000; done`, 60_000, controller.signal);
      await run(sandbox, 'until [ -e begun ]; do sleep 0.01; done');
      controller.abort(new Error('a person said stop'));
      await expect(running).rejects.toThrow('a person said stop');
      expect(await run(sandbox, IS_QUIET)).toMatchObject({ stdout: 'quiet\n' });
    });

    it('runs a key once and answers it again until it is acknowledged (EXEC-5)', async () => {
      const request = { key: newId(), command: 'echo x >> count; wc -l < count', timeoutMs: 5000 };
      const [first, second] = await Promise.all([sandbox.run(request, never), sandbox.run(request, never)]);
      expect([first.stdout, second.stdout]).toEqual(['1\n', '1\n']);
      sandbox.acknowledge([request.key]);
      expect((await sandbox.run(request, never)).stdout).toBe('2\n');
    });

    it('obeys its newest driver alone, which finds workspace and results, and runs nothing twice (EXEC-5)', async () => {
      const spec = newTask();
      const old = await under.sandboxes.create(spec, answeringGateway());
      const finished = { key: newId(), command: 'echo ran >> runs; cat runs', timeoutMs: 5000 };
      await old.run(finished, never);
      const cut = { key: newId(), command: 'echo part >> parts; sleep 5', timeoutMs: 20_000 };
      const pending = old.run(cut, never);
      pending.catch(() => undefined);
      await run(old, 'until [ -e parts ]; do sleep 0.01; done');
      const newer = await under.others.attach(spec.taskId, answeringGateway());
      if (newer === null) throw new Error('The sandbox was not found again.');
      await expect(pending).rejects.toBeInstanceOf(SandboxLost);
      await expect(run(old, 'true')).rejects.toBeInstanceOf(SandboxLost);
      expect(newer.containerId).toBe(old.containerId);
      expect(await newer.run(finished, never)).toMatchObject({ stdout: 'ran\n' });
      await newer.run(cut, never);
      expect(await run(newer, 'cat runs parts')).toMatchObject({ stdout: 'ran\npart\n' });
      await newer.detach();
      await under.others.remove(spec.taskId);
      expect(await under.sandboxes.attach(spec.taskId, answeringGateway())).toBeNull();
    });

    it('goes on where it was after a detach, and with its workspace alone after a stop', async () => {
      const spec = newTask();
      const first = await under.sandboxes.create(spec, answeringGateway());
      await run(first, `${WRITERS} echo kept > kept`);
      await first.detach();
      const second = await under.sandboxes.attach(spec.taskId, answeringGateway());
      if (second === null) throw new Error('The sandbox was not found again.');
      expect((await run(second, IS_QUIET)).stdout).toBe('');
      await second.detach();
      await under.sandboxes.stop(spec.taskId);
      await under.sandboxes.stop(spec.taskId);
      const third = await under.sandboxes.attach(spec.taskId, answeringGateway());
      if (third === null) throw new Error('The sandbox was not kept.');
      expect(await run(third, `cat kept; ${IS_QUIET}`)).toMatchObject({ stdout: 'kept\nquiet\n' });
      await third.detach();
    });

    it('begins anew with an empty workspace, and reaps what no living task owns', async () => {
      const [alive, dead] = [newTask(), newTask()];
      await run(await under.sandboxes.create(alive, answeringGateway()), 'touch old');
      const anew = await under.sandboxes.create(alive, answeringGateway());
      expect(await run(anew, 'ls')).toMatchObject({ stdout: '' });
      await (await under.sandboxes.create(dead, answeringGateway())).detach();
      const isAlive = async (id: string) => id !== dead.taskId;
      expect(await under.sandboxes.reap({ isAlive, keepStoppedMs: 3_600_000 })).toEqual([dead.taskId]);
      expect(await under.sandboxes.attach(dead.taskId, answeringGateway())).toBeNull();
      expect(await run(anew, 'echo up')).toMatchObject({ stdout: 'up\n' });
      await anew.detach();
    });
  });
}

import { afterEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOO_LARGE_TO_SAVE } from '../../src/effects/save-work.ts';
import type { EffortLimits } from '../../src/git/git-effort.ts';
import { REPO, TASK, TOKEN, WISH, commitFiles, startGitBench, tryGit, type GitBench } from './git-bench.ts';
import { MIB, nothing, objectHeader, ofProcess, packOf, update, watchGit } from './hand-made.ts';

describe('what git on the host does for one task (G21)', () => {
  let bench: GitBench;
  let sandbox: string;
  const open = async (effort: Partial<EffortLimits> = {}) => {
    bench = await startGitBench({ effort });
    bench.seed({ 'a.txt': 'one\n' });
    await bench.repositories.fetch(TASK, REPO, WISH);
    sandbox = await bench.cloneInSandbox();
  };
  afterEach(async () => {
    await bench.close();
  });
  const post = (body: Buffer) =>
    fetch(`${bench.sandboxUrl}/project.git/git-receive-pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
      body: new Uint8Array(body),
    }).then((answer) => answer.text());

  it('ends with the processor time it may take, after everything else and one push at a time, and says so', async () => {
    await open({ cpuSeconds: 1, allCpuSeconds: 2 });
    const size = 1024 * MIB;
    const bomb = packOf(1, Buffer.concat([objectHeader(3, size), nothing(size)]));
    const [most, nice] = [{ pushes: 0 }, new Set<string>()];
    const stop = watchGit(bench, (processes) => {
      const unpacking = processes.filter(({ program }) => /index-pack/.test(program));
      most.pushes = Math.max(most.pushes, unpacking.length);
      for (const { pid } of unpacking) nice.add(ofProcess(pid, 'stat').split(') ')[1]?.split(' ')[16] ?? '');
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(Buffer.concat([update, bomb]))));
    stop();
    nice.delete('');
    const [first, second, ...others] = answers.map((answer) => answer.replace(/^.*ng refs\/heads\/work /s, ''));
    for (const answer of [first, second]) expect(answer).toMatch(/^To unpack this push took more than 1 s.*push less/);
    for (const answer of others) expect(answer).toMatch(/^Git on the host has worked 2 s for this task/);
    expect([most.pushes, ...nice]).toEqual([1, '10']);
    const refused = await tryGit(bench, sandbox, 'push', 'origin', 'HEAD:work');
    expect(refused.output).toMatch(/^remote: Git on the host has worked 2 s for this task.*ask for the rest/m);
  });

  it('ends with what it was sent, also what it refused', async () => {
    await open({ pushBytes: MIB });
    const noise = packOf(1, randomBytes(MIB));
    for (let count = 0; count < 10; count += 1) expect(await post(Buffer.concat([update, noise]))).toContain('unpack');
    const refused = await tryGit(bench, sandbox, 'fetch', 'origin');
    expect(refused.output).toMatch(/^remote: This task has sent 10 MB to git on the host/m);
  });

  it('counts fetches too', async () => {
    await open({ allCpuSeconds: 0.2 });
    let output = '';
    for (let count = 0; count < 200 && !output.includes('worked'); count += 1)
      ({ output } = await tryGit(bench, sandbox, 'ls-remote', 'origin'));
    expect(output).toMatch(/^(?:remote|fatal: remote error): Git on the host has worked 0.2 s for this task/m);
  });

  it('ends with the time a push may take, and says so in one line', async () => {
    await open({ pushMs: 1 });
    commitFiles(bench.git, sandbox, { b: '1' }, 'work');
    const refused = await tryGit(bench, sandbox, 'push', 'origin', 'HEAD:work');
    expect(refused.output).toContain('[remote rejected] HEAD -> work (This push took longer than 0.001 s');
    expect(refused.output).toMatch(TOO_LARGE_TO_SAVE);
  });

  it.each(['where it was told to work', 'where a link leads to'])(
    'tells neither %s nor with what it asks GitHub, whatever fails',
    async (where) => {
      await open();
      if (where !== 'where it was told to work') {
        renameSync(bench.data, join(bench.root, 'elsewhere'));
        symlinkSync(join(bench.root, 'elsewhere'), bench.data);
      }
      writeFileSync(join(bench.data, `${TASK}.git/refs/heads/work.lock`), '');
      commitFiles(bench.git, sandbox, { b: '1' }, 'work');
      const refused = await tryGit(bench, sandbox, 'push', 'origin', 'HEAD:work');
      expect(refused.output).toMatch(/remote: error:.*\.lock/);
      for (const secret of [bench.root, TASK, TOKEN]) expect(refused.output).not.toContain(secret);
    },
  );
});

/** The script around the verification commands: it leaves the files unchanged, and knows the base commit. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEAVING_NOTHING, ON_BASE } from '../../src/effects/run-checks.ts';
import { NEVER_COMMITTED } from '../../src/effects/save-work.ts';
import { REPO, TASK, WISH, startGitBench, type GitBench } from './git-bench.ts';

describe('a command that verifies the work (EXEC-6)', () => {
  let bench: GitBench;
  let project: string;
  let baseSha: string;
  beforeEach(async () => {
    bench = await startGitBench();
    bench.seed({ 'a.txt': 'one\n', '.gitignore': 'out/\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    baseSha = outcome.snapshot.baseSha;
    mkdirSync(join(bench.root, 'workspace'));
    project = await bench.cloneInSandbox('workspace/project');
  });
  afterEach(async () => {
    await bench.close();
  });

  const runs = (script: string, command: string) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(bench.root, 'home'),
      PLANWRIGHT_GATEWAY: `${bench.sandboxUrl}/project.git`,
      PLANWRIGHT_EXCLUDE: NEVER_COMMITTED,
      PLANWRIGHT_CHECK: command,
      PLANWRIGHT_BASE: baseSha,
    };
    return new Promise<{ readonly status: number | null; readonly stdout: string }>((resolve) => {
      const child = spawn('bash', ['-c', script], { cwd: project, env, stdio: ['ignore', 'pipe', 'ignore'] });
      let stdout = '';
      child.stdout.on('data', (chunk) => {
        stdout += String(chunk);
      });
      child.once('close', (status) => resolve({ status, stdout }));
    });
  };
  const put = (path: string, content: string) => writeFileSync(join(project, path), content);
  const read = (path: string) => readFileSync(join(project, path), 'utf8');

  it('leaves the files of the project as they were, but for what git ignores, and keeps its exit code', async () => {
    put('a.txt', 'two\n');
    put('new.txt', 'new\n');
    const rewriting = 'echo x >> a.txt; rm new.txt; echo y > made.txt; mkdir out; echo z > out/z; env; exit 3';
    const { status, stdout } = await runs(LEAVING_NOTHING, rewriting);
    expect(status).toBe(3);
    expect(stdout).not.toMatch(/PLANWRIGHT_|GIT_/);
    expect([read('a.txt'), read('new.txt'), read('out/z')]).toEqual(['two\n', 'new\n', 'z\n']);
    expect(existsSync(join(project, 'made.txt'))).toBe(false);
  });

  it('sees on the base commit what was there, with the dependencies, and nothing is left of it', async () => {
    put('a.txt', 'two\n');
    mkdirSync(join(project, 'node_modules'));
    put('node_modules/dep.js', 'dep\n');
    const { status, stdout } = await runs(ON_BASE, 'cat a.txt node_modules/dep.js; echo x > a.txt; exit 4');
    expect([status, stdout, read('a.txt')]).toEqual([4, 'one\ndep\n', 'two\n']);
    expect(read('node_modules/dep.js')).toBe('dep\n');
    expect(existsSync(join(bench.root, 'workspace/.planwright/base'))).toBe(false);
  });

  it('is not known to fail on a base commit that cannot be had', async () => {
    rmSync(join(project, '.git'), { recursive: true });
    expect((await runs(ON_BASE, 'exit 4')).status).toBe(0);
  });
});

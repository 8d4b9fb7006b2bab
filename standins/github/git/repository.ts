import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Files, writeCommit } from './commit.ts';
import { git, tryGit } from './run-git.ts';

const SETTINGS = `[http]
  receivepack = true
[uploadpack]
  allowFilter = true
  allowAnySHA1InWant = true
[receive]
  fsckObjects = true
  procReceiveRefs = refs/heads
  advertisePushOptions = false
  autogc = false
[core]
  logAllRefUpdates = false
[gc]
  auto = 0
`;

/** A bare repository on disk whose default branch has one commit of `files`. */
export async function createGitRepository(gitDir: string, defaultBranch: string, files: Files): Promise<void> {
  await mkdir(gitDir, { recursive: true });
  // Without the machine's template.
  await git(gitDir, ['init', '--quiet', '--bare', '--template=', '--initial-branch', defaultBranch, gitDir]);
  await appendFile(join(gitDir, 'config'), SETTINGS);
  await installHook(gitDir);
  if (Object.keys(files).length === 0) return;
  const commit = await writeCommit(gitDir, files, { message: 'Initial commit', parent: null });
  await git(gitDir, ['update-ref', `refs/heads/${defaultBranch}`, commit]);
}

/** git calls this for each pushed ref, so that a refusal has GitHub's own words. */
async function installHook(gitDir: string): Promise<void> {
  const script = fileURLToPath(new URL('./proc-receive.mjs', import.meta.url)).replace('/dist/standins/', '/standins/');
  const hook = join(gitDir, 'hooks', 'proc-receive');
  await mkdir(join(gitDir, 'hooks'), { recursive: true });
  await writeFile(hook, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`);
  await chmod(hook, 0o755);
}

/** Every ref with its commit, as currently on disk. */
export async function listRefs(gitDir: string): Promise<ReadonlyMap<string, string>> {
  const text = await git(gitDir, ['for-each-ref', '--format=%(refname) %(objectname)']);
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ') as [string, string]),
  );
}

export async function branchSha(gitDir: string, branch: string): Promise<string | undefined> {
  return resolveCommit(gitDir, `refs/heads/${branch}`);
}

export async function resolveCommit(gitDir: string, name: string): Promise<string | undefined> {
  if (name.startsWith('-')) return undefined;
  const result = await tryGit(gitDir, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return result.code === 0 ? result.stdout.toString().trim() : undefined;
}

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, tryGit } from './run-git.ts';

/** Path → content; `null` deletes. A content that starts with `#!` becomes executable. */
export type Files = Readonly<Record<string, string | null>>;

export interface CommitOptions {
  readonly message: string;
  readonly parent: string | null;
  readonly author?: { readonly name: string; readonly email: string };
}

/** Builds a commit in a bare repository, without a work tree. Returns its id; no ref is moved. */
export async function writeCommit(
  gitDir: string,
  files: Files,
  { message, parent, author }: CommitOptions,
): Promise<string> {
  const index = join(gitDir, `index-${randomBytes(6).toString('hex')}`);
  const env = {
    GIT_INDEX_FILE: index,
    ...(author === undefined ? {} : { GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email }),
  };
  try {
    if (parent !== null) await git(gitDir, ['read-tree', parent], undefined, env);
    for (const [path, content] of Object.entries(files)) {
      const line =
        content === null
          ? `0 ${'0'.repeat(40)}\t${path}`
          : `${content.startsWith('#!') ? '100755' : '100644'} ${await git(gitDir, ['hash-object', '-w', '--stdin'], content)}\t${path}`;
      await git(gitDir, ['update-index', '--index-info'], `${line}\n`, env);
    }
    const tree = await git(gitDir, ['write-tree'], undefined, env);
    return await git(
      gitDir,
      ['commit-tree', tree, ...(parent === null ? [] : ['-p', parent]), '-F', '-'],
      message,
      env,
    );
  } finally {
    await rm(index, { force: true });
  }
}

/** A merge commit, or `undefined` when the two conflict. */
export async function writeMerge(
  gitDir: string,
  base: string,
  head: string,
  message: string,
): Promise<string | undefined> {
  const merged = await tryGit(gitDir, ['merge-tree', '--write-tree', base, head]);
  if (merged.code !== 0) return undefined;
  const tree = merged.stdout.toString().split('\n')[0] ?? '';
  return git(gitDir, ['commit-tree', tree, '-p', base, '-p', head, '-F', '-'], message);
}

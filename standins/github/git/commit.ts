import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
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
    const lines = await Promise.all(
      Object.entries(files).map(async ([path, content]) => {
        if (content === null) return `0 ${'0'.repeat(40)}\t${path}\n`;
        return `${content.startsWith('#!') ? '100755' : '100644'} ${await writeBlob(gitDir, content)}\t${path}\n`;
      }),
    );
    await git(gitDir, ['update-index', '--index-info'], lines.join(''), env);
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

/** As `git hash-object -w` does, without a process per file. */
async function writeBlob(gitDir: string, content: string): Promise<string> {
  const object = Buffer.from(`blob ${Buffer.byteLength(content)}\0${content}`);
  const id = createHash('sha1').update(object).digest('hex');
  const folder = join(gitDir, 'objects', id.slice(0, 2));
  const written = join(folder, `tmp_obj_${randomBytes(6).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  await writeFile(written, deflateSync(object));
  await rename(written, join(folder, id.slice(2)));
  return id;
}

/** A merge commit, or `undefined` if the two conflict. */
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

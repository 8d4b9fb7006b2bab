/** One git process answers many questions about a repository (QUAL-1). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createObjectReader } from '../../src/git/object-reader.ts';
import { eventually } from '../redis/redis-bench.ts';
import type { ObjectReader } from '../../src/git/git-environment.ts';

const MIB = 1024 * 1024;

describe('reading objects of a repository', () => {
  let folder: string;
  let directory: string;
  let reader: ObjectReader;

  const git = (args: readonly string[], input?: string | Buffer) =>
    execFileSync('git', ['--git-dir', directory, ...args], { encoding: 'utf8', input }).trim();
  const blob = (content: string | Buffer) => git(['hash-object', '-w', '--stdin'], content);
  const commit = (content: string) => {
    const tree = git(['mktree'], `100644 blob ${blob(content)}\ta.txt\n`);
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    return git([...who, 'commit-tree', '-m', content, tree]);
  };
  /** Our git processes that read this repository. */
  const readers = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--git-dir=${directory}\0`);
      } catch {
        return false;
      }
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pw-objects-'));
    directory = join(folder, 'task.git');
    execFileSync('git', ['init', '--quiet', '--bare', directory]);
    reader = createObjectReader({ githubUrl: 'https://github.example', homeDirectory: folder }, directory);
  });
  afterEach(() => {
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers by one process what is asked at the same time, in order, and what is missing with null (QUAL-1)', async () => {
    const contents = Array.from({ length: 50 }, (_, index) =>
      index === 7 ? '' : `${index}\n\0ラベル\n`.repeat(index),
    );
    const ids = contents.map(blob);
    const asked = await Promise.all(ids.map((id) => Promise.all([reader.contents([id]), reader.info([id])])));
    expect(asked.map(([[content]]) => content?.toString())).toEqual(contents);
    expect(asked.map(([, [info]]) => info)).toEqual(
      contents.map((content, index) => ({ id: ids[index], bytes: Buffer.byteLength(content) })),
    );
    expect(await reader.info(['refs/heads/none^{commit}', ids[3] ?? '', '0'.repeat(40)])).toEqual([
      null,
      { id: ids[3], bytes: Buffer.byteLength(contents[3] ?? '') },
      null,
    ]);
    expect(readers()).toHaveLength(1);
  });

  it('reads large contents whole', async () => {
    const large = Buffer.alloc(5 * MIB, 'line\n');
    const read = await reader.contents([blob(large), blob('small'), blob(large)]);
    expect(read.map((content) => content.length)).toEqual([large.length, 5, large.length]);
    expect(read[2]?.equals(large)).toBe(true);
  });

  it('knows refs and objects that came later', async () => {
    expect(await reader.info(['refs/heads/work^{commit}'])).toEqual([null]);
    for (const content of ['one', 'two']) {
      const sha = commit(content);
      git(['update-ref', 'refs/heads/work', sha]);
      git(['repack', '-a', '-d', '-q']);
      git(['pack-refs', '--all']);
      expect((await reader.info(['refs/heads/work^{commit}']))[0]?.id).toBe(sha);
    }
    expect(readers()).toHaveLength(1);
  });

  it('knows nothing of a repository that was lost and made anew (PLAN-5)', async () => {
    const sha = commit('one');
    git(['update-ref', 'refs/heads/work', sha]);
    git(['repack', '-a', '-d', '-q']);
    expect((await reader.info([sha]))[0]?.id).toBe(sha);
    rmSync(directory, { recursive: true });
    await expect(reader.info([sha])).rejects.toThrow();
    execFileSync('git', ['init', '--quiet', '--bare', directory]);
    expect(await reader.info([sha, 'refs/heads/work'])).toEqual([null, null]);
  });

  it('says what is wrong where an object cannot be read, and goes on', async () => {
    const id = blob('content');
    await expect(reader.contents(['0'.repeat(40)])).rejects.toMatchObject({ code: 'git_failed' });
    expect((await reader.contents([id])).map(String)).toEqual(['content']);
  });

  it('goes on where its process was killed (QUAL-1)', async () => {
    const id = blob('content');
    expect((await reader.contents([id])).map(String)).toEqual(['content']);
    for (const pid of readers()) process.kill(Number(pid), 'SIGKILL');
    expect((await reader.contents([id])).map(String)).toEqual(['content']);
  });

  it('ends its process when it was not asked for a while, and when it is closed (QUAL-1)', async () => {
    const id = blob('content');
    await reader.info([id]);
    expect(readers()).toHaveLength(1);
    await eventually(async () => readers().length === 0);
    await reader.info([id]);
    reader.close();
    await eventually(async () => readers().length === 0);
  });
});

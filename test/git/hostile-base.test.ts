/** A base branch that moved to something hostile during the work (GH-7). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { REPO, TASK, TOKEN, WISH, startGitBench, tryGit, type GitBench } from './git-bench.ts';

const SHA = '1'.repeat(40);

describe('a hostile base branch (GH-7, G3, G7)', () => {
  let bench: GitBench;
  let seed: string;
  let sandbox: string;
  let startSha: string;
  beforeEach(async () => {
    bench = await startGitBench();
    seed = bench.seed({ 'a.txt': 'one\n', 'dir/b.txt': 'b\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    ({ startSha } = outcome.snapshot);
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(() => bench.close());

  /** Without a working tree: mode, content and name, as nobody could check it out. */
  const plant = (repository: string, entries: readonly (readonly [mode: string, content: string, path: string])[]) => {
    const git = (...args: string[]) => bench.git(repository, ...args).trim();
    bench.git(repository, 'config', 'core.protectNTFS', 'false');
    for (const [mode, content, path] of entries) {
      const object =
        mode === '160000' ? content : git('-c', `alias.w=!printf %s '${content}' | git hash-object -w --stdin`, 'w');
      git('update-index', '--add', '--replace', '--cacheinfo', mode, object, path);
    }
    const tree = git('write-tree');
    const commit = git('commit-tree', tree, '-p', 'HEAD', '-m', 'planted');
    git('update-ref', 'HEAD', commit);
    return commit;
  };
  const onBase = (entries: Parameters<typeof plant>[1]) => {
    const commit = plant(seed, entries);
    bench.git(seed, 'push', '-q', 'origin', 'HEAD:main');
    return commit;
  };
  const save = async (entries: Parameters<typeof plant>[1]) => {
    plant(sandbox, entries);
    expect(await tryGit(bench, sandbox, 'push', '-q', '--force', 'origin', 'HEAD:refs/heads/work')).toMatchObject({
      code: 0,
    });
  };
  const look = () => bench.repositories.lookAtBase(TASK, REPO, { baseBranch: 'main', since: startSha, token: TOKEN });
  const merge = async (sha: string) =>
    bench.repositories.mergeBase(TASK, { sha, takesConflicts: true, beforeTaking: async () => undefined });

  const at = (repository: string, path: string) => existsSync(join(repository, path));

  it.each([
    ['a link in place of a folder', [['120000', '/etc', 'dir']], [['100644', 'w', 'dir/c.txt']], /^dir~/],
    ['a submodule in place of a folder', [['160000', SHA, 'dir']], [['100644', 'w', 'dir/c.txt']], /^dir~/],
    ['a submodule in place of a file', [['160000', SHA, 'a.txt']], [['100644', 'w', 'a.txt']], /^a\.txt/],
    ['links that lead elsewhere', [['120000', '/etc/passwd', 'l']], [['120000', '../../x', 'l']], /^l$/],
    ['names like options', [['100644', '1', '--output=PWN']], [['100644', 'w', '--output=PWN']], /^--output=PWN$/],
    ['names with line breaks', [['100644', '1', 'a\nb"\t`']], [['100644', 'w', 'a\nb"\t`']], /^a\nb"\t`$/],
  ] as const)(
    'with %s is a conflict, told by its names, and writes nothing here',
    async (_what, theirs, ours, name) => {
      const sha = onBase(theirs);
      await save([...ours, ['100644', 'w', 'w.txt']]);
      expect(await look()).toMatchObject({ kind: 'moved', sha, commits: 1 });
      const merged = await merge(sha);
      expect(merged).toMatchObject({ kind: 'conflicts', isTaken: true });
      expect('files' in merged && merged.files.every((file) => name.test(file))).toBe(true);
      expect([bench.data, process.cwd()].some((folder) => at(folder, 'PWN'))).toBe(false);
    },
  );

  it('with names that only differ in case is merged as it is', async () => {
    const sha = onBase([['100644', '1', 'A.TXT']]);
    await save([['100644', 'w', 'a.txt']]);
    await look();
    expect(await merge(sha)).toEqual({ kind: 'merged' });
  });
});

/** The quarantine in memory: saved commits are names, changes are random. */
import { shaAt } from './chance.mjs';

export function createRepositories(world, process) {
  const { plan } = world;
  const { seed } = plan;
  const call = (name, args, effect) => world.call(process, `repositories.${name}`, args, effect);

  return {
    fetch: (_taskId, _repo, { isFinished, ...wish }) =>
      call('fetch', wish, async (chance) => {
        if (chance.is(1)) return { kind: 'empty' };
        const isThere = chance.is(20);
        if (isThere && (await isFinished(wish.branch)))
          return { kind: 'snapshot', snapshot: snapshotOf(chance, { branch: `${wish.branch}-2` }) };
        return {
          kind: 'snapshot',
          snapshot: snapshotOf(chance, { branch: wish.branch, branchSha: isThere ? shaAt(seed, 'branch') : null }),
        };
      }),
    restore: (_taskId, _repo, { token, ...wish }) =>
      call('restore', wish, async (chance) => {
        if (!chance.is(plan.trouble * 3)) return 'there';
        await token();
        world.see('repository restored');
        return 'restored';
      }),
    change: (_taskId, baseSha, savedSha) =>
      call('change', { baseSha, savedSha }, (chance) => changeOf(chance, savedSha ?? shaAt(seed, 'saved', 'last'))),
    show: (_taskId, baseSha, maxBytes) =>
      call('show', { baseSha, maxBytes }, (chance) => {
        if (chance.is(plan.trouble)) throw new Error('There is nothing to show.');
        return chance.one([
          '',
          'diff --git a/src/price.js b/src/price.js\n+const SECRET-123',
          'diff --git a/x b/x\n+y',
        ]);
      }),
    push: (_taskId, _repo, publication) =>
      call('push', publication, (chance, nth) => {
        if (!chance.is(plan.trouble * 2 + 0.5)) return { kind: 'pushed', sha: shaAt(seed, 'pushed', nth) };
        return chance.one([
          { kind: 'rejected', reason: 'protected branch SECRET-123' },
          { kind: 'secret', places: ['src/price.js:3 (a key)'] },
          { kind: 'branch_gone' },
          { kind: 'too_large', places: ['big.bin'] },
        ]);
      }),
    serve: () => undefined,
    remove: () => call('remove', {}, () => undefined),
    kept: async () => [],
  };

  function snapshotOf(chance, extra) {
    return {
      baseBranch: 'main',
      baseSha: shaAt(seed, 'base'),
      branchSha: null,
      startSha: shaAt(seed, 'base'),
      files: ['package.json', 'src/price.js', 'test/price.test.js'],
      fileCount: chance.one([3, 5_000]),
      environmentFiles: chance.is(80) ? { 'package.json': '{"scripts":{"test":"node --test"}}' } : {},
      projectRules: chance.one([
        {},
        {},
        { 'AGENTS.md': 'Be brief.' },
        { 'AGENTS.md': 'Be brief.', 'src/AGENTS.md': 'Mind the prices.' },
      ]),
      ...extra,
    };
  }

  function changeOf(chance, savedSha) {
    if (chance.is(plan.trouble)) return { kind: 'not_saved' };
    if (chance.is(plan.trouble)) return { kind: 'too_large', places: ['big.bin'] };
    const count = chance.one([0, 1, 1, 2, 4]);
    const files = Array.from({ length: count }, (_, at) => ({
      path: `src/file-${at}.js`,
      oldPath: null,
      status: chance.one(['A', 'M', 'D']),
    }));
    const guarded = chance.is(1.5) ? [{ path: '.github/workflows/x.yml', isSubmodule: false }] : [];
    const touched = [...files.map(({ path }) => ({ path, isSubmodule: false })), ...guarded];
    return { kind: 'change', change: { savedSha, files, insertions: count * 3, deletions: count, touched } };
  }
}

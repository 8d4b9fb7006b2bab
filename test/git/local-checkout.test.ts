import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  baseBranchOf,
  diffOfBranch,
  fileOnBranch,
  isDirty,
  keepOutOfGit,
  openCheckout,
  serveLocally,
} from '../../src/git/local-checkout.ts';
import { AT_THE_OTHER_END } from '../../src/git/git-environment.ts';
import { otherEnd } from '../../src/git/quiet-git.ts';
import { runGit } from '../../src/git/run-git.ts';

describe('a repository on this machine (OPS-3)', () => {
  let folder: string;
  let root: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pw-checkout-'));
    root = join(folder, 'my project');
    mkdirSync(root);
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Mika');
    git('config', 'user.email', 'mika@example.com');
    writeFileSync(join(root, 'a.txt'), 'one\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const git = (...args: readonly string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  const commit = () => {
    git('add', '.');
    git('commit', '--quiet', '-m', 'change');
  };
  const exclude = () => readFileSync(join(root, '.git/info/exclude'), 'utf8').split('\n');

  it('is known by its top, from any folder in it, and from a worktree', async () => {
    commit();
    mkdirSync(join(root, 'deep'));
    const checkout = await openCheckout(join(root, 'deep'));
    expect(checkout).toMatchObject({
      root,
      gitDirectory: join(root, '.git'),
      branch: 'main',
      name: 'my-project',
      person: 'Mika',
    });
    git('worktree', 'add', '--quiet', '-b', 'other', join(folder, 'tree'));
    expect(await openCheckout(join(folder, 'tree'))).toMatchObject({
      gitDirectory: join(root, '.git'),
      branch: 'other',
    });
  });

  it('is none that a clone brought along as a bare repository in a folder, whose settings would run programs (G3)', async () => {
    commit();
    const inner = join(root, 'docs');
    execFileSync('git', ['init', '--quiet', '--bare', inner]);
    mkdirSync(join(inner, 'wt'));
    const filter = `touch ${join(folder, 'ran')} && cat`;
    execFileSync('git', ['-C', inner, 'config', 'core.bare', 'false']);
    execFileSync('git', ['-C', inner, 'config', 'core.worktree', 'wt']);
    execFileSync('git', ['-C', inner, 'config', 'filter.evil.clean', filter]);
    await expect(openCheckout(inner)).rejects.toMatchObject({ code: 'configuration' });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it("gives the owner's git no key of ours", async () => {
    commit();
    const before = { ...process.env };
    process.env['ANTHROPIC_API_KEY'] = 'sk-canary';
    process.env['HOME'] = folder;
    try {
      // The person's own settings are used.
      const filter = `[filter "own"]\n\tclean = "env > '${join(folder, 'seen')}'; cat"\n`;
      writeFileSync(join(folder, '.gitconfig'), filter);
      writeFileSync(join(root, '.gitattributes'), '* filter=own\n');
      writeFileSync(join(root, 'a.txt'), 'two\n');
      expect(await isDirty(await openCheckout(root))).toBe(true);
      expect(readFileSync(join(folder, 'seen'), 'utf8')).not.toContain('sk-canary');
    } finally {
      process.env = before;
    }
  });

  it('G1, G2: runs nothing that it brought along in its settings and hooks, here and at the other end', async () => {
    commit();
    const trap = (name: string) => `touch '${join(folder, `ran-${name}`)}'`;
    mkdirSync(join(root, '.git/own-hooks'));
    for (const name of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'push-to-checkout',
    ])
      for (const hooks of ['.git/hooks', '.git/own-hooks'])
        writeFileSync(join(root, hooks, name), `#!/bin/sh\n${trap(name)}\n`, { mode: 0o755 });
    // Borrowing from another repository makes git ask for its branches.
    execFileSync('git', ['clone', '--quiet', root, join(folder, 'lender')]);
    writeFileSync(join(root, '.git/objects/info/alternates'), `${join(folder, 'lender/.git/objects')}\n`);
    for (const [key, value] of Object.entries({
      'core.hooksPath': join(root, '.git/own-hooks'),
      'core.fsmonitor': `${trap('fsmonitor')}; false`,
      'core.alternateRefsCommand': `${trap('alternates')}; :`,
      'core.sshCommand': trap('ssh'),
      'filter.evil.clean': `${trap('clean')}; cat`,
      'filter.evil.process': trap('process'),
      'filter.evil.required': 'true',
      'diff.external': trap('external'),
      'diff.evil.textconv': `${trap('textconv')}; cat`,
      'receive.denyCurrentBranch': 'updateInstead',
    }))
      git('config', key, value);
    writeFileSync(join(root, '.gitattributes'), '* filter=evil diff=evil\n');
    writeFileSync(join(root, 'a.txt'), 'two\n');
    const checkout = await openCheckout(root);
    expect(await isDirty(checkout)).toBe(true);
    const host = { githubUrl: await serveLocally(checkout, join(folder, 'git'), 'local'), homeDirectory: folder };
    writeFileSync(join(folder, 'local.gitconfig'), AT_THE_OTHER_END);
    const bare = join(folder, 'task.git');
    execFileSync('git', ['clone', '--quiet', '--bare', join(folder, 'lender'), bare]);
    const url = `${host.githubUrl}/local/my-project.git`;
    const run = (end: 'upload-pack' | 'receive-pack', ...args: readonly string[]) =>
      runGit(host, {
        gitDirectory: bare,
        args: [...args.slice(0, 1), ...otherEnd(host, end), '--', url, ...args.slice(1)],
      });
    expect(await run('upload-pack', 'fetch', 'main')).toMatchObject({ exitCode: 0 });
    expect(await run('receive-pack', 'push', 'main:refs/heads/planwright/1-x')).toMatchObject({ exitCode: 0 });
    const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    const more = execFileSync(
      'git',
      ['--git-dir', bare, ...who, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'more'],
      {
        encoding: 'utf8',
      },
    );
    // Pushing into the work tree would be another way to run a filter.
    expect(await run('receive-pack', 'push', `${more.trim()}:refs/heads/main`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('refusing to update checked out branch'),
    });
    await diffOfBranch(checkout, { base: 'main', branch: 'planwright/1-x' });
    expect(readdirSync(folder).filter((name) => name.startsWith('ran-'))).toEqual([]);
  });

  it('G1: is none whose files are said to be elsewhere', async () => {
    commit();
    git('config', 'core.worktree', '/tmp');
    await expect(openCheckout(root)).rejects.toThrow('which is elsewhere (core.worktree)');
  });

  it('is refused with advice where there is none', async () => {
    await expect(openCheckout(folder)).rejects.toMatchObject({
      code: 'configuration',
      advice: expect.stringContaining('git init'),
    });
    await expect(openCheckout(join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(`There is no folder ${join(folder, 'nowhere')}`),
    });
  });

  it('is worked on from a branch: the current one, or the one that is named', async () => {
    const open = () => openCheckout(root);
    await expect(baseBranchOf(await open(), null)).rejects.toThrow('The branch "main" has no commit yet.');
    commit();
    git('branch', 'side');
    expect(await baseBranchOf(await open(), null)).toBe('main');
    expect(await baseBranchOf(await open(), 'side')).toBe('side');
    await expect(baseBranchOf(await open(), 'nope')).rejects.toThrow('There is no branch "nope"');
    await expect(baseBranchOf(await open(), '--all')).rejects.toThrow('There is no branch "--all"');
    await expect(baseBranchOf(await open(), 'HEAD~0')).rejects.toThrow('is a commit, and no branch');
    git('checkout', '--quiet', '--detach');
    await expect(baseBranchOf(await open(), null)).rejects.toThrow('at no branch');
  });

  it('keeps our folder out of git, once, and refuses one that came with the repository', async () => {
    commit();
    const checkout = await openCheckout(root);
    await keepOutOfGit(checkout, '.planwright');
    await keepOutOfGit(checkout, '.planwright');
    expect(exclude().filter((line) => line === '/.planwright/')).toHaveLength(1);
    symlinkSync(folder, join(root, '.planwright'));
    await expect(keepOutOfGit(checkout, '.planwright')).rejects.toThrow('is no folder');
    rmSync(join(root, '.planwright'));
    mkdirSync(join(root, '.planwright'));
    writeFileSync(join(root, '.planwright/planwright.yaml'), 'sandbox: {}\n');
    git('add', '--force', '.planwright');
    await expect(keepOutOfGit(checkout, '.planwright')).rejects.toThrow('tracked by git');
  });

  it('refuses a folder of ours with links, and a list of git that is one: an archive may bring them along (OPS-3)', async () => {
    commit();
    const checkout = await openCheckout(root);
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine\n');
    for (const at of ['planwright.log', 'issues', 'planning_history/index/recent', 'git/local']) {
      const link = join(root, '.planwright', at);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(elsewhere, link);
      await expect(keepOutOfGit(checkout, '.planwright')).rejects.toThrow(`${link} is a link or a pipe`);
      rmSync(link);
    }
    execFileSync('mkfifo', [join(root, '.planwright/pipe')]);
    await expect(keepOutOfGit(checkout, '.planwright')).rejects.toThrow('pipe is a link or a pipe');
    rmSync(join(root, '.planwright/pipe'));
    // One that looks made for git.
    mkdirSync(join(root, '.planwright/git/local'), { recursive: true });
    symlinkSync(checkout.gitDirectory, join(root, '.planwright/git/local/project.git'));
    rmSync(join(root, '.git/info'), { recursive: true, force: true });
    mkdirSync(join(root, '.git/info'));
    symlinkSync(elsewhere, join(root, '.git/info/exclude'));
    await expect(keepOutOfGit(checkout, '.planwright')).rejects.toThrow('through a link');
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine\n');
    writeFileSync(elsewhere, '/.planwright/\n');
    await keepOutOfGit(checkout, '.planwright');
  });

  it('is read by its commits: files of a branch, what a branch adds, and whether something is not committed', async () => {
    commit();
    const checkout = await openCheckout(root);
    expect(await isDirty(checkout)).toBe(false);
    writeFileSync(join(root, 'a.txt'), 'two\n');
    expect(await isDirty(checkout)).toBe(true);
    expect(await fileOnBranch(checkout, 'main', 'a.txt')).toMatchObject({ text: 'one\n', isFile: true });
    expect(await fileOnBranch(checkout, 'main', 'b.txt')).toBeNull();
    git('checkout', '--quiet', '-b', 'side');
    commit();
    expect(await diffOfBranch(checkout, { base: 'main', branch: 'side' })).toContain('+two');
  });

  it('is found by git under a link, which follows it where it went', async () => {
    commit();
    const address = await serveLocally(await openCheckout(root), join(folder, 'link s'), 'local');
    await serveLocally(await openCheckout(root), join(folder, 'link s'), 'local');
    expect(git('ls-remote', '--heads', `${address}/local/my-project.git`)).toContain('refs/heads/main');
  });
});

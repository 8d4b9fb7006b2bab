/**
 * A repository on this machine (OPS-3): read as its owner's git reads it, and presented to tasks as if it were on a
 * server. Its work tree is never changed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, Fault } from '../errors.ts';
import { isLink, oddOneIn } from './find-links.ts';
import { FETCHES_NOTHING, QUIETLY, withoutOwnFilters } from './quiet-git.ts';

export interface LocalCheckout {
  /** The top of the work tree. */
  readonly root: string;
  /** The objects and branches; for a worktree, those of the main repository. */
  readonly gitDirectory: string;
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  /** The committer here. */
  readonly person: string;
  /** A valid name for GitHub. */
  readonly name: string;
}

interface Said {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** In our own folder: links to served repositories, recreated each time, and fetched data. */
const MADE_BY_GIT: readonly string[] = ['git/local', 'repositories'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export async function openCheckout(folder: string): Promise<LocalCheckout> {
  const root = await asked(folder, ['rev-parse', '--show-toplevel']);
  if (root.code === 'ENOENT' && !existsSync(folder))
    throw new Fault('configuration', `There is no folder ${folder}.`, 'Name an existing repository with --repo.');
  if (root.code === 'ENOENT')
    throw new Fault('configuration', 'git is not installed, or not on the PATH.', 'Install git 2.38 or newer.');
  if (root.code !== 0)
    throw new Fault(
      'configuration',
      `${folder} is no git repository that can be worked in: ${firstLine(root.stderr)}`,
      'Name one with --repo, or make one of this folder: git init && git add . && git commit -m "Begin".',
    );
  const top = line(root);
  const [own, there] = await Promise.all([folder, top].map((at) => asked(at, ['rev-parse', '--absolute-git-dir'])));
  if (there?.code !== 0 || own?.stdout !== there.stdout)
    throw new Fault(
      'configuration',
      `The repository of ${folder} says that its files are in ${top}, which is elsewhere (core.worktree).`,
      'Name that folder with --repo if you trust it, or take core.worktree out of .git/config.',
    );
  const [common, branch, name] = await Promise.all([
    asked(top, ['rev-parse', '--git-common-dir']),
    asked(top, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
    asked(top, ['config', 'user.name']),
  ]);
  return {
    root: top,
    gitDirectory: isAbsolute(line(common)) ? line(common) : resolve(top, line(common)),
    branch: branch.code === 0 ? line(branch) : null,
    person: line(name),
    name: nameOf(top),
  };
}

/** The branch that the work starts from. */
export async function baseBranchOf({ root, branch }: LocalCheckout, wanted: string | null): Promise<string> {
  const base = wanted ?? branch;
  if (base === null)
    throw new Fault('configuration', 'The checkout is at no branch.', 'Say which branch to begin from: --base main.');
  const found = await asked(root, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `refs/heads/${base}^{commit}`,
  ]);
  if (found.code === 0) return base;
  const elsewhere = await asked(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`]);
  if (elsewhere.code === 0)
    throw new Fault(
      'configuration',
      `"${base}" is a commit, and no branch of this repository.`,
      `Make a branch of it and begin from that: git branch from-here ${base}, then --base from-here.`,
    );
  throw new Fault(
    'configuration',
    wanted === null ? `The branch "${base}" has no commit yet.` : `There is no branch "${base}" in this repository.`,
    wanted === null
      ? 'Commit something first: git add . && git commit -m "Begin".'
      : 'git branch lists those that there are.',
  );
}

/** Whether the work tree has uncommitted changes, which tasks do not see. */
export async function isDirty({ root }: LocalCheckout): Promise<boolean> {
  const settings = await asked(root, ['config', '--includes', '--list', '--null', '--show-scope']);
  const how = ['status', '--porcelain', '--untracked-files=no', '--ignore-submodules=all'];
  return line(await asked(root, [...withoutOwnFilters(settings.stdout), ...how])) !== '';
}

/** Null if there is no such file. */
export async function fileOnBranch(
  { root }: LocalCheckout,
  branch: string,
  path: string,
): Promise<{ readonly commit: string; readonly text: string; readonly isFile: boolean } | null> {
  const tip = await asked(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`]);
  if (tip.code !== 0) return null;
  const commit = line(tip);
  const kind = await asked(root, ['cat-file', '-t', `${commit}:${path}`]);
  if (kind.code !== 0) return null;
  const isFile = line(kind) === 'blob';
  const text = isFile ? (await asked(root, ['cat-file', 'blob', `${commit}:${path}`])).stdout : '';
  return { commit, text, isFile };
}

export async function hasLocalBranch({ root }: LocalCheckout, branch: string): Promise<boolean> {
  return (await asked(root, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])).code === 0;
}

/** In this work tree or another one of the repository: git then refuses to let others move the branch. */
export async function isCheckedOut({ root }: LocalCheckout, branch: string): Promise<boolean> {
  const trees = await asked(root, ['worktree', 'list', '--porcelain']);
  return trees.stdout.split('\n').includes(`branch refs/heads/${branch}`);
}

/** The branch's diff to its base, as git shows it; '' if it is unavailable. */
export async function diffOfBranch(
  { root }: LocalCheckout,
  { base, branch }: { readonly base: string; readonly branch: string },
): Promise<string> {
  const args = [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    // A submodule has settings of its own.
    '--submodule=short',
    '--stat',
    '--patch',
    '--no-color',
    `refs/heads/${base}...refs/heads/${branch}`,
  ];
  return (await asked(root, args)).stdout;
}

/**
 * Keeps a state folder inside the repository out of git. One that a clone could have brought along is refused, since it
 * would decide what this machine does.
 */
export async function keepOutOfGit({ root, gitDirectory }: LocalCheckout, folder: string): Promise<void> {
  const tracked = await asked(root, ['ls-files', '--', folder]);
  if (line(tracked) !== '')
    throw new Fault(
      'configuration',
      `Files in ${folder} are tracked by git: what a repository brings along may not be taken for our own state.`,
      `Take them out (git rm -r --cached ${folder}, commit, remove the folder), or set DATA_DIR to another folder.`,
    );
  const state = await lstat(join(root, folder)).catch(() => null);
  if (state !== null && !state.isDirectory())
    throw new Fault(
      'configuration',
      `${join(root, folder)} is no folder.`,
      'Move it away, or set DATA_DIR to another folder.',
    );
  const odd = await oddOneIn(join(root, folder), MADE_BY_GIT);
  if (odd !== null)
    throw new Fault(
      'configuration',
      `${odd} is a link or a pipe: what a repository brings along may not have our own state written elsewhere.`,
      'Remove it, or set DATA_DIR to a folder of your own. PLANWRIGHT_CONFIG names a settings file that is elsewhere.',
    );
  const file = join(gitDirectory, 'info', 'exclude');
  const before = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  if (before.split('\n').includes(`/${folder}/`)) return;
  if ((await isLink(dirname(file))) || (await isLink(file)))
    throw new Fault(
      'configuration',
      `${file} is or leads through a link, and nothing is written where a repository leads.`,
      `Add a line to it yourself: /${folder}/`,
    );
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}/${folder}/\n`);
}

/** An address under which git finds the repository as `owner/name.git`, as on a server: a folder with a link. */
export async function serveLocally(checkout: LocalCheckout, folder: string, owner: string): Promise<string> {
  const link = join(folder, owner, `${checkout.name}.git`);
  await mkdir(dirname(link), { recursive: true, mode: 0o700 });
  const target = await readlink(link).catch(() => null);
  if (target !== checkout.gitDirectory) {
    await rm(link, { force: true });
    await symlink(checkout.gitDirectory, link).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
  return pathToFileURL(folder).href;
}

/** Programs named in the repository's settings do not run (quiet-git.ts). */
function asked(cwd: string, args: readonly string[]): Promise<Said> {
  return new Promise((told) => {
    execFile(
      'git',
      [...QUIETLY, ...args],
      { cwd, maxBuffer: MAX_OUTPUT_BYTES, env: { ...ownersEnvironment(), ...FETCHES_NOTHING } },
      (error, stdout, stderr) => told({ code: error === null ? 0 : (error.code ?? null), stdout, stderr }),
    );
  });
}

const INHERITED = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR'];

/**
 * Only what the owner's git needs to find its settings: filters configured there must not get our keys, and when a hook
 * or alias starts us, git's variables are about another command.
 */
function ownersEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => INHERITED.includes(name)));
}

function line({ stdout }: Said): string {
  return stdout.trim();
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function nameOf(root: string): string {
  const name = basename(root)
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .slice(0, 100);
  return name === '' || /^\.+$/.test(name) ? 'repository' : name;
}

import { git, tryGit } from './run-git.ts';

export interface CommitFacts {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

export interface FileChange {
  readonly sha: string | null;
  readonly filename: string;
  readonly previousFilename: string | null;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly additions: number;
  readonly deletions: number;
  /** Absent for binary files. */
  readonly patch: string | null;
}

export interface Comparison {
  readonly commits: readonly CommitFacts[];
  readonly files: readonly FileChange[];
}

const FORMAT = '%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x1e';
const DIFF = ['--no-ext-diff', '--no-color', '-M'];

export async function listCommits(
  gitDir: string,
  range: string,
  extra: readonly string[] = [],
): Promise<readonly CommitFacts[]> {
  const text = await git(gitDir, ['log', `--format=${FORMAT}`, ...extra, range, '--']);
  return text
    .split('\x1e')
    .map((one) => one.replace(/^\n/, ''))
    .filter(Boolean)
    .map(parseCommit);
}

function parseCommit(text: string): CommitFacts {
  const [sha = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', ...message] =
    text.split('\0');
  return {
    sha,
    tree,
    parents: parents.split(' ').filter(Boolean),
    author: { name: an, email: ae, date: utc(ad) },
    committer: { name: cn, email: ce, date: utc(cd) },
    message: message.join('\0').trimEnd(),
  };
}

function utc(date: string): string {
  return new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** What a pull request from `head` into `base` would contain. */
export async function compare(gitDir: string, base: string, head: string): Promise<Comparison> {
  const [commits, files] = await Promise.all([
    listCommits(gitDir, `${base}..${head}`, ['--reverse']),
    changedFiles(gitDir, `${base}...${head}`),
  ]);
  return { commits, files };
}

export async function hasCommitsBetween(gitDir: string, base: string, head: string): Promise<boolean> {
  return (await git(gitDir, ['rev-list', '--count', `${base}..${head}`])) !== '0';
}

export async function sharesHistory(gitDir: string, base: string, head: string): Promise<boolean> {
  return (await tryGit(gitDir, ['merge-base', base, head])).code === 0;
}

export async function mergesCleanly(gitDir: string, base: string, head: string): Promise<boolean> {
  return (await tryGit(gitDir, ['merge-tree', '--write-tree', base, head])).code === 0;
}

export async function diffText(gitDir: string, range: string): Promise<string> {
  return `${await git(gitDir, ['diff', ...DIFF, range, '--'])}\n`;
}

export async function changedFiles(gitDir: string, range: string): Promise<readonly FileChange[]> {
  const [raw, numbers, patches] = await Promise.all([
    git(gitDir, ['diff', ...DIFF, '--raw', '-z', '--no-abbrev', range, '--']),
    git(gitDir, ['diff', ...DIFF, '--numstat', '-z', range, '--']),
    git(gitDir, ['diff', ...DIFF, range, '--']),
  ]);
  const counts = numbers
    .split('\0')
    .flatMap((entry) => /^(\d+|-)\t(\d+|-)\t/.exec(entry)?.slice(1, 3).map(Number) ?? []);
  const texts = patches.split(/^diff --git /m).slice(1);
  return parseRaw(raw).map((file, at) => {
    const patch = texts[at]?.match(/^@@[^]*/m)?.[0].trimEnd() ?? null;
    return { ...file, additions: counts[at * 2] || 0, deletions: counts[at * 2 + 1] || 0, patch };
  });
}

function parseRaw(raw: string): readonly Omit<FileChange, 'additions' | 'deletions' | 'patch'>[] {
  const fields = raw.split('\0');
  const files: Omit<FileChange, 'additions' | 'deletions' | 'patch'>[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [, , before = '', after = '', letter = 'M'] = (fields[at] ?? '').split(' ');
    const first = fields[at + 1] ?? '';
    const isRename = /^[RC]/.test(letter);
    const filename = isRename ? (fields[at + 2] ?? '') : first;
    const status = isRename ? 'renamed' : letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'modified';
    files.push({ sha: letter === 'D' ? before : after, filename, previousFilename: isRename ? first : null, status });
    at += isRename ? 3 : 2;
  }
  return files;
}

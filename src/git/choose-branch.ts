import { gitBroken, gitFailure } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit } from './run-git.ts';
import { BASE_REF, repositoryUrl } from './task-repository.ts';
import type { RepositoryRef } from '../ports/github.ts';

export interface BranchQuestion {
  readonly gitDirectory: string;
  readonly repo: RepositoryRef;
  readonly token: string;
  /** `planwright/<issue>-<slug>` of the title as it is now. */
  readonly branch: string;
  readonly authorEmail: string;
  readonly isFinished: (branch: string) => Promise<boolean>;
  /** All branches on GitHub that begin like it. */
  readonly candidates: readonly string[];
}

export const OUR_BRANCH = /^planwright\/[a-z0-9-]{1,200}$/;
const CANDIDATE_REFS = 'refs/planwright/candidates';
/** More branches of one issue than anybody makes by hand. */
const MAX_CANDIDATES = 20;
const DEPTH = 50;
const TIMEOUT_MS = 5 * 60_000;

/**
 * The branch of the issue that we worked on before, under whichever title, unless what it was for is over: after a
 * squash its commits are in the base and not of it. Else the one of the title, unless that is taken: then one beside
 * it. Asked after the base was fetched.
 */
export async function chooseBranch(host: GitHost, question: BranchQuestion): Promise<string> {
  const { branch, candidates } = question;
  if (candidates.length === 0) return branch;
  const known = candidates
    .toSorted((left, right) => Number(right === branch) - Number(left === branch))
    .slice(0, MAX_CANDIDATES);
  await fetchCandidates(host, question, known);
  const free = new Set<string>();
  let ours: { readonly name: string; readonly at: number } | null = null;
  for (const [index, name] of known.entries()) {
    const commits = await commitsOf(host, question.gitDirectory, index);
    if (commits.length === 0) free.add(name);
    const last = commits.find(({ email }) => isOurs(email, question.authorEmail));
    if (last === undefined || !OUR_BRANCH.test(name) || (await question.isFinished(name))) continue;
    if (name === branch) return name;
    if (ours === null || last.at > ours.at) ours = { name, at: last.at };
  }
  if (ours !== null) return ours.name;
  const taken = candidates.filter((name) => !free.has(name));
  return besideOthers(branch, taken);
}

/** With or without the number of the account, as `task/author-of.ts` writes it. */
function isOurs(email: string, authorEmail: string): boolean {
  return email.replace(/^\d+\+/, '') === authorEmail;
}

function besideOthers(branch: string, taken: readonly string[]): string {
  // Git keeps no branch beside one that has its name as a folder.
  const isTaken = (name: string): boolean => taken.some((one) => one === name || one.startsWith(`${name}/`));
  if (!isTaken(branch)) return branch;
  let number = 2;
  while (isTaken(`${branch}-${number}`)) number += 1;
  return `${branch}-${number}`;
}

async function fetchCandidates(
  host: GitHost,
  { gitDirectory, repo, token }: BranchQuestion,
  names: readonly string[],
): Promise<void> {
  const fetched = await runGit(host, {
    gitDirectory,
    token,
    timeoutMs: TIMEOUT_MS,
    args: [
      'fetch',
      '--quiet',
      `--depth=${DEPTH}`,
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--no-auto-gc',
      '--',
      repositoryUrl(host.githubUrl, repo),
      ...names.map((name, index) => `+refs/heads/${name}:${CANDIDATE_REFS}/${index}`),
    ],
  });
  if (fetched.exitCode !== 0) throw gitFailure('Looking at the branches of the issue', fetched);
}

interface Commit {
  readonly email: string;
  readonly at: number;
}

/** Newest first, without those of the base; none for a branch that is merged or has nothing of its own. */
async function commitsOf(host: GitHost, gitDirectory: string, index: number): Promise<readonly Commit[]> {
  const listed = await runGit(host, {
    gitDirectory,
    args: ['log', `--max-count=${DEPTH}`, '--format=%ct %ae', `${CANDIDATE_REFS}/${index}`, `^${BASE_REF}`, '--'],
  });
  if (listed.exitCode !== 0) throw gitBroken('Looking at the commits of a branch', listed);
  return listed.stdout
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ at: Number(line.split(' ', 1)[0]), email: line.slice(line.indexOf(' ') + 1) }));
}

import { besideOthers } from '../ports/branch-name.ts';
import { gitFailure } from './git-error.ts';
import type { TaskRepository } from './git-environment.ts';
import { BASE_REF, DEPTHS, fetchRefs, HEADS, readGit, type Source } from './task-repository.ts';

interface BranchQuestion extends Source {
  /** `planwright/<issue>-<slug>` for the current title. */
  readonly branch: string;
  readonly authorEmail: string;
  readonly isFinished: (branch: string) => Promise<boolean>;
  /** All branches on GitHub with the same beginning. */
  readonly candidates: readonly string[];
}

export const OUR_BRANCH = /^planwright\/[a-z0-9-]{1,200}$/;
const CANDIDATE_REFS = 'refs/planwright/candidates';
/** More branches of one issue than anybody makes by hand. */
const MAX_CANDIDATES = 20;

/**
 * The branch we used for the issue before, under any title, unless its purpose is over (after a squash merge its
 * commits are in the base, but not by their ids). Otherwise the title's branch or, if that is taken, a numbered one
 * beside it. Called after the base was fetched.
 */
export async function chooseBranch(repository: TaskRepository, question: BranchQuestion): Promise<string> {
  const { branch, candidates } = question;
  if (candidates.length === 0) return branch;
  const known = candidates
    .toSorted((left, right) => Number(right === branch) - Number(left === branch))
    .slice(0, MAX_CANDIDATES);
  const refspecs = known.map((name, index) => `+${HEADS}${name}:${CANDIDATE_REFS}/${index}`);
  const fetched = await fetchRefs(repository, question, DEPTHS[0], refspecs);
  if (fetched.exitCode !== 0) throw gitFailure('Looking at the branches of the issue', fetched);
  const free = new Set<string>();
  let ours: { readonly name: string; readonly at: number } | null = null;
  for (const [index, name] of known.entries()) {
    const commits = await commitsOf(repository, index);
    if (commits.length === 0) free.add(name);
    const last = commits.find(({ email }) => isOurs(email, question.authorEmail));
    if (last === undefined || !OUR_BRANCH.test(name) || (await question.isFinished(name))) continue;
    if (name === branch) return name;
    if (ours === null || last.at > ours.at) ours = { name, at: last.at };
  }
  if (ours !== null) return ours.name;
  return besideOthers(
    branch,
    candidates.filter((name) => !free.has(name)),
  );
}

/** With or without the account's number, as in `plan/publication.ts`. */
function isOurs(email: string, authorEmail: string): boolean {
  return email.replace(/^\d+\+/, '') === authorEmail;
}

interface Commit {
  readonly email: string;
  readonly at: number;
}

/** Newest first, without those of the base; none for a branch that is merged or has no commits of its own. */
async function commitsOf(repository: TaskRepository, index: number): Promise<readonly Commit[]> {
  const range = [`${CANDIDATE_REFS}/${index}`, `^${BASE_REF}`];
  const args = ['log', `--max-count=${DEPTHS[0]}`, '--format=%ct %ae', ...range, '--'];
  const lines = (await readGit(repository, 'Looking at the commits of a branch', args)).split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => ({ at: Number(line.split(' ', 1)[0]), email: line.slice(line.indexOf(' ') + 1) }));
}

import { mergeability, mergePull, openPull } from '../deeds/pulls.ts';
import { moveRefs } from '../deeds/refs.ts';
import { person, type Stage } from '../deeds/stage.ts';
import { type Files, writeCommit } from '../git/commit.ts';
import { compare, diffText } from '../git/compare.ts';
import { branchSha, listRefs } from '../git/repository.ts';
import { git } from '../git/run-git.ts';
import { pullFull, pullSimple } from '../shapes/pull.ts';
import type { Repository } from '../world.ts';
import { type At, type AtIssue, personNamed, pullAt, repositoryAt } from './place.ts';

interface By {
  readonly by: string;
}

/** What people and machines do with branches and pull requests. */
export function pullActs(stage: Stage) {
  const { world } = stage;

  async function tipOf(repository: Repository, branch: string): Promise<string> {
    const sha = await branchSha(repository.gitDir, branch);
    if (sha === undefined) throw new Error(`There is no branch ${branch} in ${repository.name}.`);
    return sha;
  }

  return {
    /** A commit by a person directly on a branch (created from the default branch if new). */
    async commitFiles(act: At & By & { readonly branch?: string; readonly files: Files; readonly message?: string }) {
      const repository = repositoryAt(world, act);
      const branch = act.branch ?? repository.defaultBranch;
      const parent =
        (await branchSha(repository.gitDir, branch)) ??
        (await branchSha(repository.gitDir, repository.defaultBranch)) ??
        null;
      const user = personNamed(world, act.by);
      const author = { name: user.login, email: `${user.id}+${user.login}@users.noreply.github.test` };
      const sha = await writeCommit(repository.gitDir, act.files, {
        message: act.message ?? 'Change files',
        parent,
        author,
      });
      const moved = await moveRefs(stage, repository, person(user), () =>
        git(repository.gitDir, ['update-ref', `refs/heads/${branch}`, sha]),
      );
      await moved.told;
      return { sha };
    },
    async deleteBranch(act: At & By & { readonly branch: string }) {
      const repository = repositoryAt(world, act);
      const moved = await moveRefs(stage, repository, person(personNamed(world, act.by)), () =>
        git(repository.gitDir, ['update-ref', '-d', `refs/heads/${act.branch}`]),
      );
      await moved.told;
    },
    async openPull(
      act: At &
        By & {
          readonly head: string;
          readonly base?: string;
          readonly title: string;
          readonly body?: string;
          readonly draft?: boolean;
        },
    ) {
      const repository = repositoryAt(world, act);
      const baseRef = act.base ?? repository.defaultBranch;
      const draft = {
        title: act.title,
        body: act.body ?? null,
        headRef: act.head,
        headSha: await tipOf(repository, act.head),
        baseRef,
        baseSha: await tipOf(repository, baseRef),
        draft: act.draft ?? false,
      };
      const made = await openPull(stage, repository, draft, person(personNamed(world, act.by)));
      await made.told;
      return { number: made.value.number };
    },
    /** `merged: false` if the two conflict. */
    async mergePull(act: AtIssue & By) {
      const { repository, issue, pull } = pullAt(world, act);
      const done = await mergePull(stage, repository, issue, pull, personNamed(world, act.by));
      await done?.told;
      return { merged: done !== undefined };
    },
    async readPull(act: AtIssue) {
      const { repository, issue, pull } = pullAt(world, act);
      const comparison = await compare(repository.gitDir, pull.baseSha, pull.headSha);
      const facts = { comparison, mergeable: await mergeability(repository, issue, pull) };
      const diff = await diffText(repository.gitDir, `${pull.baseSha}...${pull.headSha}`);
      return {
        pull: pullFull(world, repository, issue, pull, facts),
        files: comparison.files,
        commits: comparison.commits,
        diff,
      };
    },
    listPulls(act: At & { readonly state?: 'open' | 'closed' | 'all' }) {
      const repository = repositoryAt(world, act);
      const state = act.state ?? 'all';
      return repository.issues.flatMap((issue) =>
        issue.pull !== null && (state === 'all' || issue.state === state)
          ? [pullSimple(world, repository, issue, issue.pull)]
          : [],
      );
    },
    async listBranches(act: At) {
      const refs = await listRefs(repositoryAt(world, act).gitDir);
      return Object.fromEntries(
        [...refs]
          .filter(([ref]) => ref.startsWith('refs/heads/'))
          .map(([ref, sha]) => [ref.slice('refs/heads/'.length), sha]),
      );
    },
    async readFile(act: At & { readonly branch?: string; readonly path: string }) {
      const repository = repositoryAt(world, act);
      return git(repository.gitDir, ['show', `${act.branch ?? repository.defaultBranch}:${act.path}`]);
    },
  };
}

import { listCommits } from '../git/compare.ts';
import { listRefs } from '../git/repository.ts';
import { git, tryGit } from '../git/run-git.ts';
import { repositoryHtml } from '../shapes/repository.ts';
import { type Issue, type Pull, type Repository } from '../world.ts';
import { setState } from './issues.ts';
import { type Actor, type Done, type Stage, tellPull } from './stage.ts';

export interface RefChange {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly forced: boolean;
}

const ZERO = '0'.repeat(40);

const busy = new WeakMap<Repository, Promise<unknown>>();

/**
 * Runs what moves refs, then updates pull requests with their branches and sends webhooks; one at a time per
 * repository.
 */
export function moveRefs(
  stage: Stage,
  repository: Repository,
  actor: Actor,
  move: () => Promise<unknown>,
): Promise<Done<readonly RefChange[]>> {
  const earlier = busy.get(repository) ?? Promise.resolve();
  const mine = earlier.catch(() => undefined).then(() => moveRefsNow(stage, repository, actor, move));
  busy.set(repository, mine);
  return mine;
}

async function moveRefsNow(
  stage: Stage,
  repository: Repository,
  actor: Actor,
  move: () => Promise<unknown>,
): Promise<Done<readonly RefChange[]>> {
  const before = await listRefs(repository.gitDir);
  await move();
  const after = await listRefs(repository.gitDir);
  const changes: RefChange[] = [];
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const from = before.get(ref) ?? ZERO;
    const to = after.get(ref) ?? ZERO;
    if (from === to || ref.startsWith('refs/pull/')) continue;
    changes.push({ ref, before: from, after: to, forced: await isForced(repository, from, to) });
  }
  const told: Promise<unknown>[] = [];
  if (changes.length > 0) repository.pushedAtMs = stage.world.now();
  for (const change of changes) {
    const pushed = await describePush(stage, repository, change, actor);
    told.push(stage.events.emit('push', null, repository, actor.user, pushed));
    if (change.after === ZERO) told.push(tellDeleted(stage, repository, change.ref, actor));
    told.push(...(await followBranch(stage, repository, change, actor)));
  }
  return { value: changes, told: Promise.all(told) };
}

function tellDeleted(stage: Stage, repository: Repository, ref: string, actor: Actor): Promise<unknown> {
  const isTag = ref.startsWith('refs/tags/');
  return stage.events.emit('delete', null, repository, actor.user, {
    ref: ref.replace(/^refs\/(?:heads|tags)\//, ''),
    ref_type: isTag ? 'tag' : 'branch',
    pusher_type: 'user',
  });
}

async function isForced({ gitDir }: Repository, from: string, to: string): Promise<boolean> {
  if (from === ZERO || to === ZERO) return false;
  return (await tryGit(gitDir, ['merge-base', '--is-ancestor', from, to])).code !== 0;
}

async function followBranch(
  stage: Stage,
  repository: Repository,
  { ref, before, after }: RefChange,
  actor: Actor,
): Promise<Promise<unknown>[]> {
  const branch = ref.replace('refs/heads/', '');
  const told: Promise<unknown>[] = [];
  for (const { issue, pull } of openPulls(repository)) {
    if (pull.baseRef === branch && after !== ZERO && pull.mergedAtMs === null) pull.baseSha = after;
    if (pull.headRef !== branch) continue;
    if (after === ZERO) {
      setState(stage, issue, 'closed', null, actor.user);
      told.push(tellPull(stage, 'closed', repository, issue, pull, actor));
      continue;
    }
    pull.headSha = after;
    issue.updatedAtMs = stage.world.now();
    await git(repository.gitDir, ['update-ref', `refs/pull/${issue.number}/head`, after]);
    told.push(tellPull(stage, 'synchronize', repository, issue, pull, actor, { before, after }));
  }
  return told;
}

export function openPulls(repository: Repository): readonly { readonly issue: Issue; readonly pull: Pull }[] {
  return repository.issues.flatMap((issue) =>
    issue.pull !== null && issue.state === 'open' ? [{ issue, pull: issue.pull }] : [],
  );
}

async function describePush(
  { world }: Stage,
  repository: Repository,
  { ref, before, after, forced }: RefChange,
  actor: Actor,
): Promise<Readonly<Record<string, unknown>>> {
  const range = before === ZERO ? after : `${before}..${after}`;
  const facts = after === ZERO ? [] : await listCommits(repository.gitDir, range, ['--reverse', '--max-count=20']);
  const commits = facts.map((commit) => ({
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${repositoryHtml(world, repository)}/commit/${commit.sha}`,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
    added: [],
    removed: [],
    modified: [],
  }));
  return {
    ref,
    before,
    after,
    base_ref: null,
    created: before === ZERO,
    deleted: after === ZERO,
    forced,
    compare: `${repositoryHtml(world, repository)}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: commits.at(-1) ?? null,
    pusher: { name: actor.user.login, email: null },
  };
}

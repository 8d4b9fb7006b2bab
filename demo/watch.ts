/** From the request of a task to the proof of its pull request. */
import {
  showChange,
  showCost,
  showPage,
  showProof,
  showPullRequest,
  showTime,
  type PullRequestSeen,
} from './closing.ts';
import { factLines, inHand } from './fact-lines.ts';
import { endOf, follow } from './follow.ts';
import { prove } from './proof.ts';
import { Missed, type Run } from './run.ts';
import type { Stage } from './stage.ts';
import type { Recorded } from '../src/state/facts.ts';

const TEST_COMMAND = 'npm test';
const SCRIPTED_MINUTES = 2;
const REAL_MINUTES = 10;

/** Returns the number of the pull request, after checking it. */
export async function watch(stage: Stage, run: Run, issue: number, askedAt: number): Promise<number> {
  const { screen, words, isScripted } = run;
  const { github, repository } = stage;
  const minutes = isScripted ? SCRIPTED_MINUTES : REAL_MINUTES;
  const show = (entries: readonly Recorded[], shown: number): void => {
    for (const line of factLines(entries, shown, words)) screen.fact(line, askedAt);
    screen.working(inHand(entries, words), Date.now() - askedAt);
  };
  const ended = stage.service.ended.then((): never => {
    throw new Missed(words.failure.serviceEnded);
  });
  const followed = await Promise.race([
    ended,
    follow(stage, { issue, timeLimitMs: minutes * 60_000, signal: run.interrupted, show }),
  ]);
  if (followed.kind === 'too_long') throw new Missed(words.failure.tooLong(minutes));

  const { entries } = followed;
  const end = endOf(entries);
  const pull = await pullRequestOf(stage);
  if (pull === null) throw new Missed(words.failure.noPullRequest(end?.reason ?? '?'));
  const { folder, instance } = stage;
  const proof = await prove({
    url: `${github.url}/${repository}.git`,
    base: pull.base,
    branch: pull.branch,
    testCommand: TEST_COMMAND,
    folder,
    instance,
  });
  showChange(screen, words, pull, proof.diff);
  showPullRequest(screen, words, pull);
  const { issue: asked, comments } = github.acts.readIssue({ repository, issue });
  await showPage(screen, words, pull, {
    title: asked.title,
    number: issue,
    author: asked.user.login,
    body: asked.body ?? '',
    comments,
  });
  showProof(screen, words, proof, TEST_COMMAND);
  showCost(screen, words, entries, isScripted);
  showTime(screen, words, entries, askedAt);
  if (pull.draft) throw new Missed(words.failure.isDraft(pull.number));
  if (proof.after.exitCode !== 0) throw new Missed(words.failure.testsFail(pull.branch));
  if (end?.status !== 'succeeded')
    throw new Missed(words.failure.unsuccessful(words.ended[end?.status ?? 'failed'], end?.reason ?? '?'));
  return pull.number;
}

async function pullRequestOf({ github, repository }: Stage): Promise<PullRequestSeen | null> {
  const found = github.world.repositories
    .find((one) => `${one.owner.login}/${one.name}` === repository)
    ?.issues.find((one) => one.pull !== null);
  if (found === undefined) return null;
  const { pull } = await github.acts.readPull({ repository, issue: found.number });
  return {
    number: pull.number,
    title: pull.title,
    body: pull.body ?? '',
    draft: pull.draft,
    branch: pull.head.ref,
    base: pull.base.ref,
  };
}

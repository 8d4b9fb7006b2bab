/**
 * What people see of a task on GitHub, from its first comment to its result, in the model's words where it gives some;
 * and the clean-up.
 */
import { Fault, messageOf } from '../errors.ts';
import { isDraftWanted, branchOf } from '../plan/publication.ts';
import { progressMarker, resultMarker } from '../ports/comment-marker.ts';
import { progressComment } from '../comments/progress-comment.ts';
import { pullRequestText } from '../comments/pull-request-text.ts';
import { noDraftNotice } from '../comments/draft-text.ts';
import { resultComment } from '../comments/result-comment.ts';
import { at } from '../state/select.ts';
import { postComment } from './post-comment.ts';
import { readModelAnswer } from '../model-calls/read-model-answer.ts';
import { summaryQuestion } from '../model-calls/review-messages.ts';
import { structuredFacts } from './answer-facts.ts';
import { diffOf } from './quarantine.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Performer, Performing, Outcome, Toolbox } from './performer.ts';
import type { CallValue } from '../model-calls/calls.ts';
import type { PullRequestPlace } from '../ports/own-pull-request.ts';
import type { Task } from '../state/task.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_BODY_CHARACTERS = 12_000;
const MAX_OUTCOMES = 20;
/** More than the model is shown; the code that shows it decides where to cut. */
const MAX_DIFF_BYTES = 64 * 1024;
const MAX_OUTCOME_CHARACTERS = 500;

/**
 * The pull request is opened in any case; without a text from the model, ours is used. So the only error that leaves
 * this is an abort.
 */
export const askSummary: Performer<'ask_summary'> = async (performing) => {
  const { task, tools, signal } = performing;
  try {
    const question = summaryQuestion(at(task, 'report'), await diffOf(task, tools, MAX_DIFF_BYTES), tools);
    return await structuredFacts(
      { call: 'summary', question, read: (answer) => readModelAnswer('summary', answer) },
      performing,
      { of: (value) => [summaryFact(value, tools)] },
    );
  } catch (error) {
    if (signal.aborted) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'no summary by the model, the pull request gets our own text',
    );
    const problem = tools.redact(messageOf(error));
    return [{ type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems: [problem] }];
  }
};

function summaryFact({ pull_request: text, summary }: CallValue<'summary'>, { redact }: Toolbox): Outcome {
  return {
    type: 'phase',
    name: 'summary',
    title: redact(text.title).slice(0, MAX_TITLE_CHARACTERS),
    body: redact(text.body).slice(0, MAX_BODY_CHARACTERS),
    key_outcomes: summary.key_outcomes
      .slice(0, MAX_OUTCOMES)
      .map((outcome) => redact(outcome).slice(0, MAX_OUTCOME_CHARACTERS)),
    goal_achieved: summary.goal_achieved,
    remaining_risks: (summary.remaining_risks ?? [])
      .slice(0, MAX_OUTCOMES)
      .map((risk) => redact(risk).slice(0, MAX_OUTCOME_CHARACTERS)),
  };
}

export const createProgressComment: Performer<'create_progress_comment'> = async (performing) => [
  { type: 'effect', name: 'progress_comment', ...(await postComment(progressOf(performing), performing)) },
];

/** Opens the pull request, or updates the existing one. */
export const openPullRequest: Performer<'open_pull_request'> = async ({ task, tools }) => {
  const reporting = at(task, 'report');
  const text = pullRequestText(reporting, tools.noteUrl(task.id));
  const title = tools.redact(text.title);
  const { number, url, draft, refusal } = await tools.github.ensurePullRequest(task.request.repo, {
    ...placeOfPullRequest(task),
    title,
    body: tools.redact(text.body),
    draft: isDraftWanted(task, reporting.stage),
    noDraftNotice: noDraftNotice(reporting),
  });
  if (refusal !== null)
    tools.log.warn(
      { task: task.id, trace: task.traceId, pullRequest: number, reason: refusal },
      'GitHub did not let us change the draft state of the pull request',
    );
  const notAsked = await askForReviews(task, number, tools);
  const refused = notAsked.length === 0 ? {} : { not_asked: notAsked };
  return [{ type: 'effect', name: 'pull_request', number, url, draft, title, ...refused }];
};

/** Used after attempts that may have opened it. */
export const findPullRequest: Performer<'find_pull_request'> = async ({ task, tools }) => {
  const found = await tools.github.findPullRequest(task.request.repo, placeOfPullRequest(task));
  if (found === null) return [{ type: 'effect', name: 'pull_request_missing' }];
  const { number, url, draft, title } = found;
  return [{ type: 'effect', name: 'pull_request', number, url, draft, title: tools.redact(title) }];
};

function placeOfPullRequest(task: Task): PullRequestPlace {
  if (task.snapshot === null) throw new TypeError('There is no repository to open a pull request in.');
  return { head: branchOf(task), base: task.snapshot.baseBranch, since: task.startedAt };
}

/**
 * Asks the requester and the repository's reviewers. Returns those of the latter that GitHub did not ask, so that
 * people are told. GitHub asks neither strangers nor bots, and one of them makes it refuse the whole request.
 */
async function askForReviews(task: Task, pull: number, tools: Toolbox): Promise<readonly string[]> {
  const { request, settings } = task;
  const { login } = request.requester;
  const isAsked = settings.requestsReview && !login.endsWith('[bot]');
  if (isAsked) await isAskedForReview(task, { pull, reviewer: login }, tools);
  const notAsked: string[] = [];
  for (const reviewer of settings.reviewers) {
    if (isAsked && reviewer.toLowerCase() === login.toLowerCase()) continue;
    if (!(await isAskedForReview(task, { pull, reviewer }, tools))) notAsked.push(reviewer);
  }
  return notAsked;
}

async function isAskedForReview(
  { id, traceId, request }: Task,
  { pull, reviewer }: { readonly pull: number; readonly reviewer: string },
  tools: Toolbox,
): Promise<boolean> {
  try {
    await tools.github.requestReview(request.repo, pull, reviewer);
    return true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tools.log.warn({ task: id, trace: traceId, reviewer, err: error }, 'a reviewer could not be asked');
    return false;
  }
}

export const postResult: Performer<'post_result'> = async (performing) => {
  const { task, tools } = performing;
  const body = resultComment(at(task, 'report'), { now: tools.clock.now(), noteUrl: tools.noteUrl(task.id) });
  const posted = await postComment({ marker: resultMarker(task.id), body }, performing);
  return [{ type: 'effect', name: 'result_comment', ...posted }];
};

/** Writes the final state of the progress comment; creates it again if somebody deleted it. */
export const finishProgress: Performer<'finish_progress'> = async (performing) => {
  const { task, tools } = performing;
  const comment = progressOf(performing);
  const commentId = task.progressComment?.id ?? (await postComment(comment, performing)).comment_id;
  const edited = await tools.github.editComment(task.request.repo, commentId, tools.redact(comment.body));
  if (edited === 'gone') await postComment(comment, performing);
  return [{ type: 'effect', name: 'progress_finished' }];
};

function progressOf({ task, tools }: Pick<Performing<EffectKind>, 'task' | 'tools'>) {
  const body = progressComment(task, { now: tools.clock.now(), noteUrl: tools.noteUrl(task.id), queued: tools.queued });
  return { marker: progressMarker(task.id), body };
}

export const removeSandbox: Performer<'remove_sandbox'> = async ({ task, tools, signal }) => {
  await tools.sessions.release(task.id);
  await tools.sandboxes.remove(task.id, signal);
  await tools.repositories.remove(task.id);
  await tools.images.remove(task.id);
  return [{ type: 'effect', name: 'sandbox_removed' }];
};

export const complete: Performer<'complete'> = async () => [{ type: 'effect', name: 'reported' }];

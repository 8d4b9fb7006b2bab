/** Reads what was written on the issue before the request, and which authors may steer the work (PLAN-1, GH-2, P11). */
import { chosen, eligible } from '../model-calls/choose-comments.ts';
import { Fault, RetryLater } from '../errors.ts';
import { permissionOf } from '../people/permission-of.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import type { IssueComment, Permission, Person } from '../ports/github.ts';
import type { Discussion } from '../state/issue-content.ts';
import type { TaskRequest } from '../state/request.ts';
import type { TroubleCode } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox, Performer } from './performer.ts';

/** Permissions are asked for this many people, newest first; others count as having none (GH-10). */
const MAX_ASKED_ABOUT = 20;
/** About a minute: the work can be done without the comments, and the requester is told. */
const MAX_ATTEMPTS = 5;

const MAY_STEER: ReadonlySet<Permission> = new Set(['admin', 'maintain', 'write']);
const NOTHING_READ = { comments: [], leftOut: 0, edited: 0, ignored: 0 } as const;

export const readComments: Performer<'read_comments'> = async ({ task, tools }) => {
  const began = tools.clock.now();
  const discussion = await read(task, tools);
  if (discussion.problem !== null) {
    tools.log.warn(
      { task: task.id, trace: task.traceId, reason: discussion.problem },
      'the comments of the issue are not read',
    );
  }
  return [{ type: 'environment', name: 'discussion', discussion, github_ms: tools.clock.now() - began }];
};

async function read(task: Task, tools: Toolbox): Promise<Discussion> {
  const { request, settings } = task;
  const { repo, issue, author, target } = request;
  const at = Date.parse(request.askedAt ?? '');
  const hidden = hiddenIn(request);
  const listed = Number.isNaN(at)
    ? ({ code: 'time_unknown', message: 'GitHub did not say when the task was asked for.' } as const)
    : await tools.github.commentsUntil(repo, issue, at).catch((error: unknown) => passable(error, task));
  const isKnown = 'comments' in listed;
  const found = eligible(isKnown ? listed.comments : [], {
    at,
    ownComment: target.kind === 'issue_comment' ? target.commentId : null,
    allowedBots: settings.allowedBots,
  });
  const trusted = await steering(
    [author, ...found.comments.toReversed().map((comment) => comment.author)],
    task,
    tools,
  );
  const authorTrusted = trusted.has(author.id);
  if (!isKnown)
    return {
      ...NOTHING_READ,
      authorTrusted,
      hidden: { request: hidden, comments: 0 },
      problem: tools.redact(listed.message),
      trouble: listed.code,
    };
  const isTrusted = (comment: IssueComment) => trusted.has(comment.author.id);
  const wanted = settings.untrustedComments === 'ignore' ? found.comments.filter(isTrusted) : found.comments;
  const kept = chosen(wanted, isTrusted);
  return {
    comments: kept.comments.map((comment) => ({ ...comment, text: tools.redact(comment.text) })),
    authorTrusted,
    leftOut: kept.leftOut + found.older + listed.older,
    edited: found.edited,
    ignored: found.comments.length - wanted.length,
    hidden: { request: hidden, comments: kept.hidden },
    problem: null,
  };
}

/** Ids of those who may steer. Unknown permission counts as none; after a refusal nobody else is asked about. */
export async function steering(
  people: readonly Person[],
  task: Task,
  { github, log }: Toolbox,
): Promise<ReadonlySet<number>> {
  const { repo, requester } = task.request;
  const { allowedBots } = task.settings;
  const trusted = new Set([requester.id]);
  const others = new Map(people.filter(({ id }) => id !== requester.id).map((person) => [person.id, person]));
  for (const person of [...others.values()].slice(0, MAX_ASKED_ABOUT)) {
    try {
      if (MAY_STEER.has(await permissionOf(person, repo, { github, allowedBots }))) trusted.add(person.id);
    } catch (error) {
      const reason = passable(error, task).message;
      log.warn(
        { task: task.id, trace: task.traceId, reason },
        'who may steer cannot be asked; the others count as those who may not',
      );
      break;
    }
  }
  return trusted;
}

/** The trouble, if the task can continue without the comments; other errors are thrown. */
function passable(error: unknown, { retry }: Task): { readonly code: TroubleCode; readonly message: string } {
  if (error instanceof Fault && (error.code === 'github_refused' || error.code === 'github_gone')) return error;
  // A rate limit says how long to wait; without an end to it no other call would work either.
  if (error instanceof RetryLater && error.afterMs === null && (retry?.attempt ?? 0) >= MAX_ATTEMPTS)
    return { code: error.of, message: error.message };
  throw error;
}

function hiddenIn({ title, body, instruction, target, hidden = 0 }: TaskRequest): number {
  // Otherwise the request is part of the issue or of a review, which was cleaned already.
  const texts = [title, body, ...(target.kind === 'issue_comment' && instruction !== null ? [instruction] : [])];
  return texts.reduce((sum, text) => sum + withoutInvisible(text).removed, hidden);
}

/**
 * Messages that arrive while a conversation runs are put into its next request (PLAN-2). Comments and answers come with
 * tool results; this covers everything else, and what arrives in between.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Fact } from './facts.ts';
import type { Said } from './question.ts';
import type { Task } from './task.ts';
import type { CommentSeen, Turn, Work } from './work.ts';

/** After this fact; `task` is the state before it, `said` the messages including it. */
export function withUntold(task: Task, fact: Fact, said: readonly Said[]): Work | null {
  const { work } = task;
  if (work === null || work.conversation.length === 0) return work;
  // The comment that carries an answer to the work contains it already.
  if (fact.type === 'control' && fact.name === 'comment' && fact.answer !== undefined)
    return { ...work, untold: work.untold.filter((one) => one.kind !== 'answer' || !fact.text.includes(one.text)) };
  if (said === task.said) return work;
  const fresh = isToldByTool(task, fact) ? [] : said.filter((one) => isNews(task, one));
  return fresh.length === 0 ? work : { ...work, untold: [...work.untold, ...fresh] };
}

/** The next request is about to be made. */
export function told(work: Work, comments: readonly CommentSeen[]): Work {
  const { untold: said, commentsShown, conversation } = work;
  const fresh = comments.slice(commentsShown);
  if (fresh.length + said.length === 0) return work;
  const turn = { kind: 'told', comments: fresh, said } as const;
  return { ...work, conversation: [...conversation, turn], commentsShown: comments.length, untold: [] };
}

function isToldByTool({ work, asked }: Task, fact: Fact): boolean {
  const waiting = work?.waitingTools[0]?.id;
  if (fact.type === 'question') return waiting !== undefined;
  if (fact.type !== 'answer') return false;
  const then = asked.find(({ questionId }) => questionId === fact.question_id)?.then;
  return then?.is === 'tool_result' && then.toolUseId === waiting;
}

/** A comment is delivered with the comments; only later edits of it count here. */
function isNews({ said, comments, work }: Task, one: Said): boolean {
  if (said.includes(one)) return false;
  const unseen = comments.slice(work?.commentsShown ?? 0);
  return (
    one.kind !== 'comment' || (one.editedAt !== undefined && unseen.every(({ comment }) => comment !== one.comment))
  );
}

/** In its current form; edited or replaced texts are told again. */
export function isInConversation(one: Said, conversation: readonly Turn[]): boolean {
  const isSame = (other: Said) => isDeepStrictEqual(other, one);
  return conversation.some((turn) => {
    switch (turn.kind) {
      case 'begin':
        return (turn.brief.said ?? []).some(isSame);
      case 'anew':
        return turn.past.said.some(isSame);
      case 'replanned':
      case 'workspace_rebuilt':
        return turn.said.some(isSame);
      case 'told':
        return turn.said.some(isSame) || turn.comments.some((seen) => isSame(saidIn(seen)));
      case 'results':
        return turn.comments.some((seen) => isSame(saidIn(seen)));
      default:
        return false;
    }
  });
}

function saidIn({ by, text, comment }: CommentSeen): Said {
  return { kind: 'comment', by, asked: '', text, ...(comment === undefined ? {} : { comment }) };
}

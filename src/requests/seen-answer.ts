/**
 * Shows at once that an answer to a question was read (GH-3), since the task itself may wait for a worker. Its meaning
 * is for the task to decide.
 */
import { answerIn, isBefore } from '../people/answers/interpret-comment.ts';
import { replay } from '../state/evolve.ts';
import { blockingQuestion, questionsTakingAnswers } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import { reactTo } from './reply.ts';
import type { ActingTools } from './acting-tools.ts';
import type { IntentOf } from '../people/intent.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

/** Without a mention. */
type Unaddressed = IntentOf<'remark' | 'correction'>;

/** Also true for an answer that the task has taken already. An unreadable record must not prevent the reaction. */
export async function isAnswer(intent: Unaddressed, taskId: string, { history, log }: ActingTools): Promise<boolean> {
  const { text } = intent;
  const comment = commentOf(intent);
  if (comment === null || text === null) return false;
  try {
    const facts = readHistory(await history.read(taskId));
    const isTaken = facts.some(
      (fact) => fact.type === 'answer' && fact.name !== 'assumed' && fact.comment_id === comment,
    );
    const open = asking(replay(facts)).filter((question) => !isBefore(comment, question));
    // Every message about a plan that is shown is for the task (GH-2).
    return isTaken || open.some(({ kind }) => kind === 'approval') || answerIn(open, text) !== null;
  } catch (error) {
    log.warn({ task: taskId, err: error }, 'a comment could not be checked for being an answer');
    return false;
  }
}

export async function reactToAnswer(intent: Unaddressed, tools: ActingTools): Promise<void> {
  const commentId = commentOf(intent);
  if (commentId !== null)
    await reactTo(intent, { target: { kind: 'issue_comment', commentId }, content: 'eyes' }, tools);
}

function commentOf(intent: Unaddressed): number | null {
  if (intent.kind === 'correction') return intent.commentId;
  return intent.target.kind === 'issue_comment' ? intent.target.commentId : null;
}

/** Includes questions that were posted just before a crash and are not recorded as posted yet. */
function asking(task: Task | null): readonly Question[] {
  if (task === null) return [];
  const blocking = blockingQuestion(task);
  return [...(blocking?.commentId === null ? [blocking] : []), ...questionsTakingAnswers(task)];
}

/**
 * Comments to people during a task: questions, reminders, how to answer, changes that could not be made, replies. Also
 * the end of a wait, and the start of a pause.
 */
import {
  explanationMarker,
  pauseReminderMarker,
  questionMarker,
  refusedChangeMarker,
  reminderMarker,
} from '../ports/comment-marker.ts';
import { answerComment, answerMarker } from '../comments/answer-comment.ts';
import { questionComment } from '../comments/question-comment.ts';
import { refusedChangeComment } from '../comments/refused-change-comment.ts';
import { explanationComment, pauseReminder, reminderComment } from '../comments/reminders.ts';
import { interventionSummary } from '../plan/intervention-summary.ts';
import { blockingIn, blockingQuestion, questionOf } from '../state/select.ts';
import { postComment, postCommentIfPossible } from './post-comment.ts';
import type { Performer } from './performer.ts';
import type { Task } from '../state/task.ts';

export const postQuestion: Performer<'post_question'> = async (performing) => {
  const { effect, task } = performing;
  const question = questionOf(task, effect.questionId);
  const { id: question_id, texts } = question;
  const { planning, language } = task.settings;
  const isUntimed = question.kind === 'aside' || question.kind === 'daily_budget' || question.needsPerson;
  const body = questionComment(question, {
    taskId: task.id,
    language,
    requester: task.request.requester,
    timeoutMinutes: isUntimed ? null : planning.assumeAfterMs / 60_000,
    hasSaved: task.work !== null && task.work.checkpoint.change !== null,
    isHeldBack: blockingIn(task)?.isHeldBack === true,
    // As it is now: a pause in between may have saved the work.
    ...(question.kind === 'intervention' ? { standing: interventionSummary(task, question) } : {}),
  });
  const comment = { marker: questionMarker(task.id, question_id), body };
  // Nothing waits for a question beside the work.
  const posted =
    question.kind === 'aside'
      ? await postCommentIfPossible(comment, performing, 'a question beside the work could not be posted')
      : await postComment(comment, performing);
  return posted.comment_id === null
    ? [{ type: 'question', name: 'not_posted', question_id }]
    : [{ type: 'question', name: 'posted', question_id, ...posted, texts }];
};

/** Posted once. */
export const remind: Performer<'remind'> = async (performing) => {
  const { question_id, ...comment } = reminderOf(performing.task);
  const posted = await postCommentIfPossible(comment, performing, 'people could not be reminded');
  return [{ type: 'effect', name: 'reminded', question_id, ...posted }];
};

/** Posted once per question; somebody expects their reply to count. */
export const explainQuestion: Performer<'explain_question'> = async (performing) => {
  const { effect, task } = performing;
  const question = questionOf(task, effect.questionId);
  const body = explanationComment(question, { taskId: task.id, language: task.settings.language });
  const comment = { marker: explanationMarker(task.id, question.id), body };
  const posted = await postCommentIfPossible(comment, performing, 'people could not be told how to answer');
  return [{ type: 'effect', name: 'explained', question_id: question.id, ...posted }];
};

/** Tells people once that the plan could not be changed as they asked. The result says it again. */
export const tellRefusedChange: Performer<'tell_refused_change'> = async (performing) => {
  const { effect, task } = performing;
  const body = refusedChangeComment(task, effect.comment);
  const comment = { marker: refusedChangeMarker(task.id, effect.comment + 1), body };
  const posted = await postCommentIfPossible(
    comment,
    performing,
    'people could not be told that the plan was not changed',
  );
  return [{ type: 'effect', name: 'refused_change_told', comment: effect.comment, ...posted }];
};

/** Answers what a comment asked, once. */
export const replyToComment: Performer<'reply_to_comment'> = async (performing) => {
  const { effect, task } = performing;
  const comment = { marker: answerMarker(task.id, effect.comment), body: answerComment(task, effect.comment) };
  const posted = await postCommentIfPossible(comment, performing, 'what a comment asked could not be answered');
  return [{ type: 'effect', name: 'replied', comment: effect.comment, ...posted }];
};

export const noteTimeOver: Performer<'note_time_over'> = async () => [{ type: 'effect', name: 'time_over' }];

/** A pause takes effect between two effects (GH-5). */
export const pause: Performer<'pause'> = async ({ task: { pausing } }) =>
  pausing === null ? [] : [{ type: 'control', name: 'paused', by: pausing.by }];

/** A reminder of a pause belongs to no question; its number is 0. */
function reminderOf(task: Task) {
  const { id: taskId, request, settings, paused } = task;
  if (paused !== null)
    return { question_id: 0, marker: pauseReminderMarker(taskId, paused.pause), body: pauseReminder(task, paused) };
  const question = blockingQuestion(task);
  if (question === null) throw new TypeError(`A task at ${task.stage.is} waits for nobody.`);
  const body = reminderComment(question, { taskId, language: settings.language, requester: request.requester });
  return { question_id: question.id, marker: reminderMarker(taskId, question.id), body };
}

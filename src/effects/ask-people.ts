/** Questions to people: posting one, reminding of it, explaining it; and the time for an answer that is over. */
import { Fault } from '../errors.ts';
import { explanationMarker, pauseReminderMarker, questionMarker, reminderMarker } from '../ports/comment-marker.ts';
import { questionComment } from '../comments/question-comment.ts';
import { explanationComment, pauseReminder, reminderComment } from '../comments/reminders.ts';
import { interventionSummary } from '../plan/intervention-summary.ts';
import { blockingQuestion, questionOf } from '../state/select.ts';
import type { Performer } from './performer.ts';
import type { Task } from '../state/task.ts';

export const postQuestion: Performer<'post_question'> = async ({ effect, task, tools }) => {
  const question = questionOf(task, effect.questionId);
  const { repo, issue, requester } = task.request;
  const { planning, language } = task.settings;
  const isUntimed = question.kind === 'aside' || question.needsPerson;
  const body = questionComment(question, {
    taskId: task.id,
    language,
    requester,
    timeoutMinutes: isUntimed ? null : planning.assumeAfterMs / 60_000,
    // As it is now: a pause in between may have saved the work.
    ...(question.kind === 'intervention' ? { standing: interventionSummary(task, question) } : {}),
  });
  try {
    const { id, url } = await tools.github.ensureComment(
      repo,
      issue,
      questionMarker(task.id, question.id),
      tools.redact(body),
    );
    return [{ type: 'question', name: 'posted', question_id: question.id, comment_id: id, url, texts: question.texts }];
  } catch (error) {
    if (question.kind !== 'aside' || !(error instanceof Fault)) throw error;
    // Nothing waits for it: a comment that GitHub refuses is no reason to end the work.
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'a question beside the work could not be posted',
    );
    return [{ type: 'question', name: 'not_posted', question_id: question.id }];
  }
};

/** Once, as a comment of its own: an edit notifies nobody. One that GitHub refuses ends nothing. */
export const remind: Performer<'remind'> = async ({ task, tools }) => {
  const { repo, issue } = task.request;
  const { question_id, marker, body } = reminderOf(task);
  try {
    const { id, url } = await tools.github.ensureComment(repo, issue, marker, tools.redact(body));
    return [{ type: 'effect', name: 'reminded', question_id, comment_id: id, url }];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'people could not be reminded');
    return [{ type: 'effect', name: 'reminded', question_id, comment_id: null, url: null }];
  }
};

/** Once to a question, as a comment: who wrote something waits for it to count. One that GitHub refuses ends nothing. */
export const explainQuestion: Performer<'explain_question'> = async ({ effect, task, tools }) => {
  const question = questionOf(task, effect.questionId);
  const { repo, issue } = task.request;
  const body = explanationComment(question, { taskId: task.id, language: task.settings.language });
  try {
    const { id, url } = await tools.github.ensureComment(
      repo,
      issue,
      explanationMarker(task.id, question.id),
      tools.redact(body),
    );
    return [{ type: 'effect', name: 'explained', question_id: question.id, comment_id: id, url }];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'people could not be told how to answer');
    return [{ type: 'effect', name: 'explained', question_id: question.id, comment_id: null, url: null }];
  }
};

export const assume: Performer<'assume'> = async () => [{ type: 'effect', name: 'time_over' }];

/** Of a pause it is about no question: its number is 0. */
function reminderOf(task: Task) {
  const { id: taskId, request, settings, paused } = task;
  if (paused !== null)
    return { question_id: 0, marker: pauseReminderMarker(taskId, paused.pause), body: pauseReminder(task, paused) };
  const question = blockingQuestion(task);
  if (question === null) throw new TypeError(`A task at ${task.stage.is} waits for nobody.`);
  const body = reminderComment(question, { taskId, language: settings.language, requester: request.requester });
  return { question_id: question.id, marker: reminderMarker(taskId, question.id), body };
}

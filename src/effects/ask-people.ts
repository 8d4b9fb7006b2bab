/** Questions to people: posting one, reminding of it, explaining it, going on with assumptions. */
import { Fault } from '../errors.ts';
import { explanationComment } from '../progress/explanation-comment.ts';
import { explanationMarker, pauseReminderMarker, questionMarker, reminderMarker } from '../progress/marker.ts';
import { reminderComment } from '../progress/reminder-comment.ts';
import { questionComment } from '../progress/question-comment.ts';
import { asideToPost } from '../questions/aside.ts';
import { questionOf } from '../questions/ask.ts';
import { needsPerson } from '../questions/patience.ts';
import { interventionFact, interventionSummary } from './completion.ts';
import { pauseReminder } from '../progress/pause-reminder.ts';
import { notCarriedOut } from './completed-replans.ts';
import type { Performer } from './perform.ts';
import type { Task, TaskIn } from '../state/task.ts';

export const postQuestion: Performer<'post_question'> = async ({ task, tools }) => {
  const question = task.phase === 'wait' ? questionOf(task) : asideToPost(task);
  if (question === null) throw new TypeError(`There is nothing to ask in the phase ${task.phase}.`);
  const { repo, issue, requester } = task.request;
  const { planning, language } = task.settings;
  const intervening = task.phase === 'wait' && question.kind === 'intervention' ? task : null;
  const isUntimed = question.kind === 'aside' || needsPerson(question, planning);
  const body = questionComment(question, {
    taskId: task.id,
    language,
    requester,
    timeoutMinutes: isUntimed ? null : planning.assumeAfterMs / 60_000,
    ...(intervening === null ? {} : { standing: interventionSummary(intervening) }),
  });
  try {
    const { id, url } = await tools.github.ensureComment(repo, issue, questionMarker(task.id, question.id), tools.redact(body));
    // The question comes last: a history that ends in a completion looks like one that is over.
    return [
      ...(intervening === null ? [] : [interventionFact(intervening)]),
      { type: 'question', question_id: question.id, comment_id: id, url, texts: question.texts },
    ];
  } catch (error) {
    if (question.kind !== 'aside' || !(error instanceof Fault)) throw error;
    // Nothing waits for it: a comment that GitHub refuses is no reason to end the work.
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'a question beside the work could not be posted');
    return [{ type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions }];
  }
};

/** Once, as a comment of its own: an edit notifies nobody. One that GitHub refuses ends nothing. */
export const remind: Performer<'remind'> = async ({ task, tools }) => {
  const { repo, issue } = task.request;
  const { question_id, marker, body } = reminderOf(resting(task));
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
export const explainQuestion: Performer<'explain_question'> = async ({ task, tools }) => {
  const question = questionOf(waiting(task));
  const { repo, issue } = task.request;
  const body = explanationComment(question, { taskId: task.id, language: task.settings.language });
  try {
    const { id, url } = await tools.github.ensureComment(repo, issue, explanationMarker(task.id, question.id), tools.redact(body));
    return [{ type: 'effect', name: 'explained', question_id: question.id, comment_id: id, url }];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'people could not be told how to answer');
    return [{ type: 'effect', name: 'explained', question_id: question.id, comment_id: null, url: null }];
  }
};

export const assume: Performer<'assume'> = async ({ task }) => {
  if (task.phase === 'pause') return [{ type: 'control', name: 'stop', by: null, reason: 'not_resumed' }];
  const question = questionOf(waiting(task));
  if (needsPerson(question, task.settings.planning)) return [{ type: 'control', name: 'stop', by: null, reason: 'unanswered' }];
  return [
    { type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions },
    ...(question.kind === 'confirmation' ? notCarriedOut(task, 'low_confidence') : []),
  ];
};

/** Of a pause it is about no question: its number is 0. */
function reminderOf(task: TaskIn<'wait'> | TaskIn<'pause'>) {
  const { id: taskId, request, settings } = task;
  if (task.phase === 'pause') return { question_id: 0, marker: pauseReminderMarker(taskId, task.pause), body: pauseReminder(task) };
  const question = questionOf(task);
  const body = reminderComment(question, { taskId, language: settings.language, requester: request.requester });
  return { question_id: question.id, marker: reminderMarker(taskId, question.id), body };
}

function resting(task: Task): TaskIn<'wait'> | TaskIn<'pause'> {
  return task.phase === 'pause' ? task : waiting(task);
}

function waiting(task: Task): TaskIn<'wait'> {
  if (task.phase !== 'wait') throw new TypeError(`A task in ${task.phase} waits for nobody.`);
  return task;
}

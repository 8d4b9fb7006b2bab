/** Questions to people: posting one, letting go of the container meanwhile, going on with assumptions. */
import { Fault } from '../../errors.ts';
import { questionMarker, reminderMarker } from '../../progress/marker.ts';
import { reminderComment } from '../../progress/reminder-comment.ts';
import { questionComment } from '../../progress/question-comment.ts';
import { questionOf } from '../../questions/ask.ts';
import { needsPerson } from '../../questions/patience.ts';
import { containerOf } from '../../phases/held.ts';
import { interventionFact, interventionSummary } from './completion.ts';
import { notCarriedOut } from './completed-replans.ts';
import { runInSandbox } from './command.ts';
import { SAVE } from './checkpoint.ts';
import { commitMessage } from '../../progress/commit-message.ts';
import type { Performer } from './perform.ts';
import type { Task, TaskIn } from '../task.ts';

export const postQuestion: Performer<'post_question'> = async ({ task, tools }) => {
  const asking = waiting(task);
  const question = questionOf(asking);
  const { repo, issue, requester } = task.request;
  const { planning, language } = task.settings;
  const isIntervention = question.kind === 'intervention';
  const body = questionComment(question, {
    taskId: task.id,
    language,
    requester,
    timeoutMinutes: needsPerson(question, planning) ? null : planning.assumeAfterMs / 60_000,
    ...(isIntervention ? { standing: interventionSummary(asking) } : {}),
  });
  const { id, url } = await tools.github.ensureComment(repo, issue, questionMarker(task.id, question.id), tools.redact(body));
  // The question comes last: a history that ends in a completion looks like one that is over.
  return [
    ...(isIntervention ? [interventionFact(asking)] : []),
    { type: 'question', question_id: question.id, comment_id: id, url, texts: question.texts },
  ];
};

/** Once, as a comment of its own: an edit notifies nobody. One that GitHub refuses ends nothing. */
export const remind: Performer<'remind'> = async ({ task, tools }) => {
  const question = questionOf(waiting(task));
  const { repo, issue, requester } = task.request;
  const body = reminderComment(question, { taskId: task.id, language: task.settings.language, requester });
  try {
    const { id, url } = await tools.github.ensureComment(repo, issue, reminderMarker(task.id, question.id), tools.redact(body));
    return [{ type: 'effect', name: 'reminded', question_id: question.id, comment_id: id, url }];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'people could not be reminded');
    return [{ type: 'effect', name: 'reminded', question_id: question.id, comment_id: null, url: null }];
  }
};

/** Saves what is in the sandbox to the quarantine and removes the container; it is rebuilt from there (EXEC-1). */
export const releaseSandbox: Performer<'release_sandbox'> = async ({ key, task, tools, signal }) => {
  const { back } = waiting(task);
  const containerId = containerOf(back);
  // A workspace that is still being prepared holds nothing of its own.
  if (containerId !== null && back.phase !== 'prepare') {
    const env = { PLANWRIGHT_MESSAGE: commitMessage('Work in progress', task.request) };
    const saved = await runInSandbox({ ...back, containerId } as Task, tools, signal, { key, command: SAVE, env, againIfCutOff: true });
    if (saved.exit_code !== 0)
      throw new Fault('sandbox_failed', `The work could not be committed: ${saved.output.slice(0, 500)}`, 'See the log of the task.');
  }
  await tools.sessions.release(task.id);
  await tools.sandboxes.remove(task.id);
  return [{ type: 'environment', name: 'sandbox_released' }];
};

export const assume: Performer<'assume'> = async ({ task }) => {
  const question = questionOf(waiting(task));
  if (needsPerson(question, task.settings.planning)) return [{ type: 'control', name: 'stop', by: null, reason: 'unanswered' }];
  return [
    { type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions },
    ...(question.kind === 'confirmation' ? notCarriedOut(task, 'low_confidence') : []),
  ];
};

function waiting(task: Task): TaskIn<'wait'> {
  if (task.phase !== 'wait') throw new TypeError(`A task in ${task.phase} waits for nobody.`);
  return task;
}

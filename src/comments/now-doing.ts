/** What is going on in a task at this moment, in a few words. */
import { progressWords, type ProgressWords } from './progress-words.ts';
import { code, inline } from './safe-text.ts';
import { activityOf, blockingIn, blockingQuestion, isOver, underlying } from '../state/select.ts';
import { titleIn, titleOf } from '../state/subtask-title.ts';
import type { Task } from '../state/task.ts';
import type { Draft } from '../state/stage.ts';

type Doing = ProgressWords['doing'];

export function nowDoing(task: Task): string {
  const words = progressWords(task.settings.language);
  const { doing } = words;
  const question = blockingQuestion(task);
  if (task.pausing !== null && task.stage.is !== 'report') return words.paused.soon;
  if (task.retry !== null) return words.waitingFor[task.retry.of];
  if (isOver(task)) return doing.reporting;
  if (task.paused !== null) {
    const isAsked = (blockingIn(task)?.due.overAt ?? null) !== null;
    return words.paused.now(code(task.paused.by), { slug: task.settings.botSlug, asked: isAsked ? question : null });
  }
  return question === null ? inStage(task, doing) : doing.waiting(question.url);
}

/** Whether what it is doing says what can be done about that, too. */
export function saysHowToGoOn(task: Task): boolean {
  return task.pausing === null && task.retry === null && activityOf(task) === 'pause';
}

function inStage(task: Task, doing: Doing): string {
  const { stage } = task;
  switch (stage.is) {
    case 'orient':
      return doing.looking;
    case 'plan':
      return planning(stage.draft, doing);
    case 'work':
      if (stage.approval !== null) return doing.reconsidering;
      return underlying(task) === 'prepare' ? preparing(task, doing) : working(task, doing);
    case 'verify': {
      const command = task.plan?.test_command ?? null;
      const isTested = stage.tests !== null || command === null;
      if (!isTested) return doing.testing(code(command));
      return stage.reviewing ? doing.reviewing.diff : doing.thinking;
    }
    case 'report':
    case 'ended':
      return doing.reporting;
  }
}

function planning(draft: Draft, doing: Doing): string {
  switch (draft.step) {
    case 'goal':
      return doing.understanding;
    case 'division':
      return doing.decomposing;
    case 'actions':
      return draft.reviewing ? doing.reviewing.plan : doing.sequencing;
  }
}

function preparing({ workspace, plan }: Task, doing: Doing): string {
  if (workspace.is !== 'preparing' || workspace.containerId === null) return doing.starting;
  if (!workspace.cloned) return doing.cloning;
  const command = plan?.selected_environment.setup_commands[workspace.setup.length];
  if (command !== undefined) return doing.setUp(code(command));
  const check = plan?.selected_environment.verification[workspace.checks.length];
  return check === undefined ? doing.settling : doing.checking(code(check.command));
}

/** What is being done, and what it is for. */
function working({ work, plan }: Task, doing: Doing): string {
  if (work === null) return doing.thinking;
  const { actions, current, toCheckpoint, waitingTools, judging } = work;
  if (toCheckpoint !== null) return doing.saving;
  const action = actions[current];
  if (action === undefined) return doing.thinking;
  const title = titleIn(plan, action.taskId) || titleOf(action);
  const what = doing.action(current + 1, actions.length, inline(title));
  const step = judging === null ? (waitingTools[0]?.name ?? '') : 'judging';
  return isNamed(step, doing.within) ? `${what} (${doing.within[step]})` : what;
}

function isNamed<Names extends object>(name: PropertyKey, names: Names): name is keyof Names {
  return Object.hasOwn(names, name);
}

export function headingOf(task: Task): string {
  const words = progressWords(task.settings.language);
  const activity = activityOf(task);
  if (activity === 'pause') return words.paused.title;
  return activity === 'wait' ? words.isWaiting : words.working;
}

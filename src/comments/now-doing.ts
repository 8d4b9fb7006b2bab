/** What a task is doing at this moment, in a few words. */
import { progressWords, type ProgressWords } from './progress-words.ts';
import { code, inline } from './safe-text.ts';
import { waitingWords } from './waiting-words.ts';
import { activityOf, blockingIn, blockingQuestion, isLimited, isOver, underlying } from '../state/select.ts';
import { titleIn, titleOf } from '../state/subtask-title.ts';
import { nextCheck } from '../plan/next-check.ts';
import type { Queued } from '../ports/service-control.ts';
import type { Retry, Task } from '../state/task.ts';
import type { Draft } from '../state/stage.ts';

type Doing = ProgressWords['doing'];

/** `queued`: it waits for its turn. `isTitled` false: the current subtask is shown beside it. */
export function nowDoing(task: Task, queued: Queued | null = null, isTitled = true): string {
  const words = progressWords(task.settings.language);
  const { doing } = words;
  const question = blockingQuestion(task);
  if (task.pausing !== null && task.stage.is !== 'report') return words.paused.soon;
  if (queued !== null) return inQueue(queued, words);
  if (task.retry !== null) return untilRetry(task.retry, waitingWords(task.settings.language));
  if (task.suspended !== null) return doing.suspended;
  if (isOver(task)) return doing.reporting;
  if (task.paused === null && task.limited !== null) {
    const overAt = task.limited.due?.overAt ?? null;
    if (overAt !== null)
      return waitingWords(task.settings.language).limited(minuteOf(overAt), minuteOf(overAt + JAPAN_MS));
  }
  if (task.paused !== null) {
    const isAsked = (blockingIn(task)?.due.overAt ?? null) !== null;
    return words.paused.now(code(task.paused.by), { slug: task.settings.botSlug, asked: isAsked ? question : null });
  }
  if (question === null) return inStage(task, doing, isTitled);
  return (question.kind === 'dependency' ? doing.blocked : doing.waiting)(question.url);
}

/** Whether that text already says what people can do. */
export function saysHowToGoOn(task: Task): boolean {
  return task.pausing === null && task.retry === null && activityOf(task) === 'pause';
}

function inStage(task: Task, doing: Doing, isTitled: boolean): string {
  const { stage } = task;
  switch (stage.is) {
    case 'orient':
      return doing.looking;
    case 'plan':
      return planning(stage.draft, doing);
    case 'work':
      if (stage.approval !== null) return doing.reconsidering;
      return underlying(task) === 'prepare' ? preparing(task, doing) : working(task, doing, isTitled);
    case 'verify': {
      const todo = nextCheck(task);
      if (todo !== null) return (todo.on === 'base' ? doing.onBase : doing.verifying[todo.check])(code(todo.command));
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
  const { verdict } = workspace.tried;
  if (verdict?.then === 'repair') return doing.correcting;
  const command = plan?.selected_environment.setup_commands[workspace.setup.length];
  if (command !== undefined) return (verdict === null ? doing.setUp : doing.setUpAgain)(code(command));
  const check = plan?.selected_environment.verification[workspace.checks.length];
  return check === undefined ? doing.settling : doing.checking(code(check.command));
}

/** The current action and its purpose. */
function working({ work, plan }: Task, doing: Doing, isTitled: boolean): string {
  if (work === null) return doing.thinking;
  const { actions, current, toCheckpoint, waitingTools, judging } = work;
  if (toCheckpoint !== null) return doing.saving;
  const action = actions[current];
  if (action === undefined) return doing.thinking;
  const title = titleIn(plan, action.taskId) || titleOf(action);
  const step = judging === null ? (waitingTools[0]?.name ?? '') : 'judging';
  const within = isNamed(step, doing.within) ? doing.within[step] : doing.thinking;
  const what = doing.action(current + 1, actions.length, isTitled ? inline(title) : within);
  if (!isTitled) return what;
  return isNamed(step, doing.within) ? `${what} (${doing.within[step]})` : what;
}

function isNamed<Names extends object>(name: PropertyKey, names: Names): name is keyof Names {
  return Object.hasOwn(names, name);
}

function inQueue({ place, isServicePaused }: Queued, { queued }: ProgressWords): string {
  const why = isServicePaused ? queued.paused : queued.free;
  return place === null ? why : `${why} (${queued.place(place)})`;
}

/** Ahead of UTC. */
const JAPAN_MS = 9 * 3_600_000;

function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

function untilRetry({ of, attempt, dueAt }: Retry, words: ReturnType<typeof waitingWords>): string {
  const time = new Date(dueAt).toISOString().slice(11, 16);
  return `${words.waitingFor[of]} (${words.retried(attempt, time)})`;
}

export function headingOf(task: Task, queued: Queued | null = null): string {
  const words = progressWords(task.settings.language);
  if (queued !== null) return queued.isServicePaused ? words.isHeldBack : words.isQueued;
  const activity = activityOf(task);
  if (activity !== 'pause' && isLimited(task)) return words.isLimited;
  if (activity === 'pause') return words.paused.title;
  if (activity !== 'wait') return words.working;
  return blockingQuestion(task)?.kind === 'dependency' ? words.isBlocked : words.isWaiting;
}

/**
 * Held on by a person (GH-5, EXEC-1): nothing is done until somebody says to go on, and then it goes on exactly where it
 * was, a question that was open included. What people say meanwhile is kept; what answers that question is read at once.
 */
import { askedIn } from '../questions/ask.ts';
import { commonOf, withCommonOf } from '../task/transition.ts';
import { underneath } from '../task/underneath.ts';
import { reconsidered } from './between/about-plan.ts';
import { afterLoss } from './between/after-loss.ts';
import { sheltered } from './between/after-wait.ts';
import { firstDue } from './between/first-due.ts';
import { answered } from './between/heard-answer.ts';
import { containerOf, withCheckpoint, withoutContainer, workOf } from './between/held.ts';
import { isUnsaved, SAVE_UNFINISHED } from './between/unsaved.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Resumable, Task, TaskIn } from '../task/task.ts';

export const pause: Phase<'pause'> = { name: 'pause', next, settle };

function next(task: TaskIn<'pause'>): Effect {
  return needsSaving(task) ? SAVE_UNFINISHED : firstDue(task).effect;
}

/** When the effect in hand is due. */
export function pauseDueAt(task: TaskIn<'pause'>): number {
  return needsSaving(task) ? 0 : firstDue(task).at;
}

function needsSaving(task: TaskIn<'pause'>): boolean {
  const held = underneath(task);
  const wasSaved = task.saved === true || (task.back.phase === 'wait' && task.back.saved === true);
  return !wasSaved && containerOf(held) !== null && isUnsaved(workOf(held));
}

function settle(task: TaskIn<'pause'>, fact: Fact): Task {
  switch (fact.type) {
    case 'control':
      return fact.name === 'resume' ? resumed(task) : task;
    case 'answer':
      return heard(task, fact);
    case 'environment':
      if (fact.name === 'sandbox_released') return holding(task, (held) => withoutContainer(held, fact.container_id));
      return fact.name === 'workspace_lost' ? holding(task, (held) => afterLoss(held, task)) : task;
    case 'effect':
      if (fact.name === 'reminded') return { ...task, reminded: true };
      if (fact.name === 'checkpoint') return { ...holding(task, (held) => withCheckpoint(held, fact.change)), saved: true };
      // What is half done may not be fit to be pushed yet. It stays in its sandbox; the subtask that it becomes is looked through.
      return fact.name === 'push_refused' ? { ...task, saved: true } : task;
    default:
      return task;
  }
}

/** What people answer leads on underneath, and nothing is done about it yet. */
function heard(task: TaskIn<'pause'>, fact: Extract<Fact, { readonly type: 'answer' }>): Task {
  const asked = askedIn(task);
  if (asked === null || fact.name === 'assumed' || fact.question_id !== asked.questionId) return task;
  const led = answered(asked, fact);
  if (led.phase === 'report' || led.phase === 'ended' || led.phase === 'pause') return led;
  return { ...task, ...commonOf(led), back: led };
}

/** The time for an answer begins anew. */
function resumed(task: TaskIn<'pause'>): Task {
  const back = withCommonOf(task, task.back);
  if (back.phase !== 'wait') return sheltered(back);
  const waiting = { ...back, since: task.updatedAt, until: back.until === null ? null : task.updatedAt + back.until - back.since };
  return reconsidered(waiting);
}

function holding(task: TaskIn<'pause'>, change: (held: Resumable) => Resumable): TaskIn<'pause'> {
  const { back } = task;
  return { ...task, back: back.phase === 'wait' ? { ...back, back: change(back.back) } : change(back) };
}

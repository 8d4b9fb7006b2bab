/** Lays out the work on an adopted plan: the actions that keep their result, and those ahead. */
import { wholeText } from './subtask-title.ts';
import { isInConversation } from './untold.ts';
import { enter, NOTHING_DONE } from './work-moves.ts';
import type { Known } from './action-brief.ts';
import type { PlannedPlace, WorkLayout } from './decided-facts.ts';
import type { Task } from './task.ts';
import type { Turn, Work, ActionState } from './work.ts';
import type { Plan, PlannedAction } from './plan.ts';

/** What people said so far: an adopted plan repeats what of it the conversation does not contain yet. */
type Told = Pick<Task, 'said' | 'comments'> & Known;

interface Adoption extends WorkLayout {
  readonly how: 'begin' | 'go_on';
  readonly reason: string;
  readonly english?: string;
}

export function layOut(work: Work | null, plan: Plan, adoption: Adoption, now: Told): Work {
  const { how, reason, english = reason, kept, ahead, saved } = adoption;
  const { said, comments } = now;
  const planned = ahead.map((place) => actionAt(plan, place));
  if (how === 'begin' || work === null)
    return begin(planned, plan, { ...now, commentsWeighed: work?.commentsWeighed ?? 0 });
  const staying = kept.flatMap((at) => work.actions[at] ?? []);
  const turn: Turn = {
    kind: 'replanned',
    reason: english,
    plan,
    said: said.filter((one) => !isInConversation(one, work.conversation)),
  };
  const turned: Work = {
    ...work,
    actions: [...staying, ...planned],
    judging: null,
    failuresInARow: 0,
    waitingTools: [],
    toolResults: [],
    idleAnswers: 0,
    conversation: [...work.conversation, turn],
    commentsShown: comments.length,
    untold: [],
  };
  const entered = enter(turned, staying.length, now);
  return {
    ...entered,
    checkpoint: { ...work.checkpoint, action: saved, conversationLength: entered.conversation.length },
  };
}

function begin(
  actions: readonly ActionState[],
  whole: Plan,
  { said, comments, commentsWeighed, ...known }: Told & Pick<Work, 'commentsWeighed'>,
): Work {
  const begun = { ...NOTHING_DONE, actions, commentsWeighed, commentsShown: comments.length };
  const work = enter(begun, 0, known, { whole, said, isRetry: false });
  return { ...work, checkpoint: { ...work.checkpoint, conversationLength: work.conversation.length } };
}

function actionAt(plan: Plan, place: PlannedPlace): ActionState {
  const planned = plannedAt(plan, place);
  const subtask = plan.task_decomposition.subtasks.find(({ id }) => id === planned.task_id);
  const needs = subtask?.dependencies ?? [];
  return {
    taskId: planned.task_id,
    description: subtask === undefined ? '' : wholeText(subtask),
    status: 'pending',
    evaluation: '',
    issues: [],
    planned,
    ...(needs.length > 0 ? { needs } : {}),
    ...(subtask === undefined ? {} : { about: { subtask, criteria: ownCriteria(plan, subtask.id) } }),
  };
}

function ownCriteria({ acceptance_criteria: criteria }: Plan, id: string): readonly string[] {
  return criteria.filter((one) => one.task_id === id).map((one) => one.description);
}

/** A subtask without an action gets one action that covers it. */
export function plannedAt(plan: Pick<Plan, 'action_plan' | 'task_decomposition'>, place: PlannedPlace): PlannedAction {
  const own = typeof place === 'number' ? plan.action_plan.actions[place] : undefined;
  const id = String(place);
  const subtask = plan.task_decomposition.subtasks.find((one) => one.id === id);
  return (
    own ?? {
      task_id: id,
      action_type: 'tool_call',
      tool: 'run_command',
      purpose: subtask === undefined ? '' : wholeText(subtask),
      expected_outcome: '',
      fallback_strategy: '',
    }
  );
}

/** The work on a plan and how each happening changes it. Pure. */
import { orderedActions } from './order.ts';
import type { Plan, PlannedAction } from './plan.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';
import type { ActionStatus, ChangeRecord } from '../task/fact.ts';
import type { ActionBrief, ActionState, CommentSeen, Judging, Turn, Work } from '../task/task.ts';

/** A model that answers this often in a row without using a tool has given the action up. */
export const MAX_IDLE_ANSWERS = 3;

const NOTHING_DONE: Omit<Work, 'actions'> = {
  current: 0, conversation: [], waitingTools: [], toolResults: [], idleAnswers: 0, toolCount: 0, commentsShown: 0, toCheckpoint: null, judging: null,
  sinceReflection: 0, commentsWeighed: 0, checkpoint: { change: null, action: 0, conversationLength: 0, toolCount: 0 },
};

export function beginWork(plan: Plan): Work {
  return enter({ ...NOTHING_DONE, actions: pendingActions(plan) }, 0, plan);
}

function pendingActions(plan: Plan): readonly ActionState[] {
  return orderedActions(plan).map((action): ActionState => ({ taskId: action.task_id, status: 'pending', evaluation: '', issues: [], planned: action }));
}

export function isFinished(work: Work): boolean {
  return work.current >= work.actions.length && work.toCheckpoint === null && work.judging === null;
}

export function answerGiven(work: Work, content: readonly AnswerBlock[], plan: Plan): Work {
  const conversation = [...work.conversation, { kind: 'answer', content } as const];
  const waitingTools = content.filter((block) => block.type === 'tool_use');
  if (waitingTools.length > 0) return { ...work, conversation, waitingTools, toolResults: [], idleAnswers: 0 };
  const idleAnswers = work.idleAnswers + 1;
  if (idleAnswers < MAX_IDLE_ANSWERS) return { ...work, conversation: [...conversation, { kind: 'reminder' }], idleAnswers };
  const gaveUp = { status: 'partial', evaluation: 'The model stopped without finishing this action.', issues: [] } as const;
  return goOn(close({ ...work, conversation, idleAnswers: 0 }, gaveUp), plan);
}

export function toolDone(work: Work, result: ToolResultBlock, comments: readonly CommentSeen[]): Work {
  const [done, ...waitingTools] = work.waitingTools;
  if (done?.id !== result.tool_use_id) return work;
  const next = { ...work, waitingTools, toolResults: [...work.toolResults, result], toolCount: work.toolCount + 1 };
  return waitingTools.length > 0 ? next : handOver(next, comments);
}

export interface Finish {
  readonly tool_use_id: string;
  readonly status: ActionStatus;
  readonly evaluation: string;
  readonly issues_identified: readonly string[];
}

/** The action is over; whether the next one begins is decided by `judging`: nothing to judge means at once. */
export function finishAction(work: Work, finish: Finish, comments: readonly CommentSeen[], after: { readonly plan: Plan; readonly judging: Judging | null }): Work {
  const results = work.waitingTools.map((tool): ToolResultBlock => ({
    type: 'tool_result',
    tool_use_id: tool.id,
    content: tool.id === finish.tool_use_id ? 'Recorded.' : 'Not run: the action was finished first.',
  }));
  const answered = handOver({ ...work, waitingTools: [], toolResults: [...work.toolResults, ...results] }, comments);
  const closed = close(answered, { status: finish.status, evaluation: finish.evaluation, issues: finish.issues_identified });
  return after.judging === null ? goOn(closed, after.plan) : { ...closed, judging: after.judging };
}

/** From the action that ended to the next one. */
export function goOn(work: Work, plan: Plan): Work {
  const left = work.actions[work.current];
  const following = work.actions[work.current + 1];
  const entered = enter({ ...work, judging: null }, work.current + 1, plan);
  return { ...entered, toCheckpoint: left && following?.taskId !== left.taskId ? left.taskId : null };
}

/** The same action once more (REPLAN-3, level 1). */
export function retryAction(work: Work, plan: Plan): Work {
  return enter({ ...work, judging: null }, work.current, plan, true);
}

/** The same work under another plan; the subtasks in `done` stay done, everything else is ahead. */
export function reshape(work: Work, plan: Plan, change: { readonly done: ReadonlySet<string>; readonly reason: string }): Work {
  const earlier = (id: string) => work.actions.filter((action) => action.taskId === id);
  const kept = [...change.done].flatMap(earlier);
  const ahead = pendingActions(plan).filter((action) => !change.done.has(action.taskId));
  const actions = [...kept, ...ahead];
  const told: Turn = { kind: 'replanned', reason: change.reason, plan };
  const turned: Work = { ...work, actions, judging: null, waitingTools: [], toolResults: [], idleAnswers: 0, conversation: [...work.conversation, told] };
  const entered = enter(turned, kept.length, plan);
  return { ...entered, checkpoint: { ...work.checkpoint, action: Math.min(work.checkpoint.action, kept.length), conversationLength: entered.conversation.length } };
}

/** Subtasks all of whose actions succeeded. */
export function doneSubtasks(work: Work): ReadonlySet<string> {
  const ids = new Set(work.actions.map((action) => action.taskId));
  return new Set([...ids].filter((id) => work.actions.every((action) => action.taskId !== id || action.status === 'success')));
}

export function checkpointed(work: Work, change: ChangeRecord | null): Work {
  const checkpoint = { change, action: work.current, conversationLength: work.conversation.length, toolCount: work.toolCount };
  return { ...work, toCheckpoint: null, checkpoint };
}

/** The work as it was at its last checkpoint; what came later is done again, never assumed. */
export function resumeWork(work: Work, plan: Plan): Work {
  const { checkpoint } = work;
  const conversation = work.conversation.slice(0, checkpoint.conversationLength);
  const actions = work.actions.map((action, index): ActionState =>
    index < checkpoint.action ? action : { ...action, status: index === checkpoint.action ? 'running' : 'pending', evaluation: '', issues: [] });
  const cut: Work = {
    ...work, actions, current: checkpoint.action, conversation, waitingTools: [], toolResults: [], idleAnswers: 0, judging: null,
    toolCount: checkpoint.toolCount, toCheckpoint: null,
  };
  if (conversation.length === 0) return enter(cut, 0, plan);
  return checkpoint.action < actions.length ? { ...cut, conversation: [...conversation, { kind: 'workspace_rebuilt' }] } : cut;
}

function handOver(work: Work, comments: readonly CommentSeen[]): Work {
  const fresh = comments.slice(work.commentsShown);
  const turn: Turn = { kind: 'results', results: work.toolResults, comments: fresh };
  return { ...work, conversation: [...work.conversation, turn], toolResults: [], commentsShown: comments.length };
}

function close(work: Work, result: Pick<ActionState, 'status' | 'evaluation' | 'issues'>): Work {
  const actions = work.actions.map((action, at): ActionState => (at === work.current ? { ...action, ...result } : action));
  return { ...work, actions, sinceReflection: work.sinceReflection + 1 };
}

function enter(work: Work, index: number, plan: Plan, isRetry = false): Work {
  const action = work.actions[index];
  if (!action) return { ...work, current: index };
  const actions = work.actions.map((one, at): ActionState => (at === index ? { ...one, status: 'running', evaluation: '', issues: [] } : one));
  const begin: Turn = { kind: 'begin', brief: briefOf(action.planned, { index, of: actions.length, plan, isRetry, isFirst: work.conversation.length === 0 }) };
  return { ...work, actions, current: index, conversation: [...work.conversation, begin] };
}

function briefOf(action: PlannedAction, at: { readonly index: number; readonly of: number; readonly plan: Plan; readonly isRetry: boolean; readonly isFirst: boolean }): ActionBrief {
  const description = at.plan.task_decomposition.subtasks.find((one) => one.id === action.task_id)?.description ?? '';
  return { number: at.index + 1, of: at.of, subtask: action.task_id, description, action, whole: at.isFirst ? at.plan : null, isRetry: at.isRetry };
}

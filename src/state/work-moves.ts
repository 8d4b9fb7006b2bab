/** Changes of the work on a plan. */
import { MERGE } from './base-merges.ts';
import { briefOf, endedBadly, type Known, type Saying } from './action-brief.ts';
import type { Turn, Work, ActionState, CommentSeen } from './work.ts';
import type { ActionStatus } from './judgements.ts';
import type { Task } from './task.ts';
import type { ChangeRecord } from './outcome.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';

export const NOTHING_DONE: Omit<Work, 'actions'> = {
  current: 0,
  conversation: [],
  waitingTools: [],
  toolResults: [],
  idleAnswers: 0,
  toolCount: 0,
  misfits: null,
  commentsShown: 0,
  untold: [],
  toCheckpoint: null,
  judging: null,
  sinceReflection: 0,
  reflections: 0,
  looksBack: [],
  failuresInARow: 0,
  commentsWeighed: 0,
  commentsReflected: null,
  tooLong: 0,
  checkpoint: { change: null, action: 0, conversationLength: 0, toolCount: 0 },
};

/** All actions are over, judged, and saved. */
export function isFinished(work: Work): boolean {
  return work.current >= work.actions.length && work.toCheckpoint === null && work.judging === null;
}

/** It waits for an answer of the model. */
export function takesAnswer({ waitingTools, toCheckpoint, judging, current, actions }: Work): boolean {
  return waitingTools.length === 0 && toCheckpoint === null && judging === null && current < actions.length;
}

/** Work in the sandbox that is not on its branch. */
export function isUnsaved(work: Work | null): boolean {
  return work !== null && work.toolCount > work.checkpoint.toolCount;
}

/** Subtasks all of whose actions succeeded. */
export function doneSubtasks(work: Pick<Work, 'actions'>): ReadonlySet<string> {
  const unfinished = new Set(
    work.actions.filter((action) => action.status !== 'success').map((action) => action.taskId),
  );
  return new Set(work.actions.map((action) => action.taskId).filter((id) => !unfinished.has(id)));
}

/** Failed subtasks ended without success; those that never started or were interrupted do not count as failed. */
export function subtaskCounts(work: Work | null): {
  readonly completed: number;
  readonly failed: number;
  readonly open: number;
} {
  const actions = work?.actions ?? [];
  const ids = [...new Set(actions.map((action) => action.taskId))];
  const completed = ids.filter((id) =>
    actions.every((action) => action.taskId !== id || action.status === 'success'),
  ).length;
  const failed = ids.filter((id) => actions.some((action) => action.taskId === id && endedBadly(action))).length;
  return { completed, failed, open: ids.length - completed - failed };
}

/** At most `toolsRun` of the requested tools are run; the call of `cut` was cut off. */
export function answerGiven(work: Work, content: readonly AnswerBlock[], toolsRun = Infinity, cut?: string): Work {
  if (!takesAnswer(work)) return work;
  const answer: Turn = { kind: 'answer', content, ...(cut === undefined ? {} : { cut }) };
  const conversation = [...work.conversation, answer];
  const tools = content.filter((block) => block.type === 'tool_use');
  if (tools.length === 0) return { ...work, conversation, idleAnswers: work.idleAnswers + 1 };
  const toolResults = tools.slice(toolsRun).map((tool) => notRun(tool.id, toolsRun));
  return { ...work, conversation, waitingTools: tools.slice(0, toolsRun), toolResults, idleAnswers: 0 };
}

function notRun(id: string, most: number): ToolResultBlock {
  const content = `Not run: of the tools of one answer only the first ${most} are run. Look at their results, then ask for what is still needed.`;
  return { type: 'tool_result', tool_use_id: id, content, is_error: true };
}

export function toolDone(work: Work, result: ToolResultBlock, comments: readonly CommentSeen[]): Work {
  const [done, ...waitingTools] = work.waitingTools;
  if (done?.id !== result.tool_use_id) return work;
  const next = { ...work, waitingTools, toolResults: [...work.toolResults, result], toolCount: work.toolCount + 1 };
  return waitingTools.length > 0 ? next : handOver(next, comments);
}

export interface ToolEnd {
  readonly isMisfit: boolean;
  /** True if the tool did its job; a command that ran did, whatever its exit code. */
  readonly worked: boolean;
}

/** Counts the answers in a row without an understandable tool call, or without one that worked. */
export function misfitsCounted(work: Work, { isMisfit, worked }: ToolEnd): Work {
  const isLast = work.waitingTools.length === 0;
  if (worked && isLast && work.misfits === null) return work;
  const before = work.misfits ?? { answers: 0, fruitless: 0, understood: false, worked: false };
  const understood = before.understood || !isMisfit;
  const hasWorked = before.worked || worked;
  if (!isLast) return { ...work, misfits: { ...before, understood, worked: hasWorked } };
  const answers = understood ? 0 : before.answers + 1;
  const fruitless = hasWorked ? 0 : before.fruitless + 1;
  return { ...work, misfits: fruitless === 0 ? null : { answers, fruitless, understood: false, worked: false } };
}

export interface Finish {
  readonly tool_use_id: string;
  readonly status: ActionStatus;
  readonly evaluation: string;
  readonly issues_identified: readonly string[];
}

/** Ends the action; the judgement about it, and the next action, follow. */
export function finishAction(work: Work, finish: Finish, comments: readonly CommentSeen[]): Work {
  if (!work.waitingTools.some((tool) => tool.id === finish.tool_use_id)) return work;
  const results = work.waitingTools.map(
    (tool): ToolResultBlock => ({
      type: 'tool_result',
      tool_use_id: tool.id,
      content: tool.id === finish.tool_use_id ? 'Recorded.' : 'Not run: the action was finished first.',
    }),
  );
  const answered = handOver({ ...work, waitingTools: [], toolResults: [...work.toolResults, ...results] }, comments);
  return close(answered, { status: finish.status, evaluation: finish.evaluation, issues: finish.issues_identified });
}

/** The model does not end this action by itself. */
export function giveUp(work: Work, evaluation: string): Work {
  return close({ ...work, misfits: null, idleAnswers: 0 }, { status: 'partial', evaluation, issues: [] });
}

/** From the ended action to the next one. */
export function nextAction(work: Work, known: Known): Work {
  const left = work.actions[work.current];
  const following = work.actions[work.current + 1];
  const entered = enter({ ...work, judging: null }, work.current + 1, known);
  return { ...entered, toCheckpoint: left && following?.taskId !== left.taskId ? left.taskId : null };
}

/** Repeats the action (REPLAN-3, level 1), with advice and with comments it was not shown yet. */
export function actionAgain(
  work: Work,
  advice: readonly string[],
  { comments, ...known }: Known & Pick<Task, 'comments'>,
): Work {
  const untold = comments.slice(work.commentsShown);
  const told: Turn = { kind: 'results', results: [], comments: untold };
  const heard =
    untold.length === 0
      ? work
      : { ...work, conversation: [...work.conversation, told], commentsShown: work.commentsShown + untold.length };
  const action = work.actions[work.current];
  const takenBack = action !== undefined && endedBadly(action) ? 1 : 0;
  const failuresInARow = Math.max(0, work.failuresInARow - takenBack);
  return enter({ ...heard, judging: null, failuresInARow }, work.current, known, {
    whole: null,
    isRetry: true,
    ...(advice.length > 0 ? { advice } : {}),
  });
}

/** Goes back from the next action, which has not started, to the one whose subtask is not saved. */
export function reopened(work: Work, advice: readonly string[], known: Known & Pick<Task, 'comments'>): Work {
  const { actions, current, conversation } = work;
  const left = actions[current];
  const isBegun = conversation.at(-1)?.kind === 'begin';
  const back: Work = {
    ...work,
    actions: left === undefined ? actions : actions.with(current, { ...left, status: 'pending' }),
    conversation: left !== undefined && isBegun ? conversation.slice(0, -1) : conversation,
    current: Math.max(0, current - 1),
    toCheckpoint: null,
  };
  return actionAgain(back, advice, known);
}

export function checkpointed(work: Work, change: ChangeRecord | null): Work {
  const checkpoint = {
    change,
    action: work.current,
    conversationLength: work.conversation.length,
    toolCount: work.toolCount,
  };
  return { ...work, toCheckpoint: null, checkpoint };
}

/** The work as it was at its last checkpoint; later work is repeated, never assumed. */
export function rewound(work: Work, { said, comments }: Pick<Task, 'said' | 'comments'>, cause?: string): Work {
  const { checkpoint } = work;
  const conversation = work.conversation.slice(0, checkpoint.conversationLength);
  const actions = work.actions.map(
    (action, index): ActionState =>
      index < checkpoint.action
        ? action
        : { ...action, status: index === checkpoint.action ? 'running' : 'pending', evaluation: '', issues: [] },
  );
  const cut: Work = {
    ...work,
    actions,
    current: checkpoint.action,
    conversation,
    waitingTools: [],
    toolResults: [],
    idleAnswers: 0,
    judging: null,
    failuresInARow: 0,
    toolCount: checkpoint.toolCount,
    // The container is rebuilt from the merge, which still has to be pushed.
    toCheckpoint: work.toCheckpoint === MERGE ? MERGE : null,
    commentsShown: comments.length,
    untold: [],
  };
  const rebuilt: Turn = { kind: 'workspace_rebuilt', said, ...(cause === undefined ? {} : { cause }) };
  return checkpoint.action < actions.length ? { ...cut, conversation: [...conversation, rebuilt] } : cut;
}

function handOver(work: Work, comments: readonly CommentSeen[]): Work {
  const fresh = comments.slice(work.commentsShown);
  const answer = work.conversation.findLast((earlier) => earlier.kind === 'answer');
  const cut = answer?.cut === undefined ? {} : { cut: answer.cut };
  const turn: Turn = { kind: 'results', results: work.toolResults, comments: fresh, ...cut };
  return { ...work, conversation: [...work.conversation, turn], toolResults: [], commentsShown: comments.length };
}

function close(work: Work, result: Pick<ActionState, 'status' | 'evaluation' | 'issues'>): Work {
  const action = work.actions[work.current];
  const actions = action ? work.actions.with(work.current, { ...action, ...result }) : work.actions;
  const failuresInARow = endedBadly(result) ? work.failuresInARow + 1 : 0;
  return { ...work, actions, failuresInARow, sinceReflection: work.sinceReflection + 1 };
}

export function enter(work: Work, index: number, known: Known, how: Saying = { whole: null, isRetry: false }): Work {
  const action = work.actions[index];
  if (!action) return { ...work, current: index };
  const actions = work.actions.with(index, { ...action, status: 'running', evaluation: '', issues: [] });
  const entered: Work = { ...work, actions, current: index, misfits: null };
  return { ...entered, conversation: [...work.conversation, { kind: 'begin', brief: briefOf(entered, known, how) }] };
}

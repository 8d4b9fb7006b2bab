/** The work on a plan and how each happening changes it. Pure. */
import { GIVEN_UP } from './given-up.ts';
import { splitActions } from './kept-actions.ts';
import { orderedActions } from './order.ts';
import type { Split } from './kept-actions.ts';
import type { Plan } from './plan.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';
import type { ActionStatus, ChangeRecord } from '../task/fact.ts';
import type { ActionBrief, Turn } from '../task/conversation.ts';
import type { ActionState, CommentSeen, Judging, Work } from '../task/work-state.ts';

/** A model that answers this often in a row without using a tool has given the action up. */
export const MAX_IDLE_ANSWERS = 3;

const NOTHING_DONE: Omit<Work, 'actions'> = {
  current: 0,
  conversation: [],
  waitingTools: [],
  toolResults: [],
  idleAnswers: 0,
  toolCount: 0,
  commentsShown: 0,
  toCheckpoint: null,
  judging: null,
  sinceReflection: 0,
  reflections: 0,
  commentsWeighed: 0,
  checkpoint: { change: null, action: 0, conversationLength: 0, toolCount: 0 },
};

export function beginWork(plan: Plan): Work {
  const work = enter({ ...NOTHING_DONE, actions: pendingActions(plan) }, 0, { whole: plan, isRetry: false });
  return { ...work, checkpoint: { ...work.checkpoint, conversationLength: work.conversation.length } };
}

/** An action that builds on what did not succeed is told so when it begins (PLAN-1.4). */
function pendingActions(plan: Plan): readonly ActionState[] {
  const subtasks = new Map(plan.task_decomposition.subtasks.map((subtask) => [subtask.id, subtask]));
  const needsOf = (id: string) => subtasks.get(id)?.dependencies ?? [];
  return orderedActions(plan).map(
    (action): ActionState => ({
      taskId: action.task_id,
      description: subtasks.get(action.task_id)?.description ?? '',
      status: 'pending',
      evaluation: '',
      issues: [],
      planned: action,
      ...(needsOf(action.task_id).length > 0 ? { needs: needsOf(action.task_id) } : {}),
    }),
  );
}

export function isFinished(work: Work): boolean {
  return work.current >= work.actions.length && work.toCheckpoint === null && work.judging === null;
}

/** `judging` is what follows when the model gives the action up; of the tools it asks for, at most `toolsRun` are run. */
export function answerGiven(work: Work, content: readonly AnswerBlock[], judging: Judging | null = null, toolsRun = Infinity): Work {
  if (work.waitingTools.length > 0 || work.toCheckpoint !== null || work.judging !== null || work.current >= work.actions.length)
    return work;
  const conversation = [...work.conversation, { kind: 'answer', content } as const];
  const tools = content.filter((block) => block.type === 'tool_use');
  const toolResults = tools.slice(toolsRun).map((tool) => notRun(tool.id, toolsRun));
  if (tools.length > 0) return { ...work, conversation, waitingTools: tools.slice(0, toolsRun), toolResults, idleAnswers: 0 };
  const idleAnswers = work.idleAnswers + 1;
  if (idleAnswers < MAX_IDLE_ANSWERS) return { ...work, conversation: [...conversation, { kind: 'reminder' }], idleAnswers };
  return giveUp({ ...work, conversation, idleAnswers: 0 }, GIVEN_UP.idle, judging);
}

/** The model does not come to an end of this action by itself. */
export function giveUp(work: Work, evaluation: string, judging: Judging | null): Work {
  const closed = close(work, { status: 'partial', evaluation, issues: [] });
  return judging === null ? goOn(closed) : { ...closed, judging };
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

export interface Finish {
  readonly tool_use_id: string;
  readonly status: ActionStatus;
  readonly evaluation: string;
  readonly issues_identified: readonly string[];
}

/** The action is over; whether the next one begins is decided by `judging`: nothing to judge means at once. */
export function finishAction(work: Work, finish: Finish, comments: readonly CommentSeen[], judging: Judging | null = null): Work {
  if (!work.waitingTools.some((tool) => tool.id === finish.tool_use_id)) return work;
  const results = work.waitingTools.map(
    (tool): ToolResultBlock => ({
      type: 'tool_result',
      tool_use_id: tool.id,
      content: tool.id === finish.tool_use_id ? 'Recorded.' : 'Not run: the action was finished first.',
    }),
  );
  const answered = handOver({ ...work, waitingTools: [], toolResults: [...work.toolResults, ...results] }, comments);
  const closed = close(answered, { status: finish.status, evaluation: finish.evaluation, issues: finish.issues_identified });
  return judging === null ? goOn(closed) : { ...closed, judging };
}

/** From the action that ended to the next one. */
export function goOn(work: Work): Work {
  const left = work.actions[work.current];
  const following = work.actions[work.current + 1];
  const entered = enter({ ...work, judging: null }, work.current + 1);
  return { ...entered, toCheckpoint: left && following?.taskId !== left.taskId ? left.taskId : null };
}

/** The same action once more (REPLAN-3, level 1), with what was said about how to. */
export function retryAction(work: Work, advice: readonly string[] = []): Work {
  return enter({ ...work, judging: null }, work.current, { whole: null, isRetry: true, ...(advice.length > 0 ? { advice } : {}) });
}

export interface Reshaping {
  /** These subtasks stay done, whatever the plan says of them. */
  readonly done: ReadonlySet<string>;
  /** Given, every other action that is over stays so too, but for what did not succeed in these subtasks. */
  readonly again?: ReadonlySet<string>;
  readonly reason: string;
}

/** The same work under another plan: what stays as it ended comes first, everything else is ahead. */
export function reshape(work: Work, plan: Plan, change: Reshaping): Work {
  const { kept, ahead, savedActions } = split(work, pendingActions(plan), change);
  const told: Turn = { kind: 'replanned', reason: change.reason, plan };
  const turned: Work = {
    ...work,
    actions: [...kept, ...ahead],
    judging: null,
    waitingTools: [],
    toolResults: [],
    idleAnswers: 0,
    conversation: [...work.conversation, told],
  };
  const entered = enter(turned, kept.length);
  return { ...entered, checkpoint: { ...work.checkpoint, action: savedActions, conversationLength: entered.conversation.length } };
}

function split(work: Work, planned: readonly ActionState[], { done, again }: Reshaping): Split & { readonly savedActions: number } {
  if (again !== undefined) {
    const { kept, ahead } = splitActions(work.actions, planned, { done, again });
    const saved = new Set(work.actions.slice(0, work.checkpoint.action));
    return { kept, ahead, savedActions: kept.filter((action) => saved.has(action)).length };
  }
  const kept = [...done].flatMap((id) => work.actions.filter((action) => action.taskId === id));
  return {
    kept,
    ahead: planned.filter((action) => !done.has(action.taskId)),
    savedActions: Math.min(work.checkpoint.action, kept.length),
  };
}

/** Subtasks all of whose actions succeeded. */
export function doneSubtasks(work: Work): ReadonlySet<string> {
  const unfinished = new Set(work.actions.filter((action) => action.status !== 'success').map((action) => action.taskId));
  return new Set(work.actions.map((action) => action.taskId).filter((id) => !unfinished.has(id)));
}

export function checkpointed(work: Work, change: ChangeRecord | null): Work {
  const checkpoint = { change, action: work.current, conversationLength: work.conversation.length, toolCount: work.toolCount };
  return { ...work, toCheckpoint: null, checkpoint };
}

/** The work as it was at its last checkpoint; what came later is done again, never assumed. */
export function resumeWork(work: Work, cause?: string): Work {
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
    toolCount: checkpoint.toolCount,
    toCheckpoint: null,
    commentsShown: conversation.flatMap(commentsIn).length,
  };
  const rebuilt: Turn = { kind: 'workspace_rebuilt', ...(cause === undefined ? {} : { cause }) };
  return checkpoint.action < actions.length ? { ...cut, conversation: [...conversation, rebuilt] } : cut;
}

function commentsIn(turn: Turn): readonly CommentSeen[] {
  if (turn.kind === 'anew') return turn.past.comments;
  return turn.kind === 'results' ? turn.comments : [];
}

function handOver(work: Work, comments: readonly CommentSeen[]): Work {
  const fresh = comments.slice(work.commentsShown);
  const turn: Turn = { kind: 'results', results: work.toolResults, comments: fresh };
  return { ...work, conversation: [...work.conversation, turn], toolResults: [], commentsShown: comments.length };
}

function close(work: Work, result: Pick<ActionState, 'status' | 'evaluation' | 'issues'>): Work {
  const action = work.actions[work.current];
  const actions = action ? work.actions.with(work.current, { ...action, ...result }) : work.actions;
  return { ...work, actions, sinceReflection: work.sinceReflection + 1 };
}

function enter(work: Work, index: number, how: Saying = { whole: null, isRetry: false }): Work {
  const action = work.actions[index];
  if (!action) return { ...work, current: index };
  const actions = work.actions.with(index, { ...action, status: 'running', evaluation: '', issues: [] });
  const entered: Work = { ...work, actions, current: index, ...(work.misfits ? { misfits: null } : {}) };
  return { ...entered, conversation: [...work.conversation, { kind: 'begin', brief: briefOf(entered, how) }] };
}

type Saying = Pick<ActionBrief, 'whole' | 'isRetry' | 'advice'>;

/** What an action builds on and did not succeed, with how it ended. */
function unmet(actions: readonly ActionState[], { needs = [] }: ActionState): Pick<ActionBrief, 'unmet'> {
  const failed = needs.flatMap((id) => {
    const ended = actions.findLast(({ taskId, status }) => taskId === id && (status === 'failure' || status === 'partial'));
    return ended ? [`${id} (${ended.status})`] : [];
  });
  return failed.length === 0 ? {} : { unmet: failed };
}

/** The action in hand as the model is told of it. */
export function briefOf({ actions, current }: Work, how: Saying): ActionBrief {
  const action = actions[current];
  if (!action) throw new TypeError('There is no action in hand.');
  return {
    number: current + 1,
    of: actions.length,
    subtask: action.taskId,
    description: action.description,
    action: action.planned,
    ...unmet(actions, action),
    ...how,
  };
}

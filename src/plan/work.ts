/** The work on a plan and how each happening changes it. Pure. */
import { orderedActions } from './order.ts';
import type { Plan } from './plan.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';
import type { ActionStatus, ChangeRecord } from '../task/fact.ts';
import type { ActionState, CommentSeen, Turn, Work } from '../task/task.ts';

/** A model that answers this often in a row without using a tool has given the action up. */
export const MAX_IDLE_ANSWERS = 3;

export function beginWork(plan: Plan): Work {
  const actions = orderedActions(plan).map(
    (action): ActionState => ({ taskId: action.task_id, status: 'pending', evaluation: '', issues: [] }),
  );
  const work: Work = {
    actions,
    current: 0,
    conversation: [],
    waitingTools: [],
    toolResults: [],
    idleAnswers: 0,
    toolCount: 0,
    commentsShown: 0,
    toCheckpoint: null,
    checkpoint: { change: null, action: 0, conversationLength: 0, toolCount: 0 },
  };
  return enter(work, 0);
}

export function isFinished(work: Work): boolean {
  return work.current >= work.actions.length && work.toCheckpoint === null;
}

export function answerGiven(work: Work, content: readonly AnswerBlock[]): Work {
  if (work.waitingTools.length > 0 || work.toCheckpoint !== null || work.current >= work.actions.length) return work;
  const conversation = [...work.conversation, { kind: 'answer', content } as const];
  const waitingTools = content.filter((block) => block.type === 'tool_use');
  if (waitingTools.length > 0) return { ...work, conversation, waitingTools, toolResults: [], idleAnswers: 0 };
  const idleAnswers = work.idleAnswers + 1;
  if (idleAnswers < MAX_IDLE_ANSWERS) return { ...work, conversation: [...conversation, { kind: 'reminder' }], idleAnswers };
  const gaveUp = { status: 'partial', evaluation: 'The model stopped without finishing this action.', issues: [] } as const;
  return leave({ ...work, conversation, idleAnswers: 0 }, gaveUp);
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
  return leave(answered, { status: finish.status, evaluation: finish.evaluation, issues: finish.issues_identified });
}

export function checkpointed(work: Work, change: ChangeRecord | null): Work {
  const checkpoint = { change, action: work.current, conversationLength: work.conversation.length, toolCount: work.toolCount };
  return { ...work, toCheckpoint: null, checkpoint };
}

/** The work as it was at its last checkpoint; what came later is done again, never assumed. */
export function resumeWork(work: Work): Work {
  const { checkpoint } = work;
  const conversation = work.conversation.slice(0, checkpoint.conversationLength);
  const actions = work.actions.map(
    (action, index): ActionState =>
      index < checkpoint.action
        ? action
        : { ...action, status: index === checkpoint.action ? 'running' : 'pending', evaluation: '', issues: [] },
  );
  const note: readonly Turn[] = checkpoint.action < actions.length ? [{ kind: 'workspace_rebuilt' }] : [];
  const begun: readonly Turn[] = conversation.length === 0 ? [{ kind: 'begin', action: 0 }] : conversation;
  return {
    ...work,
    actions,
    current: checkpoint.action,
    conversation: [...begun, ...note],
    waitingTools: [],
    toolResults: [],
    idleAnswers: 0,
    toolCount: checkpoint.toolCount,
    toCheckpoint: null,
    commentsShown: conversation.flatMap((turn) => (turn.kind === 'results' ? turn.comments : [])).length,
  };
}

function handOver(work: Work, comments: readonly CommentSeen[]): Work {
  const fresh = comments.slice(work.commentsShown);
  const turn: Turn = { kind: 'results', results: work.toolResults, comments: fresh };
  return { ...work, conversation: [...work.conversation, turn], toolResults: [], commentsShown: comments.length };
}

function enter(work: Work, index: number): Work {
  const actions = work.actions.map((action, at): ActionState => (at === index ? { ...action, status: 'running' } : action));
  const begin: readonly Turn[] = index < actions.length ? [{ kind: 'begin', action: index }] : [];
  return { ...work, actions, current: index, conversation: [...work.conversation, ...begin] };
}

function leave(work: Work, result: Pick<ActionState, 'status' | 'evaluation' | 'issues'>): Work {
  const left = work.actions[work.current];
  const actions = work.actions.map((action, at): ActionState => (at === work.current ? { ...action, ...result } : action));
  const entered = enter({ ...work, actions }, work.current + 1);
  const following = actions[work.current + 1];
  return { ...entered, toCheckpoint: left && following?.taskId !== left.taskId ? left.taskId : null };
}

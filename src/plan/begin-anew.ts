/**
 * A conversation of the action loop that has grown too long is replaced by a new one that begins with what counts
 * (MODEL-6): so the total sent grows linearly with the steps. It is part of the fold: no clock, no model call, the
 * same after a replay. Thinking is bound to what stood before it, so nothing is ever taken out of a conversation:
 * the new one holds no answer of the old one, only an account of it.
 */
import { conversationBytes, isWhole } from './conversation-size.ts';
import { pastSteps } from './past-steps.ts';
import { briefOf } from './work.ts';
import type { ActionBrief, Turn } from '../task/conversation.ts';
import type { TaskIn } from '../task/task.ts';
import type { Work } from '../task/work-state.ts';

/**
 * By bytes, four to a token. A call pays for reading the conversation from the cache (5 to 10 % of the price of new
 * input), a new beginning for writing it again: with 1,000 tokens to a step, 40,000 would be cheapest, 60,000 costs
 * 5 to 14 % more and remembers half as much again. With code, at three bytes to a token, it stays below 100,000,
 * where some models cost five times as much.
 */
export const CONVERSATION_TOKENS = 60_000;
const BYTES_PER_TOKEN = 4;
/** Each refusal as too long halves what a conversation may take; below 7,500 tokens there is no working. */
const MAX_HALVINGS = 3;

type Executing = TaskIn<'execute'>;

/** Begins anew when it is the model's turn and the conversation is longer than it may be. */
export function withinBudget(task: Executing): Executing {
  const { work } = task;
  if (!isModelsTurn(work)) return task;
  const isFresh = !work.conversation.some((turn) => turn.kind === 'answer' || turn.kind === 'results');
  if (isWhole(work.conversation[0]) && (isFresh || conversationBytes(task) <= budgetBytes(task))) return task;
  return beginAnew(task);
}

/** After a refusal by the model's API. */
export function beginAgain(task: Executing, tooLong: boolean): Executing {
  const { work } = task;
  if (!isModelsTurn(work)) return task;
  return beginAnew(tooLong ? { ...task, work: { ...work, tooLong: (work.tooLong ?? 0) + 1 } } : task);
}

/** Whether a refused conversation can be begun anew in another way than it was. */
export function canBeginAgain({ work }: Executing, tooLong: boolean): boolean {
  return tooLong ? (work.tooLong ?? 0) < MAX_HALVINGS : work.conversation.some((turn) => turn.kind === 'answer');
}

function isModelsTurn({ current, actions, waitingTools, toCheckpoint, judging, conversation }: Work): boolean {
  if (current >= actions.length || waitingTools.length > 0 || toCheckpoint !== null || judging !== null) return false;
  return conversation.at(-1)?.kind !== 'answer';
}

function budgetBytes({ settings, work }: Executing): number {
  const halvings = work.tooLong ?? 0;
  return (settings.conversationTokens * BYTES_PER_TOKEN) / 2 ** halvings;
}

function beginAnew(task: Executing): Executing {
  const { work, plan, comments, questions, replanning } = task;
  const { conversation, checkpoint } = work;
  const { steps, leftOut } = pastSteps(conversation);
  const budget = Math.min(budgetBytes(task), CONVERSATION_TOKENS * BYTES_PER_TOKEN);
  const first: Turn = {
    kind: 'anew',
    brief: briefOf(work, { whole: plan, ...retryOf(work) }),
    past: {
      actions: work.actions,
      reason: replanning.versions.length > 0 ? (replanning.reason ?? '') : '',
      comments,
      questions: questions.filter((question) => question.state !== 'open'),
      steps,
      stepsLeftOut: leftOut,
      room: Math.floor(budget / 2),
    },
  };
  const lastAnswer = conversation.findLastIndex((turn) => turn.kind === 'answer');
  const stillTrue = conversation.slice(lastAnswer + 1).filter((turn) => turn.kind === 'reminder' || turn.kind === 'workspace_rebuilt');
  const begun = [first, ...stillTrue];
  const isSaved = checkpoint.conversationLength === conversation.length && checkpoint.action === work.current;
  return {
    ...task,
    work: {
      ...work,
      conversation: begun,
      commentsShown: comments.length,
      checkpoint: { ...checkpoint, conversationLength: isSaved ? begun.length : 0 },
    },
  };
}

function retryOf({ conversation, current }: Work): Pick<ActionBrief, 'isRetry' | 'advice'> {
  const begun = conversation.findLast((turn) => turn.kind === 'begin' || turn.kind === 'anew');
  if (begun === undefined || begun.brief.number !== current + 1) return { isRetry: false };
  const { isRetry, advice } = begun.brief;
  return { isRetry, ...(advice === undefined ? {} : { advice }) };
}

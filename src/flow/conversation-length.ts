/**
 * A conversation of the action loop that has grown too long, or that the model's API refuses, is replaced by a new one that begins with what
 * counts (MODEL-6): so the total sent grows linearly with the steps. It costs no model call.
 */
import { CONVERSATION_TOKENS, conversationBytes, isWhole } from '../plan/conversation-size.ts';
import { pastSteps } from '../plan/past-steps.ts';
import { isAt } from '../state/select.ts';
import { takesAnswer } from '../state/work-moves.ts';
import { afterFault } from './ending.ts';
import type { Fact } from '../state/facts.ts';
import type { At, Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

const BYTES_PER_TOKEN = 4;
/** Each refusal as too long halves what a conversation may take; below 7,500 tokens there is no working. */
const MAX_HALVINGS = 3;

/** Begins anew when it is the model's turn and the conversation is longer than it may be. */
export function conversationRule(task: Task): readonly Fact[] {
  if (!isAt(task, 'work') || !isModelsTurn(task.work)) return [];
  const { conversation } = task.work;
  const isFresh = !conversation.some((turn) => turn.kind === 'answer' || turn.kind === 'results');
  if (isWhole(conversation[0]) && (isFresh || conversationBytes(task) <= budgetBytes(task, task.work.tooLong)))
    return [];
  return [begunAnew(task, false)];
}

/** Where it can be begun anew in another way than it was; else it is a fault like any other. */
export function afterConversationRefused(
  task: Task,
  fact: Extract<Fact, { readonly name: 'conversation_refused' }>,
): readonly Fact[] {
  const { too_long: isTooLong, message, advice } = fact;
  const { work } = task;
  const canBegin =
    work !== null &&
    (isTooLong ? work.tooLong < MAX_HALVINGS : work.conversation.some((turn) => turn.kind === 'answer'));
  if (!canBegin)
    return afterFault(task, {
      type: 'error',
      name: 'fault',
      effect: 'ask_next_step',
      code: 'model_refused',
      message,
      advice,
    });
  return isAt(task, 'work') && isModelsTurn(work) ? [begunAnew(task, isTooLong)] : [];
}

function isModelsTurn(work: Work): boolean {
  return takesAnswer(work) && work.conversation.at(-1)?.kind !== 'answer';
}

function budgetBytes({ settings }: Task, halvings: number): number {
  return (settings.conversationTokens * BYTES_PER_TOKEN) / 2 ** halvings;
}

function begunAnew(task: At<'work'>, isTooLong: boolean): Fact {
  const { steps, leftOut } = pastSteps(task.work.conversation);
  const budget = Math.min(
    budgetBytes(task, task.work.tooLong + (isTooLong ? 1 : 0)),
    CONVERSATION_TOKENS * BYTES_PER_TOKEN,
  );
  return {
    type: 'action',
    name: 'begun_anew',
    steps,
    steps_left_out: leftOut,
    room: Math.floor(budget / 2),
    too_long: isTooLong,
  };
}

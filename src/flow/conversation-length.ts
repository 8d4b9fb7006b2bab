/**
 * Replaces a conversation of the action loop that is too long, or that the model's API refuses, by a new one that
 * begins with a summary (MODEL-6), so that the total sent grows linearly with the steps. This costs no model call.
 */
import { CONVERSATION_TOKENS, conversationBytes, isWhole } from '../plan/conversation-size.ts';
import { isAt } from '../state/select.ts';
import type { FactNamed, Fact, Facts } from '../state/facts.ts';
import { takesAnswer } from '../state/work-moves.ts';
import { afterFault } from './ending.ts';
import type { At, Task } from '../state/task.ts';
import type { Work, PastStep, Turn } from '../state/work.ts';
import { shorten } from '../environments/describe-repository.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';

const BYTES_PER_TOKEN = 4;
/** Each refusal as too long halves the size of a conversation. Below 7,500 tokens no work is possible. */
const MAX_HALVINGS = 3;

/** Restarts the conversation when it is the model's turn and the conversation is too long. */
export function conversationRule(task: Task): Facts {
  if (!isAt(task, 'work') || !isModelsTurn(task.work)) return [];
  const { conversation } = task.work;
  const isFresh = !conversation.some((turn) => turn.kind === 'answer' || turn.kind === 'results');
  if (isWhole(conversation[0]) && (isFresh || conversationBytes(task) <= budgetBytes(task, task.work.tooLong)))
    return [];
  return [begunAnew(task, false)];
}

/** Restarts the conversation if it can be restarted in another way than before; otherwise this is an ordinary fault. */
export function afterConversationRefused(task: Task, fact: FactNamed<'conversation_refused'>): Facts {
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

const MAX_STEPS = 30;
/** The newest steps keep most of their output, some more a part of it, the others only their outcome. */
const NEWEST = { steps: 4, characters: 12_000 };
const RECENT = { steps: 12, characters: 3_000 };
const MAX_INPUT = 600;
const MAX_SAID = 800;

export function pastSteps(conversation: readonly Turn[]): {
  readonly steps: readonly PastStep[];
  readonly leftOut: number;
} {
  const [first] = conversation;
  const earlier = first?.kind === 'anew' ? first.past : { steps: [], stepsLeftOut: 0 };
  const steps = [
    ...earlier.steps,
    ...conversation.flatMap((turn, at) => stepsOf(turn, resultsAfter(conversation, at))),
  ];
  const kept = steps.slice(-MAX_STEPS);
  return {
    steps: kept.map((step, at) => ({ ...step, result: shortened(step.result, kept.length - at) })),
    leftOut: earlier.stepsLeftOut + steps.length - kept.length,
  };
}

function shortened(result: string, fromEnd: number): string {
  if (fromEnd <= NEWEST.steps) return shorten(result, NEWEST.characters);
  return fromEnd <= RECENT.steps ? shorten(result, RECENT.characters) : '';
}

function resultsAfter(conversation: readonly Turn[], at: number): readonly ToolResultBlock[] {
  const next = conversation[at + 1];
  return next?.kind === 'results' ? next.results : [];
}

/** The end of an action is included with the action. */
function stepsOf(turn: Turn, results: readonly ToolResultBlock[]): readonly PastStep[] {
  if (turn.kind !== 'answer') return [];
  const said = shorten(wordsOf(turn.content), MAX_SAID);
  const uses = turn.content
    .filter((block) => block.type === 'tool_use')
    .filter((block) => block.name !== 'finish_action');
  if (uses.length === 0) return said === '' ? [] : [{ said, tool: '', input: '', result: '', ok: true }];
  return uses.map((use, at) => {
    const result = results.find((one) => one.tool_use_id === use.id);
    return {
      said: at === 0 ? said : '',
      tool: use.name,
      input: shorten(JSON.stringify(use.input) ?? '', MAX_INPUT),
      result: shorten(result?.content ?? '', NEWEST.characters),
      ok: result?.is_error !== true,
    };
  });
}

function wordsOf(content: readonly AnswerBlock[]): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n');
}

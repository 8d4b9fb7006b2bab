/**
 * How the current action is described to the model: the same at the start of the work, later, and in a restarted
 * conversation.
 */
import { boundedText, type Room } from './bounded.ts';
import { shorten } from '../environments/describe-repository.ts';
import { subtaskFacts } from './subtask-facts.ts';
import type { PromptTools } from './planning-messages.ts';
import type { ActionBrief } from '../state/work.ts';

/** Per text of the plan, in characters. */
export const MAX_WORDS = 2_000;

/** Texts of this length, in any script. */
const MAX_BYTES = 40_000;

interface Told {
  /** The whole subtask is in the plan above. */
  readonly isToldAbove: boolean;
}

export function actionParts(
  brief: ActionBrief,
  { prompts, nonce, isToldAbove }: Pick<PromptTools, 'prompts'> & Pick<Room, 'nonce'> & Told,
) {
  const { number, of, subtask, description, isRetry, action, advice = [], unmet = [], about } = brief;
  const inHand = `${isRetry ? 'Once more: ' : ''}Action ${number} of ${of}, of subtask ${subtask}`;
  const words = [
    ...(isToldAbove
      ? [`${inHand}, as the plan has it.`]
      : [`${inHand}: ${shorten(description, MAX_WORDS)}`, ...(about === undefined ? [] : aboutSubtask(about))]),
    `To be done now: ${shorten(action.purpose, MAX_WORDS)}`,
    ...(toolOf(action) === '' ? [] : [`Mostly with: ${toolOf(action)}`]),
    `Expected outcome: ${shorten(action.expected_outcome, MAX_WORDS) || 'not stated: the subtask is done'}`,
    `If that does not work: ${shorten(action.fallback_strategy, MAX_WORDS) || 'not stated: use your judgement'}`,
    ...(advice.length === 0
      ? []
      : [`Judged about the last try:\n${shorten(advice.map((line) => `- ${line}`).join('\n'), MAX_WORDS)}`]),
  ];
  return {
    action: [
      boundedText('action', words.join('\n'), { nonce, maxBytes: MAX_BYTES }),
      // The model checks the preconditions, since it can see the files (PLAN-1.4).
      ...(unmet.length === 0
        ? []
        : [prompts.render('act-notices/unmet', { actions: shorten(unmet.join(', '), MAX_WORDS) })]),
    ].join('\n'),
  };
}

function aboutSubtask({ subtask, criteria }: NonNullable<ActionBrief['about']>): readonly string[] {
  const done = criteria.map((text) => `- ${text}`).join('\n');
  return [
    `About this subtask: ${subtaskFacts(subtask)}`,
    ...(done === '' ? [] : [`It is done when:\n${shorten(done, MAX_WORDS)}`]),
  ];
}

function toolOf({ tool, action_type: type }: ActionBrief['action']): string {
  return type === 'ask_human' ? type : tool;
}

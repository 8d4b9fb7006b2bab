/** The action in hand as the model is told of it: the same at the beginning of the work, later, and begun anew. */
import { shorten } from '../environments/describe-repository.ts';
import { subtaskFacts } from './subtask-facts.ts';
import type { PromptTools } from './planning-messages.ts';
import type { ActionBrief } from '../state/work.ts';

/** Of one text of the plan, in characters. */
export const MAX_WORDS = 2_000;

export function actionParts(brief: ActionBrief, { prompts }: PromptTools) {
  const { number, of, subtask, description, isRetry, action, advice = [], unmet = [], about } = brief;
  return {
    action: [
      `${isRetry ? 'Once more: ' : ''}Action ${number} of ${of}, of subtask ${subtask}: ${shorten(description, MAX_WORDS)}`,
      ...(about === undefined ? [] : aboutSubtask(about)),
      shorten(action.purpose, MAX_WORDS),
      ...(toolOf(action) === '' ? [] : [`Planned tool: ${toolOf(action)}`]),
      ...(advice.length === 0
        ? []
        : [`Judged about the last try:\n${shorten(advice.map((line) => `- ${line}`).join('\n'), MAX_WORDS)}`]),
      // The preconditions are looked at by whoever can see the files (PLAN-1.4).
      ...(unmet.length === 0
        ? []
        : [prompts.render('act-notices/unmet', { actions: shorten(unmet.join(', '), MAX_WORDS) })]),
    ].join('\n'),
    expected_outcome: shorten(action.expected_outcome, MAX_WORDS) || 'Not stated: the subtask is done.',
    fallback_strategy: shorten(action.fallback_strategy, MAX_WORDS) || 'Not stated: use your judgement.',
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

/** The plan in the conversation of the work: as it is first told, and as it is told anew when it was changed. */
import { isDeepStrictEqual } from 'node:util';
import { shorten } from '../environments/describe-repository.ts';
import { MAX_WORDS } from './action-parts.ts';
import { goalBlock, planBlock, subtasksBlock, suggestionsText } from './blocks.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import type { Prompts } from './catalogue.ts';
import type { GoalUnderstanding, Plan } from '../state/plan.ts';
import type { Said } from '../state/question.ts';
import type { Turn } from '../state/work.ts';

/** In characters or bytes: small plans stay whole, none is without an end. */
export const MAX_GOAL = 12_000;
const MAX_PLAN = 24_000;
const MAX_SUGGESTIONS = 8_000;

/** Of a new plan: the goal that stands above it. */
export function goalsBefore(turns: readonly Turn[]): ReadonlyMap<Turn, GoalUnderstanding> {
  const before = new Map<Turn, GoalUnderstanding>();
  let last: GoalUnderstanding | null = null;
  for (const turn of turns) {
    if (last !== null && turn.kind === 'replanned') before.set(turn, last);
    if (turn.kind === 'anew') last = null;
    if (turn.kind === 'begin') last = turn.brief.whole?.goal_understanding ?? last;
    if (turn.kind === 'replanned') last = turn.plan.goal_understanding;
  }
  return before;
}

export function newPlan(
  { reason, plan, said }: Extract<Turn, { readonly kind: 'replanned' }>,
  goalTold: GoalUnderstanding | null,
  prompts: Prompts,
  nonce: string,
): string {
  const text = [
    'The plan was changed.',
    ...(reason === '' ? [] : [`Reason: ${shorten(reason, MAX_WORDS)}`]),
    ...(isDeepStrictEqual(plan.goal_understanding, goalTold)
      ? ['The goal is as given before.']
      : [shorten(goalBlock(plan.goal_understanding), MAX_GOAL)]),
    planText(plan, nonce),
  ].join('\n');
  return `${text}${saidAgain(said, prompts, nonce)}`;
}

/** As it is, and where it is very long as much as there is room for. */
export function planText(plan: Plan, nonce: string): string {
  const text = subtasksBlock(plan.task_decomposition.subtasks, plan.acceptance_criteria);
  const shown = text.length <= MAX_PLAN ? text : planBlock(plan, [], { nonce, maxBytes: MAX_PLAN });
  return `${shown}${suggestionsText(plan, { nonce, maxBytes: MAX_SUGGESTIONS })}`;
}

/** Where turns were cut away, or a plan was made meanwhile, what people said would be missing. */
export function saidAgain(said: readonly Said[], prompts: Prompts, nonce: string): string {
  return said.length === 0
    ? ''
    : `\n\nWhat people said since the request:\n${saidBlock(said, { nonce, maxBytes: MAX_SAID }, prompts)}`;
}

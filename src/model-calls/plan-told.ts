/** The plan in the conversation of the work: as first told, and again when it has changed. */
import { isDeepStrictEqual } from 'node:util';
import { heardSince } from './action-notices.ts';
import { planBlock, subtasksBlock, suggestionsText } from './blocks.ts';
import { boundedText } from './bounded.ts';
import { goalText } from './work-blocks.ts';
import type { Prompts } from './catalogue.ts';
import type { GoalUnderstanding, Plan } from '../state/plan.ts';
import type { Turn } from '../state/work.ts';

/** In characters or bytes: small plans stay whole, all are bounded. */
export const MAX_GOAL = 24_000;
const MAX_REASON = 4_000;
const MAX_PLAN = 24_000;
/** The same, in letters of any script. */
const MAX_WHOLE_PLAN = 100_000;
const MAX_SUGGESTIONS = 8_000;

/** For each new plan, the goal that the conversation contains already. */
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
    ...(reason === '' ? [] : [`Reason:\n${boundedText('reason', reason, { nonce, maxBytes: MAX_REASON })}`]),
    ...(isDeepStrictEqual(plan.goal_understanding, goalTold)
      ? ['The goal is as given before.']
      : [goalText(plan.goal_understanding, { nonce, maxBytes: MAX_GOAL }, plan.acceptance_criteria)]),
    planText(plan, nonce),
  ].join('\n');
  return said.length === 0 ? text : `${text}\n\n${heardSince(said, prompts, nonce)}`;
}

/** Shortened if it is very long. */
export function planText(plan: Plan, nonce: string): string {
  const { task_decomposition: division, acceptance_criteria: criteria } = plan;
  const text = subtasksBlock(division.subtasks, criteria, { nonce, maxBytes: MAX_WHOLE_PLAN });
  const shown = text.length <= MAX_PLAN ? text : planBlock(plan, [], { nonce, maxBytes: MAX_PLAN });
  return `${shown}${suggestionsText(plan, { nonce, maxBytes: MAX_SUGGESTIONS })}`;
}

/**
 * What an action's closing answer judges by (REPLAN-2, PLAN-1.5): fixed when the action begins, and part of its own
 * message, so that the prefix before it stays cached.
 */
import { isDeepStrictEqual } from 'node:util';
import { earlierDecisions, limitsText } from './decision-history.ts';
import { openBlock } from './findings-block.ts';
import { boundedLines, oneLine, type RoomOf } from './bounded.ts';
import type { PromptTools } from './planning-messages.ts';
import type { ReplanLimits } from '../state/request.ts';
import { MAX_AHEAD } from '../state/action-brief.ts';
import type { ActionBrief, Standing } from '../state/work.ts';

/** All rooms together, rounded. */
export const STANDING_BYTES = 9_000;

interface Telling {
  readonly limits: ReplanLimits;
  readonly room: RoomOf;
  /** The previous action's, which is above; unchanged parts are not repeated. */
  readonly before?: ActionBrief | null;
}

export function standingBlock(
  brief: ActionBrief,
  { prompts }: Pick<PromptTools, 'prompts'>,
  { limits, room, before = null }: Telling,
): string {
  const partsOf = (standing: Standing) => [
    ...soFar(standing, limits, room),
    ...(limits.enabled ? [] : [prompts.render('act-notices/no_replanning', {})]),
  ];
  const told = before === null ? [] : partsOf(before.standing);
  const parts = partsOf(brief.standing).filter((part) => !told.includes(part));
  const ahead = before !== null && isTold(brief, before) ? countText(brief.standing) : aheadText(brief.standing, room);
  return [ahead, ...parts, ...(parts.length < told.length ? ['All else is as given before.'] : [])].join('\n');
}

function soFar(
  { open, counts, replans, failed, failuresInARow }: Standing,
  limits: ReplanLimits,
  room: RoomOf,
): readonly string[] {
  const inARow = failuresInARow === 0 ? '' : `, ${failuresInARow} in a row up to now`;
  return [
    `Actions without success: ${failed}${inARow}.`,
    open.length === 0
      ? 'Nothing is open.'
      : `Open points; see to those of this action:\n${openBlock(open, room(4_000))}`,
    ...(limits.enabled
      ? [
          replans.length === 0
            ? 'Re-plans so far: none.'
            : `Re-plans so far:\n${earlierDecisions(replans, room(2_000))}`,
          `Left of the limits:\n${limitsText({ counts, limits, point: 'execution', isAtWork: true }, room(800))}`,
        ]
      : []),
  ];
}

/** The actions ahead are the same, except the action itself. */
function isTold({ number, standing }: ActionBrief, before: ActionBrief): boolean {
  const then = before.standing.ahead.slice(1);
  // Actions that were only counted are listed when the listed ones are done.
  const isDue = (number - 1) % MAX_AHEAD === 0;
  return !isDue && isDeepStrictEqual(standing.ahead.slice(0, then.length), then);
}

function countText({ ahead, further }: Standing): string {
  const count = ahead.length + further;
  return count === 0 ? LAST : `Still to come: ${count} more, as given before.`;
}

function aheadText({ ahead, further }: Standing, room: RoomOf): string {
  const next = ahead.map(({ task_id, purpose }) => `- ${task_id}: ${oneLine(purpose, 120)}`);
  const more = further === 0 ? [] : [`- and ${further} more`];
  return next.length === 0
    ? LAST
    : `Still to come:\n${boundedLines('actions to come', [...next, ...more], room(1_500))}`;
}

const LAST = 'Still to come: nothing, this is the last action.';

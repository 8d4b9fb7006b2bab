/**
 * What the closing answer of an action judges by (REPLAN-2, PLAN-1.5): fixed when the action begins, and part of its
 * own message, so that the prefix before it stays cached.
 */
import { earlierDecisions, limitsText } from './decision-history.ts';
import { openBlock } from './findings-block.ts';
import { boundedLines, oneLine, type RoomOf } from './bounded.ts';
import type { ReplanLimits } from '../state/request.ts';
import type { Standing } from '../state/work.ts';

/** All rooms together, in round figures. */
export const STANDING_BYTES = 9_000;

export function standingBlock(standing: Standing, limits: ReplanLimits, room: RoomOf): string {
  const { open, counts, replans, ahead, further, failed, failuresInARow } = standing;
  const next = ahead.map(({ task_id, purpose }) => `- ${task_id}: ${oneLine(purpose, 120)}`);
  const more = further === 0 ? [] : [`- and ${further} more`];
  const inARow = failuresInARow === 0 ? '' : `, ${failuresInARow} in a row up to now`;
  return [
    `Still to come: ${next.length === 0 ? 'nothing, this is the last action.' : `\n${boundedLines('actions to come', [...next, ...more], room(1_500))}`}`,
    `Actions without success: ${failed}${inARow}.`,
    `Open points:\n${openBlock(open, room(4_000))}`,
    ...(limits.enabled
      ? [
          `Re-plans so far:\n${earlierDecisions(replans, room(2_000))}`,
          `Left of the limits:\n${limitsText(counts, limits, room(800))}`,
        ]
      : ['Re-planning is switched off: give no `replan_decision`.']),
  ].join('\n');
}

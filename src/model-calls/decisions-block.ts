/** What was settled on the way, as later subtasks and whoever judges the work are shown it (MODEL-2). */
import { boundedAround, oneLine, type Room } from './bounded.ts';
import type { Settled } from '../state/work.ts';

/** Of very many, the newest. */
export function decisionsBlock(decisions: readonly Settled[], room: Room): string {
  if (decisions.length === 0) return 'Nothing.';
  const lines = decisions.map(({ subtask, text }) => `- ${oneLine(subtask, 80)}: ${oneLine(text, 500)}`);
  return boundedAround('decisions of earlier actions', { lines, at: lines.length - 1, least: MIN_LINE }, room);
}

/** Less of one tells nothing. */
const MIN_LINE = 160;

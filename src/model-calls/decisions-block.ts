/** Decisions made during the work, for later subtasks and judgements (MODEL-2). */
import { boundedAround, oneLine, type Room } from './bounded.ts';
import type { Settled } from '../state/work.ts';

/** Of very many, the newest. */
export function decisionsBlock(decisions: readonly Settled[], room: Room): string {
  if (decisions.length === 0) return 'Nothing.';
  const lines = decisions.map(({ subtask, text }) => `- ${oneLine(subtask, 80)}: ${oneLine(text, 500)}`);
  return boundedAround('decisions of earlier actions', { lines, at: lines.length - 1, least: MIN_LINE }, room);
}

/** Less of a decision would be useless. */
const MIN_LINE = 160;

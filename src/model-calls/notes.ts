/** What a task was told since it began, for the next call: reasons, answers of people, limits reached, requests for another way. */
import { boundedBlock } from './bounded.ts';
import type { Room } from './bounded.ts';

const MAX_NOTES = 20;
const MAX_BYTES = 16_000;

/** The newest come last and, when there is too much, first of all. */
export function notesBlock(
  notes: readonly string[],
  { nonce, maxBytes = MAX_BYTES }: Pick<Room, 'nonce'> & Partial<Room>,
): string {
  const kept: string[] = [];
  let room = maxBytes - 400;
  for (const note of notes.slice(-MAX_NOTES).toReversed()) {
    const line = `- ${note.trim()}`;
    const size = Buffer.byteLength(line) + 1;
    if (kept.length > 0 && size > room) break;
    kept.unshift(line);
    room -= size;
  }
  if (kept.length === 0) return 'None.';
  const left = notes.length - kept.length;
  return `${left > 0 ? `(${left} older notes are left out.)\n` : ''}${boundedBlock('notes', kept.join('\n'), { nonce, maxBytes: maxBytes - 60 })}`;
}

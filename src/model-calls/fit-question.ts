/**
 * Shortens a request that is too long for a model: the largest marked blocks lose their middle; small ones and our own
 * text stay (MODEL-6).
 */
import { shares, shortenBytes } from './bounded.ts';

/**
 * 120,000 tokens of English, 160,000 of Japanese: below the context window of every known model, with room for the
 * tools, the answer and repairs.
 */
export const MAX_QUESTION_BYTES = 480_000;
/** Each refusal as too long halves the allowed size. */
export const MAX_HALVINGS = 3;

/** Unchanged if it fits. */
export function fitQuestion(question: string, nonce: string, maxBytes: number): string {
  const size = Buffer.byteLength(question);
  if (size <= maxBytes) return question;
  const texts = [...question.matchAll(blocksMarked(nonce))].map((block) => block[2] ?? '');
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const ours = size - sizes.reduce((sum, one) => sum + one, 0);
  const given = shares(sizes, Math.max(0, maxBytes - ours));
  let at = 0;
  return question.replace(blocksMarked(nonce), (_, open: string, text: string, close: string) => {
    const fitting = shortenBytes(text, given[at] ?? 0);
    at += 1;
    return open + fitting + close;
  });
}

/** No text inside a block can look like its marks (people/fence.ts). */
function blocksMarked(nonce: string): RegExp {
  return new RegExp(`(<untrusted-${nonce} label="[^"]*">\\n)([\\s\\S]*?)(\\n</untrusted-${nonce}>)`, 'g');
}

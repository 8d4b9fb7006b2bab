import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agentPart } from './agent-part.ts';

interface Capture {
  add(chunk: Buffer): void;
  result(): { text: string; omitted: number };
}
const { createCapture } = agentPart<{ createCapture(limit: number): Capture }>('capture');

function captured(chunks: readonly Buffer[], limit: number): { text: string; omitted: number } {
  const capture = createCapture(limit);
  for (const chunk of chunks) capture.add(chunk);
  return capture.result();
}

describe('capture of output', () => {
  it('keeps output within the limit whole, however it is cut into chunks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        if (Buffer.byteLength(text) > 64) return;
        const bytes = Buffer.from(text);
        const chunks = [bytes.subarray(0, 3), bytes.subarray(3, 10), bytes.subarray(10)];
        expect(captured(chunks, 64)).toEqual({ text, omitted: 0 });
      }),
    );
  });

  it('keeps the first and last bytes of longer output and counts exactly what it left out', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ min: 97, max: 122, minLength: 65, maxLength: 600 }),
        fc.integer({ min: 1, max: 200 }),
        (bytes, step) => {
          const whole = Buffer.from(bytes);
          const pieces: Buffer[] = [];
          for (let at = 0; at < whole.length; at += step) pieces.push(whole.subarray(at, at + step));
          const { text, omitted } = captured(pieces, 64);
          expect(omitted).toBe(whole.length - 64);
          expect(text).toBe(
            `${whole.subarray(0, 32).toString()}\n[... ${omitted} bytes left out ...]\n${whole.subarray(-32).toString()}`,
          );
        },
      ),
    );
  });

  it('does not leave half a character at the cut', () => {
    const { text } = captured([Buffer.from('日本語'.repeat(50))], 64);
    expect(text).not.toContain('\uFFFD');
    expect(text.startsWith('日本語')).toBe(true);
    expect(text.endsWith('日本語')).toBe(true);
  });
});

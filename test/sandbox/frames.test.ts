import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFrames } from '../../src/sandbox/protocol.ts';

function frame(kind: number, text: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(8);
  header[0] = kind;
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

describe("the engine's stream", () => {
  it('yields the same lines however frames and chunks cut them', () => {
    const lines = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')),
      { minLength: 1, maxLength: 10 },
    );
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 13 }),
        (wanted, frameSize, chunkSize) => {
          const output = Buffer.from(`${wanted.join('\n')}\n`);
          const frames: Buffer[] = [];
          for (let at = 0; at < output.length; at += frameSize)
            frames.push(frame(1, ''), rawFrame(output.subarray(at, at + frameSize)), frame(2, 'e'));
          const stream = Buffer.concat(frames);
          const got: string[] = [];
          const reader = createFrames(
            1000,
            (line) => got.push(line),
            () => undefined,
          );
          for (let at = 0; at < stream.length; at += chunkSize) reader.add(stream.subarray(at, at + chunkSize));
          expect(got).toEqual(wanted);
          expect(reader.errors()).toMatch(/^e+$/);
        },
      ),
    );
  });

  it('reports a line that is too long instead of keeping it', () => {
    let tooLong = 0;
    const reader = createFrames(
      10,
      () => undefined,
      () => {
        tooLong += 1;
      },
    );
    reader.add(frame(1, 'x'.repeat(11)));
    expect(tooLong).toBe(1);
  });
});

function rawFrame(body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header[0] = 1;
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

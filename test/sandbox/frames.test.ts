import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFrames } from '../../src/sandbox/frames.ts';
import { inFrame } from './impostor.ts';
import { memoryInUse } from './memory.ts';

const none = Buffer.alloc(0);

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
            frames.push(inFrame(none), inFrame(output.subarray(at, at + frameSize)), inFrame(Buffer.from('e'), 2));
          const stream = Buffer.concat(frames);
          const got: string[] = [];
          const reader = createFrames(
            1000,
            (line) => got.push(line.toString()),
            () => undefined,
          );
          for (let at = 0; at < stream.length; at += chunkSize) reader.add(stream.subarray(at, at + chunkSize));
          expect(got).toEqual(wanted);
          expect(reader.errors()).toMatch(/^e+$/);
        },
      ),
    );
  });

  it('reports a line that is too long instead of keeping it, and goes on with the next', () => {
    const got: string[] = [];
    let tooLong = 0;
    const reader = createFrames(
      10,
      (line) => got.push(line.toString()),
      () => {
        tooLong += 1;
      },
    );
    for (const text of ['x'.repeat(11), 'x'.repeat(11), 'x\nshort\n', `${'y'.repeat(11)}\nten letter\n`])
      reader.add(inFrame(Buffer.from(text)));
    expect({ got, tooLong }).toEqual({ got: ['short', 'ten letter'], tooLong: 2 });
  });

  it('keeps of a line no more than a few times its bytes, however it is cut (issue 10.2)', () => {
    const bytes = 2 * 1024 * 1024;
    const reader = createFrames(
      4 * 1024 * 1024,
      () => undefined,
      () => undefined,
    );
    const before = memoryInUse();
    const piece = Buffer.concat(Array.from({ length: 1024 }, () => inFrame(Buffer.from('x'))));
    // A chunk of its own each time, as a socket gives it.
    for (let sent = 0; sent < bytes; sent += 1024) reader.add(Buffer.from(piece));
    expect(memoryInUse() - before).toBeLessThan(8 * bytes);
    reader.add(inFrame(Buffer.from('\n')));
  });

  it('keeps the end of the errors, however they are cut', () => {
    const reader = createFrames(
      10,
      () => undefined,
      () => undefined,
    );
    for (const text of ['a'.repeat(10_000), ...Array<string>(3000).fill('b'), 'c'.repeat(1000)])
      reader.add(inFrame(Buffer.from(text), 2));
    expect(reader.errors()).toBe(`${'a'.repeat(96)}${'b'.repeat(3000)}${'c'.repeat(1000)}`);
  });
});

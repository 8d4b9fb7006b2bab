/**
 * Splits the engine's stream: an 8-byte header (1 or 2 for output or errors, then the length) before each piece. Lines
 * of the output are passed on whole; of the errors only the end is kept. The writer chooses the pieces, so a line in
 * any number of pieces takes only a few times its size.
 */
import { createGrowing } from './growing.ts';

interface Frames {
  add(chunk: Buffer): void;
  /** The end of what the process wrote to standard error. */
  errors(): string;
}

const headerBytes = 8;
const keptErrorBytes = 4096;

/** The bytes of a line are valid only while `onLine` runs; lines that are too long are not passed on. */
export function createFrames(maxLineBytes: number, onLine: (line: Buffer) => void, onTooLong: () => void): Frames {
  const header = Buffer.alloc(headerBytes);
  let headerFilled = 0;
  let kind = 0;
  let leftBytes = 0;
  const line = createGrowing();
  let isTooLong = false;
  const errors = Buffer.alloc(2 * keptErrorBytes);
  let errorBytes = 0;

  function takeOutput(piece: Buffer): void {
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      endLine(piece.subarray(from, at));
      from = at + 1;
    }
    const rest = piece.length - from;
    if (rest === 0 || isTooLong) return;
    if (line.length() + rest > maxLineBytes) tooLong();
    else line.add(piece.subarray(from));
  }

  function endLine(last: Buffer): void {
    if (!isTooLong && line.length() + last.length > maxLineBytes) tooLong();
    if (isTooLong) {
      isTooLong = false;
    } else if (line.length() === 0) {
      onLine(last);
    } else {
      line.add(last);
      onLine(line.peek());
      line.clear();
    }
  }

  function tooLong(): void {
    isTooLong = true;
    line.clear();
    onTooLong();
  }

  function takeErrors(piece: Buffer): void {
    const last = piece.subarray(-keptErrorBytes);
    if (errorBytes + last.length > errors.length) {
      errors.copyWithin(0, errorBytes - keptErrorBytes, errorBytes);
      errorBytes = keptErrorBytes;
    }
    errorBytes += last.copy(errors, errorBytes);
  }

  function add(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (leftBytes === 0) {
        const copied = chunk.copy(header, headerFilled, at, at + headerBytes - headerFilled);
        headerFilled += copied;
        at += copied;
        if (headerFilled < headerBytes) return;
        headerFilled = 0;
        kind = header[0] ?? 0;
        leftBytes = header.readUInt32BE(4);
        continue;
      }
      const piece = chunk.subarray(at, at + leftBytes);
      at += piece.length;
      leftBytes -= piece.length;
      if (kind === 2) takeErrors(piece);
      else takeOutput(piece);
    }
  }

  return {
    add,
    errors: () => errors.toString('utf8', Math.max(0, errorBytes - keptErrorBytes), errorBytes),
  };
}

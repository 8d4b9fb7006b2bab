/**
 * Takes the engine's stream apart: an 8-byte header (1 or 2 for output or errors, then the length) before each
 * piece. Lines of the output are handed on whole; of the errors only the end is kept.
 */
interface Frames {
  add(chunk: Buffer): void;
  /** The last of what the process wrote to standard error. */
  errors(): string;
}

const headerBytes = 8;
const keptErrorChars = 4096;

export function createFrames(maxLineBytes: number, onLine: (line: string) => void, onTooLong: () => void): Frames {
  let header = Buffer.alloc(0);
  let kind = 0;
  let leftBytes = 0;
  let line: Buffer[] = [];
  let lineBytes = 0;
  let errors = '';

  function takeOutput(piece: Buffer): void {
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      const last = piece.subarray(from, at);
      const text = line.length === 0 ? last.toString('utf8') : Buffer.concat([...line, last]).toString('utf8');
      line = [];
      lineBytes = 0;
      from = at + 1;
      onLine(text);
    }
    if (from === piece.length) return;
    lineBytes += piece.length - from;
    if (lineBytes > maxLineBytes) onTooLong();
    else line.push(piece.subarray(from));
  }

  function add(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (leftBytes === 0) {
        const wanted = headerBytes - header.length;
        header = Buffer.concat([header, chunk.subarray(at, at + wanted)]);
        at += wanted;
        if (header.length < headerBytes) return;
        kind = header[0] ?? 0;
        leftBytes = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const piece = chunk.subarray(at, at + leftBytes);
      at += piece.length;
      leftBytes -= piece.length;
      if (kind === 2) errors = (errors + piece.toString('utf8')).slice(-keptErrorChars);
      else takeOutput(piece);
    }
  }

  return { add, errors: () => errors };
}

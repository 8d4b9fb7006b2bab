/** Counts what a sandbox sends to git on the host; anything above its limit never reaches git completely. */
import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The refs to change, before the pack; git keeps them all in memory. */
const MAX_COMMAND_BYTES = 1024 * 1024;

/** Called for each chunk; says whether it is allowed. */
export type Limit = (chunk: Uint8Array) => boolean;

export function sizeLimit(maxBytes: number): Limit {
  let seenBytes = 0;
  return (chunk) => {
    seenBytes += chunk.length;
    return seenBytes <= maxBytes;
  };
}

export function pushLimit(maxBytes: number): Limit {
  const isSmall = sizeLimit(maxBytes + MAX_COMMAND_BYTES);
  const isModest = commandLimit(MAX_COMMAND_BYTES);
  return (chunk) => isSmall(chunk) && isModest(chunk);
}

/**
 * Measures what comes before the pack of a push: lines that begin with their own length in four hex digits, up to one
 * of zero length. Returns false once it exceeds the limit; the pack itself is not measured.
 */
function commandLimit(maxBytes: number): Limit {
  let bytes = 0;
  let leftInLine = 0;
  let digits = '';
  let isOver = false;

  function skip(chunk: Uint8Array, at: number): number {
    if (leftInLine > 0) {
      const taken = Math.min(leftInLine, chunk.length - at);
      leftInLine -= taken;
      return taken;
    }
    digits += String.fromCharCode(chunk[at] ?? 0);
    if (digits.length < 4) return 1;
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
    digits = '';
    // The end of the list, or something that git refuses; a line of four bytes is an empty one.
    if (length < 4) isOver = true;
    else leftInLine = length - 4;
    return 1;
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length && !isOver; ) {
      const taken = skip(chunk, at);
      at += taken;
      bytes += taken;
      if (bytes > maxBytes) return false;
    }
    return true;
  };
}

/** git may answer and end before it has read everything; the rest is still read, so that the answer arrives. */
export function upload(request: IncomingMessage, stdin: Writable, allows: Limit): void {
  const source = unpacked(request);
  source.on('data', (chunk: Buffer) => {
    if (!allows(chunk)) {
      source.destroy();
      request.destroy();
      return;
    }
    if (stdin.writable && !stdin.write(chunk)) source.pause();
  });
  source.once('end', () => stdin.end());
  source.once('error', () => stdin.destroy());
  request.once('error', () => stdin.destroy());
  stdin.on('drain', () => source.resume());
  stdin.on('error', () => source.resume());
  stdin.once('close', () => source.resume());
}

/** Uncompressed here, where it is counted, and not by git. */
function unpacked(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'];
  return encoding === 'gzip' || encoding === 'x-gzip' ? request.pipe(createGunzip()) : request;
}

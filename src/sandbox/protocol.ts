/**
 * What the agent and the service say to each other, one JSON object per line, each with the session it belongs
 * to. What comes out of a container is hostile text: it is parsed here and bounded everywhere.
 */
import { z } from 'zod';
import type { CommandRequest, FileOperation } from '../ports/sandbox.ts';

export const protocolVersion = 1;
export const maxLineBytes = 4 * 1024 * 1024;
export const windowBytes = 256 * 1024;
export const chunkBytes = 32 * 1024;
/** The agent opens 128 at most; some may still be read to their end here when it has closed them. */
export const maxChannels = 256;

const string = z.string();
const channel = z.int().positive();
/** What nobody can have measured is told as nothing; a clock that was set back measures less than nothing. */
const amount = z
  .number()
  .min(0)
  .max(2 ** 53)
  .catch(0);

export const CommandAnswer = z.object({
  exitCode: z.int().nullable(),
  signal: string.nullable(),
  timedOut: z.boolean(),
  stdout: string,
  stderr: string,
  omittedBytes: amount,
  durationMs: amount,
  connectionLost: z.boolean(),
});

/** What ran under this key was cut off, and it is not known how far it came. */
export const CutOff = z.strictObject({ interrupted: z.literal(true) });

export const FileAnswer = z.object({ ok: z.boolean(), text: string });

export const FromAgent = z.discriminatedUnion('t', [
  z.object({ s: string, t: z.literal('hello'), version: z.int(), keys: z.array(string) }),
  z.object({ s: string, t: z.literal('result'), key: string, result: z.unknown() }),
  z.object({ s: string, t: z.literal('failed'), key: string, text: string }),
  z.object({ s: string, t: z.literal('garbled') }),
  z.object({ s: string, t: z.literal('open'), c: channel }),
  z.object({ s: string, t: z.literal('data'), c: channel, d: string }),
  z.object({ s: string, t: z.literal('credit'), c: channel, n: z.int().positive() }),
  z.object({ s: string, t: z.literal('end'), c: channel }),
  z.object({ s: string, t: z.literal('close'), c: channel }),
]);
export type FromAgent = z.infer<typeof FromAgent>;

export type KeyedRequest =
  | (CommandRequest & {
      readonly t: 'run';
      readonly graceMs: number;
      readonly limitBytes: number;
      readonly memoryText: string;
    })
  | { readonly t: 'file'; readonly key: string; readonly op: FileOperation };

export type ChannelMessage =
  | { readonly t: 'data'; readonly c: number; readonly d: string }
  | { readonly t: 'credit'; readonly c: number; readonly n: number }
  | { readonly t: 'end'; readonly c: number }
  | { readonly t: 'close'; readonly c: number };

export type ToAgent =
  | KeyedRequest
  | ChannelMessage
  | { readonly t: 'hello' }
  | { readonly t: 'bye' }
  | { readonly t: 'stop'; readonly key: string }
  | { readonly t: 'forget'; readonly keys: readonly string[] };

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

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

const session = z.string();
const channel = z.int().positive();
/** What nobody can have measured is told as nothing; a clock that was set back measures less than nothing. */
const amount = z
  .number()
  .min(0)
  .max(2 ** 53)
  .catch(0);

export const CommandAnswer = z.object({
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  omittedBytes: amount,
  durationMs: amount,
  connectionLost: z.boolean(),
});

/** What ran under this key was cut off, and it is not known how far it came. */
export const CutOff = z.strictObject({ interrupted: z.literal(true) });

export const FileAnswer = z.object({ ok: z.boolean(), text: z.string() });

export const FromAgent = z.discriminatedUnion('t', [
  z.object({ s: session, t: z.literal('hello'), version: z.int(), keys: z.array(z.string()) }),
  z.object({ s: session, t: z.literal('result'), key: z.string(), result: z.unknown() }),
  z.object({ s: session, t: z.literal('failed'), key: z.string(), text: z.string() }),
  z.object({ s: session, t: z.literal('garbled') }),
  z.object({ s: session, t: z.literal('open'), c: channel }),
  z.object({ s: session, t: z.literal('data'), c: channel, d: z.string() }),
  z.object({ s: session, t: z.literal('credit'), c: channel, n: z.int().positive() }),
  z.object({ s: session, t: z.literal('end'), c: channel }),
  z.object({ s: session, t: z.literal('close'), c: channel }),
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

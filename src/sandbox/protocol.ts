/**
 * What the agent and the service say to each other, one message per line, each sealed for the session it belongs to
 * (seal.ts): a JSON object, or the bytes of a connection as `<channel> <base64>`, which are most of what is said. What comes out of a container is hostile text: it is parsed here and bounded everywhere.
 */
import { z } from 'zod';
import type { CommandRequest, FileOperation } from '../ports/sandbox.ts';

export const protocolVersion = 2;
export const maxLineBytes = 4 * 1024 * 1024;
export const windowBytes = 256 * 1024;
export const chunkBytes = 32 * 1024;
/** The agent opens 128 at most; some may still be read to their end here when it has closed them. */
export const maxChannels = 256;

const openBrace = 123;
const space = 32;

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
  /** `isGuarded`: what runs in the container cannot look into the agent. */
  z.object({ t: z.literal('hello'), version: z.int(), isGuarded: z.boolean() }),
  /** Another session has taken this one's place. */
  z.object({ t: z.literal('over') }),
  /** The answer to `look`: its count tells whether anything was lost. */
  z.object({ t: z.literal('seen') }),
  z.object({ t: z.literal('result'), key: z.string(), result: z.unknown() }),
  z.object({ t: z.literal('failed'), key: z.string(), text: z.string() }),
  /** A line to the agent was lost. */
  z.object({ t: z.literal('garbled') }),
  z.object({ t: z.literal('open'), c: channel }),
  z.object({ t: z.literal('data'), c: channel, d: z.string() }),
  z.object({ t: z.literal('credit'), c: channel, n: z.int().positive() }),
  z.object({ t: z.literal('end'), c: channel }),
  z.object({ t: z.literal('close'), c: channel }),
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

/** Has the count 0, and may be said again until it is answered. */
export interface Hello {
  readonly t: 'hello';
  readonly s: string;
  /** Told once, to an agent that was started for this session: nothing else ran in its container yet. */
  readonly keys?: { readonly lines: string; readonly notes: string };
}

export type ToAgent =
  | KeyedRequest
  | ChannelMessage
  | { readonly t: 'bye' }
  | { readonly t: 'look' }
  /** Lines of the agent were lost: every connection is broken off. */
  | { readonly t: 'reset' }
  | { readonly t: 'stop'; readonly key: string }
  | { readonly t: 'forget'; readonly keys: readonly string[] };

export function written(message: ToAgent | Hello): string {
  return message.t === 'data' ? `${message.c} ${message.d}` : JSON.stringify(message);
}

/** Null for what is not part of the protocol. */
export function read(text: Buffer): FromAgent | null {
  try {
    const message = FromAgent.safeParse(text[0] === openBrace ? JSON.parse(text.toString()) : dataOf(text));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

function dataOf(text: Buffer) {
  const gap = text.indexOf(space);
  return { t: 'data', c: Number(text.toString('latin1', 0, gap)), d: text.toString('latin1', gap + 1) };
}

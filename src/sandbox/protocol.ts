/**
 * The protocol between agent and service: one message per line, each sealed for its session (seal.ts). A message is a
 * JSON object or, for most of the data, the bytes of a connection as `<channel> <base64>`. Everything from a container
 * is hostile text, parsed here and bounded everywhere.
 */
import { z } from 'zod';
import type { CommandRequest, FileOperation } from '../ports/sandbox.ts';

export const protocolVersion = 2;
export const maxLineBytes = 4 * 1024 * 1024;
export const windowBytes = 256 * 1024;
export const chunkBytes = 32 * 1024;
/** The agent opens at most 128; channels that it has closed may still be read here. */
export const maxChannels = 256;

const openBrace = 123;
const space = 32;

const channel = z.int().positive();
/** Impossible measurements count as absent; a clock that was set back gives negative ones. */
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

/** The operation with this key was cut off, and its progress is unknown. */
export const CutOff = z.strictObject({ interrupted: z.literal(true) });

export const FileAnswer = z.object({ ok: z.boolean(), text: z.string() });

export const FromAgent = z.discriminatedUnion('t', [
  /** `isGuarded`: commands in the container cannot look into the agent. */
  z.object({ t: z.literal('hello'), version: z.int(), isGuarded: z.boolean() }),
  /** Another session has replaced this one. */
  z.object({ t: z.literal('over') }),
  /** The answer to `look`; its count shows whether anything was lost. */
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

/** Has the count 0, and may be repeated until it is answered. */
export interface Hello {
  readonly t: 'hello';
  readonly s: string;
  /** Sent once, to an agent that was started for this session, before anything else runs in its container. */
  readonly keys?: { readonly lines: string; readonly notes: string };
}

export type ToAgent =
  | KeyedRequest
  | ChannelMessage
  | { readonly t: 'bye' }
  | { readonly t: 'look' }
  /** Lines of the agent were lost: every connection is closed. */
  | { readonly t: 'reset' }
  | { readonly t: 'stop'; readonly key: string }
  | { readonly t: 'forget'; readonly keys: readonly string[] };

export function written(message: ToAgent | Hello): string {
  return message.t === 'data' ? `${message.c} ${message.d}` : JSON.stringify(message);
}

/** Null for anything outside the protocol. */
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

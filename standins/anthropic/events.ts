/** One message as the events of a stream. */
import type { WireMessage } from './answer.ts';
import type { Json } from './script.ts';
import type { InputUsage } from './usage.ts';

export interface StreamEvent {
  readonly name: string;
  readonly data: Json;
}

const DELTA_CHARACTERS = 48;

export interface SaidUsage {
  readonly start: Json | null;
  readonly end: Json | null;
}

export function streamEvents(
  id: string,
  model: string,
  message: WireMessage,
  { start, end }: SaidUsage,
): readonly StreamEvent[] {
  const events: StreamEvent[] = [
    event('message_start', {
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        ...(start === null ? {} : { usage: start }),
      },
    }),
    event('ping', {}),
  ];
  for (const [index, block] of message.content.entries()) {
    const limit = index === message.content.length - 1 ? message.cutLastBlockAt : null;
    events.push(event('content_block_start', { index, content_block: emptied(block) }));
    for (const delta of deltas(block, limit)) events.push(event('content_block_delta', { index, delta }));
    events.push(event('content_block_stop', { index }));
  }
  events.push(
    event('message_delta', {
      delta: { stop_reason: message.stopReason, stop_sequence: null },
      ...(end === null ? {} : { usage: end }),
    }),
  );
  events.push(event('message_stop', {}));
  return events;
}

/** Without streaming, a cut-off tool call has the readable part of its input: nothing. */
export function wholeMessage(id: string, model: string, message: WireMessage, usage: InputUsage): Json {
  const content = message.content.map((block, index) => {
    if (message.cutLastBlockAt === null || index < message.content.length - 1) return block;
    return block['type'] === 'tool_use'
      ? { ...block, input: {} }
      : { ...block, text: String(block['text']).slice(0, message.cutLastBlockAt) };
  });
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: message.stopReason,
    stop_sequence: null,
    usage: { ...usage, output_tokens: message.outputTokens },
  };
}

function event(name: string, data: Json): StreamEvent {
  return { name, data: { type: name, ...data } };
}

function emptied(block: Json): Json {
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltas(block: Json, limit: number | null): readonly Json[] {
  switch (block['type']) {
    case 'text':
      return pieces(String(block['text']), limit).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...pieces(String(block['thinking']), limit).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block['signature'] },
      ];
    case 'tool_use':
      return [
        '',
        ...pieces(typeof block['input'] === 'string' ? block['input'] : JSON.stringify(block['input']), limit),
      ].map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    default:
      return [];
  }
}

function pieces(whole: string, limit: number | null): readonly string[] {
  const sent = limit === null ? whole : whole.slice(0, limit);
  const size = Math.max(DELTA_CHARACTERS, Math.ceil(sent.length / 64));
  const result: string[] = [];
  for (let at = 0; at < sent.length; at += size) result.push(sent.slice(at, at + size));
  return result;
}

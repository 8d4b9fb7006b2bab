/** One tool call as the Messages API answers it, as a whole or as a stream of events. */
const USAGE = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 };

export interface ToolCall {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Clients put it near the beginning or the end of the body; in between it could only occur escaped. */
export function asksForStream(body: { readonly head: string; readonly tail: string }): boolean {
  return [body.head, body.tail].some((part) => part.includes('"stream":true'));
}

export function wholeAnswer(call: ToolCall): string {
  return JSON.stringify({ ...messageFor(call), content: [call], stop_reason: 'tool_use', usage: USAGE });
}

/** Streamed, without a tool call. */
export function lastWord(): string {
  return events([
    {
      type: 'message_start',
      message: { ...messageFor({ id: 'last' }), content: [], stop_reason: null, usage: USAGE },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ]);
}

export function streamedAnswer(call: ToolCall): string {
  return events([
    { type: 'message_start', message: { ...messageFor(call), content: [], stop_reason: null, usage: USAGE } },
    { type: 'content_block_start', index: 0, content_block: { ...call, input: {} } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ]);
}

function events(all: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[]): string {
  return all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function messageFor({ id }: Pick<ToolCall, 'id'>) {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', stop_sequence: null };
}

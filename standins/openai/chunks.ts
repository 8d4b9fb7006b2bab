/** One message as the chunks of a stream, with the known differences of compatible servers. */
import type { WireMessage } from '../anthropic/answer.ts';
import type { Json } from '../anthropic/script.ts';

/**
 * `one_index`: every call has index 0; `no_index`, `no_id`: without; `whole_calls`: each call in one chunk, its arguments
 * an object; `repeats_name`: in each chunk; `says_stop`: finishes with `stop` although tools are called; `never_finishes`: no reason to finish, only
 * `[DONE]`.
 */
export type Manner =
  | 'one_index'
  | 'no_index'
  | 'no_id'
  | 'whole_calls'
  | 'says_stop'
  | 'never_finishes'
  | 'repeats_name';

interface Streaming {
  readonly id: string;
  readonly model: string;
  /** Null: none is reported. */
  readonly usage: Json | null;
  readonly isForced: boolean;
  readonly manner: Manner | null;
}

const DELTA_CHARACTERS = 32;
const FINISH_REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

export function finishReason(
  { stopReason, content }: WireMessage,
  { isForced, manner }: Pick<Streaming, 'isForced' | 'manner'>,
) {
  const said = FINISH_REASONS[stopReason] ?? stopReason;
  const calls = content.some(({ type }) => type === 'tool_use');
  return said === 'tool_calls' && calls && (isForced || manner === 'says_stop') ? 'stop' : said;
}

export function chunksOf(message: WireMessage, streaming: Streaming): readonly Json[] {
  const { id, model, usage, manner } = streaming;
  const base = { id, object: 'chat.completion.chunk', created: 1_750_000_000, model };
  const chunk = (delta: Json, reason: string | null = null): Json => ({
    ...base,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...(usage === null ? {} : { usage: null }),
  });
  const calls = message.content.filter(({ type }) => type === 'tool_use');
  const last = message.content.at(-1);
  const chunks: Json[] = [chunk({ role: 'assistant', content: calls.length > 0 ? null : '', refusal: null })];
  for (const block of message.content) {
    const limit = block === last ? message.cutLastBlockAt : null;
    if (block['type'] === 'text')
      for (const content of pieces(String(block['text']), limit)) chunks.push(chunk({ content }));
    if (block['type'] === 'tool_use')
      for (const delta of callDeltas(block, { index: calls.indexOf(block), limit, manner }))
        chunks.push(chunk({ tool_calls: [delta] }));
  }
  if (manner !== 'never_finishes') chunks.push(chunk({}, finishReason(message, streaming)));
  if (usage !== null) chunks.push({ ...base, choices: [], usage });
  return chunks;
}

interface Cutting {
  readonly index: number;
  readonly limit: number | null;
  readonly manner: Manner | null;
}

function callDeltas(block: Json, { index, limit, manner }: Cutting): readonly Json[] {
  const { name, input } = block;
  const at = manner === 'no_index' ? {} : { index: manner === 'one_index' ? 0 : index };
  const id = manner === 'no_id' || block['id'] === undefined ? {} : { id: block['id'] };
  const opening = { ...at, ...id, type: 'function' };
  if (manner === 'whole_calls') return [{ ...opening, function: { name, arguments: input } }];
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  return [
    { ...opening, function: { name, arguments: '' } },
    ...pieces(json, limit).map((part) => ({
      ...at,
      function: { ...(manner === 'repeats_name' ? { name } : {}), arguments: part },
    })),
  ];
}

function pieces(whole: string, limit: number | null): readonly string[] {
  const sent = limit === null ? whole : whole.slice(0, limit);
  const size = Math.max(DELTA_CHARACTERS, Math.ceil(sent.length / 64));
  const result: string[] = [];
  for (let at = 0; at < sent.length; at += size) result.push(sent.slice(at, at + size));
  return result;
}

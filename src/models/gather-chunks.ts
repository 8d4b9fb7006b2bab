/**
 * Collects the chunks of a chat completion into an answer, which exists only after a finish reason. Servers split tool
 * calls into chunks differently: by index, by id only, or not at all.
 */
import type { Before } from './accumulate.ts';
import { createUsageCount } from './count-usage.ts';
import { isWholeInput, readToolInput } from './read-tool-input.ts';
import { usableId, usableName } from './usable-names.ts';
import type { AnswerBlock, ModelAnswer, StopReason } from '../ports/model.ts';

interface OpenCall {
  readonly id: unknown;
  readonly index: unknown;
  readonly name: string[];
  readonly json: string[];
}

interface Gathering {
  add(chunk: unknown): void;
  /** Null while the stream is incomplete: half an answer is no answer. */
  finish(): Omit<ModelAnswer, 'attempts'> | null;
}

const FINISH_REASONS: ReadonlyMap<unknown, StopReason> = new Map<unknown, StopReason>([
  ['stop', 'end_turn'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['length', 'max_tokens'],
  ['content_filter', 'refusal'],
]);
const MAX_QUOTED = 60;

export function gatherChunks(before: Before): Gathering {
  const text: string[] = [];
  const calls: OpenCall[] = [];
  const counted = createUsageCount();
  let model = '';
  let finished: unknown = null;
  let declines = false;

  function addCall(delta: Json): void {
    const { index, id, function: said } = delta;
    const { name, arguments: json } = objectOf(said);
    const open = openCall(calls, delta) ?? { id, index, name: [], json: [] };
    if (!calls.includes(open)) calls.push(open);
    if (typeof name === 'string' && open.name.join('') !== name) open.name.push(name);
    if (typeof json === 'string') open.json.push(json);
    else if (typeof json === 'object' && json !== null) open.json.push(JSON.stringify(json));
  }

  return {
    add(chunk) {
      const { model: named, usage, choices } = objectOf(chunk);
      if (typeof named === 'string' && named !== '') model = named;
      if (typeof usage === 'object' && usage !== null) counted.end(asCounted(objectOf(usage)));
      const { delta, finish_reason: reason } = objectOf(Array.isArray(choices) ? choices[0] : undefined);
      const { content, refusal, tool_calls: deltas } = objectOf(delta);
      if (typeof content === 'string') text.push(content);
      if (typeof refusal === 'string' && refusal !== '') {
        declines = true;
        text.push(refusal);
      }
      for (const call of Array.isArray(deltas) ? deltas : []) addCall(objectOf(call));
      if (reason !== undefined && reason !== null) finished = reason;
    },
    finish() {
      if (finished === null) return null;
      const stopped = declines ? 'refusal' : (FINISH_REASONS.get(finished) ?? 'other');
      const oddities =
        stopped === 'other' ? [`the stop reason is ${(JSON.stringify(finished) ?? '').slice(0, MAX_QUOTED)}`] : [];
      const { content, cutTool, oddities: oddCalls } = contentOf(text.join(''), calls, { stopped, before });
      const hasCall = content.some((block) => block.type === 'tool_use');
      const outputBytes = content.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(content));
      const { usage, oddities: oddFigures } = counted.finish({ promptTokens: before.promptTokens, outputBytes });
      const odd = [...oddities, ...oddCalls, ...oddFigures];
      return {
        model,
        content,
        // A forced choice ends with `stop`, and on some servers so does every tool call.
        stopReason: stopped === 'end_turn' && hasCall ? 'tool_use' : stopped,
        usage,
        ...(cutTool === null ? {} : { cutTool }),
        ...(odd.length === 0 ? {} : { oddities: odd }),
      };
    },
  };
}

/** The call that this chunk continues; null: a new call. */
function openCall(calls: readonly OpenCall[], { index, id }: Json): OpenCall | null {
  const isNamed = typeof id === 'string' && id !== '';
  const same = calls.findLast((call) => (index === undefined || index === null ? true : call.index === index));
  if (same === undefined) return null;
  return isNamed && same.id !== id ? null : same;
}

interface Finishing {
  readonly stopped: StopReason;
  readonly before: Before;
}

function contentOf(text: string, calls: readonly OpenCall[], { stopped, before }: Finishing) {
  const content: AnswerBlock[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  const oddities: string[] = [];
  const ids = new Set(before.ids);
  let cutTool: string | null = null;
  for (const [at, call] of calls.entries()) {
    const name = usableName(call.name.join(''));
    const json = call.json.join('');
    const mayBeCut = at === calls.length - 1 && stopped !== 'end_turn' && stopped !== 'tool_use';
    if (mayBeCut && !isWholeInput(json)) {
      cutTool = name;
      continue;
    }
    const id = usableId(call.id, ids);
    if (id !== call.id) oddities.push(`the id of a call of ${name} is missing, used before or unusable`);
    content.push({ type: 'tool_use', id, name, input: readToolInput(json) });
  }
  return { content, cutTool, oddities };
}

/** The cached part of the prompt is counted separately, as in `count-usage.ts`. */
function asCounted({ prompt_tokens: prompt, completion_tokens: output, prompt_tokens_details: details }: Json): Json {
  const { cached_tokens: cached } = objectOf(details);
  const isPart = Number.isSafeInteger(cached) && Number(cached) >= 0 && Number(cached) <= Number(prompt);
  return {
    input_tokens: isPart ? Number(prompt) - Number(cached) : prompt,
    output_tokens: output,
    ...(cached === undefined || isPart ? { cache_read_input_tokens: cached } : {}),
  };
}

type Json = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

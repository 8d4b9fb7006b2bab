/** Collects the events of one stream into an answer, which exists only after `message_stop`. */
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { createUsageCount } from './count-usage.ts';
import { isWholeInput, readToolInput } from './read-tool-input.ts';
import { usableId, usableName } from './usable-names.ts';
import type { AnswerBlock, ModelAnswer, StopReason } from '../ports/model.ts';

interface OpenBlock {
  readonly start: Readonly<Record<string, unknown>>;
  /** The text of each string field that deltas extend. */
  readonly added: Map<string, string[]>;
  closed: boolean;
}

interface Accumulator {
  add(event: RawMessageStreamEvent): void;
  /** Null while the stream is incomplete: half an answer is no answer. */
  finish(): Omit<ModelAnswer, 'attempts'> | null;
}

/** The conversation that an answer continues. */
export interface Before {
  /** Ids of earlier tool calls in this conversation. */
  readonly ids: ReadonlySet<string>;
  /** The estimated prompt size, if nothing reports it. */
  readonly promptTokens: number;
}

/** We send no stop sequences. */
const STOP_REASONS: ReadonlyMap<unknown, StopReason> = new Map<unknown, StopReason>([
  ['end_turn', 'end_turn'],
  ['stop_sequence', 'end_turn'],
  ['tool_use', 'tool_use'],
  ['max_tokens', 'max_tokens'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause_turn'],
  ['model_context_window_exceeded', 'model_context_window_exceeded'],
]);
/** After these the last block is whole. */
const ENDS_WHOLE: ReadonlySet<StopReason> = new Set(['end_turn', 'tool_use']);
const MAX_QUOTED = 60;

export function createAccumulator(before: Before): Accumulator {
  const blocks = new Map<number, OpenBlock>();
  const counted = createUsageCount();
  let model = '';
  let stopReason: StopReason = 'other';
  let unknownStop: readonly string[] = [];
  let stopped = false;

  return {
    add(event) {
      switch (event.type) {
        case 'message_start':
          model = stringOr(event.message.model, '');
          counted.begin(event.message.usage);
          break;
        case 'content_block_start':
          blocks.set(event.index, { start: { ...event.content_block }, added: new Map(), closed: false });
          break;
        case 'content_block_delta':
          addDelta(blocks.get(event.index), { ...event.delta });
          break;
        case 'content_block_stop': {
          const block = blocks.get(event.index);
          if (block !== undefined) block.closed = true;
          break;
        }
        case 'message_delta': {
          const said: unknown = event.delta.stop_reason;
          stopReason = STOP_REASONS.get(said) ?? 'other';
          unknownStop = stopReason === 'other' ? [`the stop reason is ${String(said).slice(0, MAX_QUOTED)}`] : [];
          counted.end(event.usage);
          break;
        }
        case 'message_stop':
          stopped = true;
          break;
      }
    },
    finish() {
      if (!stopped) return null;
      const ordered = [...blocks.entries()].toSorted(([one], [other]) => one - other).map(([, block]) => block);
      const { content, cutTool, oddities: oddBlocks } = finishedBlocks(ordered, stopReason, before.ids);
      const outputBytes = content.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(content));
      const { usage, oddities: oddFigures } = counted.finish({ promptTokens: before.promptTokens, outputBytes });
      const oddities = [...unknownStop, ...oddBlocks, ...oddFigures];
      return {
        model,
        content,
        stopReason,
        usage,
        ...(cutTool === null ? {} : { cutTool }),
        ...(oddities.length === 0 ? {} : { oddities }),
      };
    },
  };
}

function addDelta(block: OpenBlock | undefined, delta: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(delta)) {
    if (block === undefined || key === 'type' || typeof value !== 'string') continue;
    const parts = block.added.get(key) ?? [];
    parts.push(value);
    block.added.set(key, parts);
  }
}

interface Finished {
  readonly content: readonly AnswerBlock[];
  readonly cutTool: string | null;
  readonly oddities: readonly string[];
}

function finishedBlocks(blocks: readonly OpenBlock[], stopReason: StopReason, before: ReadonlySet<string>): Finished {
  const content: AnswerBlock[] = [];
  const oddities: string[] = [];
  const ids = new Set(before);
  let cutTool: string | null = null;
  for (const [index, { start, added, closed }] of blocks.entries()) {
    const addedTo = (key: string): string => added.get(key)?.join('') ?? '';
    if (start['type'] === 'text') {
      const text = `${stringOr(start['text'], '')}${addedTo('text')}`;
      if (text.trim() !== '') content.push({ type: 'text', text });
    } else if (start['type'] === 'tool_use') {
      const json = addedTo('partial_json');
      const name = usableName(start['name']);
      const mayBePartial = index === blocks.length - 1 && !ENDS_WHOLE.has(stopReason);
      if (!closed || (mayBePartial && !isWholeInput(json))) {
        cutTool = name;
        continue;
      }
      const id = usableId(start['id'], ids);
      if (id !== start['id']) oddities.push(`the id of a call of ${name} is missing, used before or unusable`);
      content.push({
        type: 'tool_use',
        id,
        name,
        input: json === '' ? (start['input'] ?? {}) : readToolInput(json),
      });
    } else {
      content.push({ type: 'opaque', raw: opaque({ start, added }) });
    }
  }
  return { content, cutTool, oddities };
}

/** As received: the fields of the start, extended by the deltas. */
function opaque({ start, added }: Pick<OpenBlock, 'start' | 'added'>): Readonly<Record<string, unknown>> {
  const raw: Record<string, unknown> = { ...start };
  for (const [key, parts] of added) {
    const text = parts.join('');
    if (key !== 'partial_json') raw[key] = `${stringOr(raw[key], '')}${text}`;
    else if (text !== '') raw['input'] = readToolInput(text);
  }
  return raw;
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

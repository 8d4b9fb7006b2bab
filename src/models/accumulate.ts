/** Collects the events of one stream into an answer, which exists only once `message_stop` has come. */
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import type { AnswerBlock, ModelAnswer, ModelUsage } from '../ports/model.ts';

interface OpenBlock {
  readonly start: Readonly<Record<string, unknown>>;
  /** Text of each string field that deltas add to. */
  readonly added: Map<string, string[]>;
  closed: boolean;
}

interface Accumulator {
  add(event: RawMessageStreamEvent): void;
  /** Null while the stream is not complete: half an answer is no answer. */
  finish(): Omit<ModelAnswer, 'attempts'> | null;
}

const STOP_REASONS = ['end_turn', 'tool_use', 'max_tokens', 'refusal'] as const;
/** Of a tool's input: later code walks it recursively. */
const MAX_DEPTH = 100;
const ID = /^[A-Za-z0-9_-]{1,128}$/;

export function createAccumulator(): Accumulator {
  const blocks = new Map<number, OpenBlock>();
  let model = '';
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  let stopReason: ModelAnswer['stopReason'] = 'other';
  let stopped = false;

  function countUsage(wire: Readonly<Record<string, unknown>>): void {
    usage = {
      inputTokens: numberOr(wire['input_tokens'], usage.inputTokens),
      outputTokens: numberOr(wire['output_tokens'], usage.outputTokens),
      cacheReadTokens: numberOr(wire['cache_read_input_tokens'], usage.cacheReadTokens),
      cacheWriteTokens: numberOr(wire['cache_creation_input_tokens'], usage.cacheWriteTokens),
    };
  }

  return {
    add(event) {
      switch (event.type) {
        case 'message_start':
          model = event.message.model;
          countUsage({ ...event.message.usage });
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
        case 'message_delta':
          stopReason = STOP_REASONS.find((known) => known === event.delta.stop_reason) ?? 'other';
          countUsage({ ...event.usage });
          break;
        case 'message_stop':
          stopped = true;
          break;
      }
    },
    finish() {
      if (!stopped) return null;
      const ordered = [...blocks.entries()].toSorted(([one], [other]) => one - other).map(([, block]) => block);
      return { model, content: finishedBlocks(ordered, stopReason), stopReason, usage };
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

function finishedBlocks(blocks: readonly OpenBlock[], stopReason: ModelAnswer['stopReason']): readonly AnswerBlock[] {
  const result: AnswerBlock[] = [];
  const usedIds = new Set<string>();
  for (const [index, { start, added, closed }] of blocks.entries()) {
    const addedTo = (key: string): string => added.get(key)?.join('') ?? '';
    if (start['type'] === 'text') {
      const text = `${stringOr(start['text'], '')}${addedTo('text')}`;
      if (text.trim() !== '') result.push({ type: 'text', text });
    } else if (start['type'] === 'tool_use') {
      const json = addedTo('partial_json');
      const mayBePartial = index === blocks.length - 1 && stopReason !== 'end_turn' && stopReason !== 'tool_use';
      if (!closed || (mayBePartial && typeof parsedObject(json) === 'string')) continue;
      result.push({
        type: 'tool_use',
        id: usableId(start['id'], index, usedIds),
        name: usableName(start['name']),
        input: json === '' ? (start['input'] ?? {}) : readToolInput(json),
      });
    } else {
      result.push({ type: 'opaque', raw: opaque({ start, added }) });
    }
  }
  return result;
}

/** As received: the fields of the start, with what the deltas added to them. */
function opaque({ start, added }: Pick<OpenBlock, 'start' | 'added'>): Readonly<Record<string, unknown>> {
  const raw: Record<string, unknown> = { ...start };
  for (const [key, parts] of added) {
    const text = parts.join('');
    if (key !== 'partial_json') raw[key] = `${stringOr(raw[key], '')}${text}`;
    else if (text !== '') raw['input'] = readToolInput(text);
  }
  return raw;
}

/** An id or a name that the API itself would refuse when we send the conversation back is made acceptable here. */
function usableId(id: unknown, index: number, used: Set<string>): string {
  const usable = typeof id === 'string' && ID.test(id) && !used.has(id) ? id : `toolu_unnamed_${index}`;
  used.add(usable);
  return usable;
}

function usableName(name: unknown): string {
  return (
    stringOr(name, '')
      .slice(0, 64)
      .replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'unnamed'
  );
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/**
 * The JSON a model wrote as a tool's input. What cannot be read becomes an object that fits no schema and says why,
 * so that the ordinary repair answers it.
 */
function readToolInput(json: string): object {
  const read = json.trim() === '' ? {} : parsedObject(json);
  return typeof read === 'string' ? { unreadable_input: read } : read;
}

/** The one JSON object that the text is, or what is wrong with it. */
function parsedObject(json: string): object | string {
  if (isDeeperThan(json, MAX_DEPTH)) return `The input was nested deeper than ${MAX_DEPTH} levels.`;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? value
      : 'The input was not a JSON object.';
  } catch {
    return 'The input was not valid JSON.';
  }
}

function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

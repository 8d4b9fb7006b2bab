/**
 * Requests as the JSON bytes the API receives. A message is serialised once and its bytes kept for as long as the
 * message object lives: re-serialising the growing conversation would dominate long tasks (QUAL-1), and equal
 * bytes keep the cached prefix stable. Message objects must not be changed after they were sent.
 */
import type { AnswerBlock, ModelMessage, ModelRequest, RequestBlock, ToolSpec } from '../ports/model.ts';
import type { Capabilities } from './capabilities.ts';

const CACHE_MARK = { cache_control: { type: 'ephemeral' } } as const;
const COMMA = Buffer.from(',');
const messageBytes = new WeakMap<ModelMessage, Buffer>();
const toolTexts = new WeakMap<readonly ToolSpec[], string>();

export function requestBody(model: string, request: ModelRequest, capabilities: Capabilities): Uint8Array<ArrayBuffer> {
  const parts = [
    `"model":${JSON.stringify(model)}`,
    `"max_tokens":${Math.min(request.maxTokens, capabilities.maxOutputTokens)}`,
    '"stream":true',
  ];
  const tool = request.answerWithTool ? request.tools[0] : undefined;
  if (request.tools.length > 0) parts.push(`"tools":${toolsText(request.tools)}`);
  if (tool !== undefined) parts.push(`"tool_choice":${JSON.stringify(toolChoice(tool.name, capabilities))}`);
  const system = systemBlocks(request.system, tool !== undefined && !capabilities.forcedToolChoice ? tool.name : null);
  if (system.length > 0) parts.push(`"system":${JSON.stringify(system)}`);
  const marked = request.messages.findLastIndex((message) => message.role === 'user');
  const pieces: Buffer[] = [Buffer.from(`{${parts.join(',')},"messages":[`)];
  for (const [index, message] of request.messages.entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(index === marked ? markedBytes(message) : toWire(message));
  }
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}

/** The JSON bytes of one message, kept per message object. */
export function toWire(message: ModelMessage): Buffer {
  const known = messageBytes.get(message);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify({ role: message.role, content: wireBlocks(message) }));
  messageBytes.set(message, bytes);
  return bytes;
}

function markedBytes(message: ModelMessage): Buffer {
  const blocks = wireBlocks(message);
  const last = blocks.at(-1);
  if (last === undefined) return toWire(message);
  return Buffer.from(
    JSON.stringify({ role: message.role, content: [...blocks.slice(0, -1), { ...last, ...CACHE_MARK }] }),
  );
}

function wireBlocks(message: ModelMessage): readonly Readonly<Record<string, unknown>>[] {
  const blocks: readonly (AnswerBlock | RequestBlock)[] = message.content;
  return blocks.filter((block) => block.type !== 'text' || block.text.trim() !== '').map(wireBlock);
}

function wireBlock(block: AnswerBlock | RequestBlock): Readonly<Record<string, unknown>> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: block.mediaType, data: block.data } };
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input };
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: block.tool_use_id,
        content: block.content,
        ...(block.is_error === true ? { is_error: true } : {}),
      };
    case 'opaque':
      return block.raw;
  }
}

function toolsText(tools: readonly ToolSpec[]): string {
  const known = toolTexts.get(tools);
  if (known !== undefined) return known;
  const text = JSON.stringify(
    tools.map((tool, index) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
      ...(index === tools.length - 1 ? CACHE_MARK : {}),
    })),
  );
  toolTexts.set(tools, text);
  return text;
}

/** `auto` is the default of a model that refuses a forced choice: then the system text asks for the tool. */
function toolChoice(name: string, capabilities: Capabilities): Readonly<Record<string, unknown>> {
  return capabilities.forcedToolChoice
    ? { type: 'tool', name, disable_parallel_tool_use: true }
    : { type: 'auto', disable_parallel_tool_use: true };
}

function systemBlocks(system: string, askedTool: string | null): readonly Readonly<Record<string, unknown>>[] {
  const texts = system.trim() === '' ? [] : [system];
  if (askedTool !== null)
    texts.push(
      `Give your answer by calling the tool \`${askedTool}\` exactly once. An answer in prose is not read by anybody.`,
    );
  return texts.map((text, index) => ({ type: 'text', text, ...(index === texts.length - 1 ? CACHE_MARK : {}) }));
}

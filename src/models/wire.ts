/**
 * Requests as the JSON bytes the API receives. A message is serialised once and its bytes kept as long as the message
 * object lives: re-serialising the growing conversation would dominate long tasks (QUAL-1), and equal bytes keep the
 * cached prefix stable. Message objects must not be changed after they were sent.
 */
import type { AnswerBlock, ModelMessage, ModelRequest, RequestBlock, ToolSpec } from '../ports/model.ts';
import type { Capabilities } from './capabilities.ts';

const CACHE_MARK = { cache_control: { type: 'ephemeral' } } as const;
const COMMA = Buffer.from(',');
const messageBytes = new WeakMap<ModelMessage, Buffer>();
/** Blocks that the API refused to take back; this process does not send them again. */
const leftOut = new WeakSet<AnswerBlock | RequestBlock>();
const toolTexts = new WeakMap<readonly ToolSpec[], string>();

export function requestBody(model: string, request: ModelRequest, capabilities: Capabilities): Uint8Array<ArrayBuffer> {
  const parts = [
    `"model":${JSON.stringify(model)}`,
    `"max_tokens":${Math.min(request.maxTokens, capabilities.maxOutputTokens)}`,
    '"stream":true',
  ];
  if (request.effort !== undefined && capabilities.effort)
    parts.push(`"output_config":${JSON.stringify({ effort: request.effort })}`);
  const tool = request.answerWithTool ? request.tools[0] : undefined;
  // A conversation continues from here. A question with one tool is rarely continued, and a cache write that nobody
  // reads costs more, so only the marks in its blocks count.
  const goesOn = !request.answerWithTool;
  if (request.tools.length > 0) parts.push(`"tools":${toolsText(request.tools, goesOn)}`);
  if (tool !== undefined) parts.push(`"tool_choice":${JSON.stringify(toolChoice(tool.name, capabilities))}`);
  const asked = tool !== undefined && !capabilities.forcedToolChoice ? tool.name : null;
  const system = systemBlocks(request.system, asked, goesOn);
  if (system.length > 0) parts.push(`"system":${JSON.stringify(system)}`);
  const messages = sentMessages(request);
  const marked = goesOn ? messages.findLastIndex((message) => message.role === 'user') : -1;
  const pieces: Buffer[] = [Buffer.from(`{${parts.join(',')},"messages":[`)];
  for (const [index, message] of messages.entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(index === marked ? markedBytes(message) : toWire(message));
  }
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}

/** The JSON bytes of one message, cached per message object. */
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

/** Without messages that became empty. */
function sentMessages({ messages }: Pick<ModelRequest, 'messages'>): readonly ModelMessage[] {
  return messages.filter((message) => !message.content.some((block) => leftOut.has(block)) || hasBlocks(message));
}

function hasBlocks(message: ModelMessage): boolean {
  return sentBlocks(message).length > 0;
}

function sentBlocks({ content }: ModelMessage): readonly (AnswerBlock | RequestBlock)[] {
  const blocks: readonly (AnswerBlock | RequestBlock)[] = content;
  return blocks.filter((block) => !leftOut.has(block) && (block.type !== 'text' || block.text.trim() !== ''));
}

/** The position of a block in what was sent. */
export interface Place {
  readonly message: number;
  readonly block: number;
}

/** Whether the block is part of an answer, so the API itself wrote it. */
export function isOfAnswer({ message }: Place, request: ModelRequest): boolean {
  return sentMessages(request)[message]?.role === 'assistant';
}

/**
 * Leaves out a block of an answer from here on, and a tool call together with its result. False if the remainder cannot
 * be sent either, because nothing is left to answer.
 */
export function leaveOut({ message: index, block: at }: Place, request: ModelRequest): boolean {
  const messages = sentMessages(request);
  const [message, answer] = [messages[index], messages[index + 1]];
  const block = message && sentBlocks(message)[at];
  if (message?.role !== 'assistant' || block === undefined) return false;
  const results =
    block.type === 'tool_use' && answer?.role === 'user'
      ? answer.content.filter((one) => one.type === 'tool_result' && one.tool_use_id === block.id)
      : [];
  if (index + 2 === messages.length && results.length === answer?.content.length) return false;
  for (const one of [block, ...results]) leftOut.add(one);
  for (const one of [message, answer]) if (one) messageBytes.delete(one);
  return true;
}

function wireBlocks(message: ModelMessage): readonly Readonly<Record<string, unknown>>[] {
  return sentBlocks(message).map(wireBlock);
}

function wireBlock(block: AnswerBlock | RequestBlock): Readonly<Record<string, unknown>> {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...('isShared' in block && block.isShared ? CACHE_MARK : {}) };
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

/** Marked or not, but always the same: a list of tools is either for conversations or for one question. */
function toolsText(tools: readonly ToolSpec[], isMarked: boolean): string {
  const known = toolTexts.get(tools);
  if (known !== undefined) return known;
  const text = JSON.stringify(
    tools.map((tool, index) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
      ...(isMarked && index === tools.length - 1 ? CACHE_MARK : {}),
    })),
  );
  toolTexts.set(tools, text);
  return text;
}

/** `auto` is the default of a model that refuses a forced choice; then the system text asks for the tool. */
function toolChoice(name: string, capabilities: Capabilities): Readonly<Record<string, unknown>> {
  return capabilities.forcedToolChoice
    ? { type: 'tool', name, disable_parallel_tool_use: true }
    : { type: 'auto', disable_parallel_tool_use: true };
}

function systemBlocks(
  system: string,
  askedTool: string | null,
  isMarked: boolean,
): readonly Readonly<Record<string, unknown>>[] {
  const texts = system.trim() === '' ? [] : [system];
  if (askedTool !== null)
    texts.push(
      `Give your answer by calling the tool \`${askedTool}\` exactly once. An answer in prose is not read by anybody.`,
    );
  const last = isMarked ? texts.length - 1 : -1;
  return texts.map((text, index) => ({ type: 'text', text, ...(index === last ? CACHE_MARK : {}) }));
}

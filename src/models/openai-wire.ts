/**
 * Requests as the chat completions API receives them. The JSON of a message is kept as long as the message object
 * lives, as in `wire.ts`: the growing conversation is serialised once, and equal bytes keep the cached prefix stable.
 */
import { createHash } from 'node:crypto';
import type { Effort, ModelMessage, ModelRequest, RequestBlock, ToolSpec } from '../ports/model.ts';
import type { ChatCapabilities } from './openai-capabilities.ts';

type Json = Readonly<Record<string, unknown>>;

/** The model's listed capabilities, and what its server was found to refuse. */
export interface SentAs extends ChatCapabilities {
  /** Requests the usage at the end of a stream. */
  readonly streamOptions: boolean;
}

const MAX_ID = 40;
const messageTexts = new WeakMap<ModelMessage, string>();
const toolTexts = new WeakMap<readonly ToolSpec[], string>();

export function chatBody(model: string, request: ModelRequest, capabilities: SentAs): Uint8Array<ArrayBuffer> {
  const { outputLimit, maxOutputTokens, forcedToolChoice: isForced } = capabilities;
  const tool = request.answerWithTool ? request.tools[0] : undefined;
  const parts = [
    `"model":${JSON.stringify(model)}`,
    `"${outputLimit}":${Math.min(request.maxTokens, maxOutputTokens)}`,
    '"stream":true',
  ];
  if (capabilities.streamOptions) parts.push('"stream_options":{"include_usage":true}');
  if (request.tools.length > 0) parts.push(`"tools":${toolsText(request.tools)}`);
  if (tool !== undefined && isForced)
    parts.push(`"tool_choice":${JSON.stringify({ type: 'function', function: { name: tool.name } })}`);
  const effort = effortSent(request, capabilities);
  if (effort !== null) parts.push(`"reasoning_effort":"${effort}"`);
  const system = systemText(request.system, tool === undefined || isForced ? null : tool.name);
  const messages = [
    ...(system === '' ? [] : [JSON.stringify({ role: 'system', content: system })]),
    ...request.messages.map(messageText).filter((text) => text !== ''),
  ];
  return new TextEncoder().encode(`{${parts.join(',')},"messages":[${messages.join(',')}]}`);
}

/** Null: the parameter is not sent. */
export function effortSent(
  { tools, effort }: Pick<ModelRequest, 'tools' | 'effort'>,
  { effortWithTools }: Pick<SentAs, 'effortWithTools'>,
): Effort | 'none' | null {
  if (tools.length === 0 || effortWithTools === 'refused') return null;
  return effortWithTools === 'none' ? 'none' : (effort ?? null);
}

/** One message of ours may become several: each tool result is one. */
function messageText(message: ModelMessage): string {
  const known = messageTexts.get(message);
  if (known !== undefined) return known;
  const sent = message.role === 'user' ? ofPeople(message.content) : ofModel(message.content);
  const text = sent.map((one) => JSON.stringify(one)).join(',');
  messageTexts.set(message, text);
  return text;
}

/** Results come first, since nothing may stand between calls and their results. */
function ofPeople(blocks: readonly RequestBlock[]): readonly Json[] {
  const results = blocks.flatMap((block) =>
    block.type === 'tool_result'
      ? [
          {
            role: 'tool',
            tool_call_id: shortId(block.tool_use_id),
            content: block.is_error === true ? `Error: ${block.content}` : block.content,
          },
        ]
      : [],
  );
  const parts = blocks.flatMap((block): readonly Json[] => {
    if (block.type === 'image')
      return [{ type: 'image_url', image_url: { url: `data:${block.mediaType};base64,${block.data}` } }];
    return block.type === 'text' && block.text.trim() !== '' ? [{ type: 'text', text: block.text }] : [];
  });
  if (parts.length === 0) return results;
  // Servers without images may not support parts.
  const isPlain = parts.every(({ type }) => type === 'text');
  const content = isPlain ? parts.map((part) => part['text']).join('\n\n') : parts;
  return [...results, { role: 'user', content }];
}

/** Another provider's thinking (`opaque`) is left out. */
function ofModel(blocks: Extract<ModelMessage, { readonly role: 'assistant' }>['content']): readonly Json[] {
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_use'
      ? [
          {
            id: shortId(block.id),
            type: 'function',
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  if (text.trim() === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      ...(text.trim() === '' ? { content: null } : { content: text }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

/** The API refuses longer ids, which another provider may have given. */
function shortId(id: string): string {
  return id.length <= MAX_ID ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

function toolsText(tools: readonly ToolSpec[]): string {
  const known = toolTexts.get(tools);
  if (known !== undefined) return known;
  const text = JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
  );
  toolTexts.set(tools, text);
  return text;
}

function systemText(system: string, askedTool: string | null): string {
  const asked =
    askedTool === null
      ? []
      : [
          `Give your answer by calling the tool \`${askedTool}\` exactly once. An answer in prose is not read by anybody.`,
        ];
  return [system, ...asked].filter((text) => text.trim() !== '').join('\n\n');
}

/** Turns a script and a request into the message that the API would return. */
import { createHash } from 'node:crypto';
import { assessHonestly } from './assess.ts';
import { prefixBlocks, signThinking } from './prefix.ts';
import {
  reply,
  toolUse,
  type Answer,
  type Json,
  type Reply,
  type ReplyBlock,
  type Script,
  type SeenRequest,
} from './script.ts';
import { tokens } from './usage.ts';

export interface WireMessage {
  readonly content: readonly Json[];
  readonly stopReason: string;
  readonly outputTokens: number;
  /** How much of the last block is sent, if it is cut off. */
  readonly cutLastBlockAt: number | null;
}

export type Answerer = (request: SeenRequest) => WireMessage | Promise<WireMessage>;

export function createAnswerer(script: Script): Answerer {
  const positions = new Map<string, Map<string, number>>();
  return (request) => {
    const requestHash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
    if (script.everything !== undefined)
      return script.everything(request).then((chosen) => wireMessage(chosen, request, requestHash));
    const name = request.tools.find((tool) => tool.startsWith('submit_'));
    const chosen =
      name === undefined ? actionReply(script, request) : submitReply(script, name, request, positions, requestHash);
    return wireMessage(chosen, request, requestHash);
  };
}

function actionReply(script: Script, request: SeenRequest): Reply {
  if (script.actions === undefined) throw new Error('The script has no `actions`.');
  return script.actions(request);
}

/** Answers that most scripts do not define. */
const BY_DEFAULT: Readonly<Record<string, Answer>> = {
  submit_gathering: { reason: 'What is shown is enough.', read: [], search: [], list: [] },
  submit_completion_assessment: (request) => assessHonestly(request),
  submit_review: { result: 'PASS', feedback: 'It does what was asked for.' },
};

function submitReply(
  script: Script,
  name: string,
  request: SeenRequest,
  positions: Map<string, Map<string, number>>,
  requestHash: string,
): Reply {
  const entry = script.answers?.[name] ?? BY_DEFAULT[name];
  if (entry === undefined) throw new Error(`The script has no answer for ${name}.`);
  const list: readonly Answer[] = Array.isArray(entry) ? entry : [entry as Answer];
  const seen = positions.get(name) ?? new Map<string, number>();
  positions.set(name, seen);
  const position = seen.get(requestHash) ?? seen.size;
  seen.set(requestHash, position);
  const answer = list[Math.min(position, list.length - 1)];
  if (answer === undefined) throw new Error(`The script's list for ${name} is empty.`);
  const value = typeof answer === 'function' ? answer(request) : answer;
  return isReply(value) ? value : reply(toolUse(name, value));
}

function isReply(value: Json | Reply): value is Reply {
  return value['kind' as keyof typeof value] === 'reply';
}

/** Ids derive from the request, so that the same request gets the same ids again. */
function wireMessage(chosen: Reply, request: SeenRequest, requestHash: string): WireMessage {
  let prefix = prefixBlocks(request.body).at(-1)?.hash ?? '';
  const content: Json[] = [];
  for (const [index, block] of chosen.content.entries()) {
    content.push(wireBlock(block, { prefix, id: `${requestHash}:${index}` }));
    const extended = {
      ...request.body,
      messages: [...(request.body['messages'] as Json[]), { role: 'assistant', content }],
    };
    if (chosen.content.slice(index + 1).some((later) => later.type === 'thinking'))
      prefix = prefixBlocks(extended).at(-1)?.hash ?? '';
  }
  const outputTokens = Math.max(1, tokens(Buffer.byteLength(JSON.stringify(content))));
  return { content, stopReason: chosen.stopReason, outputTokens, cutLastBlockAt: chosen.cutLastBlockAt ?? null };
}

function wireBlock(block: ReplyBlock, own: { readonly prefix: string; readonly id: string }): Json {
  switch (block.type) {
    case 'thinking':
      return { type: 'thinking', thinking: block.thinking, signature: signThinking(own.prefix, block.thinking) };
    case 'tool_use': {
      const { name, input } = block;
      const id = block.id ?? `toolu_${createHash('sha256').update(own.id).digest('hex').slice(0, 24)}`;
      return { type: 'tool_use', ...(block.id === null ? {} : { id }), name, input };
    }
    case 'text':
      return { type: 'text', text: block.text };
    case 'raw':
      return block.block;
  }
}

/**
 * What the stand-in answers. A script decides by the content of a request, never by the number of requests, so a client
 * that crashed and repeats a request gets the same answer.
 */
export type Json = Readonly<Record<string, unknown>>;

export interface SeenRequest {
  readonly number: number;
  readonly model: string;
  /** Names of the offered tools. */
  readonly tools: readonly string[];
  readonly messages: readonly Turn[];
  readonly body: Json;
}

export interface Turn {
  readonly role: string;
  readonly content: readonly Json[];
}

export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  /** Without an id it gets a valid one; null: it is sent without. */
  | { readonly type: 'tool_use'; readonly name: string; readonly input: unknown; readonly id?: string | null }
  /** Sent as it is. */
  | { readonly type: 'raw'; readonly block: Json };

export interface Reply {
  readonly kind: 'reply';
  readonly content: readonly ReplyBlock[];
  readonly stopReason: string;
  /** Characters of the last block that are still sent: simulates a `max_tokens` stop within a block. */
  readonly cutLastBlockAt?: number;
}

export type Step =
  | ReplyBlock
  | readonly ReplyBlock[]
  | Reply
  | ((request: SeenRequest) => ReplyBlock | readonly ReplyBlock[] | Reply);

/** An answer to a `submit_*` tool: its input, a whole reply, or a function of the request that returns either. */
export type Answer = Json | Reply | ((request: SeenRequest) => Json | Reply);

export interface Script {
  /** By offered `submit_*` tool. A list is used in order, one entry per different request; the last entry repeats. */
  readonly answers?: Readonly<Record<string, Answer | readonly Answer[]>>;
  /** The action loop: requests without a `submit_*` tool. A function of the conversation only. */
  readonly actions?: (request: SeenRequest) => Reply;
  /** Answers every request at its own pace; the rest of the script is ignored then. */
  readonly everything?: (request: SeenRequest) => Promise<Reply>;
}

export function toolUse(name: string, input: unknown, id?: string | null): ReplyBlock {
  return id === undefined ? { type: 'tool_use', name, input } : { type: 'tool_use', name, input, id };
}

export function text(value: string): ReplyBlock {
  return { type: 'text', text: value };
}

export function thinking(value: string): ReplyBlock {
  return { type: 'thinking', thinking: value };
}

export function reply(...content: readonly ReplyBlock[]): Reply {
  return {
    kind: 'reply',
    content,
    stopReason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
  };
}

export function refusal(): Reply {
  return { kind: 'reply', content: [], stopReason: 'refusal' };
}

export function raw(block: Json): ReplyBlock {
  return { type: 'raw', block };
}

/** Stops for that reason, known to the API or not. */
export function stopping(stopReason: string, ...content: readonly ReplyBlock[]): Reply {
  return { kind: 'reply', content, stopReason };
}

/** Stops with `max_tokens` after this many characters of the last block (of its JSON for a tool call). */
export function cutOff(at: number, ...content: readonly ReplyBlock[]): Reply {
  return { kind: 'reply', content, stopReason: 'max_tokens', cutLastBlockAt: at };
}

/** The k-th assistant turn of the conversation gets the k-th step; the last one repeats. */
export function actionSteps(steps: readonly Step[]): (request: SeenRequest) => Reply {
  return (request) => stepAt(steps, countAssistantTurns(request.messages, 0), request);
}

/**
 * Steps per action: the first rule whose pattern matches the newest instruction (the newest user turn with text and no
 * tool result) decides, and assistant turns after that instruction are counted.
 */
export function actionsMatching(
  rules: readonly (readonly [string | RegExp, readonly Step[]])[],
): (request: SeenRequest) => Reply {
  return (request) => {
    const start = newestInstruction(request.messages);
    const instruction = textOf(request.messages[start]);
    const rule = rules.find(([pattern]) =>
      typeof pattern === 'string' ? instruction.includes(pattern) : instruction.search(pattern) >= 0,
    );
    if (rule === undefined) throw new Error('The script has no steps for this action.');
    return stepAt(rule[1], countAssistantTurns(request.messages, start), request);
  };
}

export function textOf(turn: Turn | undefined): string {
  return (turn?.content ?? []).map((block) => (typeof block['text'] === 'string' ? block['text'] : '')).join('\n');
}

function newestInstruction(messages: readonly Turn[]): number {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const turn = messages[index];
    if (
      turn?.role === 'user' &&
      turn.content.some((block) => block['type'] === 'text') &&
      !turn.content.some((block) => block['type'] === 'tool_result')
    )
      return index;
  }
  return 0;
}

function countAssistantTurns(messages: readonly Turn[], from: number): number {
  return messages.slice(from).filter((turn) => turn.role === 'assistant').length;
}

function stepAt(steps: readonly Step[], index: number, request: SeenRequest): Reply {
  const step = steps[Math.min(index, steps.length - 1)];
  if (step === undefined) throw new Error('The script has no steps.');
  return asReply(typeof step === 'function' ? step(request) : step);
}

function asReply(step: ReplyBlock | readonly ReplyBlock[] | Reply): Reply {
  if ('kind' in step) return step;
  return 'type' in step ? reply(step) : reply(...step);
}

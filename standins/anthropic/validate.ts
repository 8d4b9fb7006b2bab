/** Refuses what the real API refuses, in its words where they are known. */
import { imageProblem } from './image-rules.ts';
import { modelProblem } from './model-rules.ts';
import type { Json, Turn } from './script.ts';

const KNOWN_KEYS = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'stream',
  'thinking',
  'output_config',
  'metadata',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'service_tier',
  'cache_control',
  'container',
  'inference_geo',
  'diagnostics',
  'speed',
  'user_profile_id',
  'workspace_id',
]);
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const BLOCK_TYPES = new Set([
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'search_result',
]);

export function problemWith(body: Json, options: { readonly counting: boolean }): string | null {
  for (const key of options.counting ? ['model', 'messages'] : ['model', 'max_tokens', 'messages']) {
    if (body[key] === undefined) return `${key}: Field required`;
  }
  for (const key of Object.keys(body)) if (!KNOWN_KEYS.has(key)) return `${key}: Extra inputs are not permitted`;
  if (typeof body['model'] !== 'string') return 'model: Input should be a valid string';
  const maxTokens = body['max_tokens'];
  if (!options.counting && (!Number.isInteger(maxTokens) || Number(maxTokens) < 1))
    return 'max_tokens: Input should be greater than or equal to 1';
  if (!Array.isArray(body['messages'])) return 'messages: Input should be a valid list';
  if (body['messages'].length === 0) return 'messages: at least one message is required';
  const shape = shapeProblem(body['messages']);
  if (shape !== null) return shape;
  const turns = turnsOf(body);
  return (
    toolsProblem(body, turns) ??
    systemProblem(body['system']) ??
    turnsProblem(turns) ??
    cacheProblem(body) ??
    modelProblem(body, turns.at(-1)?.role ?? '')
  );
}

/** Neighbouring messages of one role count as one turn, as in the real API. */
export function turnsOf(body: Json): readonly Turn[] {
  const turns: { role: string; content: Json[] }[] = [];
  for (const message of body['messages'] as readonly Json[]) {
    const blocks = blocksOf(message['content']);
    const last = turns.at(-1);
    if (last !== undefined && last.role === message['role']) last.content.push(...blocks);
    else turns.push({ role: String(message['role']), content: [...blocks] });
  }
  return turns;
}

export function blocksOf(content: unknown): readonly Json[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? (content as Json[]) : [];
}

function shapeProblem(messages: readonly unknown[]): string | null {
  for (const [index, message] of messages.entries()) {
    if (!isObject(message)) return `messages.${index}: Input should be a valid dictionary`;
    for (const key of Object.keys(message))
      if (key !== 'role' && key !== 'content') return `messages.${index}.${key}: Extra inputs are not permitted`;
    if (message['role'] !== 'user' && message['role'] !== 'assistant')
      return `messages: Unexpected role "${String(message['role'])}". Allowed roles are "user" or "assistant".`;
    if (index === 0 && message['role'] !== 'user') return 'messages: first message must use the "user" role';
    if (typeof message['content'] !== 'string' && !Array.isArray(message['content']))
      return `messages.${index}.content: Input should be a valid list`;
    const blocks = blocksOf(message['content']);
    const isFinalAssistant = index === messages.length - 1 && message['role'] === 'assistant';
    if (blocks.length === 0 && !isFinalAssistant)
      return `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
    for (const [at, block] of blocks.entries()) {
      const problem = blockProblem(block, `messages.${index}.content.${at}`, message['role']);
      if (problem !== null) return problem;
    }
  }
  return null;
}

function blockProblem(block: unknown, path: string, role: string): string | null {
  if (!isObject(block) || typeof block['type'] !== 'string' || !BLOCK_TYPES.has(block['type']))
    return `${path}: Input tag '${isObject(block) ? String(block['type']) : ''}' found using 'type' does not match any of the expected tags`;
  if (block['type'] === 'text') return textProblem(block, 'messages');
  if (block['type'] === 'image') return imageProblem(block, path, role);
  if (block['type'] === 'tool_use') {
    if (role !== 'assistant') return `${path}: \`tool_use\` blocks can only be in \`assistant\` messages`;
    if (typeof block['id'] !== 'string' || !/^[A-Za-z0-9_-]+$/.test(block['id']))
      return `${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    if (typeof block['name'] !== 'string' || !TOOL_NAME.test(block['name']))
      return `${path}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
    if (!isObject(block['input']) || Array.isArray(block['input']))
      return `${path}.tool_use.input: Input should be a valid dictionary`;
  }
  if (block['type'] === 'tool_result') {
    if (role !== 'user') return `${path}: \`tool_result\` blocks can only be in \`user\` messages`;
    if (typeof block['tool_use_id'] !== 'string') return `${path}.tool_result.tool_use_id: Field required`;
    for (const inner of Array.isArray(block['content']) ? (block['content'] as Json[]) : []) {
      if (inner['type'] === 'text') {
        const problem = textProblem(inner, 'messages');
        if (problem !== null) return problem;
      }
    }
  }
  return null;
}

function textProblem(block: Json, where: string): string | null {
  if (typeof block['text'] !== 'string') return `${where}: text: Field required`;
  if (block['text'] === '') return `${where}: text content blocks must be non-empty`;
  return block['text'].trim() === '' ? `${where}: text content blocks must contain non-whitespace text` : null;
}

function systemProblem(system: unknown): string | null {
  if (system === undefined || typeof system === 'string') return null;
  if (!Array.isArray(system)) return 'system: Input should be a valid list';
  for (const block of system as Json[]) {
    if (block['type'] !== 'text') return 'system: only text blocks are permitted';
    const problem = textProblem(block, 'system');
    if (problem !== null) return problem;
  }
  return null;
}

function toolsProblem(body: Json, turns: readonly Turn[]): string | null {
  const tools = body['tools'] ?? [];
  if (!Array.isArray(tools)) return 'tools: Input should be a valid list';
  const names = new Set<string>();
  for (const [index, tool] of (tools as Json[]).entries()) {
    const path = `tools.${index}.custom`;
    if (typeof tool['name'] !== 'string' || !TOOL_NAME.test(tool['name']))
      return `${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
    if (names.has(tool['name'])) return 'tools: Tool names must be unique.';
    names.add(tool['name']);
    for (const key of Object.keys(tool))
      if (!['name', 'description', 'input_schema', 'cache_control', 'type', 'strict'].includes(key))
        return `${path}.${key}: Extra inputs are not permitted`;
    const schema = tool['input_schema'];
    if (!isObject(schema)) return `${path}.input_schema: Field required`;
    if (schema['type'] === undefined) return `${path}.input_schema.type: Field required`;
    if (schema['type'] !== 'object') return `${path}.input_schema.type: Input should be 'object'`;
    if ('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema)
      return `${path}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  }
  const choice = body['tool_choice'];
  if (isObject(choice)) {
    if (!['auto', 'any', 'tool', 'none'].includes(String(choice['type'])))
      return 'tool_choice: Input tag does not match any of the expected tags';
    if (names.size === 0) return 'tool_choice: may only be specified while providing tools';
    if (choice['type'] === 'tool' && !names.has(String(choice['name'])))
      return `Tool '${String(choice['name'])}' not found in provided tools`;
  }
  const usesTools = turns.some((turn) =>
    turn.content.some((block) => block['type'] === 'tool_use' || block['type'] === 'tool_result'),
  );
  return usesTools && names.size === 0
    ? 'Requests which include `tool_use` or `tool_result` blocks must define tools.'
    : null;
}

function turnsProblem(turns: readonly Turn[]): string | null {
  const everUsed = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    const used = turn.role === 'assistant' ? idsOf(turn, 'tool_use', 'id') : [];
    for (const [at, block] of turn.content.entries()) {
      if (block['type'] !== 'tool_use') continue;
      const id = String(block['id']);
      if (everUsed.has(id)) return `messages.${index}.content.${at}: \`tool_use\` ids must be unique`;
      everUsed.add(id);
    }
    const next = turns[index + 1];
    if (used.length > 0 && next !== undefined) {
      const leading = next.content.slice(0, firstOther(next));
      const answered = new Set(leading.map((block) => block['tool_use_id']));
      const missing = used.filter((id) => !answered.has(id));
      if (missing.length > 0)
        return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
    if (turn.role === 'user') {
      const previous = turns[index - 1];
      const expected = new Set(previous === undefined ? [] : idsOf(previous, 'tool_use', 'id'));
      const seen = new Set<string>();
      for (const [at, block] of turn.content.entries()) {
        if (block['type'] !== 'tool_result') continue;
        const id = String(block['tool_use_id']);
        if (!expected.has(id))
          return `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
        if (seen.has(id))
          return `messages.${index}.content.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
        seen.add(id);
      }
    }
  }
  const last = turns.at(-1);
  if (last?.role === 'assistant' && idsOf(last, 'tool_use', 'id').length > 0)
    return `messages.${turns.length - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${idsOf(last, 'tool_use', 'id').join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  return null;
}

function firstOther(turn: Turn): number {
  const index = turn.content.findIndex((block) => block['type'] !== 'tool_result');
  return index < 0 ? turn.content.length : index;
}

function idsOf(turn: Turn, type: string, key: string): readonly string[] {
  return turn.content.filter((block) => block['type'] === type).map((block) => String(block[key]));
}

function cacheProblem(body: Json): string | null {
  const blocks = [
    ...((body['tools'] ?? []) as Json[]),
    ...blocksOf(body['system']),
    ...(body['messages'] as Json[]).flatMap((message) => blocksOf(message['content'])),
  ];
  const marked = blocks.filter((block) => block['cache_control'] !== undefined && block['cache_control'] !== null);
  for (const block of marked)
    if ((block['cache_control'] as Json)['type'] !== 'ephemeral')
      return "cache_control: Input tag does not match any of the expected tags: 'ephemeral'";
  if (marked.some((block) => block['type'] === 'thinking' || block['type'] === 'redacted_thinking'))
    return 'cache_control cannot be set for thinking blocks';
  return marked.length > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.` : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

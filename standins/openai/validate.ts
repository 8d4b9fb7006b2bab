/** Refuses what the real API refuses, in its words where they are known. */
import type { Refusal } from '../anthropic/refusal.ts';
import type { Json } from '../anthropic/script.ts';
import { chatModelProblem, unsupported } from './model-rules.ts';

const KNOWN_KEYS = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'temperature',
  'top_p',
  'n',
  'stop',
  'seed',
  'user',
  'metadata',
  'store',
  'response_format',
  'presence_penalty',
  'frequency_penalty',
  'prompt_cache_key',
  'service_tier',
  'verbosity',
]);
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ROLES = new Set(['developer', 'system', 'user', 'assistant', 'tool']);
const MAX_ID = 40;

export function chatProblem(body: Json): Refusal | null {
  for (const key of Object.keys(body))
    if (!KNOWN_KEYS.has(key)) return invalid(key, `Unrecognized request argument supplied: ${key}`);
  if (typeof body['model'] !== 'string') return invalid('model', 'you must provide a model parameter');
  const messages = body['messages'];
  if (!Array.isArray(messages)) return invalid('messages', "Missing required parameter: 'messages'.");
  if (messages.length === 0)
    return invalid(
      'messages',
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    );
  if (body['stream_options'] !== undefined && body['stream'] !== true)
    return invalid('stream_options', "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  return toolsProblem(body) ?? messagesProblem(messages as Json[]) ?? chatModelProblem(body);
}

function toolsProblem(body: Json): Refusal | null {
  const { tools, tool_choice: choice } = body;
  if (tools === undefined)
    return choice === undefined
      ? null
      : invalid(
          'tool_choice',
          "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        );
  if (!Array.isArray(tools) || tools.length === 0)
    return invalid(
      'tools',
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    );
  const names = new Set<unknown>();
  for (const [index, tool] of (tools as Json[]).entries()) {
    const own = tool['function'] as Json | undefined;
    if (tool['type'] !== 'function' || own === undefined)
      return invalid(`tools[${index}]`, `Missing required parameter: 'tools[${index}].function'.`);
    if (typeof own['name'] !== 'string' || !NAME.test(own['name']))
      return invalid(
        `tools[${index}].function.name`,
        `Invalid 'tools[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      );
    const schema = own['parameters'] as Json | undefined;
    if (schema !== undefined && schema['type'] !== 'object')
      return invalid(
        `tools[${index}].function.parameters`,
        `Invalid schema for function '${own['name']}': schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema['type'])}"'.`,
      );
    names.add(own['name']);
  }
  const chosen =
    typeof choice === 'object' ? ((choice as Json | null)?.['function'] as Json | undefined)?.['name'] : null;
  if (chosen === undefined) return invalid('tool_choice', "Missing required parameter: 'tool_choice.function.name'.");
  return chosen === null || names.has(chosen)
    ? null
    : invalid('tool_choice', `Invalid value for 'tool_choice': ${JSON.stringify(chosen)} is not among the tools.`);
}

function messagesProblem(messages: readonly Json[]): Refusal | null {
  let open: readonly string[] = [];
  let openAt = 0;
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const { role, content } = message;
    if (!ROLES.has(String(role)))
      return invalid(
        `${path}.role`,
        `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'.`,
      );
    if (role === 'tool') {
      if (!open.includes(String(message['tool_call_id'])))
        return invalid(
          `${path}.role`,
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        );
      open = open.filter((id) => id !== message['tool_call_id']);
      continue;
    }
    if (open.length > 0) return unanswered(open, openAt);
    const problem = contentProblem(content, path, message);
    if (problem !== null) return problem;
    const calls = (message['tool_calls'] ?? []) as Json[];
    for (const [at, call] of calls.entries()) {
      const own = call['function'] as Json | undefined;
      const id = typeof call['id'] === 'string' ? call['id'] : '';
      if (id === '')
        return invalid(`${path}.tool_calls[${at}].id`, `Missing required parameter: '${path}.tool_calls[${at}].id'.`);
      if (id.length > MAX_ID)
        return invalid(
          `${path}.tool_calls[${at}].id`,
          `Invalid '${path}.tool_calls[${at}].id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
        );
      if (typeof own?.['arguments'] !== 'string' || typeof own['name'] !== 'string')
        return invalid(
          `${path}.tool_calls[${at}]`,
          `Missing required parameter: '${path}.tool_calls[${at}].function'.`,
        );
    }
    open = calls.map((call) => String(call['id']));
    openAt = index;
  }
  return open.length > 0 ? unanswered(open, openAt) : null;
}

function contentProblem(content: unknown, path: string, message: Json): Refusal | null {
  if (content === null || content === undefined)
    return message['role'] === 'assistant' && message['tool_calls'] !== undefined
      ? null
      : invalid(`${path}.content`, `Invalid value for 'content': expected a string, got null.`);
  if (typeof content === 'string') return null;
  for (const [at, part] of (content as Json[]).entries())
    if (part['type'] === 'image_url') {
      const { url } = part['image_url'] as Json;
      if (!/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/.test(String(url)))
        return invalid(`${path}.content[${at}].image_url`, 'Invalid base64 image_url.');
    } else if (part['type'] !== 'text' || typeof part['text'] !== 'string')
      return invalid(`${path}.content[${at}].type`, `Invalid value: '${String(part['type'])}'.`);
  return null;
}

function unanswered(ids: readonly string[], index: number): Refusal {
  return invalid(
    `messages.[${index + 1}].role`,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
  );
}

function invalid(param: string, message: string): Refusal {
  return unsupported(param, message, null);
}

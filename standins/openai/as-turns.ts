/** A request as scripts see it: they are written for the other stand-in, and serve both. */
import type { Json, SeenRequest, Turn } from '../anthropic/script.ts';

export function asSeen(body: Json, number: number): SeenRequest {
  const tools = ((body['tools'] ?? []) as Json[]).map((tool) => tool['function'] as Json);
  const all = body['messages'] as Json[];
  const system = all.filter((message) => isSystem(message)).map((message) => String(message['content']));
  const messages = turns(all.filter((message) => !isSystem(message)));
  return {
    number,
    model: String(body['model']),
    tools: tools.map((tool) => String(tool['name'])),
    messages,
    body: { model: body['model'], tools, system: system.join('\n\n'), messages },
  };
}

function isSystem({ role }: Json): boolean {
  return role === 'system' || role === 'developer';
}

/** Neighbouring messages of one role are one turn there. */
function turns(messages: readonly Json[]): readonly Turn[] {
  const found: { role: string; content: Json[] }[] = [];
  for (const message of messages) {
    const role = message['role'] === 'assistant' ? 'assistant' : 'user';
    const blocks = blocksOf(message);
    const last = found.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else found.push({ role, content: [...blocks] });
  }
  return found;
}

function blocksOf(message: Json): readonly Json[] {
  if (message['role'] === 'tool')
    return [{ type: 'tool_result', tool_use_id: message['tool_call_id'], content: message['content'] }];
  const { content } = message;
  const parts =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? (content as Json[]) : [];
  const calls = ((message['tool_calls'] ?? []) as Json[]).map((call) => {
    const { name, arguments: json } = call['function'] as Json;
    return { type: 'tool_use', id: call['id'], name, input: JSON.parse(String(json)) as unknown };
  });
  return [...parts, ...calls];
}

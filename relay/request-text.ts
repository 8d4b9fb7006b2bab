/**
 * A request of the Messages API, written for the person who answers it: parts that earlier requests showed are named,
 * not repeated.
 */
import type { Json } from '../standins/anthropic/script.ts';


export function requestText(number: number, body: Json, earlier: ReadonlyMap<string, number>): string {
  const parts = partsOf(body);
  const text = parts.map(({ title, text }) => {
    const shownIn = earlier.get(text);
    return `${title}\n\n${shownIn === undefined ? text : `(as in request ${shownIn})`}`;
  });
  return `# Request ${number}\n\n${text.join('\n\n')}\n`;
}

/** Remembers what this request shows. */
export function remember(number: number, body: Json, earlier: Map<string, number>): void {
  for (const { text } of partsOf(body)) if (!earlier.has(text)) earlier.set(text, number);
}

function partsOf(body: Json): readonly { readonly title: string; readonly text: string }[] {
  const tools = listOf(body['tools']);
  return [
    { title: '════ system', text: blocksText(body['system']) },
    ...tools.map((tool) => ({
      title: `════ tool ${String(tool['name'])}`,
      text: `${String(tool['description'])}\n${JSON.stringify(tool['input_schema'], null, 1)}`,
    })),
    ...listOf(body['messages']).flatMap(({ role, content }, at) =>
      blocksOf(content).map((text) => ({ title: `════ message ${at + 1}, ${String(role)}`, text })),
    ),
  ];
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function blocksText(content: unknown): string {
  return blocksOf(content).join('\n\n');
}

function blocksOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return listOf(content).map((block) => {
    switch (block['type']) {
      case 'text':
        return String(block['text']);
      case 'tool_use':
        return `→ ${String(block['name'])} ${JSON.stringify(block['input'], null, 1)}`;
      case 'tool_result':
        return `← ${blocksText(block['content'])}`;
      default:
        return `(${String(block['type'])})`;
    }
  });
}

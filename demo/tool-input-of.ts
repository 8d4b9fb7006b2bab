import type { Recorded } from '../src/state/facts.ts';

/** The input of a tool call is in the model's answer. */
export function inputOf(toolUseId: string, entries: readonly Recorded[]): Readonly<Record<string, unknown>> {
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'action' || entry.name !== 'answer') continue;
    const block = entry.content.find((one) => one.type === 'tool_use' && one.id === toolUseId);
    if (block?.type === 'tool_use' && typeof block.input === 'object' && block.input !== null)
      return block.input as Readonly<Record<string, unknown>>;
  }
  return {};
}

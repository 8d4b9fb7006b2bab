/**
 * One hash of a request (PLAN-4, MODEL-7): of system prompt, tools and messages, without differences between providers.
 * Each message object is hashed once, since a task's conversation may have megabytes.
 */
import { createHash } from 'node:crypto';
import type { ModelMessage, ModelRequest, ToolSpec } from '../ports/model.ts';

const digests = new WeakMap<ModelMessage | readonly ToolSpec[], string>();

export function promptDigest({ system, tools, messages }: Pick<ModelRequest, 'system' | 'tools' | 'messages'>): string {
  const parts = [sha256(system), digestOf(tools), ...messages.map(digestOf)];
  return sha256(parts.join('\n'));
}

function digestOf(part: ModelMessage | readonly ToolSpec[]): string {
  const known = digests.get(part);
  if (known !== undefined) return known;
  const digest = sha256(JSON.stringify(part));
  digests.set(part, digest);
  return digest;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

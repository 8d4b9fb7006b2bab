/** The prompt as the API sees it: tools, system, messages, in this order, as a chain of hashes over its blocks. */
import { createHash, type Hash } from 'node:crypto';
import type { Json } from './script.ts';
import { blocksOf, turnsOf } from './validate.ts';

export interface PrefixBlock {
  /** Hash of everything up to and including this block, without cache marks. */
  readonly hash: string;
  readonly bytes: number;
  readonly marked: boolean;
}

export function prefixBlocks(body: Json): readonly PrefixBlock[] {
  const chain = createHash('sha256').update(String(body['model']));
  const result: PrefixBlock[] = [];
  let bytes = 0;
  const add = (block: Json, role: string): void => {
    const wire = role + withoutMark(block);
    chain.update(wire);
    bytes += Buffer.byteLength(wire);
    result.push({
      hash: digest(chain),
      bytes,
      marked: block['cache_control'] !== undefined && block['cache_control'] !== null,
    });
  };
  for (const tool of (body['tools'] ?? []) as Json[]) add(tool, 'tool');
  for (const block of blocksOf(body['system'])) add(block, 'system');
  for (const turn of turnsOf(body)) for (const block of turn.content) add(block, turn.role);
  return result;
}

/** Thinking blocks are signed over the preceding conversation: a changed prefix or block is refused. */
export function signThinking(prefixHash: string, thinking: string): string {
  return createHash('sha256').update('planwright stand-in').update(prefixHash).update(thinking).digest('base64');
}

export function thinkingProblem(body: Json): string | null {
  const blocks = prefixBlocks(body);
  const offset = ((body['tools'] ?? []) as Json[]).length + blocksOf(body['system']).length;
  let index = offset;
  for (const [turnIndex, turn] of turnsOf(body).entries()) {
    for (const [at, block] of turn.content.entries()) {
      if (
        block['type'] === 'thinking' &&
        block['signature'] !== signThinking(blocks[index - 1]?.hash ?? '', String(block['thinking']))
      ) {
        return `messages.${turnIndex}.content.${at}: \`thinking\` or \`redacted_thinking\` blocks cannot be modified, nor anything before them. These blocks must remain as they were in the original response, and the conversation append-only.`;
      }
      index += 1;
    }
  }
  return null;
}

function withoutMark(block: Json): string {
  return JSON.stringify(block, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
}

function digest(chain: Hash): string {
  return chain.copy().digest('base64');
}

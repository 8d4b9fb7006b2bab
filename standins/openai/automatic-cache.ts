/** Prompts are cached automatically: from 1,024 tokens on, in steps of 128, by the prefix of an earlier one. */
import { createHash } from 'node:crypto';
import type { Json } from '../anthropic/script.ts';
import { tokens } from '../anthropic/usage.ts';

const LEAST_TOKENS = 1_024;
const STEP_TOKENS = 128;

export interface AutomaticCache {
  use(body: Json): { readonly prompt: number; readonly cached: number };
}

export function createAutomaticCache(): AutomaticCache {
  const seen = new Set<string>();
  return {
    use(body) {
      const chain = createHash('sha256').update(String(body['model']));
      let bytes = 0;
      let known = 0;
      let isPrefix = true;
      for (const part of [...((body['tools'] ?? []) as Json[]), ...(body['messages'] as Json[])]) {
        const text = JSON.stringify(part);
        bytes += Buffer.byteLength(text);
        const hash = chain.update(text).copy().digest('hex');
        isPrefix &&= seen.has(hash);
        if (isPrefix) known = bytes;
        seen.add(hash);
      }
      const stepped = Math.floor(tokens(known) / STEP_TOKENS) * STEP_TOKENS;
      return { prompt: Math.max(1, tokens(bytes)), cached: stepped < LEAST_TOKENS ? 0 : stepped };
    },
  };
}

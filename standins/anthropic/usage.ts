/**
 * Token counts from the bytes really sent: four bytes per token; the cache contains real prefixes of earlier requests.
 */
import { effortIn, rulesFor } from './model-rules.ts';
import { prefixBlocks, type PrefixBlock } from './prefix.ts';
import type { Json } from './script.ts';

export interface InputUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
}

/** How many blocks before a breakpoint the API searches for an earlier entry. */
const LOOK_BACK_BLOCKS = 20;
const KEPT_ENTRIES = 20_000;

export interface PromptCache {
  use(body: Json): InputUsage;
}

/** The API keeps an entry for five minutes after its last use; without a clock none expires. */
const KEPT_MS = 5 * 60_000;

export function createPromptCache(now: () => number = () => 0): PromptCache {
  const entries = new Map<string, number>();
  return {
    use(body) {
      // Another effort makes another prompt, of which nothing is cached yet.
      const effort = effortIn(body) ?? '';
      const blocks = prefixBlocks(body).map((block) => ({ ...block, hash: `${effort} ${block.hash}` }));
      const keptSince = now() - KEPT_MS;
      for (const [hash, used] of entries) if (used < keptSince) entries.delete(hash);
      const total = tokens(blocks.at(-1)?.bytes ?? 0);
      const breakpoints = blocks
        .map((block, index) =>
          block.marked && tokens(block.bytes) >= rulesFor(String(body['model'])).minimumCacheTokens ? index : -1,
        )
        .filter((index) => index >= 0);
      const found = longestCached(blocks, breakpoints, entries);
      const read = found === null ? 0 : tokens(found.bytes);
      if (found !== null) remember(entries, found.hash, now());
      for (const index of breakpoints) remember(entries, blocks[index]?.hash ?? '', now());
      const cached = Math.max(read, tokens(blocks[breakpoints.at(-1) ?? -1]?.bytes ?? 0));
      return {
        input_tokens: Math.max(1, total - cached),
        cache_creation_input_tokens: cached - read,
        cache_read_input_tokens: read,
      };
    },
  };
}

export function tokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}

function longestCached(
  blocks: readonly PrefixBlock[],
  breakpoints: readonly number[],
  entries: ReadonlyMap<string, number>,
): PrefixBlock | null {
  for (const breakpoint of breakpoints.toReversed()) {
    for (let index = breakpoint; index >= 0 && index > breakpoint - LOOK_BACK_BLOCKS; index -= 1) {
      const block = blocks[index];
      if (block !== undefined && entries.has(block.hash)) return block;
    }
  }
  return null;
}

function remember(entries: Map<string, number>, hash: string, usedAt: number): void {
  entries.delete(hash);
  entries.set(hash, usedAt);
  if (entries.size > KEPT_ENTRIES)
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      break;
    }
}

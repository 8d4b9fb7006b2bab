/** Answers to repeated requests: GitHub answers "not modified" and does not count the call (GH-10). */
interface KeptAnswer {
  readonly etag: string;
  readonly data: unknown;
  readonly link: string;
}

interface AnswerCache {
  get(key: string): KeptAnswer | undefined;
  set(key: string, answer: KeptAnswer): void;
}

/** In characters of JSON; pages of long comments are large. */
const MAX_SIZE = 16 * 1024 * 1024;

export function createAnswerCache(maxSize: number = MAX_SIZE): AnswerCache {
  const kept = new Map<string, { readonly answer: KeptAnswer; readonly size: number }>();
  let totalSize = 0;

  function drop(key: string): void {
    totalSize -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // Inserted again at the end, so that the least recently used answer is removed first.
      kept.delete(key);
      kept.set(key, found);
      return found.answer;
    },
    set(key, answer) {
      drop(key);
      const size = key.length + JSON.stringify(answer).length;
      if (size > maxSize / 4) return;
      kept.set(key, { answer, size });
      totalSize += size;
      for (const oldest of kept.keys()) {
        if (totalSize <= maxSize) break;
        drop(oldest);
      }
    },
  };
}

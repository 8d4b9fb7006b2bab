/** Bodies of senders who are not yet known to be GitHub: bounded in size, in time, and in memory all together. */
import type { IncomingMessage } from 'node:http';
import { createGiveWay } from './give-way.ts';

export type BodyOutcome =
  | { readonly kind: 'body'; readonly body: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_slow' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'gone' };

interface BodyLimits {
  readonly maxBytes: number;
  readonly maxBytesTogether: number;
  readonly timeoutMs: number;
  /** Told of each piece that comes. */
  readonly onProgress?: (request: IncomingMessage) => void;
}

export type ReadBody = (request: IncomingMessage) => Promise<BodyOutcome>;

const FIRST_BYTES = 16 * 1024;

export function createBodyReader({ maxBytes, maxBytesTogether, timeoutMs, onProgress }: BodyLimits): ReadBody {
  const memory = createGiveWay(maxBytesTogether);
  return (request) => {
    const mostBytes = Number(request.headers['content-length'] ?? maxBytes);
    if (mostBytes > maxBytes) return Promise.resolve({ kind: 'too_large' });
    return new Promise((resolve) => {
      // Copied together as it comes: kept as they are, chunks of a byte each would take a hundred times their size.
      let body: Buffer = Buffer.alloc(0);
      let bytes = 0;
      let isSettled = false;
      const timer = setTimeout(() => settle({ kind: 'too_slow' }), timeoutMs);
      // By age alone, as of one peer: who sends the most at once may well be GitHub.
      const share = memory.take('', () => settle({ kind: 'busy' }));
      const settle = (outcome: BodyOutcome): void => {
        clearTimeout(timer);
        share.end();
        body = Buffer.alloc(0);
        isSettled = true;
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
        // An 'error' without a listener would end the process; what still arrives is thrown away.
        request.on('error', () => {}).resume();
        resolve(outcome);
      };
      /** Whether there was room for it. */
      const grow = (size: number): boolean => {
        share.grow(size - body.length);
        if (isSettled) return false;
        const larger = Buffer.allocUnsafeSlow(size);
        body.copy(larger, 0, 0, bytes);
        body = larger;
        return true;
      };
      const onData = (chunk: Buffer): void => {
        onProgress?.(request);
        const length = bytes + chunk.length;
        if (length > mostBytes) return settle({ kind: 'too_large' });
        // Whole in one piece, as most are: nothing to put together.
        if (chunk.length === mostBytes) {
          share.grow(length);
          if (!isSettled) body = chunk;
          bytes = length;
          return;
        }
        if (length > body.length && !grow(Math.min(mostBytes, Math.max(length, body.length * 2, FIRST_BYTES)))) return;
        chunk.copy(body, bytes);
        bytes = length;
      };
      const onEnd = (): void => settle({ kind: 'body', body: body.subarray(0, bytes) });
      const onClose = (): void => settle({ kind: 'gone' });
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    });
  };
}

/** Reads bodies from senders not yet known to be GitHub: bounded in size, in time, and in total memory. */
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
  /** Called for each piece that arrives. */
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
      // Copied together as it arrives: single chunks of a byte each would take a hundred times their size.
      let body: Buffer = Buffer.alloc(0);
      let bytes = 0;
      let isSettled = false;
      const timer = setTimeout(() => settle({ kind: 'too_slow' }), timeoutMs);
      // By age only, as if of one peer: the sender of the most data may well be GitHub.
      const share = memory.take('', () => settle({ kind: 'busy' }));
      const settle = (outcome: BodyOutcome): void => {
        clearTimeout(timer);
        share.end();
        body = Buffer.alloc(0);
        isSettled = true;
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
        // An 'error' without a listener would end the process; what still arrives is discarded.
        request.on('error', () => {}).resume();
        resolve(outcome);
      };
      /** Returns whether there was room for it. */
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
        // The whole body in one piece, as usual: nothing to copy.
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

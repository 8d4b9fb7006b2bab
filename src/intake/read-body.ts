/**
 * Reads a request's raw body within three bounds: its size, the time it may take, and the memory of all bodies
 * that are being read, since the sender is not yet known to be GitHub.
 */
import type { IncomingMessage } from 'node:http';

export type BodyOutcome =
  | { readonly kind: 'body'; readonly body: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_slow' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'gone' };

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxBytesTogether: number;
  readonly timeoutMs: number;
}

export type ReadBody = (request: IncomingMessage) => Promise<BodyOutcome>;

export function createBodyReader(limits: BodyLimits): ReadBody {
  let heldBytes = 0;
  return (request) => {
    if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) return Promise.resolve({ kind: 'too_large' });
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const timer = setTimeout(() => settle({ kind: 'too_slow' }), limits.timeoutMs);
      const settle = (outcome: BodyOutcome): void => {
        clearTimeout(timer);
        heldBytes -= bytes;
        request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
        // An 'error' without a listener would end the process; what still arrives is thrown away.
        request.on('error', () => {}).resume();
        resolve(outcome);
      };
      const onData = (chunk: Buffer): void => {
        bytes += chunk.length;
        heldBytes += chunk.length;
        if (bytes > limits.maxBytes) settle({ kind: 'too_large' });
        else if (heldBytes > limits.maxBytesTogether) settle({ kind: 'busy' });
        else chunks.push(chunk);
      };
      const onEnd = (): void =>
        settle({ kind: 'body', body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
      const onClose = (): void => settle({ kind: 'gone' });
      request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    });
  };
}

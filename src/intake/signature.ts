/** GitHub's `X-Hub-Signature-256`: HMAC-SHA-256 over the bytes as they arrived. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

export type SignatureVerdict = 'valid' | 'missing' | 'malformed' | 'mismatch';

/** Looked at before the body is read: without a well-formed signature there is nothing to read it for. */
export function signatureShape(header: unknown): 'present' | 'missing' | 'malformed' {
  if (header === undefined || header === '') return 'missing';
  return typeof header === 'string' && SIGNATURE.test(header) ? 'present' : 'malformed';
}

/** Any of `secrets` will do, so that a secret can be changed without losing what is under way. */
export function verifySignature(body: Buffer, header: unknown, secrets: readonly string[]): SignatureVerdict {
  const shape = signatureShape(header);
  if (shape !== 'present') return shape;
  const given = Buffer.from(SIGNATURE.exec(String(header))?.[1] ?? '', 'hex');
  const matches = secrets.filter((secret) => timingSafeEqual(hmac(secret, body), given));
  return matches.length > 0 ? 'valid' : 'mismatch';
}

function hmac(secret: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

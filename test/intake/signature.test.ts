import { describe, expect, it } from '@jest/globals';
import { isSigned, readSignature } from '../../src/intake/webhook-route.ts';

const GITHUB_VECTOR = {
  secret: "It's a Secret to Everybody",
  body: Buffer.from('Hello, World!'),
  signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
};

function verifySignature(body: Buffer, header: unknown, secrets: readonly string[]) {
  const given = readSignature(header);
  return typeof given === 'string' ? given : isSigned(body, given, secrets) ? 'valid' : 'mismatch';
}

describe('the webhook signature', () => {
  it("agrees with GitHub's published vector (W1)", () => {
    const { secret, body, signature } = GITHUB_VECTOR;
    expect(verifySignature(body, signature, [secret])).toBe('valid');
    expect(verifySignature(body, signature, ['other', secret])).toBe('valid');
    expect(verifySignature(body, signature, ['other'])).toBe('mismatch');
    expect(verifySignature(Buffer.from('Hello, World?'), signature, [secret])).toBe('mismatch');
  });

  it('tells a missing signature from a malformed one', () => {
    const { secret, body, signature } = GITHUB_VECTOR;
    for (const header of [undefined, '']) expect(verifySignature(body, header, [secret])).toBe('missing');
    for (const header of [
      [signature],
      `${signature}, ${signature}`,
      signature.slice(0, -1),
      signature.replace('256', '1'),
      ` ${signature}`,
      7,
    ]) {
      expect(verifySignature(body, header, [secret])).toBe('malformed');
    }
  });
});

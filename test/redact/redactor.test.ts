import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { growthOf } from '../growth.ts';
import { runs } from '../long.ts';
import { DUMPED, WRITTEN } from './written.ts';

const SECRET = 'Zq7-hunter/2+Kd"93\\vXw~ö41MnP';
const TOKEN = `ghs_1234567_eyJhbGciOiJSUzI1NiJ9.${'aB3-_'.repeat(90)}.${'Xy9'.repeat(20)}`;
const b64 = (text: string) => Buffer.from(text).toString('base64');

/** Eight consecutive characters of the value, plain or in one of its three base64 forms. */
function leaks(output: string, value: string): boolean {
  const shapes = ['', 'a', 'ab'].map((before) => b64(before + value).slice(4, -4));
  return [value, ...shapes].some((shape) => {
    return Array.from({ length: shape.length - 7 }, (_, at) => shape.slice(at, at + 8)).some((part) =>
      output.includes(part),
    );
  });
}

describe('The redactor and known values (S3, S4)', () => {
  const redactor = createRedactor([SECRET]);

  it.each([
    ['plain', SECRET],
    ['base64', b64(SECRET)],
    ['base64url', Buffer.from(SECRET).toString('base64url')],
    ['base64, one byte further in a longer text', b64(`a${SECRET} and more`)],
    ['base64, two bytes further in a longer text', b64(`ab${SECRET} and more`)],
    ['base64 wrapped at 20 characters', b64(`secret: ${SECRET}`).replace(/.{20}/g, '$&\n')],
    ['hex', Buffer.from(SECRET).toString('hex')],
    ['upper-case hex', Buffer.from(SECRET).toString('hex').toUpperCase()],
    ['URL-encoded in lower case', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ['reversed', Array.from(SECRET).toReversed().join('')],
    ['JSON', JSON.stringify(SECRET)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(SECRET))],
    ['split over lines that are escaped', SECRET.replace(/.{9}/g, '$&\\n')],
    ['with zero-width characters inside', Array.from(SECRET).join('\u200b')],
    ['with tag characters inside', Array.from(SECRET).join('\u{e0041}')],
  ])('masks a value written as: %s', (_, written) => {
    const output = redactor.text(`before ${written} after`);
    expect(output).toContain('[redacted]');
    expect(leaks(output, SECRET)).toBe(false);
    expect(output).toMatch(/^before .* after$/s);
  });

  const plain = 'canary-Zq7hunter/2+Kd"93&vXw~41MnP';
  it.each(WRITTEN)('masks a value written as: %s (S16)', (_, write) => {
    const output = createRedactor([plain]).text(`before ${write(plain)} after`);
    expect(output).toMatch(/^before .*\[redacted\].* after$/s);
    expect(leaks(output, plain)).toBe(false);
    // Padding, and surrounding text.
    const rest = output.replace(/^before|after$|\[redacted\]|\s/g, '');
    expect(rest.length).toBeLessThanOrEqual(write('').length + 8);
  });

  it.each(DUMPED)('masks a value in what %s prints, and in the text beside it (S16)', (_, write) => {
    const written = write(plain);
    const output = createRedactor([plain]).text(`before${written} after\nlast`);
    expect(output).toMatch(/^before\n0+[: ].*\[redacted\].*\nlast$/s);
    const bytes = output.replace(/\s/g, '');
    for (const part of ['nary', '6e6172', '616e7972', 'Zq7h', 'MnP', '4d6e50', '6e4d'])
      expect(bytes).not.toContain(part);
  });

  it.each([1, 4, 7])('masks a value whose first or last %i characters were cut, plain and encoded', (cut) => {
    for (const part of [SECRET.slice(cut), SECRET.slice(0, -cut)]) {
      expect(redactor.text(`<${part}>`)).toBe('<[redacted]>');
      expect(redactor.text(Array.from(part).toReversed().join(''))).toBe('[redacted]');
      expect(leaks(redactor.text(b64(part)), SECRET)).toBe(false);
      expect(redactor.text(Buffer.from(part).toString('hex'))).toBe('[redacted]');
    }
  });

  it('masks a cut value of any length as long as twelve characters are left', () => {
    for (let length = 12; length < 40; length += 1) {
      const value = 'aK3xV9bQ1zP7mW5rT2yN8cJ4hL6gF0dS_eUoIiEq'.slice(0, length);
      const cut = Math.min(7, length - 12);
      const own = createRedactor([value]);
      expect(own.text(`(${value.slice(cut)}) (${value.slice(0, length - cut)}) (${value})`)).toBe(
        '([redacted]) ([redacted]) ([redacted])',
      );
    }
  });

  it.each([
    ['pass 123', 'x pass 123 y', 'x [redacted] y'],
    ['n3xtPass', String.raw`C:\n3xtPass`, String.raw`C:\[redacted]`],
    ['n3xtPass', 'x \udb40n3xtPass', 'x \udb40[redacted]'],
    ['abcdefgh\nsecond-line-of-it', 'second-line-of-it', '[redacted]'],
    ['aK3xV9bQ1zP7mW5rT2yN', 'K3xV9bQ1zP7mW5rT2y', '[redacted]'],
  ])('masks %j in %j', (secret, input, expected) => {
    expect(createRedactor([secret]).text(input)).toBe(expected);
  });

  it('masks a token whose beginning touches a value, and what a token before it would take for its own', () => {
    const token = `ghs_${'a1B2'.repeat(9)}`;
    for (const form of [SECRET, b64(`a${SECRET}b`), Array.from(SECRET).toReversed().join('')])
      expect(redactor.text(`${form}${token}.`)).not.toContain('a1B2');
    expect(redactor.text(`sk_live_${'a1B2'.repeat(4)}Authorization: Basic eDp5`)).toBe('[redacted]: Basic [redacted]');
  });

  it('masks values that become known later', () => {
    const later = createRedactor([]);
    expect(later.text('canary-0123456789')).toBe('canary-0123456789');
    later.add('canary-0123456789');
    expect(later.text('canary-0123456789')).toBe('[redacted]');
  });

  it('masks the lines of a private key one by one, in any wrapping', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const own = createRedactor([privateKey]);
    const lines = privateKey.split('\n');
    expect(own.text(`${lines[3]} ${lines[9]}`)).toBe('[redacted] [redacted]');
    expect(own.text(JSON.stringify({ key: privateKey }))).toBe('{"key":"[redacted]"}');
    expect(leaks(own.text(b64(privateKey)), privateKey)).toBe(false);
  });

  it('masks any value in any surroundings, and a second time changes nothing', () => {
    const secret = fc.string({ minLength: 12, maxLength: 60, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(secret, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (value, before, after) => {
        fc.pre(value.replace(/\s|\\+[nrt]/g, '').length >= 12 && !'[redacted]'.includes(value.slice(0, 8)));
        const own = createRedactor([value]);
        const output = own.text(`${before}${value}${after}`);
        expect(output).toContain('[redacted]');
        expect(own.text(output)).toBe(output);
      }),
      { numRuns: runs(300, 100) },
    );
  });

  it('masks in JSON data without breaking it, keys too', () => {
    expect(redactor.json({ a: [SECRET, 1, null], [SECRET]: { deep: `x${SECRET}` } })).toEqual({
      a: ['[redacted]', 1, null],
      '[redacted]': { deep: 'x[redacted]' },
    });
  });
});

describe('The redactor and what looks like a credential (S3)', () => {
  const { text } = createRedactor([]);

  it.each([
    ['an installation token, old', `ghs_${'a1B2'.repeat(9)}`],
    ['an installation token, new', TOKEN],
    ['a personal token', `ghp_${'a1B2'.repeat(9)}`],
    ['a fine-grained token', `github_pat_11ABCDEFG0${'a1B2'.repeat(16)}`],
    ['an Anthropic key', `sk-ant-api03-${'a1-_'.repeat(20)}`],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['an OpenAI key', `sk-${'a1B2'.repeat(12)}`],
    ['an AWS secret key', `aws_secret_access_key = ${'a1B2/'.repeat(8)}`],
    ['a Slack token', `xapp-1-${'a1B2-'.repeat(5)}9`],
    ['a Google API key', `AIza${'a1B2_'.repeat(7)}`],
    ['a Stripe key', `sk_live_${'a1B2'.repeat(6)}`],
    ['a PyPI token', `pypi-AgE${'a1B2_'.repeat(20)}`],
    ['a Hugging Face token', `hf_${'a1'.repeat(17)}`],
    ['a SendGrid key', `SG.${'a1'.repeat(11)}.${'b2'.repeat(21)}c`],
    ['a DigitalOcean token', `dop_v1_${'a1'.repeat(32)}`],
    ['an Azure storage key', `AccountKey=${'a1'.repeat(43)}==`],
    ['a JWT', `eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxMjMifQ.${'aB3-_'.repeat(9)}`],
    [
      'a PEM block',
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----',
    ],
    ['a PEM block in JSON', '-----BEGIN PRIVATE KEY-----\\nMIIE\\nabc=\\n-----END PRIVATE KEY-----'],
    ['a PEM block cut short', '-----BEGIN PRIVATE KEY-----\nMIIEabcdefgh\nabcdefghijk'],
  ])('leaves nothing of %s', (_, credential) => {
    expect(text(`a (${credential}) b`)).toBe('a ([redacted]) b');
  });

  it.each([
    [`https://x-access-token:${TOKEN}@github.com/o/r.git`, 'https://x-access-token:[redacted]@github.com/o/r.git'],
    ['https://x-access-token:short@host/', 'https://x-access-token:[redacted]@host/'],
    ['redis://user:pa55word@host:6379', 'redis://user:[redacted]@host:6379'],
    ['Authorization: Basic eDp5', 'Authorization: Basic [redacted]'],
    ['"authorization":"Bearer abc","x":1', '"authorization":"Bearer [redacted]","x":1'],
    ['{\\"authorization\\":\\"token abc\\"}', '{\\"authorization\\":\\"token [redacted]\\"}'],
    ['["Bearer aaaaaaaaaaaaaaa1"]', '["Bearer [redacted]"]'],
    ['AUTH Basic eC1hY2Nlc3MtdG9rZW46Z2hz', 'AUTH Basic [redacted]'],
  ])('masks the secret part of %s', (input, expected) => {
    expect(text(input)).toBe(expected);
    expect(text(expected)).toBe(expected);
  });

  it('leaves ordinary text alone', () => {
    const prose =
      'Basic Authentication and basic internationalization; a bearer of news. https://host:80/a@b at 12:30. eyJ is no token. sk-learn, ghs_ and -----BEGIN PUBLIC KEY-----';
    expect(text(prose)).toBe(prose);
  });

  it('changes nothing when it masks a second time', () => {
    const pieces = fc.constantFrom(
      'Authorization: ',
      'Bearer ',
      'Basic ',
      'authorization=',
      'token ',
      TOKEN,
      'x-access-token:',
      '@',
      '://',
      ':',
      'a',
      'eyJhbGciOiJSUzI1NiJ9',
      '.',
      '.eyJhbGc',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '\n',
      '"',
      '\\',
      '[redacted]',
      'ghs_',
      'A1b2C3d4E5f6G7h8',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const once = text(parts.join(''));
        expect(text(once)).toBe(once);
      }),
      { numRuns: runs(2_000, 400) },
    );
  });

  it('masks around a run of megabytes without running out of stack', () => {
    for (const unit of ['a', '.eyJ', '\\n']) {
      const run = unit.repeat(8_000_000 / unit.length);
      expect(text(`ghs_${'a1B2'.repeat(9)} ://x:${run}`).startsWith('[redacted] ')).toBe(true);
    }
  });

  it.each([
    'eyJ',
    'eyJ.',
    'eyJa.eyJa.',
    'ghs_',
    'ghs_a',
    '-----BEGIN PRIVATE KEY-----',
    '-----',
    'x-access-token:',
    '://a:',
    '://',
    'authorization',
    'authorization: ',
    'Bearer ',
    'Basic a',
    'basic ',
    '\\',
    '\\n',
    ' ',
    'a',
    'A1',
    'sk-ant-',
    '\u200b',
    '%',
    '%41',
    '\\x5a',
    '&amp;',
    '&#',
    'AAAA',
    'NTU1',
    '3530',
    'GUYT',
    '=3D',
    '=\n',
    '0x41,',
    '65, ',
    '1 1 1 1 1 1 1 a',
    `1${' '.repeat(39)}`,
    '00000000: 4141 4141\n',
    '0000000 ',
    b64(b64('secret')),
    SECRET.slice(0, 8),
    SECRET,
  ])('takes time in proportion to hostile text: %j over and over (I12)', (unit) => {
    const own = createRedactor([SECRET, TOKEN]);
    const masking = (length: number) => {
      const input = unit.repeat(Math.ceil(length / unit.length));
      return () => void own.text(input);
    };
    // Sixteen times the text; quadratic would be 256 times the cost.
    const below = 100;
    expect(growthOf({ small: masking(40_000), large: masking(640_000), floorMs: 1, below })).toBeLessThan(below);
  });
});

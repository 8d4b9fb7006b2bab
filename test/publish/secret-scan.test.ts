import { describe, expect, it } from '@jest/globals';
import { scrubToken } from '../../src/git/git-environment.ts';
import fc from 'fast-check';
import { troubleWords } from '../../src/comments/trouble-words.ts';
import { createValueFinder } from '../../src/secrets/find-values.ts';
import { createSecretSearch, scanForSecrets } from '../../src/secrets/secret-scan.ts';
import { WRITTEN } from '../redact/written.ts';
import { runs } from '../long.ts';

const scan = (text: string, known: readonly string[] = []) =>
  scanForSecrets(
    text.split('\n').map((line, index) => ({ path: 'f', line: index + 1, text: line })),
    known,
  ).map((found) => `${found.line} ${found.kind}`);
const letters = (count: number): string => 'aB3dE6gH9k'.repeat(Math.ceil(count / 10)).slice(0, count);
const header = (name: string): string => ['-----BEGIN', `${name}-----`].join(' ');

describe('searching added lines for secrets (S3, S5)', () => {
  it.each([
    ['AWS access key', `AKIA${'Q2'.repeat(8)}`],
    ['GitHub App token', `ghs_${letters(36)}`],
    ['GitHub App token', `ghs_123_${letters(170)}.${letters(170)}.${letters(170)}`],
    ['GitHub token', `X_ghp_${letters(36)}`],
    ['GitHub personal access token', `github_pat_${letters(82)}`],
    ['Anthropic key', `sk-ant-api03-${letters(90)}`],
    ['OpenAI key', `sk-proj-${letters(60)}`],
    ['Slack token', `xoxb-${letters(30)}`],
    ['npm token', `npm_${letters(36)}`],
    ['credentials in a URL', `https://x-access-token:${letters(20)}@github.com/`],
  ])('knows a %s', (kind, secret) => {
    expect(scan(`const x = "${secret}";`)).toContain(`1 ${kind}`);
    expect(scan(Array.from(secret).join('\0'))).toContain(`1 ${kind}`);
    expect(scan(`${secret.slice(0, 9)}\u200b${secret.slice(9)}`)).toContain(`1 ${kind}`);
    // People on a Japanese issue are told which kind it was.
    expect(troubleWords('ja').secretKind(kind)).toMatch(/[ぁ-んァ-ヶ一-龠]/);
  });

  it('knows a private key by what follows its header', () => {
    expect(scan(`${header('RSA PRIVATE KEY')}\n${letters(64)}\n`)).toEqual(['1 private key']);
    expect(scan(`KEY="${header('PRIVATE KEY')}\\n${letters(64)}"`)).toEqual(['1 private key']);
    expect(scan(`if (text.startsWith('${header('PRIVATE KEY')}')) {\n  return parse(text);`)).toEqual([]);
  });

  it('leaves ordinary lines and published examples alone', () => {
    expect(
      scan(
        'AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nrisk-assessment-of-the-long-name-of-a-task\nghs_short\nghp_' +
          'x'.repeat(36) +
          '\nhttps://x-access-token:${token}@github.com',
      ),
    ).toEqual([]);
  });

  it('knows the secrets of this service in every disguise it can (S4)', () => {
    const secret = 'Canary!Secret+Value/0123456789';
    const forms = [
      secret,
      Array.from(secret).toReversed().join(''),
      Buffer.from(secret).toString('hex'),
      encodeURIComponent(secret),
      secret.replace(/.{9}/g, '$& '),
      Buffer.from(secret).toString('hex').replace(/../g, '$& '),
      Array.from(secret).join('\u200b'),
      secret.slice(7),
      secret.slice(0, -7),
      ...['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${secret} after`).toString('base64')),
    ];
    for (const form of forms) expect(scan(`x ${form} y`, [secret])).toEqual(['1 secret of this service']);
  });

  it.each(WRITTEN)('knows a secret that is written as: %s (S16)', (_, write) => {
    const secret = 'Canary!Secret+Value/0123456789&';
    expect(scan(`a\n  x = "${write(secret)}"\nb`, [secret])).toEqual(['2 secret of this service']);
    // Where one block ends and the next begins.
    const lines = 'a b\n'.repeat(9_190);
    for (let more = 0; more < 400; more += 40)
      expect(scan(`${lines}${' '.repeat(more)}${write(secret)}`, [secret])).toEqual(['9191 secret of this service']);
  });

  it('knows a token whose every character is an escape, where blocks meet (S16)', () => {
    const token = letters(600);
    const escaped = Array.from(token, (letter) => `\\u{0000${letter.charCodeAt(0).toString(16)}}`).join('');
    for (let before = 32_000; before < 46_000; before += 1_000)
      expect(scan(`${' '.repeat(before)}${escaped}`, [token])).toEqual(['1 secret of this service']);
  });

  it('finds a secret wherever it lies, in pieces of any size, and tells its line (S5)', () => {
    const shapes: readonly (readonly [kind: string, text: string])[] = [
      ['AWS access key', `AKIA${'Q2'.repeat(8)}`],
      ['private key', `${header('PRIVATE KEY')}\n${letters(64)}`],
      ['secret of this service', 'Canary!Secret+Value/0123456789'],
    ];
    const filler = fc.constantFrom('x\n', '\n', 'あいう\n', `${'y '.repeat(40)}\n`, `${'z '.repeat(3_000)}\n`);
    const many = fc.array(fc.tuple(filler, fc.nat(2_000)), { maxLength: 4 });
    fc.assert(
      fc.property(
        many,
        many,
        fc.constantFrom(...shapes),
        fc.integer({ min: 1, max: 70_000 }),
        (before, after, [kind, secret], size) => {
          const text = (parts: readonly (readonly [string, number])[]) =>
            parts.map(([part, times]) => part.repeat(part.length > 1_000 ? times % 10 : times)).join('');
          const lead = text(before);
          const lines = `${lead}- ${secret}\n${text(after)}`.split('\n');
          const search = createSecretSearch(['Canary!Secret+Value/0123456789']);
          for (const [index, line] of lines.entries()) {
            search.startLine('f', index + 7);
            const bytes = Buffer.from(line);
            for (let at = 0; at < bytes.length; at += size) search.append(bytes.subarray(at, at + size));
          }
          expect(search.end()).toEqual([{ path: 'f', line: lead.split('\n').length + 6, kind }]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('takes neither the end nor the beginning of a block for the end of a word', () => {
    for (let before = 36_800; before < 36_900; before += 1) {
      expect(scan(`${'a'.repeat(before)} AKIA${'Q2'.repeat(8)}Q\n${'b'.repeat(9_000)}`)).toEqual([]);
      expect(scan(`${'a'.repeat(before - 4_096)} QAKIA${'Q2'.repeat(8)}\n${'b'.repeat(50_000)}`)).toEqual([]);
    }
  });

  it('does not read lines together that are apart', () => {
    const lines = (second: number) => [
      { path: 'f', line: 1, text: header('PRIVATE KEY') },
      { path: 'f', line: second, text: letters(64) },
    ];
    expect(scanForSecrets(lines(2))).toHaveLength(1);
    expect(scanForSecrets(lines(3))).toEqual([]);
  });

  it('finds any of many values where a plain search does', () => {
    const unit = fc.constantFrom('a', 'b', 'あ', ' ', '\\', 'n');
    const values = fc.array(fc.string({ unit, minLength: 8, maxLength: 16 }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.array(fc.oneof(fc.nat(20), fc.string({ unit, maxLength: 20 }))), (secrets, parts) => {
        const text = parts.map((part) => (typeof part === 'string' ? part : (secrets[part] ?? ''))).join('');
        const found = createValueFinder(secrets).find(text);
        const missed = Array.from(text, (_, index) => index).filter(
          (index) =>
            secrets.some((secret) => text.startsWith(secret, index)) &&
            !found.some(({ start, end }) => start <= index && index < end),
        );
        expect(missed).toEqual([]);
      }),
      { numRuns: runs(1_000, 300) },
    );
  });

  it('comes to an end on long lines made of beginnings (I12)', () => {
    for (const part of [
      'ghs_',
      'sk-ant-',
      'AKIA',
      '-----BEGIN ',
      'aws_secret_access_key  ',
      'x-access-token:',
      'SG.',
      'a',
    ])
      expect(scan(part.repeat(Math.ceil(200_000 / part.length))).length).toBeLessThan(3);
  });
});

describe('scrubbing a token', () => {
  it('removes it plain, in base64 and in URLs', () => {
    const token = `ghs_1_${letters(100)}`;
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    const clean = scrubToken(
      `a ${token} b ${basic} c https://x-access-token:${token}@github.com/ d Authorization: Basic ${basic}`,
      token,
    );
    expect(clean).not.toContain(letters(20));
    expect(clean).not.toContain(basic.slice(0, 30));
    expect(clean).toMatch(/^a \S+ b \S+ c https:\/\/\S+@github\.com\/ d /);
  });
});

import { describe, expect, it } from '@jest/globals';
import { scrubToken } from '../../src/git/scrub-token.ts';
import { scanForSecrets } from '../../src/publish/secret-scan.ts';

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
      secret.slice(7),
      secret.slice(0, -7),
      ...['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${secret} after`).toString('base64')),
    ];
    for (const form of forms) expect(scan(`x ${form} y`, [secret])).toEqual(['1 secret of this service']);
  });

  it('comes to an end on long lines made of beginnings (I12)', () => {
    for (const part of ['ghs_', 'sk-ant-', 'AKIA', '-----BEGIN ', 'aws_secret_access_key  ', 'x-access-token:', 'SG.', 'a'])
      expect(scan(part.repeat(Math.ceil(200_000 / part.length))).length).toBeLessThan(3);
  });
});

describe('scrubbing a token', () => {
  it('removes it plain, in base64 and in URLs', () => {
    const token = `ghs_1_${letters(100)}`;
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
    const clean = scrubToken(`a ${token} b ${basic} c https://x-access-token:${token}@github.com/ d Authorization: Basic ${basic}`, token);
    expect(clean).not.toContain(letters(20));
    expect(clean).not.toContain(basic.slice(0, 30));
    expect(clean).toMatch(/^a \S+ b \S+ c https:\/\/\S+@github\.com\/ d /);
  });
});

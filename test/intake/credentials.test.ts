import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { type Environment, readCredentials as read } from '../../src/intake/credentials.ts';
import { PEM } from './support/door.ts';

const folder = mkdtempSync(join(tmpdir(), 'planwright-credentials-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 'canary-secret-of-good-length';
const whole = { APP_ID: '77', PRIVATE_KEY: PEM, WEBHOOK_SECRET: secret };

const readCredentials = (env: Environment, isModelKeyMissing = false) => read(env, { isModelKeyMissing });

function faultOf(env: Environment, isModelKeyMissing = false): Fault {
  try {
    readCredentials(env, isModelKeyMissing);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('no fault');
}

describe('credentials (GH-1)', () => {
  it('are read from the environment', () => {
    expect(readCredentials(whole)).toEqual({ appId: 77, privateKey: PEM.trim(), webhookSecrets: [secret] });
  });

  it('take the key with \\n, on one line, in base64, as PKCS#8, or from a file', () => {
    const pkcs8 = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey;
    const path = join(folder, 'key.pem');
    writeFileSync(path, PEM);
    const { PRIVATE_KEY: _, ...rest } = whole;
    for (const env of [
      { PRIVATE_KEY: PEM.replaceAll('\n', '\\n') },
      { PRIVATE_KEY: PEM.replaceAll('\n', ' ') },
      { PRIVATE_KEY: Buffer.from(PEM).toString('base64') },
      { PRIVATE_KEY: pkcs8 },
      { PRIVATE_KEY_PATH: path },
      { PRIVATE_KEY_FILE: path },
    ])
      expect(readCredentials({ ...rest, ...env })).toMatchObject({ appId: 77 });
  });

  it('accept a previous secret during a change (W14)', () => {
    expect(readCredentials({ ...whole, WEBHOOK_SECRET_PREVIOUS: 'the-one-before-this' })).toMatchObject({
      webhookSecrets: [secret, 'the-one-before-this'],
    });
    expect(readCredentials({ ...whole, WEBHOOK_SECRET_PREVIOUS: '' })).toMatchObject({ webhookSecrets: [secret] });
    expect(readCredentials({ ...whole, WEBHOOK_SECRET_PREVIOUS: secret })).toMatchObject({ webhookSecrets: [secret] });
  });

  const allOfApp = 'APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH) and WEBHOOK_SECRET are not set';
  it.each([
    [{}, false, allOfApp],
    [{ APP_ID: '', PRIVATE_KEY: ' ', WEBHOOK_SECRET: '' }, false, allOfApp],
    [
      {},
      true,
      'APP_ID, PRIVATE_KEY (or PRIVATE_KEY_PATH), WEBHOOK_SECRET and ANTHROPIC_API_KEY (or ANTHROPIC_API_KEY_FILE) are not set',
    ],
    [{ APP_ID: '77' }, false, ': PRIVATE_KEY (or PRIVATE_KEY_PATH) and WEBHOOK_SECRET are not set'],
    [{ ...whole, APP_ID: undefined }, false, ': APP_ID is not set'],
    [
      { ...whole, WEBHOOK_SECRET: '' },
      true,
      ': WEBHOOK_SECRET and ANTHROPIC_API_KEY (or ANTHROPIC_API_KEY_FILE) are not set',
    ],
    [whole, true, ': ANTHROPIC_API_KEY (or ANTHROPIC_API_KEY_FILE) is not set'],
  ])(
    'that are missing are all named at once, the key of the model too (OPS-2): %j %j',
    (env, isModelKeyMissing, message) => {
      expect(faultOf(env, isModelKeyMissing)).toMatchObject({
        code: 'credentials',
        message: expect.stringContaining(message),
      });
    },
  );

  it.each(['0', '-1', '1.5', 'abc', '1e3', '0x10', '99999999999999999999', 'planwright', 'Iv1.'])(
    'refuse the APP_ID %j, and say what to give',
    (APP_ID) => {
      expect(faultOf({ ...whole, APP_ID })).toMatchObject({
        message: expect.stringContaining('APP_ID'),
        advice: expect.stringContaining('"App ID"'),
      });
    },
  );

  it.each(['Iv1.8a61f9b3a7aba766', 'Iv23liCanary0123Abcd'])('take the Client ID %s, as GitHub does', (APP_ID) => {
    expect(readCredentials({ ...whole, APP_ID }).appId).toBe(APP_ID);
  });

  it('that cannot be used are named at once, beside those that are missing (OPS-4)', () => {
    const { message, advice } = faultOf({ APP_ID: 'planwright', PRIVATE_KEY: 'none', NODE_ENV: 'production' }, true);
    expect(message.split('\n')).toEqual([
      'There are 3 mistakes in the credentials:',
      expect.stringMatching(
        /^- Credentials are missing: WEBHOOK_SECRET and ANTHROPIC_API_KEY .+ are not set\. Set what/,
      ),
      expect.stringMatching(/^- APP_ID is neither .+ Set APP_ID to the number/),
      expect.stringMatching(/^- PRIVATE_KEY does not hold .+ Use the \.pem file/),
    ]);
    expect(advice).toContain('start again');
  });

  it('say which key file cannot be used, and why', () => {
    const { PRIVATE_KEY: _, ...rest } = whole;
    const noPem = join(folder, 'no.pem');
    writeFileSync(noPem, 'canary-no-key');
    for (const name of ['PRIVATE_KEY_PATH', 'PRIVATE_KEY_FILE'])
      for (const [path, reason] of [
        [join(folder, 'none'), 'cannot be read: there is no such file.'],
        ['~/key.pem', 'there is no such file; only a shell knows "~", write the whole path.'],
        ["'/key.pem'", 'there is no such file; the quotes are a part of the name here, leave them away.'],
        [folder, 'cannot be read: it is a folder'],
        [noPem, 'does not hold an RSA private key'],
      ] as const)
        expect(faultOf({ ...rest, [name]: path }).message).toMatch(
          new RegExp(`${JSON.stringify(path)}, which ${name} names, .*${reason}`),
        );
    for (const name of ['PRIVATE_KEY_PATH', 'PRIVATE_KEY_FILE'])
      expect(faultOf({ ...whole, [name]: noPem })).toMatchObject({
        message: `PRIVATE_KEY and ${name} are set.`,
        advice: 'Keep one of them.',
      });
  });

  it.each(['development', 'short', 'fifteen-letters', ' '])(
    'refuse the secret %j in production (W9)',
    (WEBHOOK_SECRET) => {
      expect(faultOf({ ...whole, WEBHOOK_SECRET, NODE_ENV: 'production' }).message).toContain('WEBHOOK_SECRET');
      expect(faultOf({ ...whole, WEBHOOK_SECRET_PREVIOUS: 'development', NODE_ENV: 'production' }).message).toContain(
        'WEBHOOK_SECRET_PREVIOUS',
      );
    },
  );

  it('refuse a key that is none, without showing it', () => {
    const ec = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    for (const PRIVATE_KEY of [
      'canary-no-key',
      ec.privateKey,
      ec.publicKey,
      PEM.slice(0, 400),
      Buffer.from('canary-no-key').toString('base64'),
    ]) {
      const { message, advice, cause } = faultOf({ ...whole, PRIVATE_KEY });
      expect(message).toContain('PRIVATE_KEY does not hold');
      expect(`${message}${advice}${String(cause)}`).not.toContain(PRIVATE_KEY.slice(0, 40));
    }
  });

  it('that are missing end the service before it starts anything, except the key of the model where nobody works (OPS-2)', () => {
    const dataDir = join(folder, 'data');
    const run = (role: string, env: Environment = {}) =>
      spawnSync(process.execPath, [join(process.cwd(), 'dist/planwright.mjs'), '--role', role], {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env },
      });
    // Where the set-up page is not shown.
    for (const { status, stderr } of [run('all', { HOST: '0.0.0.0' }), run('worker')]) {
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^planwright: Credentials are missing: APP_ID, .+ and ANTHROPIC_API_KEY /),
      ]);
    }
    const intake = run('intake', { NODE_ENV: 'prod', APP_ID: '1' }).stderr;
    for (const part of ['found "prod"', 'Credentials are missing: PRIVATE_KEY']) expect(intake).toContain(part);
    expect(intake).not.toContain('ANTHROPIC_API_KEY');
    // They may be stored, or the set-up page may be shown, once the settings are right.
    expect(run('intake', { NODE_ENV: 'prod' }).stderr).not.toContain('Credentials');
    expect(existsSync(dataDir)).toBe(false);
  });
});

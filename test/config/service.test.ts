import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withSecretFiles } from '../../src/config/environment.ts';
import { fileTroubleOf } from '../../src/errors.ts';
import { readService, SECRET_NAMES, type ServiceOptions } from '../../src/config/service-settings.ts';

function optionsFrom(env: Record<string, string>): ServiceOptions {
  const { service, mistakes } = readService(env, '/srv/app');
  if (service === null) throw new Error(mistakes.join('\n'));
  return service;
}

describe('the options of the service (OPS-9)', () => {
  it('listen on 127.0.0.1:3000, keep state in ./data and talk to github.com by themselves', () => {
    expect(optionsFrom({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      metricsPort: null,
      publicUrl: null,
      webhookProxyUrl: null,
      dataDir: '/srv/app/data',
      promptsDir: null,
      redisUrl: null,
      userConfigUrl: null,
      anthropicApiKey: null,
      anthropicBaseUrl: null,
      openaiApiKey: null,
      openaiBaseUrl: null,
      gheHost: null,
      gheProtocol: 'https',
      githubApiUrl: 'https://api.github.com',
      githubUrl: 'https://github.com',
      dashboardToken: null,
      dashboardUrl: null,
      logLevel: 'info',
      nodeEnv: 'development',
    });
  });

  it('count empty variables as unset', () => {
    expect(optionsFrom({ HOST: '', PORT: ' ', REDIS_URL: '', GHE_HOST: '', LOG_LEVEL: '' })).toEqual(optionsFrom({}));
  });

  it('derive the addresses of a GitHub Enterprise Server', () => {
    expect(optionsFrom({ GHE_HOST: 'ghe.example.com' })).toMatchObject({
      githubApiUrl: 'https://ghe.example.com/api/v3',
      githubUrl: 'https://ghe.example.com',
    });
    expect(optionsFrom({ GHE_HOST: '127.0.0.1:4000', GHE_PROTOCOL: 'http' })).toMatchObject({
      githubApiUrl: 'http://127.0.0.1:4000/api/v3',
      githubUrl: 'http://127.0.0.1:4000',
    });
  });

  it.each([
    [{ HOST: 'http://x' }, 'HOST'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '3e3' }, 'PORT'],
    [{ METRICS_PORT: '65536' }, 'METRICS_PORT'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL'],
    [{ GHE_HOST: 'https://ghe.example.com' }, 'without https://'],
    [{ GHE_HOST: `user:p@${'canary'.repeat(20)}@host` }, 'found "…@host"; expected a host'],
    [{ GHE_HOST: 'github.com' }, 'leave it unset for github.com'],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ NODE_ENV: 'prod' }, 'found "prod"; expected production, development or test'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT (environment variable): it is 3000, as PORT is'],
    [{ PORT: '4000', METRICS_PORT: '4000', NODE_ENV: 'prod' }, 'METRICS_PORT (environment variable): it is 4000'],
  ])('refuse %j', (env, expected) => {
    expect(() => optionsFrom(env)).toThrow(expected);
  });

  it('accept all the usual forms', () => {
    expect(
      optionsFrom({
        HOST: '0.0.0.0',
        PORT: '0',
        REDIS_URL: 'rediss://u:p@cache:6380/1',
        PUBLIC_URL: 'https://bot.example.com/',
        DATA_DIR: '/var/lib/planwright',
        PROMPTS_DIR: 'our-prompts',
        METRICS_PORT: '9100',
      }),
    ).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      redisUrl: 'rediss://u:p@cache:6380/1',
      publicUrl: 'https://bot.example.com',
      dataDir: '/var/lib/planwright',
      promptsDir: '/srv/app/our-prompts',
      metricsPort: 9100,
    });
  });

  it('take secrets from files, and say which file fails and why, without its content', () => {
    const folder = mkdtempSync(join(tmpdir(), 'planwright-secret-test-'));
    writeFileSync(join(folder, 'key'), 'sk-canary\nanother line\n');
    writeFileSync(join(folder, 'empty'), '\n');
    expect(optionsFrom({ ANTHROPIC_API_KEY_FILE: join(folder, 'key') }).anthropicApiKey).toBe('sk-canary');
    for (const [file, reason] of [
      ['none', 'there is no such file'],
      ['.', 'it is a folder'],
      ['empty', 'is empty'],
    ] as const) {
      const path = join(folder, file);
      expect(() => optionsFrom({ DASHBOARD_TOKEN_FILE: path })).toThrow('DASHBOARD_TOKEN_FILE (environment variable)');
      expect(() => optionsFrom({ DASHBOARD_TOKEN_FILE: path })).toThrow(JSON.stringify(path));
      expect(() => optionsFrom({ DASHBOARD_TOKEN_FILE: path })).toThrow(reason);
    }
    // Root, who may run this, can read everything.
    expect(fileTroubleOf(Object.assign(new Error('x'), { code: 'EACCES' }), 'key')).toBe('this user may not read it');
    expect(() => optionsFrom({ ANTHROPIC_API_KEY_FILE: join(folder, 'key'), ANTHROPIC_API_KEY: 'x' })).toThrow(
      'set as well',
    );
    rmSync(folder, { recursive: true });
  });

  it('refuses a token in production that could be guessed (OPS-9, W9)', () => {
    const weak = { NODE_ENV: 'production', DASHBOARD_TOKEN: 'x'.repeat(15) };
    expect(() => optionsFrom(weak)).toThrow('DASHBOARD_TOKEN (environment variable): it is shorter than 16 characters');
    expect(optionsFrom({ ...weak, NODE_ENV: 'development' }).dashboardToken).toBe(weak.DASHBOARD_TOKEN);
    expect(optionsFrom({ ...weak, DASHBOARD_TOKEN: 'x'.repeat(16) }).dashboardToken).toHaveLength(16);
  });

  it('has a file for every secret (OPS-4)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'planwright-secret-test-'));
    const path = join(folder, 'secret');
    writeFileSync(path, 'redis://canary.example\n');
    // The private key has many lines and is read with the credentials.
    for (const name of ['APP_ID', ...SECRET_NAMES.filter((one) => one !== 'PRIVATE_KEY')])
      expect(withSecretFiles({ [`${name}_FILE`]: path }, folder)).toMatchObject({
        complete: { [name]: 'redis://canary.example' },
        mistakes: [],
      });
    rmSync(folder, { recursive: true });
  });
});

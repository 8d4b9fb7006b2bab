import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startTrouble } from '../../src/app/start-trouble.ts';
import { PEM } from '../intake/support/door.ts';

async function troubleOf(host: string, port = 0): Promise<unknown> {
  const server = createServer().listen(port, host);
  return once(server, 'error').then(([error]) => startTrouble(error));
}

describe('an address that cannot be listened on (OPS-9)', () => {
  it.each([
    ['203.0.113.9', 'no network interface of this machine has this address'],
    ['no-such-host.invalid', 'no address was found for this name'],
  ])('is told with HOST %s, and what to set instead', async (host, why) => {
    expect(await troubleOf(host)).toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(new RegExp(`^HOST \\(${host}\\) cannot be listened on \\(E\\w+\\): ${why}\\.$`)),
      advice: expect.stringContaining('0.0.0.0'),
    });
  });

  it('is told with its port, where another has it or the user may not', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as { readonly port: number };
    expect(await troubleOf('127.0.0.1', port)).toMatchObject({
      message: `PORT (${port}) is in use by another process.`,
    });
    const dataDir = mkdtempSync(join(tmpdir(), 'planwright-start-'));
    const { stderr } = spawnSync(process.execPath, [join(process.cwd(), 'dist/planwright.mjs')], {
      encoding: 'utf8',
      cwd: dataDir,
      env: {
        PATH: process.env['PATH'] ?? '',
        APP_ID: '7',
        PRIVATE_KEY: PEM,
        WEBHOOK_SECRET: 'canary-webhook',
        ANTHROPIC_API_KEY: 'canary-model',
        DATA_DIR: dataDir,
        PORT: '0',
        METRICS_PORT: String(port),
      },
    });
    expect(stderr).toBe(
      `planwright: METRICS_PORT (${port}) is in use by another process.\nStop that process, or set METRICS_PORT to another port.\n`,
    );
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    first.close();
    expect(startTrouble({ code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 })).toMatchObject({
      message: expect.stringContaining('PORT (80) may not be used'),
      advice: expect.stringContaining('1024'),
    });
  });

  it('leaves what it does not know as it is', () => {
    const error = new Error('something else');
    expect(startTrouble(error)).toBe(error);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { control, look, remoteActs } from '../../standins/github/remote.ts';

describe('the stand-in of GitHub as a process of its own', () => {
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const options = { repositories: [{ owner: 'acme', name: 'shop', roles: { mona: 'write' } }] };
    const args = [
      '--import',
      './standins/github/from-source.mjs',
      'standins/github/main.ts',
      '--port',
      '0',
      '--die-with-parent',
    ];
    child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, GITHUB_STANDIN_OPTIONS: JSON.stringify(options) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('The process has no output.');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    url = (JSON.parse(line) as { url: string }).url;
  });
  afterAll(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  });

  it('takes acts and shows its journal through the control door', async () => {
    const acts = remoteActs(url);
    const { number } = await acts.openIssue({ repository: 'acme/shop', by: 'mona', title: 'Far away' });
    expect((await acts.readIssue({ repository: 'acme/shop', issue: number })).issue.title).toBe('Far away');
    await control(url, 'outage', { on: true });
    expect((await fetch(`${url}/api/v3/app`)).status).toBe(503);
    await control(url, 'outage', { on: false });
    expect(await look(url, 'requests')).toMatchObject([{ path: '/app', status: 503 }]);
    await expect(control(url, 'toString')).rejects.toThrow('There is no act toString');
  });

  it('lets no page in a browser steer it', async () => {
    const answer = await fetch(`${url}/_control/outage`, {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
      body: '{"on":true}',
    });
    expect(answer.status).toBe(403);
  });

  it('ends when its parent does', async () => {
    const ended = once(child, 'exit');
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
  });
});

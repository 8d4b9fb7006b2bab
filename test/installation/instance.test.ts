import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { instanceId } from '../../src/app/join-installation.ts';
import { packageRoot } from '../../src/package-root.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-instance-'));
  folders.push(folder);
  return folder;
}

describe('the name of an installation', () => {
  it('is made once and kept, with nothing beside it; another folder is another installation', async () => {
    const folder = await newFolder();
    const first = instanceId(join(folder, 'data'));
    expect(instanceId(join(folder, 'data'))).toBe(first);
    expect(await readdir(join(folder, 'data'))).toEqual(['instance']);
    expect(instanceId(await newFolder())).not.toBe(first);
  });

  it('is the same for all processes that start at once', async () => {
    const folder = await newFolder();
    const built = pathToFileURL(join(packageRoot(), 'dist/src/app/join-installation.js')).href;
    const program = `import(${JSON.stringify(built)}).then(({ instanceId }) => console.log(instanceId(${JSON.stringify(folder)})))`;
    const said = await Promise.all(
      Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, ['-e', program])),
    );
    const names = new Set(said.map(({ stdout }) => stdout.trim()));
    expect(names.size).toBe(1);
    expect([...names][0]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

/** A state folder that came with a repository is not treated as the operator's own (OPS-3). */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { instanceId } from '../../src/app/join-installation.ts';
import { requireOwnFolder } from '../../src/app/own-folder.ts';

describe('the folder of state in a repository (OPS-3)', () => {
  let top: string;
  let folder: string;
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'pw-own-'));
    folder = join(top, 'shop', '.planwright');
    mkdirSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  const open = (at = folder, { isNamed = false, env = {} } = {}) =>
    requireOwnFolder(at, { isNamed, env: { HOME: join(top, 'home'), ...env } });
  const REFUSED = 'was not made by Planwright on this account';

  it('is ours where it was empty at the first run, and stays so where it is moved or copied on this account', () => {
    open();
    writeFileSync(join(folder, 'planwright.yaml'), 'sandbox: { network: open }\n');
    open();
    const copy = join(top, 'copy');
    cpSync(folder, copy, { recursive: true });
    open(copy);
    expect(readdirSync(join(top, 'home/.local/state/planwright/folders'))).toEqual([instanceId(folder)]);
  });

  it('is ours after a start that was cut off, wherever that was', () => {
    for (const left of ['instance-5f0c', '.writable-7']) writeFileSync(join(folder, left), '');
    open();
    expect(existsSync(join(folder, 'instance'))).toBe(true);
  });

  it.each([
    ['with settings', {}],
    ['with a name that nobody knows here', { instance: '0b7ab4c7-6d7b-4b6e-9c0f-2f1d3a5b7c9d' }],
    ['with a name that is a path', { instance: '../../../../../../../../../../etc/passwd' }],
  ])('that an archive brought is refused, until its owner names it: %s', (_, files: Record<string, string>) => {
    writeFileSync(join(folder, 'planwright.yaml'), 'sandbox: { network: open }\n');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(() => open()).toThrow(REFUSED);
    if (files['instance']?.startsWith('..') === true)
      return expect(() => open(folder, { isNamed: true })).toThrow(REFUSED);
    open(folder, { isNamed: true });
    open();
    // On another account it is not.
    expect(() => open(folder, { env: { XDG_STATE_HOME: join(top, 'elsewhere') } })).toThrow(REFUSED);
  });

  it('is not begun where it cannot be noted whose it is, which is said', () => {
    writeFileSync(join(top, 'file'), '');
    expect(() => open(folder, { env: { XDG_STATE_HOME: join(top, 'file') } })).toThrow('cannot be noted');
    expect(readdirSync(folder)).toEqual([]);
  });
});

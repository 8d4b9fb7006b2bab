import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  isReadByOthers,
  noteCreation,
  readCreation,
  readStoredApp,
  storeApp,
  storedAppFile,
} from '../../src/setup-page/stored-app.ts';
import { createAppCreator } from '../../src/setup-page/create-app.ts';
import { STORED } from './stored.ts';

const BEGUN = { name: 'Acme Planwright', settingsUrl: 'https://github.com/settings/apps' };

describe('the stored credentials of the App (GH-1)', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'pw-stored-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const modeOf = (path: string) => statSync(path).mode & 0o777;

  it('are read as they were written, for this user alone, and leave nothing else behind', () => {
    expect(readStoredApp(dataDir)).toBeNull();
    noteCreation(dataDir, BEGUN);
    storeApp(dataDir, STORED);
    const file = storedAppFile(dataDir);
    expect(readStoredApp(dataDir)).toEqual(STORED);
    expect([modeOf(file), modeOf(dirname(file))]).toEqual([0o600, 0o700]);
    expect([readdirSync(dirname(file)), readCreation(dataDir)]).toEqual([['credentials.json'], null]);
    expect(isReadByOthers(dataDir)).toBe(false);
    chmodSync(file, 0o640);
    expect(isReadByOthers(dataDir)).toBe(true);
  });

  it('are not there after a crash before they had their name; the note of what was begun is', () => {
    noteCreation(dataDir, BEGUN);
    writeFileSync(`${storedAppFile(dataDir)}.tmp`, '{"appId":7', { mode: 0o644 });
    expect([readStoredApp(dataDir), readCreation(dataDir)]).toEqual([null, BEGUN]);
    storeApp(dataDir, STORED);
    expect([readStoredApp(dataDir), modeOf(storedAppFile(dataDir))]).toEqual([STORED, 0o600]);
  });

  it('that are damaged, or cannot be read, stop the start: they may be the only copy of a key (W10)', () => {
    const file = storedAppFile(dataDir);
    mkdirSync(dirname(file), { recursive: true });
    for (const text of ['', '{"appId":7', JSON.stringify({ ...STORED, privateKey: '' })]) {
      writeFileSync(file, text);
      expect(() => readStoredApp(dataDir)).toThrow('is damaged');
    }
    rmSync(file);
    mkdirSync(file);
    expect(() => readStoredApp(dataDir)).toThrow('cannot be read');
  });

  it('are not replaced by those of a second App that another page creates, and GitHub is not asked for them', async () => {
    storeApp(dataDir, STORED);
    // Nobody listens there: asking would be told as that.
    const create = createAppCreator({ githubUrl: 'http://127.0.0.1:9', githubApiUrl: 'http://127.0.0.1:9', dataDir });
    const choice = { name: 'Second', organisation: null, webhookUrl: 'https://example.com/hook', isRelayed: false };
    const created = await create({ choice, language: 'en', base: 'http://127.0.0.1:3000' }, 'a'.repeat(40));
    expect(created).toEqual({ kind: 'not_stored', reason: expect.stringContaining('acme-planwright') });
    expect([readStoredApp(dataDir), readCreation(dataDir)]).toEqual([STORED, null]);
  });

  it('say it where they cannot be written', () => {
    writeFileSync(join(dataDir, 'github-app'), '');
    expect(() => storeApp(dataDir, STORED)).toThrow('Nothing can be stored in');
  });
});

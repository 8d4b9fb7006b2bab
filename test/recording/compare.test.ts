import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { startGitHub } from '../../standins/github/start.ts';
import { recorderOf } from './record-world.ts';

const BOT = 'planwright[bot]';
const EDIT = {
  number: 1,
  atMs: 1,
  method: 'PATCH',
  userAgent: '',
  auth: 'installation',
  installationId: 1,
  status: 200,
  applied: true,
  fault: null,
} as const;
const AT = { repository: 'acme/cart', issue: 1 };

interface Told {
  readonly words: string;
  /** How often the comment is edited before it says so. */
  readonly edits?: number;
  readonly note?: string;
}

/** A story as the stand-ins have it, in a folder of its own. */
async function recorded({ words, edits = 0, note = 'The test passed.' }: Told): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-record-'));
  folders.push(folder);
  process.env['PLANWRIGHT_RECORD_STORIES'] = folder;
  const record = recorderOf();
  delete process.env['PLANWRIGHT_RECORD_STORIES'];
  const github = await startGitHub({
    repositories: [{ owner: 'acme', name: 'cart', files: { 'a.txt': 'a\n' }, roles: { mika: 'write' } }],
  });
  const anthropic = await startAnthropic({ script: {}, apiKey: 'key' });
  try {
    await github.acts.openIssue({ repository: AT.repository, by: 'mika', title: 'A thing', body: 'Please.' });
    const marker = `<!-- planwright:progress task=${randomUUID()} -->`;
    const seconds = Math.ceil(Math.random() * 50);
    const { id } = await github.acts.comment({ ...AT, by: BOT, body: marker });
    const body = `${marker}\n\n${words}\n\n⏱️ ${seconds} s · 12 tokens`;
    await github.acts.editComment({ repository: AT.repository, by: BOT, comment: id, body });
    await github.acts.comment({
      ...AT,
      by: BOT,
      body: `${note} See ${github.url}/acme/cart/issues/1#issuecomment-${id}.`,
    });
    for (const said of [...Array.from({ length: edits }, (_, at) => `at work ${at}`), body])
      github.journal.requests.push({
        ...EDIT,
        path: `/repos/acme/cart/issues/comments/${id}`,
        body: JSON.stringify({ body: said }),
      });
    await record({ github, anthropic, folder, secrets: { key: `canary-${randomUUID()}` } });
  } finally {
    await Promise.all([github.close(), anthropic.close()]);
  }
  // Its name tells the test that recorded it: here, each does so in another.
  const [name = ''] = await readdir(folder);
  await rename(join(folder, name), join(folder, 'story.json'));
  return folder;
}

function compare(...given: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['test/recording/compare.mjs', ...given], {
    encoding: 'utf8',
  });
  return { status, said: stdout };
}

const folders: string[] = [];
afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('two records', () => {
  let before: string;
  beforeAll(async () => {
    before = await recorded({ words: 'All is done.' });
  });

  it('of one story are equal, whatever its ids, times and edits in between', async () => {
    const { status, said } = compare(before, await recorded({ words: 'All is done.', edits: 3 }));
    expect(said).toContain('2 equal (0 in part), 0 differing; records: 0 missing, 0 added');
    expect(status).toBe(0);
  });

  it('of stories that differ in a word are told apart, and the word is shown', async () => {
    const { status, said } = compare(before, await recorded({ words: 'All is well.' }));
    expect(said).toContain('acme/cart#1');
    expect(said).toMatch(/- All is done\.[\s\S]*\+ All is well\./);
    expect(status).toBe(1);
  });

  it('are compared in all that does not vary by itself, which is named', async () => {
    const again = await recorded({ words: 'All is done.', note: 'The test passed at last.' });
    const third = compare(before, await recorded({ words: 'All is done.', note: 'The test passed, somehow.' }), again);
    expect(third.said).toContain('acme/cart#1: comments on issue #1 (2, and 1 in yet another way)');
    expect(third.said).toContain('2 equal (1 in part), 0 differing');
    expect(third.status).toBe(0);
    const other = compare(before, await recorded({ words: 'All is well.', note: 'The test passed, somehow.' }), again);
    expect(other.said).toContain('- planwright[bot]: <!-- planwright:progress task=<task:acme/cart#1:1> -->');
    expect(other.status).toBe(1);
  });

  it('of which one is gone, or new, are not equal', async () => {
    const after = await mkdtemp(join(tmpdir(), 'pw-record-'));
    folders.push(after);
    await writeFile(join(after, 'other.json'), await readFile(join(before, 'story.json')));
    const { status, said } = compare(before, after);
    expect(said).toContain('missing:\n  story.json');
    expect(said).toContain('not in the first folder:\n  other.json');
    expect(status).toBe(1);
  });
});

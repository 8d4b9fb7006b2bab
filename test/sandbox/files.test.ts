import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileOperation, FileResult, Sandbox } from '../../src/ports/sandbox.ts';
import { closedGateway, never, newId, run, sandboxesOf, specOf } from './rig.ts';

const sandboxes = sandboxesOf(newId());
const taskId = newId();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await sandboxes.create(specOf(taskId), closedGateway());
});
afterAll(async () => {
  await sandbox.detach();
  await sandboxes.remove(taskId);
});

function file(operation: FileOperation): Promise<FileResult> {
  return sandbox.file(newId(), operation, never);
}

const write = (path: string, content: string) => file({ op: 'write_file', path, content });
const read = (path: string, start_line?: number, end_line?: number) =>
  file({ op: 'read_file', path, start_line, end_line });

describe('files in a sandbox (EXEC-3)', () => {
  it('writes a file with its folders and reads it back unchanged', async () => {
    const content = 'eins\nzwei 日本語 😀\n\tdrei';
    expect(await write('deep/er/file.txt', content)).toEqual({
      ok: true,
      text: 'Created "deep/er/file.txt" (3 lines).',
    });
    expect(await read('deep/er/file.txt')).toEqual({ ok: true, text: content });
    expect((await write('deep/er/file.txt', 'short')).text).toContain('Replaced');
    expect((await read('/workspace/project/deep/er/file.txt')).text).toBe('short');
  });

  it('says which lines it shows when it does not show all', async () => {
    await write('lines', Array.from({ length: 9 }, (_, index) => `l${index + 1}`).join('\n'));
    expect((await read('lines', 3, 4)).text).toBe('(Lines 3 to 4 of 9.)\nl3\nl4');
    expect(await read('lines', 10)).toEqual({ ok: false, text: '"lines" has 9 lines; line 10 does not exist.' });
    await run(sandbox, 'seq 1 100000 > many');
    const { text } = await read('many');
    expect(text.length).toBeLessThan(66_000);
    expect(text).toMatch(/^\(Lines 1 to \d+ of 100000\. .*read on with start_line \d+\.\)\n1\n/);
  });

  it('replaces exact text, and says what to do when it is not there or not unique', async () => {
    await write('code.js', 'const a = 1;\nconst b = 1;\n  if (a) {\n}\n');
    expect((await file({ op: 'edit_file', path: 'code.js', old_text: 'a = 1', new_text: 'a = $& 2' })).ok).toBe(true);
    expect((await read('code.js')).text).toContain('const a = $& 2;');
    const twice = await file({ op: 'edit_file', path: 'code.js', old_text: 'const', new_text: 'let' });
    expect(twice).toEqual({ ok: false, text: expect.stringContaining('occurs 2 times') });
    expect(
      (await file({ op: 'edit_file', path: 'code.js', old_text: 'const', new_text: 'let', replace_all: true })).text,
    ).toContain('2 places');
    expect((await file({ op: 'edit_file', path: 'code.js', old_text: 'nowhere', new_text: 'x' })).text).toContain(
      'was not found',
    );
    expect((await file({ op: 'edit_file', path: 'code.js', old_text: 'if  (a) {', new_text: 'x' })).text).toContain(
      'other spaces',
    );
  });

  it('stays inside the project: no "..", no absolute path, no link that leads out (G5)', async () => {
    await run(
      sandbox,
      'ln -s /etc/passwd link; ln -s /etc dir; ln -s /tmp/new dangling; ln -s ../.. up; mkdir -p real; ln -s real inner; echo in > real/f',
    );
    for (const path of [
      '../home/x',
      '/etc/passwd',
      'link',
      'dir/passwd',
      'up/home',
      'a/../../x',
      '/workspace/projectx',
    ]) {
      expect(await read(path)).toEqual({
        ok: false,
        text: expect.stringMatching(/outside the project folder|does not exist/),
      });
      expect((await write(path, 'x')).ok).toBe(false);
    }
    expect((await write('dangling', 'x')).ok).toBe(false);
    expect((await run(sandbox, 'ls /tmp/new')).exitCode).not.toBe(0);
    expect((await read('inner/f')).text).toBe('in\n');
    expect((await file({ op: 'list_files', path: 'dir' })).ok).toBe(false);
    expect((await file({ op: 'search_files', path: 'dir', pattern: 'root' })).ok).toBe(false);
  });

  it('does not wait for pipes and does not read what is not text', async () => {
    await run(
      sandbox,
      'mkfifo pipe; head -c 100 /dev/zero > binary; mkdir folder; truncate -s 20M huge; chmod 000 code.js',
    );
    expect((await read('pipe')).text).toContain('not a regular file');
    expect((await write('pipe', 'x')).ok).toBe(false);
    expect((await read('binary')).text).toContain('binary file of 100 bytes');
    expect((await read('folder')).text).toContain('list_files');
    expect((await write('folder', 'x')).text).toContain('is a folder');
    expect((await read('huge')).text).toContain('at most');
    expect((await read('code.js')).text).toContain('permission denied');
    expect((await read('nothing')).text).toContain('does not exist');
  });

  it("lists files to a depth, without what is not the project's own", async () => {
    await run(
      sandbox,
      'mkdir -p tree/.git tree/node_modules/left-pad tree/src/deep; touch tree/.git/HEAD tree/a tree/src/b tree/src/deep/c; ln -s a tree/l',
    );
    expect((await file({ op: 'list_files', path: 'tree' })).text).toBe(
      'a\nl -> a\nnode_modules/ (1 entries, not listed)\nsrc/\nsrc/b\nsrc/deep/',
    );
    expect((await file({ op: 'list_files', path: 'tree', depth: 5 })).text).toContain('src/deep/c');
    await run(sandbox, 'mkdir wide; cd wide; touch $(seq 1 700)');
    const { text } = await file({ op: 'list_files', path: 'wide' });
    expect(text.split('\n')).toHaveLength(501);
    expect(text).toContain('(200 more entries are not shown.');
  });

  it('searches with a pattern, a folder and a glob, and bounds what it shows', async () => {
    await run(
      sandbox,
      'mkdir -p hay; printf "one needle\\nno\\n" > hay/a.ts; echo "-e needle" > hay/b.md; yes needle | head -n 1000 > hay/c.log',
    );
    expect((await file({ op: 'search_files', pattern: 'needle', path: 'hay', glob: '*.ts' })).text).toBe(
      'hay/a.ts:1:one needle',
    );
    expect((await file({ op: 'search_files', pattern: '-e ne+dle', path: 'hay' })).text).toBe('hay/b.md:1:-e needle');
    const { text } = await file({ op: 'search_files', pattern: 'needle' });
    expect(text.split('\n')).toHaveLength(201);
    expect(text).toContain('There are more matches');
    expect(await file({ op: 'search_files', pattern: 'absent' })).toEqual({ ok: true, text: 'No matches.' });
    expect(await file({ op: 'search_files', pattern: '(' })).toEqual({
      ok: false,
      text: expect.stringContaining('regular expression'),
    });
  });

  it('does a keyed operation once (EXEC-5)', async () => {
    await write('once', 'x');
    const key = newId();
    const operation: FileOperation = { op: 'edit_file', path: 'once', old_text: 'x', new_text: 'xx' };
    const first = await sandbox.file(key, operation, never);
    expect(await sandbox.file(key, operation, never)).toEqual(first);
    expect((await read('once')).text).toBe('xx');
  });
});

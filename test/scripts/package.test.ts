import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isStale } from './setup-modules.ts';

describe('the package, unpacked where nothing else is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pw-package-'));
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'package/src/bin.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data') },
    });

  beforeAll(() => {
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    const name = execFileSync('npm', pack, { cwd: process.cwd(), encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
    execFileSync('tar', ['-xzf', join(folder, name), '-C', folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('says what it can do without any library beside it (OPS-3)', () => {
    expect(run('serve', '--help')).toMatchObject({ status: 0, stderr: '' });
  });

  it('holds what the service needs, prompts and agent too, and no test (OPS-2)', () => {
    const files = execFileSync('find', ['.', '-type', 'f'], { cwd: join(folder, 'package'), encoding: 'utf8' });
    for (const part of [
      './prompts/system.md',
      './src/sandbox/agent/main.cjs',
      './src/sandbox/agent/starter.pl',
      './dist/planwright.mjs',
      './dist/planwright.cjs',
      './app.yml',
    ])
      expect(files.split('\n')).toContain(part);
    for (const page of ['operators.md', 'running.md', 'configuration.md', 'on-issues.md']) {
      const text = readFileSync(join(folder, 'package/docs', page), 'utf8');
      for (const [, file = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g))
        expect([page, file, files.includes(`./${join('docs', file)}\n`)]).toEqual([page, file, true]);
    }
    expect(files).not.toMatch(/\.ts$|^\.\/(?:test|standins)\//m);
    // What it lacks is not offered as if it were there.
    const readme = readFileSync(join(folder, 'package/README.md'), 'utf8');
    const offers = readme.match(/[^\n]*\n+```sh\nnpm (?:run|test).*/g);
    expect(offers).toHaveLength(2);
    for (const offer of offers ?? []) expect(offer).toMatch(/in a clone\b/i);
  });
});

describe('the bundle of the service', () => {
  const root = mkdtempSync(join(tmpdir(), 'pw-bundle-'));
  const at = (name: string, seconds: number) => utimesSync(join(root, name), seconds, seconds);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is made anew when a source is newer, came or went, and left alone otherwise (OPS-1)', () => {
    for (const name of ['src/app', 'dist']) mkdirSync(join(root, name), { recursive: true });
    for (const name of ['src/app/main.ts', 'package-lock.json']) writeFileSync(join(root, name), '');
    const old = ['src/app/main.ts', 'src/app', 'src', 'package-lock.json'];
    for (const name of old) at(name, 1_000);
    expect(isStale(root)).toBe(true);
    writeFileSync(join(root, 'dist/planwright.mjs'), '');
    at('dist/planwright.mjs', 2_000);
    expect(isStale(root)).toBe(false);
    for (const name of old) {
      at(name, 3_000);
      expect([name, isStale(root)]).toEqual([name, true]);
      at(name, 1_000);
    }
  });
});

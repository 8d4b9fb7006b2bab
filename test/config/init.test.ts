/** `planwright init` (OPS-3). */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readCommandLine } from '../../src/app/command-line.ts';
import { runInit } from '../../src/app/run-init.ts';
import { sampleFile } from '../../src/repository-config/sample-file.ts';

describe('planwright init (OPS-3, GH-9)', () => {
  let folder = '';
  let printed = '';
  const init = (cwd: string) => runInit(cwd, { write: (text) => (printed += text) });

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'pw-init-')));
    printed = '';
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is a command, and takes nothing', () => {
    expect(readCommandLine(['init'])).toEqual({ kind: 'init' });
    expect(readCommandLine(['init', 'here']).kind).toBe('mistake');
  });

  it('writes the file at the top of the repository, from wherever in it, and says what to do next', () => {
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    init(join(folder, 'src/deep'));
    expect(readFileSync(join(folder, '.github/planwright.yml'), 'utf8')).toBe(sampleFile());
    expect(JSON.parse(readFileSync(join(folder, '.github/planwright.schema.json'), 'utf8'))).toHaveProperty(
      'properties',
    );
    expect(printed).toContain('../../.github/planwright.yml');
    expect(printed).toContain('commit, and push to the default branch');
  });

  it('overwrites nothing, and follows no link to nowhere', () => {
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, '.github'));
    writeFileSync(join(folder, '.github/planwright.yml'), 'language: ja\n');
    expect(() => init(folder)).toThrow('is there already; nothing was written');
    expect(readFileSync(join(folder, '.github/planwright.yml'), 'utf8')).toBe('language: ja\n');
    rmSync(join(folder, '.github/planwright.yml'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, '.github/planwright.yml'));
    expect(() => init(folder)).toThrow('is there already');
  });

  it('says so where there is no repository', () => {
    expect(() => init(folder)).toThrow('is not in a git repository');
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeDataFolder } from '../../src/app/join-installation.ts';

describe('the data folder (OPS-1)', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'planwright-data-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const refusal = (folder: string): string => {
    try {
      makeDataFolder(folder);
    } catch (error) {
      const { code, message, advice } = error as { code: string; message: string; advice: string };
      return `${code}: ${message} ${advice}`;
    }
    return 'accepted';
  };

  it('is made with the folders above it, for this user alone, and nothing is left in it', () => {
    const folder = join(root, 'a', 'b');
    makeDataFolder(folder);
    makeDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be behind a link', () => {
    mkdirSync(join(root, 'there'));
    symlinkSync(join(root, 'there'), join(root, 'link'));
    expect(refusal(join(root, 'link', 'data'))).toBe('accepted');
  });

  it.each(['/proc/x', '/proc/x/y', '/proc'])(
    'that cannot be written to is refused at once, with what to do: %s',
    (folder) => {
      expect(refusal(folder)).toBe(
        `configuration: The data folder ${folder} cannot be used: it cannot be made there (ENOENT). Set DATA_DIR to a folder that this user may write to.`,
      );
    },
  );

  it('that is a file, or below one, is refused', () => {
    writeFileSync(join(root, 'file'), '');
    const why = 'cannot be used: it, or a part of its path, is a file (ENOTDIR)';
    expect(refusal(join(root, 'file'))).toContain(why);
    expect(refusal(join(root, 'file', 'below'))).toContain(why);
  });
});

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { branchName, isNameless } from '../../src/ports/branch-name.ts';
import { runs } from '../long.ts';

describe('the name of a branch (GH-7, G7)', () => {
  it.each([
    ['Fix the parser', 'planwright/12-fix-the-parser'],
    ['Größe der Résumés', 'planwright/12-große-der-resumes'.replace('große', 'gro-e')],
    ['価格の丸め方が違う', 'planwright/12-task'],
    ['price.js の丸め', 'planwright/12-price-js'],
    ['🎉🎉', 'planwright/12-task'],
    ['', 'planwright/12-task'],
    ['--upload-pack=touch /tmp/x', 'planwright/12-upload-pack-touch-tmp-x'],
    ['$(id) `id` ; rm -rf / && a.lock..lock@{u}^~:?*[\\', 'planwright/12-id-id-rm-rf-a-lock-lock-u'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'planwright/12-full-width'],
    ['line\nbreak\u0000and\u202Econtrol', 'planwright/12-line-break-and-control'],
    ['a'.repeat(300), 'planwright/12-task'],
    [
      'one two three four five six seven eight nine ten eleven',
      'planwright/12-one-two-three-four-five-six-seven-eight',
    ],
  ])('of %j', (title, name) => {
    expect(branchName(12, title)).toBe(name);
  });

  it('is made of harmless characters and stays short, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(), (title, issue) => {
        expect(branchName(issue, title)).toMatch(/^planwright\/\d+-[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(branchName(issue, title).length).toBeLessThan(80);
      }),
      { numRuns: runs(5_000, 1_000) },
    );
  });

  it('says what the branch is for, or only its number', () => {
    const bare = ['planwright/12-task', 'planwright/12-task-2', 'planwright/12-404-500'];
    const named = ['planwright/12-readme', 'planwright/12-task-list', 'planwright/12-3-d', 'planwright/12-tasks'];
    expect(bare.map((branch) => isNameless(branch))).toEqual([true, true, true]);
    expect(named.map((branch) => isNameless(branch))).toEqual([false, false, false, false]);
  });

  it('is a name that git takes', () => {
    const titles = [
      '.lock',
      'HEAD',
      '@{-1}',
      '..',
      '/',
      '~^:',
      'x.lock',
      'refs/heads/main',
      '日本語',
      '\u200b',
      '%2e%2e',
      ...fc.sample(fc.string({ unit: 'binary' }), 40),
    ];
    for (const title of titles) execFileSync('git', ['check-ref-format', `refs/heads/${branchName(1, title)}`]);
  });
});

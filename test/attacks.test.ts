/** docs/attacks.md names the tests for each attack; this checks it, row by row. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const ROWS = { W: 15, P: 18, I: 17, R: 26 } as const;
/** The name of a test or of a group of tests, also if it begins on the next line. */
const NAMES = /(?:\b(?:it|describe)|\))\(\s*('(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`)\s*,/g;

const rows = readFileSync('docs/attacks.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, row = '', , shown = ''] = /^\| ([A-Z]\d+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    return row === ''
      ? []
      : [{ row, shown: shown.trim(), files: [...shown.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '') }];
  });

function namesIn(file: string): string {
  return [...readFileSync(file, 'utf8').matchAll(NAMES)].map(([, name]) => name).join('\n');
}

describe('what is tried against us', () => {
  it('is all there, once', () => {
    const all = Object.entries(ROWS).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, index) => `${kind}${index + 1}`),
    );
    expect(rows.map(({ row }) => row)).toEqual(all);
  });

  it.each(rows.filter(({ files }) => files.length > 0))('$row is named by a test of each file', ({ row, files }) => {
    const isNamed = new RegExp(`(?<![A-Za-z0-9-])${row}(?!\\d)`);
    expect(files.filter((file) => !/^test\/.*\.ts$/.test(file) || !isNamed.test(namesIn(file)))).toEqual([]);
  });

  it('does not apply for a reason, where there is no test', () => {
    const without = rows.filter(({ files }) => files.length === 0);
    expect(without.map(({ row, shown }) => [row, shown.startsWith('does not apply ')])).toEqual([['R20', true]]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { namedPart } from '../../src/plan/named-part.ts';

const LONG = [
  'npm run tests-only > /tmp/with.txt 2>&1; echo "exit $?"; tail -5 /tmp/with.txt',
  "npx eslint $(git diff --name-only -- '*.js')",
  `node -e 'console.log(add(1))'; node -e 'console.log(add(2))' && echo eslint`,
].join('\n');

describe('the part of a long command that a criterion names (EXEC-6, GH-7)', () => {
  it.each([
    ['to the end of its line', '`npx eslint` reports no error', "… npx eslint $(git diff --name-only -- '*.js') …"],
    ['to where the next begins', "`node -e 'console.log(add(1))'` prints 1", "… node -e 'console.log(add(1))' …"],
    ['in the middle of a line', '`echo "exit $?"` says 0', '… echo "exit $?" …'],
    ['at the beginning', '`npm run tests-only` passes', 'npm run tests-only > /tmp/with.txt 2>&1 …'],
    ['at the end', '`echo eslint` is last', '… echo eslint'],
    [
      'of several that are quoted the one that ran',
      '`add` and `npx eslint` do',
      "… npx eslint $(git diff --name-only -- '*.js') …",
    ],
  ])('is shown %s, with what was left out marked', (_where, criterion, shown) => {
    expect(namedPart(LONG, criterion)).toBe(shown);
  });

  it('is all of it where it is short, or where no part begins with what the criterion quotes', () => {
    expect(namedPart('npm ci; npm test', '`npm test` passes')).toBe('npm ci; npm test');
    for (const criterion of ['It works', '`add` is there', '`eslint` is calm', '`npm run lint` passes'])
      expect(namedPart(LONG, criterion)).toBe(LONG);
  });
});

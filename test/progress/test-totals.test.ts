import { describe, expect, it } from '@jest/globals';
import { totalsIn } from '../../src/comments/test-totals.ts';
import { checkOutputs, checkSentences } from '../../src/comments/check-report.ts';
import { tested, command, doing } from '../task/task-world.ts';
import { growthOf } from '../growth.ts';
import { taskIn } from './cases.ts';

describe('the totals that a test run printed (GH-7)', () => {
  it.each([
    [
      'node',
      'ok 1 - handles 2 errors\n# tests 12\n# suites 3\n# pass 12\n# fail 0\n# duration_ms 91.2',
      'tests 12 · suites 3 · pass 12 · fail 0',
    ],
    ['node, spec', '✔ a (1ms)\nℹ tests 2\nℹ pass 2\nℹ fail 0', 'tests 2 · pass 2 · fail 0'],
    [
      'jest',
      'PASS a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 skipped, 90 passed, 91 total\nTime: 1 s',
      'Test Suites: 1 passed, 1 total · Tests: 1 skipped, 90 passed, 91 total',
    ],
    [
      'vitest',
      ' ✓ a.test.ts (2)\n\n Test Files  1 passed (1)\n      Tests  12 passed (12)',
      'Test Files 1 passed (1) · Tests 12 passed (12)',
    ],
    ['mocha', '    ✓ takes 2 tests\n\n  12 passing (10ms)\n  1 pending', '12 passing (10ms) · 1 pending'],
    ['pytest', 'a.py ..\n===== 12 passed, 1 skipped in 0.30s =====', '12 passed, 1 skipped in 0.30s'],
    ['unittest', '......\n------\nRan 12 tests in 0.001s\n\nOK', 'Ran 12 tests in 0.001s'],
    [
      'cargo',
      'test parse::handles_2 ... ok\n\ntest result: ok. 12 passed; 0 failed; 0 ignored',
      'test result: ok. 12 passed; 0 failed; 0 ignored',
    ],
    [
      'Maven',
      '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0',
      'Tests run: 5, Failures: 0, Errors: 0, Skipped: 0',
    ],
    ['RSpec', '..\n\nFinished in 0.1 s\n12 examples, 0 failures', '12 examples, 0 failures'],
    ['PHPUnit', 'OK (12 tests, 30 assertions)', 'OK (12 tests, 30 assertions)'],
    ['tape', '# a test\nok 1 should be equal\n\n1..1\n# tests 1\n# pass  1\n\n# ok', 'tests 1 · pass 1'],
    ['nothing of that', 'ok example.com/x 0.3s\nDone in 3 steps', ''],
  ])('of %s', (_, output, totals) => {
    expect(totalsIn(output)).toBe(totals);
  });

  it('take time in proportion to what was printed', () => {
    for (const unit of ['\n', ' ', '=', '# ', '1 ', 'tests \n', 'x'.repeat(150)]) {
      const reading = (size: number) => () => totalsIn(unit.repeat(Math.ceil(size / unit.length)));
      const below = 80;
      expect(growthOf({ small: reading(62_500), large: reading(1_000_000), floorMs: 2, below })).toBeLessThan(below);
    }
  });

  const ran = (exit: number, output: string, language: 'en' | 'ja' = 'en') => {
    const task = doing(taskIn('report', { language }), 'report');
    const report = { ...task, stage: { ...task.stage, checks: tested(command('npm test', exit, output)) } };
    return [checkSentences(report), checkOutputs(report)] as const;
  };
  const long = `${'ok 1 - a very long list\n'.repeat(500)}# pass 500\n# fail 0`;

  it('are all that people are shown of tests that passed; of others they see the output', () => {
    expect(ran(0, long)).toEqual(['✅ `npm test` passed: `pass 500 · fail 0`.', '']);
    expect(ran(0, long, 'ja')).toEqual(['✅ `npm test` は成功しました (`pass 500 · fail 0`)。', '']);
    expect(ran(0, 'all is well')).toEqual(['✅ `npm test` passed.', '']);
    expect(ran(1, long)[1]).toContain('<details><summary>Test output</summary>');
    expect(ran(1, long)[1]).toContain('ok 1 - a very long list');
  });
});

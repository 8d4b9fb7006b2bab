import { describe, expect, it } from '@jest/globals';
import { isReady, isVerified, wantsPullRequest } from '../../src/plan/publication.ts';
import { finished } from '../../src/flow/proceed.ts';
import { checkpointed } from '../../src/state/work-moves.ts';
import { tested, change, command, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { beginWork } from './plan-work.ts';
import { overallOf, type Check, type CheckKind } from '../../src/state/checks.ts';
import type { EndReason } from '../../src/state/outcome.ts';
import type { Work } from '../../src/state/work.ts';

const PLAN = planOf([subtask('a')]);
const PASSED = command('npm test');
const begun = beginWork(PLAN);
const TASK = taskAfter(prepared(PLAN));
const workWith = (status: 'success' | 'failure' | 'partial', changed = true): Work => ({
  ...checkpointed(begun, changed ? change() : null),
  actions: begun.actions.map((action) => ({ ...action, status })),
});

describe('a pull request', () => {
  it.each<readonly [string, Work, number | null, boolean, boolean]>([
    ['whose actions and tests succeeded is ready', workWith('success'), 0, true, true],
    ['whose tests failed is a draft', workWith('success'), 1, true, false],
    ['without tests is a draft', workWith('success'), null, true, false],
    ['with a failed action is a draft, although the tests pass', workWith('failure'), 0, true, false],
    ['with an action done in part is a draft', workWith('partial'), 0, true, false],
    ['without a change is not opened', workWith('success', false), 0, false, true],
  ])('%s (GH-7, EXEC-7)', (_, work, exit, wanted, ready) => {
    const checks = exit === null ? [] : tested(command('npm test', exit));
    const ending = finished({
      ...TASK,
      work,
      stage: { is: 'verify', isBaseKnown: true, checks, assessment: null, assessed: null, reviewing: false },
    });
    expect(wantsPullRequest({ work }, { ending })).toBe(wanted);
    expect(isReady({ work, reviews: [], baseMoves: [] }, { ending, checks })).toBe(ready);
    expect(isVerified({ work, reviews: [] }, { ending, checks })).toBe(ready);
  });

  it.each([
    ['diff', 'NOT_MADE', false],
    ['diff', 'FAIL', true],
    ['plan', 'NOT_MADE', true],
  ] as const)('whose last review, of the %s, is %s is ready: %s (MODEL-4)', (of, result, ready) => {
    const task = { work: workWith('success'), reviews: [{ of, result, feedback: '' }], baseMoves: [] };
    const report = {
      ending: { status: 'succeeded', reason: 'finished', detail: '', list: [] },
      checks: tested(PASSED),
    } as const;
    expect([isReady(task, report), isVerified(task, report)]).toEqual([ready, true]);
  });

  const DONE = { status: 'succeeded', reason: 'finished', detail: '', list: [] } as const;
  const FAILS = command('npm test', 1);
  const check = (kind: CheckKind, runs: Check['runs'], isExcused = false): Check => ({ kind, runs, isExcused });

  it.each<readonly [string, readonly Check[], string, boolean]>([
    ['build and lint passed beside the tests', [...tested(PASSED), check('lint', [PASSED])], 'passed', true],
    [
      'the linter fails, and the change brought it',
      [...tested(PASSED), check('lint', [FAILS, FAILS])],
      'failed',
      false,
    ],
    ['the linter fails as it did', [...tested(PASSED), check('lint', [FAILS, FAILS], true)], 'passed', true],
    ['the build is flaky', [...tested(PASSED), check('build', [FAILS, PASSED])], 'passed', true],
    ['there are no tests, and the build passed', [check('build', [PASSED])], 'passed', true],
    ['the tests fail as they did', [check('test', [FAILS, FAILS], true)], 'unknown', false],
    [
      'the tests fail as they did, and lint passed',
      [check('test', [FAILS, FAILS], true), check('lint', [PASSED])],
      'passed',
      false,
    ],
    ['the tests are flaky', [check('test', [FAILS, PASSED])], 'unknown', false],
    ['nothing could be run, without a review', [], 'unknown', false],
  ])('of which %s: %s, and ready: %s (EXEC-6, EXEC-7)', (_, checks, overall, ready) => {
    expect(overallOf(checks)).toBe(overall);
    expect(isReady({ work: workWith('success'), reviews: [], baseMoves: [] }, { ending: DONE, checks })).toBe(ready);
  });

  it.each([
    ['PASS', true],
    ['PASS_WITH_SUGGESTIONS', true],
    ['NOT_MADE', false],
  ] as const)('of which nothing could be run is ready by its review, %s: %s (EXEC-6)', (result, ready) => {
    const task = { work: workWith('success'), reviews: [{ of: 'diff', result, feedback: '' }], baseMoves: [] } as const;
    expect(isReady(task, { ending: DONE, checks: [] })).toBe(ready);
  });

  it.each<readonly [EndReason, boolean]>([
    ['budget', true],
    ['stopped', false],
    ['withdrawn', false],
    ['fault', false],
    ['secret', false],
    ['outage', false],
  ])('after the ending "%s": %s, and never ready', (reason, wanted) => {
    const ending = { status: 'failed', reason, detail: '', list: [] } as const;
    expect(wantsPullRequest({ work: workWith('success') }, { ending })).toBe(wanted);
    expect(isReady({ work: workWith('success'), reviews: [], baseMoves: [] }, { ending, checks: tested(PASSED) })).toBe(
      false,
    );
  });
});

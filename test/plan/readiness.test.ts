import { describe, expect, it } from '@jest/globals';
import { isReady, isVerified, wantsPullRequest } from '../../src/plan/publication.ts';
import { finished } from '../../src/flow/proceed.ts';
import { checkpointed } from '../../src/state/work-moves.ts';
import { change, command, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { beginWork } from './plan-work.ts';
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
    const tests = exit === null ? null : command('npm test', exit);
    const ending = finished({
      ...TASK,
      work,
      stage: { is: 'verify', tests, assessment: null, assessed: null, reviewing: false },
    });
    expect(wantsPullRequest({ work }, { ending })).toBe(wanted);
    expect(isReady({ work, reviews: [] }, { ending, tests })).toBe(ready);
    expect(isVerified({ work }, { ending, tests })).toBe(ready);
  });

  it.each([
    ['diff', 'NOT_MADE', false],
    ['diff', 'FAIL', true],
    ['plan', 'NOT_MADE', true],
  ] as const)('whose last review, of the %s, is %s is ready: %s (MODEL-4)', (of, result, ready) => {
    const task = { work: workWith('success'), reviews: [{ of, result, feedback: '' }] };
    const report = {
      ending: { status: 'succeeded', reason: 'finished', detail: '', list: [] },
      tests: PASSED,
    } as const;
    expect([isReady(task, report), isVerified(task, report)]).toEqual([ready, true]);
  });

  it.each<readonly [EndReason, boolean]>([
    ['budget', true],
    ['stopped', false],
    ['withdrawn', false],
    ['fault', false],
    ['protected_paths', false],
    ['outage', false],
  ])('after the ending "%s": %s, and never ready', (reason, wanted) => {
    const ending = { status: 'failed', reason, detail: '', list: [] } as const;
    expect(wantsPullRequest({ work: workWith('success') }, { ending })).toBe(wanted);
    expect(isReady({ work: workWith('success'), reviews: [] }, { ending, tests: PASSED })).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { phaseStates } from '../../src/state/reviews.ts';
import { withRevision } from '../../src/plan/plan-changes.ts';
import { wantsPullRequest, isReady } from '../../src/plan/publication.ts';
import { activityOf, at } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  command,
  decidedAfter,
  doing,
  effectOf,
  PAUSED,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
  ASSESSED,
} from './task-world.ts';
import type { Fact, FactNamed, ReviewFact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a')]);
const settings = (review: { readonly plan: boolean; readonly diff: boolean }, enabled = true) => ({
  planning: { ...UNDISTURBED, enabled, review },
});
const BOTH = settings({ plan: true, diff: true });

function review(of: 'plan' | 'diff', result: ReviewFact['result'], feedback = 'No test.'): Fact {
  return { type: 'review', of, result, feedback, how: 'tool', attempt: 1 };
}
const isReviewed = (fact: Fact): fact is FactNamed<'reviewed'> => fact.type === 'phase' && fact.name === 'reviewed';
const TESTS: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const WORK: readonly Fact[] = [...prepared(PLAN), ...actionDone(0), saved('a'), TESTS, ASSESSED];
const toReview = (given: Parameters<typeof taskAfter>[1] = { settings: settings({ plan: false, diff: true }) }) =>
  taskAfter(WORK, given);
const planAgain = prepared(PLAN).slice(3, 5);
const revised = (task: Task): Task => after(task, review('diff', 'FAIL'));
const worked = (task: Task) => after(task, ...actionDone(9), saved('extra'), TESTS, ASSESSED);

describe('a plan where the settings have plans reviewed (PLAN-3, EXEC-7)', () => {
  const planned = () => taskAfter(prepared(PLAN).slice(0, 5), { settings: BOTH });

  it('is reviewed before anything is run, and carried out when it passes', () => {
    expect(effectOf(planned())).toEqual({ kind: 'ask_review', of: 'plan' });
    expect(phaseStates(planned()).planning).toEqual({ status: 'in_progress', current_step: 'review', retry_count: 0 });
    const passed = after(planned(), review('plan', 'PASS'));
    expect(effectOf(passed)?.kind).toBe('start_sandbox');
    expect(phaseStates(passed).planning).toEqual({ status: 'completed', current_step: 'review', retry_count: 0 });
  });

  it('is told of as it stands also while the task is paused (GH-5)', () => {
    const held = (task: Task) => after(task, ...PAUSED);
    expect(phaseStates(held(planned()))).toEqual(phaseStates(planned()));
    expect(phaseStates(held(toReview()))).toEqual(phaseStates(toReview()));
  });

  it('is not reviewed without the setting', () => {
    const given = settings({ plan: false, diff: true });
    expect(effectOf(taskAfter(prepared(PLAN).slice(0, 5), { settings: given }))?.kind).toBe('start_sandbox');
  });

  it('is made anew from its division on with what was refused, and passes at the second try', () => {
    const refused = after(planned(), review('plan', 'FAIL'));
    expect(effectOf(refused)).toMatchObject({ kind: 'ask_model', call: 'task_decomposition' });
    expect(refused.replanning.notes.join('\n')).toContain('No test.');
    expect(phaseStates(refused).planning).toEqual({ status: 'in_progress', current_step: 'revise', retry_count: 1 });
    const passed = after(refused, ...planAgain, review('plan', 'PASS'));
    expect(activityOf(passed)).toBe('prepare');
    expect(phaseStates(passed)).toMatchObject({
      planning: { status: 'completed', retry_count: 1 },
      execution: { status: 'in_progress' },
    });
  });

  it('that passes with suggestions is carried out with them', () => {
    const passed = doing(after(planned(), review('plan', 'PASS_WITH_SUGGESTIONS', 'Name it well.')), 'prepare');
    expect(passed.plan.review_suggestions).toBe('Name it well.');
  });

  it('still refused after the third revise fails its phase and the task; nothing of it is carried out', () => {
    let task = planned();
    for (let turn = 0; turn < 3; turn += 1) task = after(task, review('plan', 'FAIL'), ...planAgain);
    expect(effectOf(task)?.kind).toBe('ask_review');
    const failed = at(after(task, review('plan', 'FAIL', 'Never.')), 'report');
    expect(failed.stage.ending).toMatchObject({ status: 'failed', reason: 'plan_not_passed', detail: 'Never.' });
    expect(phaseStates(failed)).toEqual({
      planning: { status: 'failed', current_step: 'review', retry_count: 3 },
      execution: { status: 'pending', current_step: null, retry_count: 0 },
    });
    expect(effectOf(failed)?.kind).toBe('post_result');
  });

  it('leaves in the record what each review makes of its phase, with its retry_count (EXEC-7)', () => {
    const told: unknown[] = [];
    let task = planned();
    for (const result of ['FAIL', 'FAIL', 'FAIL', 'FAIL'] as const) {
      told.push(
        ...decidedAfter(task, review('plan', result))
          .filter(isReviewed)
          .map(({ status, current_step, retry_count }) => [status, current_step, retry_count]),
      );
      task = after(task, review('plan', result), ...planAgain);
    }
    expect(told).toEqual([
      ['in_progress', 'revise', 1],
      ['in_progress', 'revise', 2],
      ['in_progress', 'revise', 3],
      ['failed', 'review', 3],
    ]);
    const revisedOnce = after(planned(), review('plan', 'FAIL'), ...planAgain);
    expect(decidedAfter(revisedOnce, review('plan', 'PASS'))[0]).toEqual({
      type: 'phase',
      name: 'reviewed',
      phase: 'planning',
      status: 'completed',
      current_step: 'review',
      retry_count: 1,
    });
  });

  it('whose review cannot be read is asked about again with what was wrong', () => {
    const wrong: Fact = {
      type: 'error',
      name: 'invalid_answer',
      call: 'review',
      problems: ['Hm.'],
      broke: 'schema',
      content: [],
    };
    const again = after(planned(), wrong);
    expect(effectOf(again)).toEqual({ kind: 'ask_review', of: 'plan' });
    expect(at(again, 'plan').unusable).toEqual([{ call: 'review', content: [], problems: ['Hm.'], broke: 'schema' }]);
  });
});

describe('a change before the pull request (PLAN-3, EXEC-7)', () => {
  it('is reviewed when it is good otherwise', () => {
    expect(effectOf(toReview())).toEqual({ kind: 'ask_review', of: 'diff' });
    expect(phaseStates(toReview()).execution).toEqual({
      status: 'in_progress',
      current_step: 'review',
      retry_count: 0,
    });
    const paused = after(
      toReview(),
      { type: 'control', name: 'pause', by: 'm' },
      { type: 'control', name: 'paused', by: 'm' },
    );
    expect([activityOf(paused), phaseStates(paused)]).toEqual(['pause', phaseStates(toReview())]);
    for (const result of ['PASS', 'PASS_WITH_SUGGESTIONS'] as const) {
      const passed = at(after(toReview(), review('diff', result)), 'report');
      expect(passed.stage.ending).toMatchObject({ status: 'succeeded', reason: 'finished' });
      expect(isReady(passed, passed.stage)).toBe(true);
    }
  });

  it('is not reviewed without the setting, without a change, or when the tests fail', () => {
    expect(activityOf(toReview({ settings: settings({ plan: false, diff: false }) }))).toBe('report');
    const given = { settings: BOTH };
    const plan = [...prepared(PLAN).slice(0, 5), review('plan', 'PASS'), ...prepared(PLAN).slice(5), ...actionDone(0)];
    const nothing: Fact = { type: 'effect', name: 'checkpoint', subtask: 'a', change: null, command_ms: 40 };
    expect(at(taskAfter([...plan, nothing, TESTS, ASSESSED], given), 'report').stage.ending.reason).toBe('no_change');
    const failing: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1) };
    expect(at(taskAfter([...plan, saved('a'), failing, ASSESSED], given), 'report').stage.ending.reason).toBe(
      'not_achieved',
    );
  });

  it('that is refused goes back to work with what was found as additional work, and is tested and reviewed again', () => {
    const back = doing(revised(toReview()), 'execute');
    expect(back.plan.task_decomposition.subtasks.at(-1)).toMatchObject({
      id: 'extra_1',
      from_verification: true,
      description: 'No test.',
    });
    expect(back.work.actions.map(({ taskId, status }) => [taskId, status])).toEqual([
      ['a', 'success'],
      ['extra_1', 'running'],
    ]);
    expect(phaseStates(back).execution).toEqual({ status: 'in_progress', current_step: 'revise', retry_count: 1 });
    expect(effectOf(after(back, ...actionDone(9), saved('extra_1')))).toMatchObject({ kind: 'merge_base' });
    expect(effectOf(worked(back))).toMatchObject({ kind: 'ask_review', of: 'diff' });
    expect(at(after(worked(back), review('diff', 'PASS')), 'report').stage.ending.status).toBe('succeeded');
  });

  it('still refused after the third revise fails its phase and the task, and is a draft at most', () => {
    let task = toReview();
    for (let turn = 0; turn < 3; turn += 1) task = worked(revised(task));
    expect(effectOf(task)?.kind).toBe('ask_review');
    const failed = at(after(task, review('diff', 'FAIL')), 'report');
    expect(failed.stage.ending).toMatchObject({ status: 'failed', reason: 'change_not_passed' });
    expect(phaseStates(failed)).toMatchObject({
      planning: { status: 'completed' },
      execution: { status: 'failed', current_step: 'review', retry_count: 3 },
    });
    expect([wantsPullRequest(failed, failed.stage), isReady(failed, failed.stage)]).toEqual([true, false]);
  });

  it('is revised in the same write in which its refusal is recorded, so that it is neither reviewed as it was nor given up (EXEC-7)', () => {
    const task = at(toReview(), 'verify');
    expect(decidedAfter(task, review('diff', 'FAIL'))).toMatchObject([
      { name: 'reviewed', phase: 'execution', status: 'in_progress', current_step: 'revise', retry_count: 1 },
      { type: 'revision', source: 'review', reason: 'No test.', updated_plan: withRevision(task.plan, 'No test.') },
      { name: 'plan_adopted', how: 'go_on', reason: 'No test.' },
    ]);
  });

  it('that people speak of during the review goes back to work with what they said (GH-2)', () => {
    const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Also the docs.' };
    expect(effectOf(after(toReview(), said))).toMatchObject({ kind: 'ask_patch' });
  });

  it('has its tests run once more and nothing reviewed by old ones when they end otherwise', () => {
    const failing: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1) };
    expect(at(after(toReview(), failing, ASSESSED), 'report').stage.ending.reason).toBe('not_achieved');
  });
});

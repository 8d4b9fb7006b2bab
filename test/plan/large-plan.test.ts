import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { isLarge } from '../../src/plan/large-plan.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { limitsOf } from '../replan/situations.ts';
import { after, BEGAN, effectOf, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const many = (count: number) => planOf(Array.from({ length: count }, (_, at) => subtask(`s${at + 1}`)));
const HARD = planOf([{ ...subtask('a'), estimated_complexity: 'high' }, subtask('b')]);
const CONTEXT = { now: BEGAN, noteUrl: null };
type Result = Extract<Fact, { readonly type: 'review' }>['result'];
const review = (result: Result, feedback = 'It says why.'): Fact => ({
  type: 'review',
  of: 'plan',
  result,
  feedback,
  how: 'tool',
  attempt: 1,
});

function planned(plan = HARD, of: Partial<PlanningSettings> = {}, language: 'en' | 'ja' = 'en'): Task {
  const divided = taskAfter(prepared(plan).slice(0, 4), { settings: { language } });
  const planning = { ...UNDISTURBED, review: { plan: 'auto' as const, diff: false }, replanning: limitsOf(), ...of };
  return after({ ...divided, settings: { ...divided.settings, planning } }, { type: 'plan', plan });
}

describe('a large plan (REPLAN-2)', () => {
  it('REPLAN-2: has more than ten subtasks, or one of high complexity', () => {
    expect([many(10), many(11), HARD].map(isLarge)).toEqual([false, true, true]);
  });

  it('PLAN-3: is reviewed with review.plan auto, in place of a judgement; a small one is judged', () => {
    expect(effectOf(planned())).toEqual({ kind: 'ask_review', of: 'plan' });
    expect(effectOf(planned(many(11)))).toEqual({ kind: 'ask_review', of: 'plan' });
    expect(effectOf(planned(many(10)))).toEqual({ kind: 'ask_decision', point: 'action_sequence' });
    expect(activityOf(after(planned(), review('PASS')))).toBe('prepare');
    expect(effectOf(after(planned(), review('FAIL')))).toEqual({ kind: 'ask_model', call: 'task_decomposition' });
  });

  it('PLAN-3: is reviewed without re-planning, too; a small one is carried out', () => {
    const off = { replanning: UNDISTURBED.replanning };
    expect(effectOf(planned(HARD, off))).toEqual({ kind: 'ask_review', of: 'plan' });
    expect(activityOf(planned(many(10), off))).toBe('prepare');
  });

  it.each([
    [true, { kind: 'ask_decision', point: 'action_sequence' }, 'ask_review'],
    [false, { kind: 'ask_decision', point: 'action_sequence' }, 'start_sandbox'],
  ] as const)('PLAN-3: with review.plan %s it is judged first', (plan, effect, then) => {
    const task = planned(HARD, { review: { plan, diff: false } });
    expect(effectOf(task)).toEqual(effect);
    const judged = after(task, {
      type: 'phase',
      name: 'judged',
      replan_id: 'd',
      point: 'action_sequence',
      decision: null,
    });
    expect(effectOf(judged)).toMatchObject({ kind: then });
  });
});

describe('a review of a plan that could not be made (PLAN-3)', () => {
  it.each([
    ['en', '⚠️ **Review of the plan**: It was empty.'],
    ['ja', '⚠️ **計画のレビュー**: It was empty.'],
  ] as const)('PLAN-3: is told to people while the work goes on and at its end (%s)', (language, told) => {
    const working = after(planned(HARD, {}, language), review('NOT_MADE', 'It was empty.'));
    expect(activityOf(working)).toBe('prepare');
    expect(progressComment(working, CONTEXT)).toContain(told);
    const ended = after(working, { type: 'control', name: 'stop', by: 'mika', reason: 'Enough.' });
    expect(resultComment(at(ended, 'report'), CONTEXT)).toContain(told);
    const passed = after(planned(HARD, {}, language), review('PASS'));
    expect(progressComment(passed, CONTEXT)).not.toContain('⚠️');
  });
});

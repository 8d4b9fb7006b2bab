import { describe, expect, it } from '@jest/globals';
import { branchOf } from '../../src/plan/publication.ts';
import { after, decidedAfter, planOf, prepared, SNAPSHOT, subtask, taskAfter } from '../task/task-world.ts';
import type { Snapshot } from '../../src/ports/repositories.ts';
import type { Fact, FactNamed } from '../../src/state/facts.ts';

const TITLE = '価格の丸め方が違う';
const PLAN = planOf([subtask('a')]);
const [, LOOKED, GOAL, ...PLANNED] = prepared(PLAN) as readonly [Fact, Fact, Fact, ...Fact[]];

interface Given {
  readonly title?: string;
  readonly slug?: string;
  readonly objective?: string;
  readonly snapshot?: Partial<Snapshot>;
}

const OBJECTIVE = '価格の丸めを直す';

function branchFor({
  title = TITLE,
  slug = 'Round prices half up',
  objective = OBJECTIVE,
  snapshot = {},
}: Given): string {
  const seen = { ...SNAPSHOT, branch: 'planwright/12-task', ...snapshot };
  const looked = { ...LOOKED, snapshot: seen } as Fact;
  return branchOf(taskAfter([...prepared(PLAN).slice(0, 1), looked, goalOf(slug, objective)], { request: { title } }));
}

function goalOf(slug: string, main_objective = OBJECTIVE): Fact {
  const { goal_understanding: goal } = GOAL as FactNamed<'goal_understanding'>;
  return { ...GOAL, goal_understanding: { ...goal, main_objective }, slug } as Fact;
}

describe('the branch of a title that names none (GH-7)', () => {
  it('is named by the goal: where the title has fewer than two ASCII words, and only there', () => {
    expect(branchFor({})).toBe('planwright/12-round-prices-half-up');
    expect(branchFor({ title: 'README の誤字' })).toBe('planwright/12-round-prices-half-up');
    expect(branchFor({ title: '404 と 500 のとき' })).toBe('planwright/12-round-prices-half-up');
    expect(branchFor({ title: 'price.js の丸め' })).toBe('planwright/12-task');
    expect(branchFor({ slug: '' })).toBe('planwright/12-task');
    const numbers = { title: '404 と 500', snapshot: { branch: 'planwright/12-404-500' } };
    for (const slug of ['', '丸め', '4-5']) expect(branchFor({ ...numbers, slug })).toBe('planwright/12-404-500');
    expect(branchFor({ slug: '../$(id) `x`' })).toBe('planwright/12-id-x');
  });

  it('is named by what else is known where the goal comes without a name for it: its own words, then the files and subtasks', () => {
    expect(branchFor({ slug: '', objective: 'src/price.js の丸めを直す' })).toBe('planwright/12-src-price-js');
    expect(branchFor({ slug: 'rounding', objective: 'Round prices half up.' })).toBe(
      'planwright/12-round-prices-half-up',
    );
    expect(branchFor({ slug: 'rounding', objective: '価格を丸める' })).toBe('planwright/12-rounding');
    const divided = (slug: string, file_paths: readonly string[]) => {
      const [task, , , division] = prepared(planOf([subtask('a', [], '丸めを直す')]));
      const looked = { ...LOOKED, snapshot: { ...SNAPSHOT, branch: 'planwright/12-task' } };
      const { task_decomposition: made } = division as FactNamed<'task_decomposition'>;
      const suggested_impl = { language: 'js', file_paths, constraints: [] };
      const subtasks = made.subtasks.map((one) => ({ ...one, suggested_impl }));
      const facts = [task, looked, goalOf(slug), { ...division, task_decomposition: { ...made, subtasks } }] as Fact[];
      return branchOf(taskAfter(facts, { request: { title: TITLE } }));
    };
    expect(divided('', ['src/price.js'])).toBe('planwright/12-src-price-js');
    expect(divided('', ['使い方.md'])).toBe('planwright/12-md');
    expect(divided('half up', ['src/price.js'])).toBe('planwright/12-half-up');
  });

  it('stays what it was where it is on GitHub, and is never that of another task', () => {
    expect(branchFor({ snapshot: { branchSha: 'b'.repeat(40) } })).toBe('planwright/12-task');
    const taken = ['planwright/12-round-prices-half-up', 'planwright/12-round-prices-half-up-2/deeper'];
    expect(branchFor({ snapshot: { taken } })).toBe('planwright/12-round-prices-half-up-3');
  });

  it('stays what it is once there is work, however the goal is understood then', () => {
    const given = { request: { title: TITLE } };
    const named = goalOf('round half up');
    const working = taskAfter([...prepared(PLAN).slice(0, 2), named, ...PLANNED], given);
    const before = branchOf(working);
    const later = goalOf('quite another name');
    expect(decidedAfter(working, later)).toEqual([]);
    expect(branchOf(after(working, later))).toBe(before);
  });
});

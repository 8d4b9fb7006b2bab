import { describe, expect, it } from '@jest/globals';
import { branchOf } from '../../src/plan/publication.ts';
import { after, decidedAfter, planOf, prepared, SNAPSHOT, subtask, taskAfter } from '../task/task-world.ts';
import type { Snapshot } from '../../src/ports/repositories.ts';
import type { Fact } from '../../src/state/facts.ts';

const TITLE = '価格の丸め方が違う';
const PLAN = planOf([subtask('a')]);
const [, LOOKED, GOAL, ...PLANNED] = prepared(PLAN) as readonly [Fact, Fact, Fact, ...Fact[]];

interface Given {
  readonly title?: string;
  readonly slug?: string;
  readonly snapshot?: Partial<Snapshot>;
}

function branchFor({ title = TITLE, slug = 'Round prices half up', snapshot = {} }: Given): string {
  const seen = { ...SNAPSHOT, branch: 'planwright/12-task', ...snapshot };
  const looked = { ...LOOKED, snapshot: seen } as Fact;
  return branchOf(
    taskAfter([...prepared(PLAN).slice(0, 1), looked, { ...GOAL, slug } as Fact], { request: { title } }),
  );
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

  it('stays what it was where it is on GitHub, and is never that of another task', () => {
    expect(branchFor({ snapshot: { branchSha: 'b'.repeat(40) } })).toBe('planwright/12-task');
    const taken = ['planwright/12-round-prices-half-up', 'planwright/12-round-prices-half-up-2/deeper'];
    expect(branchFor({ snapshot: { taken } })).toBe('planwright/12-round-prices-half-up-3');
  });

  it('stays what it is once there is work, however the goal is understood then', () => {
    const given = { request: { title: TITLE } };
    const named = { ...GOAL, slug: 'round half up' } as Fact;
    const working = taskAfter([...prepared(PLAN).slice(0, 2), named, ...PLANNED], given);
    const before = branchOf(working);
    const later = { ...GOAL, slug: 'quite another name' } as Fact;
    expect(decidedAfter(working, later)).toEqual([]);
    expect(branchOf(after(working, later))).toBe(before);
  });
});

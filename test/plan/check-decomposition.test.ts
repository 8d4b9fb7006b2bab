import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkDecomposition, findCycle } from '../../src/plan/check-decomposition.ts';
import { subtask } from '../task/task-world.ts';
import type { Subtask } from '../../src/plan/plan.ts';

const of = (subtasks: readonly Subtask[]) => ({ reasoning: '', subtasks });

describe('a decomposition (PLAN-1)', () => {
  it.each([
    ['one subtask', [subtask('a')], []],
    ['a chain', [subtask('a'), subtask('b', ['a']), subtask('c', ['b'])], []],
    ['a diamond', [subtask('d', ['b', 'c']), subtask('b', ['a']), subtask('c', ['a']), subtask('a')], []],
    ['a dependency named twice', [subtask('a'), subtask('b', ['a', 'a'])], []],
    [
      'ids that are names of object properties',
      [subtask('__proto__'), subtask('constructor', ['__proto__']), subtask('toString', ['constructor'])],
      [],
    ],
    ['an unknown dependency', [subtask('a', ['ghost'])], ['Subtask "a" depends on "ghost", which is not a subtask.']],
    ['an id used three times', [subtask('a'), subtask('a'), subtask('a')], ['The subtask id "a" is used more than once.']],
    ['a subtask that needs itself', [subtask('a', ['a'])], ['The dependencies form a cycle: a → a.']],
    [
      'a cycle of three behind a start',
      [subtask('s', ['a']), subtask('a', ['b']), subtask('b', ['c']), subtask('c', ['a'])],
      ['The dependencies form a cycle: a → b → c → a.'],
    ],
    [
      'a tree',
      [subtask('a'), { ...subtask('b'), parent_id: 'a' }, { ...subtask('c'), parent_id: 'b' }, { ...subtask('d'), parent_id: '' }],
      [],
    ],
    [
      'an unknown parent',
      [subtask('a'), { ...subtask('b'), parent_id: 'ghost' }],
      ['Subtask "b" names "ghost" as its parent_id, which is not a subtask.'],
    ],
    [
      'parts of each other',
      [
        { ...subtask('a'), parent_id: 'b' },
        { ...subtask('b'), parent_id: 'a' },
      ],
      ['The parent_id of these subtasks form a cycle, and a subtask cannot be part of itself: a → b → a.'],
    ],
  ])('with %s is judged rightly', (_, subtasks, problems) => {
    expect(checkDecomposition(of(subtasks), 100)).toEqual(problems);
  });

  it('has no more subtasks than allowed (PLAN-3)', () => {
    const subtasks = Array.from({ length: 4 }, (_, index) => subtask(`t${index}`));
    expect(checkDecomposition(of(subtasks), 4)).toEqual([]);
    expect(checkDecomposition(of(subtasks), 3)).toEqual(['There are 4 subtasks; at most 3 are allowed.']);
  });

  it('of 100,000 subtasks in one chain, in either direction, is checked without a deep stack, and a cycle through all is told in short', () => {
    const count = 100_000;
    const chain = Array.from({ length: count }, (_, index) => subtask(`t${index}`, index === 0 ? [] : [`t${index - 1}`]));
    expect(checkDecomposition(of(chain), count)).toEqual([]);
    expect(checkDecomposition(of(chain.toReversed()), count)).toEqual([]);
    const ring = [subtask('t0', [`t${count - 1}`]), ...chain.slice(1)];
    const [problem = ''] = checkDecomposition(of(ring), count);
    expect(problem).toMatch(/^The dependencies form a cycle: t0 → t99999 → .*… \(99981 more\) ….* → t0\.$/);
    expect(problem.length).toBeLessThan(400);
  });

  it('is free of cycles exactly if it can be put in order, whatever the graph', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const graph = fc.tuple(...names.map(() => fc.subarray([...names, 'ghost'])));
    fc.assert(
      fc.property(graph, (dependencies) => {
        const subtasks = names.map((name, index) => subtask(name, dependencies[index] ?? []));
        const cycle = findCycle(subtasks);
        expect(cycle === null).toBe(canBeOrdered(subtasks));
        if (cycle === null) return;
        expect(cycle[0]).toBe(cycle.at(-1));
        for (const [index, id] of cycle.slice(0, -1).entries()) {
          expect(subtasks.find((one) => one.id === id)?.dependencies).toContain(cycle[index + 1]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Takes away what needs nothing until nothing is left or nothing can be taken. */
function canBeOrdered(subtasks: readonly Subtask[]): boolean {
  let left = subtasks;
  for (;;) {
    const ids = new Set(left.map((one) => one.id));
    const next = left.filter((one) => one.dependencies.some((id) => ids.has(id)));
    if (next.length === 0) return true;
    if (next.length === left.length) return false;
    left = next;
  }
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkDecomposition, findCycles } from '../../src/plan/check-decomposition.ts';
import { toldFaults } from '../../src/plan/faults.ts';
import { subtask } from '../task/task-world.ts';
import { runs } from '../long.ts';
import type { Subtask } from '../../src/state/plan.ts';

const check = (subtasks: readonly Subtask[], most = 100) =>
  toldFaults(checkDecomposition({ reasoning: '', subtasks }, most));
const OTHER = 'Name one of the subtasks instead';
const LEAST = 'Take out the one that matters least.';

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
    [
      'an unknown dependency',
      [subtask('a', ['ghost'])],
      [`Subtask "a" depends on "ghost", which is not a subtask. ${OTHER}, add the missing one, or leave it out.`],
    ],
    [
      'an id used three times',
      [subtask('a'), subtask('a'), subtask('a')],
      ['The subtask id "a" is used more than once. Give each subtask an id of its own.'],
    ],
    [
      'an id used twice, once in a circle',
      [subtask('a', ['b']), subtask('b', ['a']), subtask('a')],
      [
        'The subtask id "a" is used more than once. Give each subtask an id of its own.',
        `The dependencies form a cycle: a → b → a. ${LEAST}`,
      ],
    ],
    ['a subtask that needs itself', [subtask('a', ['a'])], [`The dependencies form a cycle: a → a. ${LEAST}`]],
    [
      'a cycle of three behind a start',
      [subtask('s', ['a']), subtask('a', ['b']), subtask('b', ['c']), subtask('c', ['a'])],
      [`The dependencies form a cycle: a → b → c → a. ${LEAST}`],
    ],
    [
      'a tree',
      [
        subtask('a'),
        { ...subtask('b'), parent_id: 'a' },
        { ...subtask('c'), parent_id: 'b' },
        { ...subtask('d'), parent_id: '' },
      ],
      [],
    ],
    [
      'an unknown parent',
      [subtask('a'), { ...subtask('b'), parent_id: 'ghost' }],
      [`Subtask "b" names "ghost" as parent_id, which is not a subtask. ${OTHER}, or leave it out.`],
    ],
    [
      'parts of each other',
      [
        { ...subtask('a'), parent_id: 'b' },
        { ...subtask('b'), parent_id: 'a' },
      ],
      [
        'The parent_id of these subtasks form a cycle, and a subtask cannot be part of itself: a → b → a. Leave one of them out.',
      ],
    ],
  ])('with %s is judged rightly', (_, subtasks, problems) => {
    expect(check(subtasks, 100)).toEqual(problems);
  });

  it('has no more subtasks than allowed (PLAN-3)', () => {
    const subtasks = Array.from({ length: 4 }, (_, index) => subtask(`t${index}`));
    expect(check(subtasks, 4)).toEqual([]);
    expect(check(subtasks, 3)).toEqual([
      'There are 4 subtasks; at most 3 are allowed. Merge those that belong together.',
    ]);
  });

  it('is told all that is wrong with it at once, cause by cause, each with what to do (PLAN-1)', () => {
    const broken = [
      subtask('a', ['b', 'ghost']),
      subtask('b', ['a', 'ghost', 'phantom']),
      subtask('c', ['d']),
      subtask('d', ['c', 'd']),
      { ...subtask('e', ['ghost']), parent_id: 'nobody' },
      { ...subtask('e'), parent_id: 'e' },
    ];
    expect(check(broken, 5)).toEqual([
      'There are 6 subtasks; at most 5 are allowed. Merge those that belong together.',
      'The subtask id "e" is used more than once. Give each subtask an id of its own.',
      `Subtasks "a", "b" and "e" depend on "ghost", which is not a subtask. ${OTHER}, add the missing one, or leave it out.`,
      `Subtask "b" depends on "phantom", which is not a subtask. ${OTHER}, add the missing one, or leave it out.`,
      `The dependencies form a cycle: a → b → a. ${LEAST}`,
      `The dependencies form a cycle: c → d → c. ${LEAST}`,
      `The dependencies form a cycle: d → d. ${LEAST}`,
      `Subtask "e" names "nobody" as parent_id, which is not a subtask. ${OTHER}, or leave it out.`,
      'The parent_id of these subtasks form a cycle, and a subtask cannot be part of itself: e → e. Leave one of them out.',
    ]);
    expect(check(broken, 5)).toEqual(check(structuredClone(broken), 5));
  });

  it('of 100,000 subtasks in one chain, in either direction, is checked without a deep stack, and a cycle through all is told in short', () => {
    const count = 100_000;
    const chain = Array.from({ length: count }, (_, index) =>
      subtask(`t${index}`, index === 0 ? [] : [`t${index - 1}`]),
    );
    expect(check(chain, count)).toEqual([]);
    expect(check(chain.toReversed(), count)).toEqual([]);
    const ring = [subtask('t0', [`t${count - 1}`]), ...chain.slice(1)];
    const [problem = ''] = check(ring, count);
    expect(problem).toMatch(
      /^The dependencies form a cycle: t0 → t99999 → .*… \(99981 more\) ….* → t0\. Take out the one that matters least\.$/,
    );
    expect(problem.length).toBeLessThan(450);
  });

  it('is free of cycles exactly if it can be put in order, and is once a step of each named cycle is taken out, whatever the graph', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const graph = fc.tuple(...names.map(() => fc.subarray([...names, 'ghost'])));
    fc.assert(
      fc.property(graph, (dependencies) => {
        const subtasks = names.map((name, index) => subtask(name, dependencies[index] ?? []));
        const cycles = findCycles(subtasks);
        expect(cycles.length === 0).toBe(canBeOrdered(subtasks));
        for (const { ids, hidden } of cycles) {
          expect([ids[0], hidden]).toEqual([ids.at(-1), 0]);
          for (const [index, id] of ids.slice(0, -1).entries())
            expect(subtasks.find((one) => one.id === id)?.dependencies).toContain(ids[index + 1]);
        }
        const taken = new Set(cycles.map(({ ids }) => ids.slice(-2).join(' ')));
        const mended = subtasks.map((one) => ({
          ...one,
          dependencies: one.dependencies.filter((id) => !taken.has(`${one.id} ${id}`)),
        }));
        expect(canBeOrdered(mended)).toBe(true);
      }),
      { numRuns: runs(2_000, 400) },
    );
  });
});

/** Removes subtasks without dependencies until nothing is left or nothing can be removed. */
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

import { describe, expect, it } from '@jest/globals';
import { answered } from '../task/answered.ts';
import { after, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

type Strategy = 'chain_of_thought' | 'hierarchical' | 'simple';
const STRATEGIES = ['chain_of_thought', 'hierarchical', 'simple'] as const;
const PLAN = planOf([subtask('a')]);

function dividing(strategy: Strategy): Task {
  const planning = { ...UNDISTURBED, strategy };
  return taskAfter(prepared(PLAN).slice(0, 3), { settings: { planning } });
}
const step = (id: string, parent_id?: string, ...dependencies: readonly string[]) => ({
  id,
  description: `Do ${id}`,
  dependencies,
  ...(parent_id === undefined ? {} : { parent_id }),
});
const division = (subtasks: readonly object[]) => ({
  task_decomposition: { reasoning: 'So.', subtasks },
  acceptance_criteria: PLAN.acceptance_criteria,
});
const given = (task: Task, ...subtasks: readonly object[]) =>
  answered(task, 'task_decomposition', division(subtasks)) as Promise<Fact>;
const problems = (fact: Fact) => (fact.type === 'error' && fact.name === 'invalid_answer' ? fact.problems : []);
const divided = (fact: Fact) =>
  fact.type === 'phase' && fact.name === 'task_decomposition' ? fact.task_decomposition : null;
const needs = (fact: Fact) =>
  divided(fact)?.subtasks.map(({ id, dependencies, parent_id: parent }) => [
    `${parent === undefined ? '' : `${parent}/`}${id}`,
    ...dependencies,
  ]);

describe('simple (PLAN-3)', () => {
  it('PLAN-3: is a list without dependencies, parents or reasoning, in an order that keeps what was said to depend', async () => {
    const fact = await given(dividing('simple'), step('b', undefined, 'a'), step('c', 'b'), step('a'));
    expect(needs(fact)).toEqual([['c'], ['a'], ['b']]);
    expect(divided(fact)?.reasoning).toBe('');
  });
});

describe('hierarchical (PLAN-3)', () => {
  it('PLAN-3: a parent is done after its parts, but for those that need it themselves', async () => {
    const task = dividing('hierarchical');
    expect(needs(await given(task, step('p'), step('s', 'p'), step('t', 'p', 's'), step('u', 't')))).toEqual([
      ['p', 's', 't'],
      ['p/s'],
      ['p/t', 's', 'u'],
      ['t/u'],
    ]);
    expect(needs(await given(task, step('p'), step('s', 'p', 'q'), step('q', undefined, 'p'), step('t', 'p')))).toEqual(
      [['p', 't'], ['p/s', 'q'], ['q', 'p'], ['p/t']],
    );
    expect(needs(await given(task, step('p', undefined, 's'), step('s', 'p')))).toEqual([['p', 's'], ['p/s']]);
  });

  it('PLAN-3: more than three subtasks form a tree, unless no division held together', async () => {
    const flat = ['a', 'b', 'c', 'd'].map((id) => step(id));
    const task = dividing('hierarchical');
    const refused = await given(task, ...flat);
    expect(problems(refused)).toEqual([
      'The subtasks form no tree. Name in parent_id which large part each step belongs to.',
    ]);
    expect(problems(await given(task, ...flat.slice(1)))).toEqual([]);
    expect(problems(await given(dividing('chain_of_thought'), ...flat))).toEqual([]);
    expect(problems(await given(after(task, refused, refused), ...flat))).toEqual([]);
  });
});

describe('how deep subtasks may be nested (PLAN-3)', () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }, (_, at) => (at === 0 ? step('l0') : step(`l${at}`, `l${at - 1}`)));

  it.each(STRATEGIES)('PLAN-3: %s: three levels', async (strategy) => {
    const task = dividing(strategy);
    expect(problems(await given(task, ...nested(3)))).toEqual([]);
    expect(problems(await given(task, ...nested(5)))).toEqual(
      strategy === 'simple' ? [] : [expect.stringMatching(/^"l3" and "l4": more than 3 levels by parent_id\./)],
    );
  });

  it('PLAN-3: parents in a circle are told as that', async () => {
    const circle = [step('a', 'c'), step('b', 'a'), step('c', 'b'), step('d', 'c')];
    expect(problems(await given(dividing('hierarchical'), ...circle))).toEqual([
      expect.stringContaining('cannot be part of itself'),
    ]);
  });
});

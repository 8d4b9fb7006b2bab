import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkActionPlan } from '../../src/plan/check-action-plan.ts';
import { toldFaults } from '../../src/plan/faults.ts';
import { orderedActions } from '../../src/plan/action-order.ts';
import { planOf, subtask } from '../task/task-world.ts';
import { runs } from '../long.ts';
import type { ActionPlan, PlannedAction, Subtask } from '../../src/state/plan.ts';

const AVAILABLE = { tools: ['run_command', 'edit_file'], environments: ['node', 'base'] };
const SUBTASKS = [subtask('a'), subtask('b', ['a']), subtask('c', ['b'])];

function action(id: string, extra: Partial<PlannedAction> = {}): PlannedAction {
  return {
    task_id: id,
    action_type: 'tool_call',
    tool: 'run_command',
    purpose: `Do ${id}`,
    expected_outcome: '',
    fallback_strategy: '',
    ...extra,
  };
}

function check(
  plan: Partial<ActionPlan>,
  environment = 'node',
  subtasks: readonly Subtask[] = SUBTASKS,
): readonly string[] {
  const whole = { execution_order: ['a', 'b', 'c'], actions: [action('a')], ...plan };
  return toldFaults(checkActionPlan(whole, { reasoning: '', subtasks }, { name: environment }, AVAILABLE));
}

describe('an action plan (PLAN-1)', () => {
  it.each<readonly [string, Partial<ActionPlan>, readonly string[]]>([
    ['that keeps the rules', {}, []],
    ['whose order is left open', { execution_order: [] }, []],
    ['that names some subtasks only', { execution_order: ['a', 'b'] }, []],
    ['an action without a tool of its own', { actions: [action('a', { tool: '' })] }, []],
    [
      'an unknown id in the order',
      { execution_order: ['a', 'x', 'b', 'c'] },
      ['"x" is not a subtask, but execution_order names it. The subtasks are: "a", "b" and "c".'],
    ],
    [
      'an id twice in the order',
      { execution_order: ['a', 'b', 'b', 'b', 'c'] },
      ['execution_order names "b" more than once. Name it once, behind everything it depends on.'],
    ],
    [
      'an action of an unknown subtask',
      { actions: [action('x')] },
      ['"x" is not a subtask, but actions name it. The subtasks are: "a", "b" and "c".'],
    ],
    [
      'a subtask before what it needs',
      { execution_order: ['b', 'a', 'c'] },
      ['execution_order puts "b" before "a", on which it depends. Put it behind.'],
    ],
    [
      'a subtask before what is left out and so comes last',
      { execution_order: ['c'] },
      ['execution_order puts "c" before "b", on which it depends. Put it behind.'],
    ],
    [
      'an unknown tool',
      { actions: [action('a', { tool: 'sudo' })] },
      ['There is no tool "sudo" (subtask "a"). Use one of: run_command, edit_file.'],
    ],
    [
      'a question to people, which needs no tool',
      { actions: [action('a', { action_type: 'ask_human', tool: 'the people' })] },
      [],
    ],
    [
      'another kind of action',
      { actions: [action('a', { action_type: 'run_worker' })] },
      ['The action type "run_worker" (subtask "a") is not available here; use tool_call or ask_human.'],
    ],
  ])('%s', (_, plan, problems) => {
    expect(check(plan)).toEqual(problems);
  });

  it('need not name what is finished already, only what is not', () => {
    const plan = { execution_order: ['c'], actions: [action('c')] };
    const checked = (done: readonly string[]) =>
      toldFaults(
        checkActionPlan(
          plan,
          { reasoning: '', subtasks: SUBTASKS },
          { name: 'node' },
          { ...AVAILABLE, done: new Set(done) },
        ),
      );
    expect(checked(['a', 'b'])).toEqual([]);
    expect(checked(['a'])).toEqual(['execution_order puts "c" before "b", on which it depends. Put it behind.']);
  });
  it.each(['a,b,c,d', 'a,c,b,d', 'c,a,b,d', 'd,c,a,b', 'a,d,b,c'])(
    'may choose independent subtasks in any order that keeps the dependencies: %s (PLAN-1.4)',
    (order) => {
      const subtasks = [subtask('a'), subtask('b', ['a']), subtask('c'), subtask('d')];
      expect(check({ execution_order: order.split(',') }, 'node', subtasks)).toEqual([]);
      expect(
        check({ execution_order: ['b', ...order.split(',').filter((id) => id !== 'b')] }, 'node', subtasks),
      ).not.toEqual([]);
    },
  );

  it('uses an environment that is configured', () => {
    expect(check({}, 'haskell')).toEqual(['There is no environment "haskell". Choose one of: node, base.']);
  });

  it('is told all that is wrong with it at once, cause by cause (PLAN-1)', () => {
    const actions = [
      ...['a', 'b', 'c'].map((id) => action(id, { tool: 'sudo' })),
      action('x'),
      action('x'),
      action('a', { tool: 'vi' }),
      action('b', { action_type: 'run_worker' }),
    ];
    expect(check({ execution_order: ['x', 'c', 'b', 'a', 'a', 'y', 'x'], actions }, 'haskell')).toEqual([
      '"x" is not a subtask, but execution_order and actions name it. The subtasks are: "a", "b" and "c".',
      '"y" is not a subtask, but execution_order names it. The subtasks are: "a", "b" and "c".',
      'execution_order names "a" more than once. Name it once, behind everything it depends on.',
      'execution_order puts "b" before "a", on which it depends. Put it behind.',
      'execution_order puts "c" before "b", on which it depends. Put it behind.',
      'The action type "run_worker" (subtask "b") is not available here; use tool_call or ask_human.',
      'There is no tool "sudo" (subtasks "a", "b" and "c"). Use one of: run_command, edit_file.',
      'There is no tool "vi" (subtask "a"). Use one of: run_command, edit_file.',
      'There is no environment "haskell". Choose one of: node, base.',
    ]);
  });

  it('of a hundred thousand entries is checked in proportion to its length', () => {
    const subtasks = Array.from({ length: 100_000 }, (_, index) =>
      subtask(`t${index}`, index === 0 ? [] : [`t${index - 1}`]),
    );
    expect(check({ execution_order: subtasks.map(({ id }) => id), actions: [action('t0')] }, 'node', subtasks)).toEqual(
      [],
    );
  });
});

describe('the order of the actions (PLAN-1)', () => {
  it('follows the order of the plan, keeps several actions of a subtask together, and gives every subtask one', () => {
    const plan = planOf(SUBTASKS, {
      action_plan: {
        execution_order: ['a', 'c', 'b'],
        actions: [action('b', { purpose: 'first' }), action('a'), action('b', { purpose: 'second' })],
      },
    });
    expect(orderedActions(plan).map(({ task_id, purpose }) => `${task_id}: ${purpose}`)).toEqual([
      'a: Do a',
      'c: Do c',
      'b: first',
      'b: second',
    ]);
  });

  it('puts subtasks that the plan leaves out behind, each after what it needs', () => {
    const subtasks = [subtask('z', ['y']), subtask('y', ['x']), subtask('x'), subtask('first')];
    const plan = planOf(subtasks, { action_plan: { execution_order: ['first'], actions: [action('first')] } });
    expect(orderedActions(plan).map(({ task_id }) => task_id)).toEqual(['first', 'x', 'y', 'z']);
  });

  it('covers every subtask once and respects every dependency of an accepted plan', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const inputs = fc.record({
      needs: fc.tuple(...names.map((_, index) => fc.subarray(names.slice(0, index)))),
      shuffled: fc.shuffledSubarray(names),
      listed: fc.shuffledSubarray(names, { minLength: 5 }),
    });
    fc.assert(
      fc.property(inputs, ({ needs, shuffled, listed }) => {
        const subtasks = listed.map((name) => subtask(name, needs[names.indexOf(name)] ?? []));
        const plan = planOf(subtasks, {
          action_plan: { execution_order: shuffled, actions: [action(listed[0] ?? 'a')] },
        });
        const order = orderedActions(plan).map(({ task_id }) => task_id);
        expect(order.toSorted()).toEqual(names);
        if (check(plan.action_plan, 'node', subtasks).length > 0) return;
        for (const { id, dependencies } of subtasks)
          for (const needed of dependencies) expect(order.indexOf(needed)).toBeLessThan(order.indexOf(id));
      }),
      { numRuns: runs(1_000, 300) },
    );
  });
});

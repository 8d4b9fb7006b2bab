import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PlanPatchSchema } from '../../src/model-calls/patch-schemas.ts';
import { layoutKeeping } from '../../src/plan/action-order.ts';
import { applyPatch } from '../../src/plan/patch/apply-patch.ts';
import { saidOf } from '../../src/plan/patch/operations.ts';
import { layOut, plannedAt } from '../../src/state/lay-out.ts';
import {
  answerGiven,
  checkpointed,
  doneSubtasks,
  finishAction,
  nextAction,
  isFinished,
  rewound,
} from '../../src/state/work-moves.ts';
import { change, planOf, subtask } from '../task/task-world.ts';
import { beginWork, NOBODY } from './plan-work.ts';
import type { ActionStatus } from '../../src/state/judgements.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Work } from '../../src/state/work.ts';

const action = (id: string, purpose: string) => ({
  task_id: id,
  action_type: 'tool_call' as const,
  tool: 'run_command',
  purpose,
  expected_outcome: '',
  fallback_strategy: '',
});

/** Each letter is one action of its subtask. */
function planWith(actions: Readonly<Record<string, string>>): Plan {
  const ids = Object.keys(actions);
  return planOf(
    ids.map((id) => subtask(id)),
    {
      action_plan: {
        execution_order: ids,
        actions: Object.entries(actions).flatMap(([id, purposes]) =>
          purposes.split('').map((purpose) => action(id, purpose)),
        ),
      },
    },
  );
}

function ended(work: Work, status: ActionStatus = 'success'): Work {
  const id = `end-${work.conversation.length}`;
  const asked = answerGiven(work, [{ type: 'tool_use', id, name: 'finish_action', input: {} }]);
  return saved(
    nextAction(
      finishAction(asked, { tool_use_id: id, status, evaluation: 'So it went.', issues_identified: [] }, []),
      NOBODY,
    ),
  );
}
const saved = (work: Work) => (work.toCheckpoint === null ? work : checkpointed(work, change()));
const shown = (work: Work) => work.actions.map((one) => `${one.taskId}/${one.planned.purpose} ${one.status}`);

function commented(
  work: Work,
  plan: Plan,
  operations: readonly object[],
): { readonly plan: Plan; readonly work: Work } {
  const patch = PlanPatchSchema.parse({ understanding: '', operations });
  const done = doneSubtasks(work);
  const ids = [...plan.task_decomposition.subtasks.map(({ id }) => id), ...work.actions.map((one) => one.taskId)];
  const patched = applyPatch(plan, patch, { doneIds: done, usedIds: ids });
  if (patched.changes.length === 0) return { plan, work };
  const again = patch.operations.flatMap((one) => (one.op === 'update' && saidOf(one).length > 0 ? [one.task_id] : []));
  const layout = layoutKeeping(work, patched.plan, { done, again: new Set(again) });
  return {
    plan: patched.plan,
    work: layOut(work, patched.plan, { how: 'go_on', reason: 'Said so.', ...layout }, NOBODY),
  };
}

const NOTE = { op: 'create', title: 'Note' };

describe('work whose plan is changed by a comment', () => {
  const plan = planWith({ task_1: 'AB', task_2: 'C' });

  it('PLAN-5: does not run a finished action again: A is done, B in hand, and a comment adds a subtask', () => {
    const { work } = commented(ended(beginWork(plan)), plan, [NOTE]);
    expect(shown(work)).toEqual(['task_1/A success', 'task_1/B running', 'task_2/C pending', 'task_3/Note pending']);
    expect(work.current).toBe(1);
    expect(work.conversation.slice(-2)).toMatchObject([
      { kind: 'replanned' },
      { kind: 'begin', brief: { number: 2, of: 4 } },
    ]);
  });

  it('PLAN-9: lets a subtask stand that failed, when the comment is about another one', () => {
    const failed = ended(ended(beginWork(plan)), 'failure');
    expect(shown(commented(failed, plan, [NOTE]).work)).toEqual([
      'task_1/A success',
      'task_1/B failure',
      'task_2/C running',
      'task_3/Note pending',
    ]);
  });

  it.each([
    [
      'its words stay',
      { acceptance_criteria: ['It is fast'] },
      ['task_1/A success', 'task_1/B running', 'task_2/C pending'],
    ],
    ['its words change', { description: 'Otherwise' }, ['task_1/A running', 'task_1/B pending', 'task_2/C pending']],
  ])('PLAN-9: tries again what failed in the subtask that the comment is about; %s', (_, fields, expected) => {
    const failed = ended(ended(beginWork(plan)), 'failure');
    expect(shown(commented(failed, plan, [{ op: 'update', task_id: 'task_1', ...fields }]).work)).toEqual(expected);
  });

  it('PLAN-9: does what now comes first before the rest of a subtask that was begun', () => {
    const { work } = commented(ended(beginWork(plan)), plan, [
      { op: 'move', task_id: 'task_2', position: { index: 0 } },
    ]);
    expect(shown(work)).toEqual(['task_1/A success', 'task_2/C running', 'task_1/B pending']);
    const all = ended(ended(work));
    expect([isFinished(all), ...shown(all)]).toEqual([
      true,
      'task_1/A success',
      'task_2/C success',
      'task_1/B success',
    ]);
  });

  it('EXEC-5: goes back to its last checkpoint when the workspace is lost, and does again what was not saved', () => {
    const second = ended(ended(ended(beginWork(planWith({ task_1: 'AB', task_2: 'CD' })))));
    const { work } = commented(second, planWith({ task_1: 'AB', task_2: 'CD' }), [NOTE]);
    expect(shown(rewound(work, NOBODY))).toEqual([
      'task_1/A success',
      'task_1/B success',
      'task_2/C running',
      'task_2/D pending',
      'task_3/Note pending',
    ]);
  });

  it('PLAN-5: counts two actions with the same words as two', () => {
    const twins = planWith({ task_1: 'AA' });
    expect(shown(commented(ended(beginWork(twins)), twins, [NOTE]).work)).toEqual([
      'task_1/A success',
      'task_1/A running',
      'task_2/Note pending',
    ]);
  });

  it('PLAN-9: begins a subtask anew that says something else, though its planned action is the same', () => {
    const before = ended(beginWork(plan));
    const other = planWith({ task_1: 'AB', task_2: 'C' });
    const subtasks = other.task_decomposition.subtasks.map((one) => ({ ...one, description: 'Otherwise' }));
    const otherwise = { ...other, task_decomposition: { ...other.task_decomposition, subtasks } };
    const keeping = { done: new Set<string>(), again: new Set<string>() };
    expect(layoutKeeping(before, otherwise, keeping)).toEqual({ kept: [], ahead: [0, 1, 2], saved: 0 });
    expect(layoutKeeping(before, other, keeping)).toEqual({ kept: [0], ahead: [1, 2], saved: 0 });
  });

  it('PLAN-5: leaves a finished subtask finished, whatever a later plan lists for it', () => {
    const before = ended(beginWork(planWith({ task_1: 'A', task_2: 'C' })));
    const later = planWith({ task_1: 'XY', task_2: 'C' });
    const { kept, ahead, saved: safe } = layoutKeeping(before, later, { done: new Set(['task_1']), again: new Set() });
    expect(kept.map((at) => before.actions[at]?.planned.purpose)).toEqual(['A']);
    expect(ahead.map((place) => plannedAt(later, place).purpose)).toEqual(['C']);
    expect(safe).toBe(1);
  });
});

describe('any plan under any sequence of patches', () => {
  const id = fc.constantFrom('task_1', 'task_2', 'task_3', 'task_4', 'task_5');
  const operation = fc.oneof(
    fc.constant(NOTE),
    fc.record({
      op: fc.constant('create'),
      title: fc.constantFrom('New', 'Other'),
      dependencies: fc.array(id, { maxLength: 1 }),
    }),
    fc.record({
      op: fc.constant('update'),
      task_id: id,
      description: fc.constantFrom('Do task_1', 'Do task_2', 'Otherwise'),
    }),
    fc.record({ op: fc.constant('update'), task_id: id, acceptance_criteria: fc.constant(['Fast']) }),
    fc.record({ op: fc.constant('delete'), task_id: id, cascade: fc.boolean() }),
    fc.record({ op: fc.constant('move'), task_id: id, position: fc.record({ index: fc.nat(4) }) }),
  );
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('success' as const, 'success' as const, 'failure' as const, 'partial' as const),
    },
    { weight: 1, arbitrary: fc.array(operation, { minLength: 1, maxLength: 3 }) },
  );
  const start = fc.array(fc.constantFrom('A', 'AB', 'AA', 'ABC'), { minLength: 1, maxLength: 4 });

  it('PLAN-5, PLAN-9: no finished action is lost or done twice, and what is ahead is exactly what the plan still asks for', () => {
    let patched = 0;
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 20 }), (subtasks, steps) => {
        let plan = planWith(Object.fromEntries(subtasks.map((purposes, at) => [`task_${at + 1}`, purposes])));
        let work = beginWork(plan);
        for (const one of steps) {
          if (typeof one === 'string') {
            if (!isFinished(work)) work = ended(work, one);
            continue;
          }
          const before = work;
          ({ plan, work } = commented(work, plan, one));
          if (work === before) continue;
          patched += 1;
          const known = new Map(plan.task_decomposition.subtasks.map((each) => [each.id, each.description]));
          const succeeded = (all: Work) =>
            all.actions
              .filter((each) => each.status === 'success')
              .filter((each) => known.get(each.taskId) === each.description)
              .map((each) => `${each.taskId}/${each.planned.purpose}`);
          expect(succeeded(work)).toEqual(succeeded(before));
          // As often as the plan contains them, finished or ahead: none twice, none missing.
          const all = (of: Work) => of.actions.map((each) => `${each.taskId}/${each.planned.purpose}`).toSorted();
          expect(all(work)).toEqual(all(beginWork(plan)));
          const over = work.actions.findIndex((each) => each.status === 'running' || each.status === 'pending');
          expect(work.current).toBe(over < 0 ? work.actions.length : over);
          expect(work.checkpoint.action).toBeLessThanOrEqual(work.current);
          for (const each of work.actions.slice(0, work.checkpoint.action)) expect(before.actions).toContain(each);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(patched).toBeGreaterThan(500);
  });
});

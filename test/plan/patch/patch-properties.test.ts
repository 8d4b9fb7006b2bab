import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PlanPatchSchema } from '../../../src/model-calls/patch-schemas.ts';
import { checkActionPlan } from '../../../src/plan/check-action-plan.ts';
import { checkDecomposition } from '../../../src/plan/check-decomposition.ts';
import { orderedActions } from '../../../src/plan/action-order.ts';
import { applyPatch } from '../../../src/plan/patch/apply-patch.ts';
import { depthFirst, treeOf } from '../../../src/plan/patch/tree.ts';
import type { Plan } from '../../../src/state/plan.ts';
import { planOf, subtask } from './plans.ts';

const ids = ['task_1', 'task_2', 'task_3', 'task_4', 'task_5', 'task_6', 'x', 'y', 'z', '__proto__'];
const name = fc.constantFrom(...ids);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const words = fc.constantFrom('Read', 'Write', 'A — B', ' ');

const fields = {
  title: maybe(words),
  description: maybe(words),
  dependencies: maybe(fc.array(name, { maxLength: 2 })),
  acceptance_criteria: maybe(fc.array(words, { maxLength: 2 })),
  parent_id: maybe(fc.option(name)),
  position: maybe(
    fc.oneof(fc.record({ index: fc.nat(5) }), fc.record({ before: name }), fc.record({ after: name }), fc.constant({})),
  ),
};

const operation = fc.oneof(
  fc.record({
    op: fc.constant('create'),
    temp_id: maybe(fc.constantFrom('x', 'y', 'z', 'task_6')),
    ...fields,
    title: fc.constantFrom('New', 'Other'),
  }),
  fc.record({ op: fc.constant('update'), task_id: name, ...fields }),
  fc.record({ op: fc.constant('delete'), task_id: name, cascade: fc.boolean() }),
  fc.record({ op: fc.constant('move'), task_id: name, parent_id: fields.parent_id, position: fields.position }),
);

const patches = fc
  .array(operation, { minLength: 1, maxLength: 4 })
  .map((operations) => PlanPatchSchema.parse({ understanding: '', operations }));

/** Any tree and any dependencies without cycles. */
const plans: fc.Arbitrary<Plan> = fc
  .array(fc.record({ parent: maybe(fc.nat(5)), before: fc.array(fc.nat(5), { maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((rows) =>
    planOf(
      rows.map(({ parent, before }, index) =>
        subtask(`task_${index + 1}`, {
          ...(parent === undefined || parent >= index ? {} : { parent_id: `task_${parent + 1}` }),
          dependencies: [...new Set(before.filter((one) => one < index).map((one) => `task_${one + 1}`))],
        }),
      ),
    ),
  );

function expectWhole(plan: Plan): void {
  const { subtasks } = plan.task_decomposition;
  const known = subtasks.map(({ id }) => id);
  expect(checkDecomposition(plan.task_decomposition, Infinity).flat()).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
  for (const one of subtasks) expect([undefined, ...known]).toContain(one.parent_id);
  const byParent = treeOf(subtasks).parents;
  for (const one of subtasks) expect(byParent.get(one.id) ?? undefined).toBe(one.parent_id);
  expect(plan.action_plan.execution_order.toSorted()).toEqual(known.toSorted());
  expect(
    checkActionPlan(
      plan.action_plan,
      plan.task_decomposition,
      { name: 'node' },
      { tools: ['run_command'], environments: ['node'] },
    ).flat(),
  ).toEqual([]);
  expect(new Set(orderedActions(plan).map((action) => action.task_id))).toEqual(new Set(known));
  for (const { task_id: owner } of plan.acceptance_criteria) expect([undefined, ...known]).toContain(owner);
  const criteria = plan.acceptance_criteria.map(({ id }) => id);
  expect(new Set(criteria).size).toBe(criteria.length);
}

function contents(plan: Plan, id: string) {
  const found = plan.task_decomposition.subtasks.find((one) => one.id === id);
  return (
    found && {
      ...found,
      parent_id: undefined,
      dependencies: found.dependencies.filter((one) =>
        plan.task_decomposition.subtasks.some((each) => each.id === one),
      ),
    }
  );
}

describe('any sequence of patches on any plan (PLAN-9)', () => {
  it('PLAN-9: leaves unique ids, a whole tree, no circle, no reference to nothing, an order that can be worked', () => {
    let applied = 0;
    fc.assert(
      fc.property(plans, fc.array(patches, { maxLength: 6 }), (start, sequence) => {
        let plan = start;
        const used = new Set(start.task_decomposition.subtasks.map(({ id }) => id));
        for (const patch of sequence) {
          const before = JSON.stringify(plan);
          const after = applyPatch(plan, patch, { doneIds: new Set(), usedIds: used });
          expect(JSON.stringify(plan)).toBe(before);
          if (after.problems.length > 0)
            expect(after).toEqual({ plan, changes: [], ids: {}, problems: after.problems });
          else applied += 1;
          for (const id of Object.values(after.ids)) expect(used.has(id)).toBe(false);
          plan = after.plan;
          for (const { id } of plan.task_decomposition.subtasks) used.add(id);
          expectWhole(plan);
          if (after.changes.length > 0)
            expect(depthFirst(treeOf(plan.task_decomposition.subtasks))).toEqual(
              plan.task_decomposition.subtasks.map(({ id }) => id),
            );
        }
      }),
      { numRuns: 300 },
    );
    expect(applied).toBeGreaterThan(50);
  });

  it('PLAN-9: finished work is never lost or changed', () => {
    fc.assert(
      fc.property(plans, fc.subarray(['task_1', 'task_2', 'task_3']), patches, (plan, done, patch) => {
        const finished = done.filter((id) => plan.task_decomposition.subtasks.some((one) => one.id === id));
        const after = applyPatch(plan, patch, { doneIds: new Set(finished) });
        for (const id of finished) {
          expect(contents(after.plan, id)).toMatchObject({ description: `Do ${id}` });
          expect(after.plan.action_plan.actions.filter((action) => action.task_id === id)).toEqual(
            plan.action_plan.actions.filter((action) => action.task_id === id),
          );
          const kept = contents(plan, id)?.dependencies.filter((one) => contents(after.plan, one));
          expect(contents(after.plan, id)?.dependencies).toEqual(kept);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('PLAN-9: the same patch on the same plan is the same plan', () => {
    fc.assert(
      fc.property(plans, patches, (plan, patch) => {
        expect(applyPatch(plan, patch, { doneIds: new Set() })).toEqual(
          applyPatch(plan, patch, { doneIds: new Set() }),
        );
      }),
    );
  });
});

/** Plans and patches for tests, through the schemas for models' answers. */
import { PlanPatchSchema } from '../../../src/model-calls/patch-schemas.ts';
import { applyPatch, executionOrder, type Patched } from '../../../src/plan/patch/apply-patch.ts';
import type { Plan, Subtask } from '../../../src/state/plan.ts';

export function subtask(id: string, fields: Partial<Subtask> = {}): Subtask {
  return { id, description: `Do ${id}`, dependencies: [], estimated_complexity: 'low', required_tools: [], ...fields };
}

/** One action per subtask, in a valid order. */
export function planOf(subtasks: readonly Subtask[]): Plan {
  return {
    goal_understanding: { main_objective: 'It works', success_criteria: [], constraints: [], context: '' },
    task_decomposition: { reasoning: '', subtasks },
    acceptance_criteria: [{ id: 'AC-1', description: 'All tests pass' }],
    action_plan: {
      execution_order: executionOrder(subtasks, { preferred: subtasks.map(({ id }) => id), doneIds: new Set() }),
      actions: subtasks.map(({ id }) => ({
        task_id: id,
        action_type: 'tool_call',
        tool: 'run_command',
        purpose: `Act on ${id}`,
        expected_outcome: '',
        fallback_strategy: '',
      })),
    },
    selected_environment: { name: 'node', reason: '', detected_files: [], setup_commands: [], verification: [] },
    test_command: 'npm test',
  };
}

/** `a`, `b` with `b1`, `b2` (with `b2x`) under it, `c`. */
export const TREE: Plan = planOf([
  subtask('a'),
  subtask('b'),
  subtask('b1', { parent_id: 'b' }),
  subtask('b2', { parent_id: 'b' }),
  subtask('b2x', { parent_id: 'b2' }),
  subtask('c', { dependencies: ['a'] }),
]);

export function patched(plan: Plan, operations: readonly object[], done: readonly string[] = []): Patched {
  return applyPatch(plan, PlanPatchSchema.parse({ understanding: '', operations }), { doneIds: new Set(done) });
}

/** `a b(b1 b2(b2x)) c`: the subtasks as the list shows them, children in parentheses. */
export function shape({ task_decomposition: { subtasks } }: Plan): string {
  const under = (parent: string | undefined): string =>
    subtasks
      .filter((one) => one.parent_id === parent)
      .map(({ id }) => (subtasks.some((one) => one.parent_id === id) ? `${id}(${under(id)})` : id))
      .join(' ');
  return under(undefined);
}

export function idsOf(plan: Plan): readonly string[] {
  return plan.task_decomposition.subtasks.map(({ id }) => id);
}

export function one(plan: Plan, id: string): Subtask {
  const found = plan.task_decomposition.subtasks.find((each) => each.id === id);
  if (!found) throw new Error(`There is no subtask ${id}`);
  return found;
}

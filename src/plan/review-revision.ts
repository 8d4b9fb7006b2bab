/** What a review of the finished change found becomes one more subtask with its action (EXEC-7): no plan is asked for it. */
import { addedWork } from './additional-work.ts';
import { cut } from './patch/cut.ts';
import type { Plan } from '../state/plan.ts';

const MAX_DESCRIPTION = 240;

export function withRevision(plan: Plan, feedback: string): Plan {
  const wanted = feedback.replace(/\s+/g, ' ').trim();
  const added = addedWork(plan.task_decomposition, [cut(wanted, MAX_DESCRIPTION)]);
  return {
    ...plan,
    task_decomposition: { ...plan.task_decomposition, subtasks: [...plan.task_decomposition.subtasks, ...added] },
    action_plan: {
      execution_order: [...plan.action_plan.execution_order, ...added.map(({ id }) => id)],
      actions: [
        ...plan.action_plan.actions,
        ...added.map(
          ({ id }) =>
            ({
              task_id: id,
              action_type: 'tool_call',
              tool: 'edit_file',
              purpose: `A review of the whole change ended as FAIL. Correct what it found, and nothing else; where it is wrong, say why. It says: ${feedback}`,
              expected_outcome: 'What the review found is corrected, and the tests pass.',
              fallback_strategy: 'Correct what can be corrected, and say what is left and why.',
            }) as const,
        ),
      ],
    },
  };
}

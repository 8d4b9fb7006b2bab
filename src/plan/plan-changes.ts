/**
 * Changes of a plan that need no answer of the model: subtasks for what was found missing; and what a later plan
 * changed, for the record.
 */
import type { CriterionVerdict } from '../state/assessment.ts';
import { whyUnshown } from './criteria-evidence.ts';
import type { PlannedAction, Subtask, TaskDecomposition, Plan } from '../state/plan.ts';
import { cutText } from './reworded.ts';

/** More at once is another task. */
export const MAX_ADDED = 10;

/** What was wanted beyond that: it is said, never left out silently. */
export function beyondMost(wanted: readonly string[]): readonly string[] {
  return wanted.filter((text) => text.trim() !== '').slice(MAX_ADDED);
}

export function addedWork(
  { subtasks }: Pick<TaskDecomposition, 'subtasks'>,
  wanted: readonly string[],
): readonly Subtask[] {
  const taken = new Set(subtasks.map(({ id }) => id));
  return wanted
    .filter((text) => text.trim() !== '')
    .slice(0, MAX_ADDED)
    .map((description): Subtask => {
      const id = freeId(taken);
      taken.add(id);
      return {
        id,
        description,
        dependencies: [],
        estimated_complexity: 'medium',
        required_tools: [],
        from_verification: true,
      };
    });
}

function freeId(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`extra_${number}`)) number += 1;
  return `extra_${number}`;
}

const MAX_DESCRIPTION = 240;

export function withRevision(plan: Plan, feedback: string): Plan {
  const wanted = feedback.replace(/\s+/g, ' ').trim();
  return withAdded(plan, [
    {
      wanted,
      action: {
        purpose: `A review of the whole change ended as FAIL. Correct what it found, and nothing else; where it is wrong, say why. It says: ${feedback}`,
        expected_outcome: 'What the review found is corrected, and the tests pass.',
        fallback_strategy: 'Correct what can be corrected, and say what is left and why.',
      },
    },
  ]);
}

/** A subtask for each criterion that nothing shows (EXEC-6). */
export function withUnshown(plan: Plan, unshown: readonly CriterionVerdict[]): Plan {
  return withAdded(
    plan,
    unshown.map((verdict) => ({
      wanted: `${verdict.id}: ${verdict.description.replace(/\s+/g, ' ').trim()}`,
      action: {
        purpose: `The work was judged, and acceptance criterion ${verdict.id} is not shown to be met: ${verdict.description}\n${whyUnshown(verdict)}\nDo what is missing for it. Then run a command whose output shows that it is met.`,
        expected_outcome: 'A command that was run, or a place in the files, shows that the criterion is met.',
        fallback_strategy: 'Do what can be done, and say what cannot be reached or shown, and why.',
      },
    })),
  );
}

interface Added {
  readonly wanted: string;
  readonly action: Pick<PlannedAction, 'purpose' | 'expected_outcome' | 'fallback_strategy'>;
}

function withAdded(plan: Plan, work: readonly Added[]): Plan {
  const wanted = work.filter((one) => one.wanted.trim() !== '').slice(0, MAX_ADDED);
  const added = addedWork(
    plan.task_decomposition,
    wanted.map((one) => cutText(one.wanted, MAX_DESCRIPTION)),
  );
  return {
    ...plan,
    task_decomposition: { ...plan.task_decomposition, subtasks: [...plan.task_decomposition.subtasks, ...added] },
    action_plan: {
      execution_order: [...plan.action_plan.execution_order, ...added.map(({ id }) => id)],
      actions: [
        ...plan.action_plan.actions,
        ...wanted.map(({ action }, at) => ({
          task_id: added[at]?.id ?? '',
          action_type: 'tool_call' as const,
          tool: 'edit_file',
          ...action,
        })),
      ],
    },
  };
}

export interface PlanChange {
  readonly type: 'add_action' | 'remove_action' | 'modify_action';
  readonly details: string;
}

export function changesBetween(before: Plan, after: Plan): readonly PlanChange[] {
  const name = (action: Plan['action_plan']['actions'][number]) => `${action.task_id}: ${action.purpose}`;
  const earlier = new Map(before.action_plan.actions.map((action) => [name(action), action]));
  const later = new Map(after.action_plan.actions.map((action) => [name(action), action]));
  return [
    ...[...later.keys()]
      .filter((key) => !earlier.has(key))
      .map((details): PlanChange => ({ type: 'add_action', details })),
    ...[...earlier.keys()]
      .filter((key) => !later.has(key))
      .map((details): PlanChange => ({ type: 'remove_action', details })),
    ...[...later]
      .filter(([key, action]) => earlier.has(key) && JSON.stringify(earlier.get(key)) !== JSON.stringify(action))
      .map(([details]): PlanChange => ({ type: 'modify_action', details })),
  ];
}

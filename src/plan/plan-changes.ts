/**
 * Changes of a plan without a model call: subtasks for missing work; and the differences between two plans, for the
 * record.
 */
import type { CriterionVerdict } from '../state/assessment.ts';
import { whyUnshown } from './criteria-evidence.ts';
import { foundInOneLine } from './review-feedback.ts';
import type { PlannedAction, Subtask, TaskDecomposition, Plan } from '../state/plan.ts';
import { MAX_TITLE, shortTitle } from '../state/subtask-title.ts';
import { cutText } from './reworded.ts';

/** More at once would be another task. */
export const MAX_ADDED = 10;

/** What was wanted beyond the limit; it is reported, never dropped silently. */
export function beyondMost(wanted: readonly string[]): readonly string[] {
  return wanted.filter((text) => text.trim() !== '').slice(MAX_ADDED);
}

export function addedWork(
  { subtasks }: Pick<TaskDecomposition, 'subtasks'>,
  wanted: readonly (string | Pick<Subtask, 'title' | 'description'>)[],
): readonly Subtask[] {
  const taken = new Set(subtasks.map(({ id }) => id));
  return wanted
    .map((one) => (typeof one === 'string' ? { description: one } : one))
    .filter(({ description }) => description.trim() !== '')
    .slice(0, MAX_ADDED)
    .map((words): Subtask => {
      const id = freeId(taken);
      taken.add(id);
      return {
        id,
        ...words,
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

/** People read all of it in the plan. */
const MAX_DESCRIPTION = 1_500;

export function withRevision(plan: Plan, feedback: string): Plan {
  return withAdded(plan, [
    {
      wanted: foundInOneLine(feedback),
      action: {
        purpose: `A review of the whole change ended as FAIL. Correct what it found, and nothing else; where it is wrong, say why. It says: ${feedback}`,
        expected_outcome: 'What the review found is corrected, and the tests pass.',
        fallback_strategy: 'Correct what can be corrected, and say what is left and why.',
      },
    },
  ]);
}

/** One subtask for all criteria without evidence: usually one look at the work shows them all (EXEC-6). */
export function withUnshown(plan: Plan, unshown: readonly CriterionVerdict[], titled: (ids: string) => string): Plan {
  const ids = unshown.map(({ id }) => id).join(', ');
  const texts = unshown.map(({ id, description }) => `${id}: ${description.replace(/\s+/g, ' ').trim()}`);
  const wanted = texts.map((text, at) => (at < texts.length - 1 ? text.replace(/[.。]$/, '') : text)).join('; ');
  return withAdded(plan, [
    {
      wanted,
      ...(Array.from(wanted).length > MAX_TITLE ? { title: titled(ids) } : {}),
      action: {
        purpose: [
          `The work was judged, and nothing shows yet that ${ids} of the acceptance criteria ${unshown.length > 1 ? 'are' : 'is'} met.`,
          ...unshown.map((verdict) => `${verdict.id}: ${whyUnshown(verdict)}`),
          'Do what is missing. Then run a command whose output shows it.',
        ].join('\n'),
        expected_outcome: 'For each of them a command that was run, or a place in the files, shows that it is met.',
        fallback_strategy: 'Do what can be done, and say what cannot be reached or shown, and why.',
      },
    },
  ]);
}

/** One subtask for all files in conflict with a base branch that moved (GH-7). */
export function withConflicts(
  plan: Plan,
  { branch, files }: { readonly branch: string; readonly files: readonly string[] },
  titled: (branch: string, files: string) => string,
): Plan {
  const named = files.map((path) => path.replace(/\s+/g, ' ')).join(', ');
  return withAdded(plan, [
    {
      wanted: `Resolve the conflicts with ${branch}: ${named}`,
      title: titled(branch, named),
      action: {
        purpose: `The base branch ${branch} moved on while you worked, and was merged into your work; the project was set up anew from that. In these files both sides changed the same place: ${named}. Where git could, it left both sides there between the lines <<<<<<<, ======= and >>>>>>> (yours first, then that of ${branch}); of a binary file, or one that one side deleted, it kept one. Make each of them right so that what ${branch} brought and what this work is for both hold. Do not run git merge, rebase or reset: the merge is recorded when this is saved.`,
        expected_outcome: `No file holds marks of a conflict, both what ${branch} brought and this work hold, and the tests pass.`,
        fallback_strategy: 'Resolve what can be resolved, and say which file is left and why.',
      },
    },
  ]);
}

interface Added {
  readonly wanted: string;
  /** Used if the text's beginning makes no title. */
  readonly title?: string;
  readonly action: Pick<PlannedAction, 'purpose' | 'expected_outcome' | 'fallback_strategy'>;
}

function withAdded(plan: Plan, work: readonly Added[]): Plan {
  const wanted = work.filter((one) => one.wanted.trim() !== '').slice(0, MAX_ADDED);
  const added = addedWork(
    plan.task_decomposition,
    wanted.map(({ wanted: text, title }) => ({
      description: cutText(text, MAX_DESCRIPTION),
      ...(title === undefined ? {} : { title: shortTitle(title) }),
    })),
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

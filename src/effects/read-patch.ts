/** What the model would change of the plan after a comment: read and tried on the plan. The change, or why it cannot be made. */
import { conflictText } from '../model-calls/plan-schemas.ts';
import { readAnswer } from '../model-calls/read-model-answer.ts';
import { applyPatch } from '../plan/patch/apply-patch.ts';
import { saidOf } from '../plan/patch/operations.ts';
import { whyRefused } from '../plan/patch/why-refused.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { PlanPatch } from '../plan/patch/plan-patch.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { Plan } from '../state/plan.ts';
import type { WhyRefused } from '../state/refused-changes.ts';
import type { At } from '../state/task.ts';

/** What people are told of, and the model of its problems. */
export interface RefusedPatch {
  readonly problems: readonly string[];
  readonly understanding: string;
  readonly refused: WhyRefused;
}

interface PatchedPlan {
  readonly plan: Plan;
  readonly changes: readonly unknown[];
  /** Subtasks that the comment says something about: what did not succeed there is tried again. */
  readonly again: readonly string[];
}

export type PatchReading =
  | {
      readonly ok: true;
      readonly understanding: string;
      readonly questions: PlanPatch['questions'];
      readonly conflicts: readonly string[];
      /** Null: the plan stays as it is. */
      readonly change: PatchedPlan | null;
    }
  /** Of an answer that cannot be read only the problems are known. */
  | { readonly ok: false; readonly refusal: RefusedPatch | Pick<RefusedPatch, 'problems'> };

export function readPatch(answer: ModelAnswer, task: At<'work'>): PatchReading {
  const reading = readAnswer('plan_patch', answer);
  if (!reading.ok) return { ok: false, refusal: { problems: reading.problems } };
  const patch = reading.value;
  const { understanding, questions, operations } = patch;
  const conflicts = patch.potential_conflicts.map(conflictText).filter((text) => text !== '');
  const unchanged = { ok: true, understanding, questions, conflicts, change: null } as const;
  if (operations.length === 0) return unchanged;
  const context = {
    doneIds: doneSubtasks(task.work),
    usedIds: idsEverUsed(task),
    maxSubtasks: task.settings.maxSubtasks,
  };
  const { plan, changes, problems } = applyPatch(task.plan, patch, context);
  if (problems.length > 0)
    return { ok: false, refusal: { problems, understanding, refused: whyRefused(task.plan, patch, context) } };
  if (changes.length === 0) return unchanged;
  const again = operations.flatMap((operation) =>
    operation.op === 'update' && saidOf(operation).length > 0 ? [operation.task_id] : [],
  );
  return { ...unchanged, change: { plan, changes, again } };
}

/** A number that was given once is not given again: people may have read about it. */
function idsEverUsed({ plan, work, replanning }: At<'work'>): ReadonlySet<string> {
  const earlier = replanning.versions.flatMap((version) => version.boxes.map((box) => box.id));
  return new Set([
    ...plan.task_decomposition.subtasks.map((subtask) => subtask.id),
    ...work.actions.map((action) => action.taskId),
    ...earlier,
  ]);
}

/**
 * What the model would change of the plan after a comment: read and tried on the plan. The change, or why it
 * cannot be made.
 */
import { conflictText } from '../model-calls/plan-schemas.ts';
import { readModelAnswer } from '../model-calls/read-model-answer.ts';
import type { Reading } from '../model-calls/read-model-answer.ts';
import { applyPatch } from '../plan/patch/apply-patch.ts';
import { saidOf } from '../plan/patch/operations.ts';
import { whyRefused } from '../plan/patch/why-refused.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { PlanPatch } from '../plan/patch/plan-patch.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { Plan } from '../state/plan.ts';
import type { At } from '../state/task.ts';

interface PatchedPlan {
  readonly plan: Plan;
  readonly changes: readonly unknown[];
  /** Subtasks that the comment says something about: what did not succeed there is tried again. */
  readonly again: readonly string[];
}

export interface WeighedPatch {
  readonly understanding: string;
  readonly questions: PlanPatch['questions'];
  readonly conflicts: readonly string[];
  /** Null: the plan stays as it is. */
  readonly change: PatchedPlan | null;
}

export function readPatch(answer: ModelAnswer, task: At<'work'>): Reading<WeighedPatch> {
  const reading = readModelAnswer('plan_patch', answer);
  if (!reading.ok) return reading;
  const patch = reading.value;
  const { understanding, questions, operations } = patch;
  const conflicts = patch.potential_conflicts.map(conflictText).filter((text) => text !== '');
  const unchanged = { understanding, questions, conflicts, change: null } as const;
  if (operations.length === 0) return { ok: true, value: unchanged };
  const context = {
    doneIds: doneSubtasks(task.work),
    usedIds: idsEverUsed(task),
    maxSubtasks: task.settings.maxSubtasks,
  };
  const { plan, changes, problems } = applyPatch(task.plan, patch, context);
  if (problems.length > 0) {
    const refused_change = { understanding, refused: whyRefused(task.plan, patch, context) };
    return { ok: false, broke: 'rules', problems, refused_change };
  }
  if (changes.length === 0) return { ok: true, value: unchanged };
  const again = operations.flatMap((operation) =>
    operation.op === 'update' && saidOf(operation).length > 0 ? [operation.task_id] : [],
  );
  return { ok: true, value: { ...unchanged, change: { plan, changes, again } } };
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

/** A comment on a running task becomes a change of its plan, not a new plan (PLAN-9). */
import { patchQuestion } from '../model-calls/patch-messages.ts';
import { at } from '../state/select.ts';
import { structuredFacts } from './answer-facts.ts';
import { conflictText } from '../model-calls/plan-schemas.ts';
import { readModelAnswer, type Reading } from '../model-calls/read-model-answer.ts';
import { applyPatch, whyRefused } from '../plan/patch/apply-patch.ts';
import { withTakingBack } from '../plan/patch/take-back.ts';
import { saidOf } from '../plan/patch/operations.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { Outcome, Performer } from './performer.ts';
import type { PlanPatch } from '../plan/patch/edit.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { Plan } from '../state/plan.ts';
import type { At } from '../state/task.ts';

export const askPatch: Performer<'ask_patch'> = async (performing) => {
  const { effect, task, tools } = performing;
  const planned = at(task, 'work');
  const comment = task.comments[effect.comment];
  if (!comment) throw new TypeError(`There is no comment ${effect.comment}.`);
  const question = patchQuestion(planned, comment, tools);
  return structuredFacts({ call: 'plan_patch', question, read: (answer) => readPatch(answer, planned) }, performing, {
    of: weighed,
  });
};

function weighed({ understanding, questions, conflicts, change }: WeighedPatch): readonly Outcome[] {
  const comment: Outcome = {
    type: 'control',
    name: 'comment_weighed',
    understanding,
    problems: [],
    questions,
    ...(conflicts.length === 0 ? {} : { potential_conflicts: conflicts }),
  };
  if (change === null) return [comment];
  const { plan, changes, again } = change;
  return [{ type: 'revision', reason: understanding, source: 'comment', changes, updated_plan: plan, again }, comment];
}

interface PatchedPlan {
  readonly plan: Plan;
  readonly changes: readonly unknown[];
  /** Subtasks that the comment says something about: what did not succeed there is tried again. */
  readonly again: readonly string[];
}

interface WeighedPatch {
  readonly understanding: string;
  readonly questions: PlanPatch['questions'];
  readonly conflicts: readonly string[];
  /** Null: the plan stays as it is. */
  readonly change: PatchedPlan | null;
}

/** Read and tried on the plan: the change, or why it cannot be made. */
function readPatch(answer: ModelAnswer, task: At<'work'>): Reading<WeighedPatch> {
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
  const { language } = task.settings;
  const whole = withTakingBack(plan, { work: task.work, before: task.plan, language });
  const again = operations.flatMap((operation) =>
    operation.op === 'update' && saidOf(operation).length > 0 ? [operation.task_id] : [],
  );
  const change = { plan: whole.plan, changes: [...changes, ...whole.added], again };
  return { ok: true, value: { ...unchanged, change } };
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

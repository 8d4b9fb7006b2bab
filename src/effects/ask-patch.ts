/** Turns a comment on a running task into a change of its plan, not a new plan (PLAN-9). */
import { patchQuestion } from '../model-calls/patch-messages.ts';
import { checkChangedTexts } from '../plan/check-texts.ts';
import { toldFaults } from '../plan/faults.ts';
import { amendmentLine, amendPlan, overruled, replacedSaid } from '../plan/patch/amend.ts';
import { amendsWithFinalIds, withFinalIds, type FinalIds } from '../plan/patch/final-ids.ts';
import { reworded } from '../plan/reworded.ts';
import { at } from '../state/select.ts';
import { titleOf } from '../state/subtask-title.ts';
import { structuredFacts } from './answer-facts.ts';
import { diffOf } from './quarantine.ts';
import { conflictText } from '../model-calls/plan-schemas.ts';
import { readModelAnswer, type Reading } from '../model-calls/read-model-answer.ts';
import { applyPatch, whyRefused } from '../plan/patch/apply-patch.ts';
import { withTakingBack } from '../plan/patch/take-back.ts';
import { saidOf } from '../plan/patch/operations.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { Outcome, Performer, Toolbox } from './performer.ts';
import type { PlanPatch } from '../plan/patch/edit.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { FactOf } from '../state/facts.ts';
import type { Plan } from '../state/plan.ts';
import { toldModel, type Said } from '../state/question.ts';
import type { At } from '../state/task.ts';

/** More than the model is shown; the code that shows it decides where to cut. */
const MAX_DIFF_BYTES = 64 * 1024;
const MAX_REPLY_CHARACTERS = 8_000;

export const askPatch: Performer<'ask_patch'> = async (performing) => {
  const { effect, task, tools } = performing;
  const planned = at(task, 'work');
  const comment = task.comments[effect.comment];
  if (!comment) throw new TypeError(`There is no comment ${effect.comment}.`);
  const diff = planned.work.checkpoint.change === null ? '' : await diffOf(task, tools, MAX_DIFF_BYTES);
  const question = patchQuestion(planned, comment, tools, diff);
  return structuredFacts(
    { call: 'plan_patch', question, read: (answer) => readPatch(answer, planned, effect.comment) },
    performing,
    { of: (patch) => weighed(patch, tools) },
  );
};

function weighed(patch: WeighedPatch, { redact }: Pick<Toolbox, 'redact'>): readonly Outcome[] {
  const { understanding, questions, conflicts, change } = patch;
  // Also cut before masking, which takes time in proportion to the length.
  const reply = redact(patch.reply.slice(0, 4 * MAX_REPLY_CHARACTERS))
    .slice(0, MAX_REPLY_CHARACTERS)
    .trim();
  const comment: Outcome = {
    type: 'control',
    name: 'comment_weighed',
    understanding,
    problems: [],
    questions,
    ...(conflicts.length === 0 ? {} : { potential_conflicts: conflicts }),
    ...(reply === '' ? {} : { reply }),
  };
  if (change === null) return [comment];
  const { plan, ...about } = change;
  return [{ type: 'revision', reason: understanding, source: 'comment', updated_plan: plan, ...about }, comment];
}

type Revision = FactOf<'revision'>;

/** `again`: subtasks that the comment is about; those that failed are repeated. */
interface PatchedPlan extends Pick<Revision, 'changes' | 'again' | 'amended'> {
  readonly plan: Plan;
}

interface WeighedPatch {
  readonly understanding: string;
  readonly questions: PlanPatch['questions'];
  readonly conflicts: readonly string[];
  readonly reply: string;
  /** Null: the plan stays as it is. */
  readonly change: PatchedPlan | null;
}

/** Reads the patch and applies it to the plan: returns the change, or why it cannot be made. */
function readPatch(answer: ModelAnswer, task: At<'work'>, comment: number): Reading<WeighedPatch> {
  const reading = readModelAnswer('plan_patch', answer);
  if (!reading.ok) return reading;
  const patch = reading.value;
  const { operations, amends = {} } = patch;
  const context = {
    doneIds: doneSubtasks(task.work),
    usedIds: idsEverUsed(task),
    maxSubtasks: task.settings.maxSubtasks,
  };
  const applied = applyPatch(task.plan, patch, context);
  const ids = new Map(Object.entries(applied.ids));
  const { plan, amendments, problems: unamended } = amendPlan(applied.plan, amendsWithFinalIds(amends, ids));
  const problems = [...applied.problems, ...unamended, ...toldFaults(checkChangedTexts(plan, applied.plan))];
  if (problems.length > 0) {
    const understanding = withFinalIds(patch.understanding, titlesOf(patch));
    return {
      ok: false,
      broke: 'rules',
      problems,
      refused_change: { understanding, refused: whyRefused(task.plan, patch, context) },
    };
  }
  const named = (text: string) => withFinalIds(text, ids);
  const value = {
    understanding: named(patch.understanding),
    questions: patch.questions.map((one) => ({ ...one, text: named(one.text) })),
    conflicts: patch.potential_conflicts.map((one) => named(conflictText(one))).filter((text) => text !== ''),
    reply: named(patch.reply ?? ''),
  };
  const about = plan.goal_understanding.context;
  const changes = [
    ...applied.changes,
    ...amendments.map(amendmentLine),
    ...(about === applied.plan.goal_understanding.context ? [] : [`amended context: ${about}`]),
  ];
  if (changes.length === 0) return { ok: true, value: { ...value, change: null } };
  const { language } = task.settings;
  const whole = withTakingBack(plan, { work: task.work, before: task.plan, language });
  const again = operations.flatMap((operation) =>
    operation.op === 'update' && saidOf(operation).length > 0 ? [operation.task_id] : [],
  );
  const replaces = [
    ...replacedSaid(saidBefore(task, comment), amendments),
    ...overruled(assumedIn(task), amends.assumptions ?? []),
  ];
  const isAmended = amendments.length > 0 || replaces.length > 0;
  const amended = isAmended ? { amended: { comment, changes: amendments, replaces } } : {};
  return {
    ok: true,
    value: { ...value, change: { plan: whole.plan, changes: [...changes, ...whole.added], again, ...amended } },
  };
}

/** For people who read about a patch that failed: nothing was created, so titles stand in for ids. */
function titlesOf({ operations }: Pick<PlanPatch, 'operations'>): FinalIds {
  return new Map(
    operations.flatMap((one) => {
      const title = one.op === 'create' ? titleOf(reworded(one)) : '';
      return one.op === 'create' && one.temp_id && title !== '' ? [[one.temp_id, `"${title}"`] as const] : [];
    }),
  );
}

function assumedIn({ questions }: At<'work'>): readonly string[] {
  return questions.filter(({ state }) => state === 'assumed').flatMap((question) => toldModel(question).assumptions);
}

/** Messages before the comment itself. */
function saidBefore({ said, comments }: At<'work'>, comment: number): readonly Said[] {
  const { answer, text: whole } = comments[comment] ?? {};
  const own = said.findLastIndex(({ text }) => text === (answer ?? whole));
  return said.slice(0, Math.max(0, own));
}

/** Ids are never reused, since people may have read about them. */
function idsEverUsed({ plan, work, replanning }: At<'work'>): ReadonlySet<string> {
  const earlier = replanning.versions.flatMap((version) => version.boxes.map((box) => box.id));
  return new Set([
    ...plan.task_decomposition.subtasks.map((subtask) => subtask.id),
    ...work.actions.map((action) => action.taskId),
    ...earlier,
  ]);
}

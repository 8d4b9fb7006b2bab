/** A comment on a running task becomes a change of its plan, not a new plan (PLAN-9). */
import { CALLS } from '../calls/calls.ts';
import { readAnswer, repairMessages } from '../calls/read-answer.ts';
import { patchQuestion } from '../context/patch-messages.ts';
import { systemPrompt } from '../context/planning-messages.ts';
import { applyPatch } from '../plan/patch/apply-patch.ts';
import { saidOf } from '../plan/patch/operations.ts';
import { whyRefused } from '../plan/patch/why-refused.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { patchMaterial } from './patch-material.ts';
import { usageFact } from './usage.ts';
import { conflictText } from '../calls/plan-schemas.ts';
import type { PlanPatch } from '../calls/plan-patch-schemas.ts';
import type { WhyRefused } from '../plan/patch/why-refused.ts';
import type { ModelAnswer, ModelMessage } from '../ports/model.ts';
import type { Fact } from '../state/facts.ts';
import type { Performer } from './perform.ts';
import type { PlanInHand } from './patch-material.ts';
import type { Task } from '../state/task.ts';

/** What is wrong with a patch goes back to the model once. */
const TRIES = 2;

export const askPatch: Performer<'ask_patch'> = async ({ effect, task, tools, signal }) => {
  const planned = plannedIn(task);
  const comment = task.comments[effect.comment];
  if (!comment) throw new TypeError(`There is no comment ${effect.comment}.`);
  let messages: readonly ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: patchQuestion(patchMaterial(planned, comment), tools) }] },
  ];
  const usage: Fact[] = [];
  let refusal: Refused = { problems: [], understanding: '', refused: { why: 'unreadable' } };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const began = tools.clock.now();
    const answer: ModelAnswer = await tools.model.ask(
      {
        system: systemPrompt('system', task, tools),
        messages,
        tools: [CALLS.plan_patch.tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
      },
      signal,
    );
    usage.push(usageFact('plan_patch', answer, tools.model, tools.clock.now() - began));
    const reading = readAnswer('plan_patch', answer);
    const outcome = reading.ok ? patched(planned, reading.value) : { ...refusal, problems: reading.problems };
    if ('facts' in outcome) return [...outcome.facts, ...usage];
    refusal = outcome;
    messages = repairMessages(messages, answer, refusal.problems);
  }
  const { problems } = refusal;
  tools.log.warn({ task: task.id, trace: task.traceId, problems }, 'no usable change of the plan came of a comment');
  return [{ type: 'control', name: 'comment_weighed', ...refusal, questions: [] }, ...usage];
};

/** Of a plan that is still to be approved nothing is done. */
function plannedIn(task: Task): PlanInHand {
  if (task.phase === 'execute') return task;
  if (task.phase === 'approve') return { ...task, work: task.begun };
  throw new TypeError(`There is no plan to change in the phase ${task.phase}.`);
}

/** What people are told of, and the model of its problems; of two tries the last that could be read counts. */
interface Refused {
  readonly problems: readonly string[];
  readonly understanding: string;
  readonly refused: WhyRefused;
}

function patched(task: PlanInHand, patch: PlanPatch): { readonly facts: readonly Fact[] } | Refused {
  const conflicts = patch.potential_conflicts.map(conflictText).filter((text) => text !== '');
  const weighed: Fact = {
    type: 'control',
    name: 'comment_weighed',
    understanding: patch.understanding,
    problems: [],
    questions: patch.questions,
    ...(conflicts.length === 0 ? {} : { potential_conflicts: conflicts }),
  };
  if (patch.operations.length === 0) return { facts: [weighed] };
  const context = { doneIds: doneSubtasks(task.work), usedIds: idsEverUsed(task), maxSubtasks: task.settings.maxSubtasks };
  const { plan, changes, problems } = applyPatch(task.plan, patch, context);
  if (problems.length > 0) return { problems, understanding: patch.understanding, refused: whyRefused(task.plan, patch, context) };
  if (changes.length === 0) return { facts: [weighed] };
  const again = patch.operations.flatMap((operation) =>
    operation.op === 'update' && saidOf(operation).length > 0 ? [operation.task_id] : [],
  );
  const revision: Fact = { type: 'revision', reason: patch.understanding, source: 'comment', changes, updated_plan: plan, again };
  return { facts: [revision, weighed] };
}

/** A number that was given once is not given again: people may have read about it. */
function idsEverUsed({ plan, work, replanning }: PlanInHand): ReadonlySet<string> {
  const earlier = replanning.versions.flatMap((version) => version.boxes.map((box) => box.id));
  return new Set([
    ...plan.task_decomposition.subtasks.map((subtask) => subtask.id),
    ...work.actions.map((action) => action.taskId),
    ...earlier,
  ]);
}

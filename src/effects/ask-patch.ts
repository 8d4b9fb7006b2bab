/** A comment on a running task becomes a change of its plan, not a new plan (PLAN-9). */
import { patchQuestion } from '../model-calls/patch-messages.ts';
import { at } from '../state/select.ts';
import { structuredFacts } from './answer-facts.ts';
import { readPatch } from './read-patch.ts';
import type { Outcome, Performer } from './performer.ts';
import type { WeighedPatch } from './read-patch.ts';

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

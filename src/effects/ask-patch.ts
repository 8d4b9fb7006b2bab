/** A comment on a running task becomes a change of its plan, not a new plan (PLAN-9). */
import { CALLS } from '../model-calls/calls.ts';
import { repairMessages } from '../model-calls/read-model-answer.ts';
import { patchQuestion } from '../model-calls/patch-messages.ts';
import { systemPrompt } from '../model-calls/planning-messages.ts';
import { at } from '../state/select.ts';
import { patchMaterial } from './patch-material.ts';
import { readPatch } from './read-patch.ts';
import { usageFact } from './usage-fact.ts';
import type { Outcome, Performer } from './performer.ts';
import type { PatchReading, RefusedPatch } from './read-patch.ts';
import type { ModelMessage } from '../ports/model.ts';

/** What is wrong with a patch goes back to the model once. */
const TRIES = 2;

export const askPatch: Performer<'ask_patch'> = async ({ effect, task, tools, signal }) => {
  const planned = at(task, 'work');
  const comment = task.comments[effect.comment];
  if (!comment) throw new TypeError(`There is no comment ${effect.comment}.`);
  let messages: readonly ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: patchQuestion(patchMaterial(planned, comment), tools) }] },
  ];
  const usage: Outcome[] = [];
  let refusal: RefusedPatch = { problems: [], understanding: '', refused: { why: 'unreadable' } };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const began = tools.clock.now();
    const answer = await tools.model.ask(
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
    const reading = readPatch(answer, planned);
    if (reading.ok) return [...weighed(reading), ...usage];
    // Of two tries the last that could be read counts.
    refusal = { ...refusal, ...reading.refusal };
    messages = repairMessages(messages, answer, refusal.problems);
  }
  const { problems } = refusal;
  tools.log.warn({ task: task.id, trace: task.traceId, problems }, 'no usable change of the plan came of a comment');
  return [{ type: 'control', name: 'comment_weighed', ...refusal, questions: [] }, ...usage];
};

function weighed({
  understanding,
  questions,
  conflicts,
  change,
}: Extract<PatchReading, { readonly ok: true }>): readonly Outcome[] {
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

/** One planning question to the model, and what it answered as a fact. */
import { CALLS } from '../model-calls/calls.ts';
import { withRepairs } from '../model-calls/read-model-answer.ts';
import { imageBlocks } from '../model-calls/image-blocks.ts';
import { planningQuestion, systemPrompt } from '../model-calls/planning-messages.ts';
import { Fault } from '../errors.ts';
import { changesBetween } from '../plan/changes.ts';
import { isQuestionOnly } from '../state/replanning.ts';
import { refusedPlan } from '../state/reviews.ts';
import { at, planOf } from '../state/select.ts';
import { readActionPlan, readDivision, readGoal } from './read-planning-answer.ts';
import { usageFact } from './usage-fact.ts';
import type { Outcome, Performer } from './performer.ts';
import type { Unusable } from './read-planning-answer.ts';
import type { Toolbox } from './toolbox.ts';
import type { ModelAnswer, RequestBlock } from '../ports/model.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { Plan } from '../state/plan.ts';
import type { At, Task } from '../state/task.ts';

export const askModel: Performer<'ask_model'> = async ({ effect, task, tools, signal }) => {
  const { call } = effect;
  const planning = at(task, 'plan');
  const began = tools.clock.now();
  const pictures = await picturesFor(call, task, tools);
  const request = {
    system: systemPrompt('system', task, tools),
    messages: withRepairs(
      [...pictures, { type: 'text', text: planningQuestion(call, task, tools) }],
      planning.stage.unusable,
    ),
    tools: [CALLS[call].tool],
    answerWithTool: true,
    maxTokens: tools.maxOutputTokens,
  };
  let answer: ModelAnswer;
  try {
    answer = await tools.model.ask(request, signal);
  } catch (error) {
    // A damaged picture, or a model that sees none, must not end the task: it is asked again without them.
    const shows = pictures.some((block) => block.type === 'image');
    if (!shows || !(error instanceof Fault) || error.code !== 'model_refused') throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'the model refused a call with pictures');
    return [{ type: 'environment', name: 'images_refused', message: tools.redact(error.message) }];
  }
  const usage = usageFact(call, answer, tools.model, tools.clock.now() - began);
  return [factOf(call, answer, planning), usage];
};

/** To understand a request and to divide it, what its pictures show matters; the actions follow from what came of that. */
async function picturesFor(call: PlanningCall, { id, images }: Task, tools: Toolbox): Promise<readonly RequestBlock[]> {
  if (call === 'action_plan' || images === undefined) return [];
  const bytes = new Map<string, Buffer>();
  for (const { sha256 } of images.refused ? [] : images.kept) {
    const found = await tools.images.load(id, sha256);
    if (found !== null) bytes.set(sha256, found);
  }
  return imageBlocks(images, bytes, tools.nonceOf(id));
}

function factOf(call: PlanningCall, answer: ModelAnswer, task: At<'plan'>): Outcome {
  const invalid = (unusable: Unusable): Outcome => ({
    type: 'error',
    name: 'invalid_answer',
    call,
    ...unusable,
    content: answer.content,
  });
  switch (call) {
    case 'goal_understanding': {
      const { value, unusable } = readGoal(answer, task);
      if (value === null) return invalid(unusable);
      return 'goal' in value
        ? { type: 'phase', name: 'goal_understanding', goal_understanding: value.goal }
        : { type: 'phase', name: 'goal_error', error: value.error };
    }
    case 'task_decomposition': {
      const { value, unusable } = readDivision(answer, task);
      if (value === null) return invalid(unusable);
      const { decomposition, criteria, conflicts } = value;
      return {
        type: 'phase',
        name: 'task_decomposition',
        task_decomposition: decomposition,
        acceptance_criteria: criteria,
        ...(conflicts.length === 0 ? {} : { potential_conflicts: conflicts }),
      };
    }
    case 'action_plan': {
      const { value, unusable } = readActionPlan(answer, task);
      return value === null ? invalid(unusable) : planFact(value, task);
    }
  }
}

/** One that was judged and never begun is the plan before this one all the same (PLAN-4). */
function planFact(plan: Plan, task: Task): Outcome {
  const granted = task.replanning.records.findLast((record) => record.executed && !isQuestionOnly(record));
  const refused = refusedPlan(task);
  const earlier = refused?.plan ?? planOf(task) ?? granted?.planBefore ?? null;
  if (earlier === null) return { type: 'plan', plan };
  const changes = changesBetween(earlier, plan);
  if (refused !== null)
    return { type: 'revision', reason: refused.feedback, source: 'review', changes, updated_plan: plan };
  const reason = granted?.decision.reasoning ?? '';
  return { type: 'revision', reason, source: 'replan', changes, updated_plan: plan };
}

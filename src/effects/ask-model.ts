/** Asks the model one planning question and records its answer as a fact. */
import { FLAT_DECOMPOSITION_TOOL } from '../model-calls/calls.ts';
import { imageBlocks } from '../model-calls/issue-pictures.ts';
import { planningQuestion } from '../model-calls/planning-messages.ts';
import { changesBetween } from '../plan/plan-changes.ts';
import { isQuestionOnly } from '../state/replans.ts';
import { refusedPlan } from '../state/reviews.ts';
import { at, planOf } from '../state/select.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { changeBefore } from './judged-change.ts';
import { repositoryContext } from './repository-context.ts';
import { readActionPlan, readDivision, readGoal } from './read-planning-answer.ts';
import type { OwnJudgement } from './read-planning-answer.ts';
import type { Outcome, Performer, Performing, Toolbox } from './performer.ts';
import type { RequestBlock } from '../ports/model.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { Plan } from '../state/plan.ts';
import type { FactOf } from '../state/facts.ts';
import type { At, Task } from '../state/task.ts';

export const askModel: Performer<'ask_model'> = async (performing) => {
  const { effect, task, tools } = performing;
  const { call } = effect;
  const planning = at(task, 'plan');
  const pictures = await picturesFor(call, task, tools);
  try {
    const context = await repositoryContext(task, tools);
    const change = await changeBefore(performing);
    return await planningFacts(call, planning, { context, change, pictures, performing });
  } catch (error) {
    // A damaged image, or a model without vision, must not end the task: the call is repeated without images.
    const shows = pictures.some((block) => block.type === 'image');
    if (!shows || !isRefusedCall(error)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'the model refused a call with images');
    return [{ type: 'environment', name: 'images_refused', message: tools.redact(error.message) }];
  }
};

/** Limits the model's branch name. */
const MAX_SLUG = 100;

interface Shown {
  readonly context: readonly string[];
  /** The work on an earlier plan. */
  readonly change: string;
  readonly pictures: readonly RequestBlock[];
  readonly performing: Performing<'ask_model'>;
}

function planningFacts(
  call: PlanningCall,
  task: At<'plan'>,
  { context, change, pictures, performing }: Shown,
): Promise<readonly Outcome[]> {
  const asked = { call, question: planningQuestion(call, task, performing.tools, change), context, pictures };
  const flat = task.settings.planning.strategy === 'hierarchical' ? {} : { tool: FLAT_DECOMPOSITION_TOOL };
  const { key: replan_id } = performing;
  const own = ({ judgement: decision }: OwnJudgement) =>
    decision === undefined ? {} : { judgement: { replan_id, decision } };
  switch (call) {
    case 'goal_understanding':
      return structuredFacts({ ...asked, read: (answer) => readGoal(answer, task, performing.tools) }, performing, {
        of: (value) => [
          'goal' in value
            ? {
                type: 'phase',
                name: 'goal_understanding',
                goal_understanding: value.goal,
                ...(value.slug === undefined ? {} : { slug: value.slug.slice(0, MAX_SLUG) }),
                ...own(value),
              }
            : { type: 'phase', name: 'goal_error', error: value.error },
        ],
      });
    case 'task_decomposition':
      return structuredFacts({ ...asked, ...flat, read: (answer) => readDivision(answer, task) }, performing, {
        of: ({ decomposition, criteria, conflicts, ...value }) => [
          {
            type: 'phase',
            name: 'task_decomposition',
            task_decomposition: decomposition,
            acceptance_criteria: criteria,
            ...(conflicts.length === 0 ? {} : { potential_conflicts: conflicts }),
            ...own(value),
          },
        ],
      });
    case 'action_plan':
      return structuredFacts({ ...asked, read: (answer) => readActionPlan(answer, task) }, performing, {
        of: ({ plan, ...value }) => [{ ...planFact(plan, task), ...own(value) }],
      });
  }
}

/** Images matter for understanding a request and decomposing it; the actions follow from the result. */
async function picturesFor(call: PlanningCall, { id, images }: Task, tools: Toolbox): Promise<readonly RequestBlock[]> {
  if (call === 'action_plan' || images === undefined) return [];
  const bytes = new Map<string, Buffer>();
  for (const { sha256 } of images.refused ? [] : images.kept) {
    const found = await tools.images.load(id, sha256);
    if (found !== null) bytes.set(sha256, found);
  }
  return imageBlocks(images, bytes, tools.nonceOf(id));
}

/** A plan that was judged but never started still counts as the previous plan (PLAN-4). */
function planFact(plan: Plan, task: Task): FactOf<'plan' | 'revision'> {
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

/** One planning question to the model, and its answer read, checked against the rules of plans, and put into facts. */
import { planningQuestion, systemPrompt } from '../context/planning-messages.ts';
import { imageBlocks } from '../context/image-blocks.ts';
import { Fault } from '../errors.ts';
import { CALLS } from '../calls/calls.ts';
import { conflictText } from '../calls/plan-schemas.ts';
import { readAnswer, withRepairs } from '../calls/read-answer.ts';
import { withFacets } from '../plan/facets.ts';
import { toldFaults } from '../plan/faults.ts';
import { changesBetween } from '../plan/changes.ts';
import { staysUnclear } from '../phases/understand.ts';
import { isGivenUp } from '../phases/between/wrong-answer.ts';
import { isQuestionOnly } from '../state/replanning.ts';
import { refusedPlan } from '../state/reviews.ts';
import { completedReplans } from './completed-replans.ts';
import { planOf } from './decision-fact.ts';
import {
  actionPlanFaults,
  divisionFaults,
  environmentOf,
  faultsBesideSchema,
  mostSubtasks,
  testCommandOf,
  toldTwice,
} from './rule-faults.ts';
import { usageFact } from './usage.ts';
import type { PlanningCall } from '../context/planning-messages.ts';
import type { Fact } from '../state/facts.ts';
import type { Performer } from './perform.ts';
import type { Task } from '../state/task.ts';
import type { CallValue } from '../calls/calls.ts';
import type { Plan } from '../state/plan.ts';
import type { ReplanRecord } from '../state/replanning.ts';
import type { ModelAnswer, RequestBlock } from '../ports/model.ts';
import type { Toolbox } from './toolbox.ts';

const MAX_CONFLICTS = 20;

export const askModel: Performer<'ask_model'> = async ({ effect, task, tools, signal }) => {
  const { call } = effect;
  const began = tools.clock.now();
  const pictures = await picturesFor(call, task, tools);
  const request = {
    system: systemPrompt('system', task, tools),
    messages: withRepairs([...pictures, { type: 'text', text: planningQuestion(call, task, tools) }], effect.wrongAnswers),
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
  const fact = factOf(call, answer, task);
  return [fact, ...endedReplans(fact, task, tools.clock.now()), usage];
};

/** Re-plans that led to a plan are carried out; those that led to nothing usable have failed (REPLAN-8, 10). */
function endedReplans(fact: Fact, task: Task, now: number): readonly Fact[] {
  const which = (record: ReplanRecord) => record.kind !== 'retry';
  if (fact.type === 'plan') return completedReplans(task, now, { result: 'success', plan: fact.plan, which });
  if (fact.type === 'revision') return completedReplans(task, now, { result: 'success', plan: fact.updated_plan, which });
  const isLost =
    (fact.type === 'error' && fact.name === 'invalid_answer' && isGivenUp(task, fact.broke)) ||
    (fact.type === 'phase' && fact.name === 'goal_error' && fact.error.type === 'unclear_goal' && staysUnclear(task, fact.error));
  return isLost ? completedReplans(task, now, { result: 'failure', plan: planOf(task), which }) : [];
}

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

type InvalidAnswer = Extract<Fact, { readonly name: 'invalid_answer' }>;

function factOf(call: PlanningCall, answer: ModelAnswer, task: Task): Fact {
  const invalid = (problems: readonly string[], broke: 'schema' | 'rules'): InvalidAnswer => ({
    type: 'error',
    name: 'invalid_answer',
    call,
    problems,
    broke,
    content: answer.content,
  });
  const reading = readAnswer(call, answer);
  if (!reading.ok) return invalid(toldFaults([reading.problems, ...faultsBesideSchema(call, answer, task)]), 'schema');
  if (call === 'goal_understanding') {
    const fact = goalFact(reading.value as CallValue<'goal_understanding'>);
    const isBare =
      fact.name === 'goal_error' && fact.error.type === 'already_done' && fact.error.evidence.every((text) => text.trim() === '');
    // Asked for once: a model that insists is believed, and people read what it says.
    const isAskedFor = 'wrongAnswers' in task && task.wrongAnswers.length > 0;
    return isBare && !isAskedFor ? invalid([NO_EVIDENCE], 'schema') : fact;
  }
  if (call === 'task_decomposition') {
    const value = reading.value as CallValue<'task_decomposition'>;
    const most = mostSubtasks(task);
    const { problems, for_people } = toldTwice((words) => divisionFaults(value, task, words), task);
    const subtasks = value.task_decomposition.subtasks.length;
    const isOnlyTooLong = subtasks > most && problems.length === 1;
    if (problems.length > 0)
      return { ...invalid(problems, 'rules'), for_people, ...(isOnlyTooLong ? { too_many: { subtasks, most } } : {}) };
    const conflicts = (value.potential_conflicts ?? []).map(conflictText).filter((text) => text !== '');
    return {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: { ...value.task_decomposition, subtasks: value.task_decomposition.subtasks.map(withFacets) },
      acceptance_criteria: value.acceptance_criteria,
      ...(conflicts.length === 0 ? {} : { potential_conflicts: conflicts.slice(0, MAX_CONFLICTS) }),
    };
  }
  if (task.phase !== 'sequence') throw new TypeError(`An action plan does not belong to the phase ${task.phase}.`);
  const value = reading.value as CallValue<'action_plan'>;
  const sequencing = task;
  const { problems, for_people } = toldTwice((words) => actionPlanFaults(value, sequencing, words), task);
  if (problems.length > 0) return { ...invalid(problems, 'rules'), for_people };
  const plan: Plan = {
    goal_understanding: task.goal,
    task_decomposition: task.decomposition,
    acceptance_criteria: task.criteria,
    action_plan: value.action_plan,
    selected_environment: environmentOf(value, task),
    test_command: testCommandOf(value, task),
  };
  const granted = task.replanning.records.findLast((record) => record.executed && !isQuestionOnly(record));
  // One that was judged and never begun is the plan before this one all the same (PLAN-4).
  const refused = refusedPlan(task);
  const earlier = refused?.plan ?? planOf(task) ?? granted?.planBefore ?? null;
  if (earlier === null) return { type: 'plan', plan };
  const changes = changesBetween(earlier, plan);
  if (refused !== null) return { type: 'revision', reason: refused.feedback, source: 'review', changes, updated_plan: plan };
  const reason = granted?.decision.reasoning ?? '';
  return { type: 'revision', reason, source: 'replan', changes, updated_plan: plan };
}

/** People are shown where (PLAN-2). */
const NO_EVIDENCE = 'error.evidence: name the paths and lines that show that it is done; without them it is not done.';

function goalFact(value: CallValue<'goal_understanding'>): Extract<Fact, { readonly name: 'goal_understanding' | 'goal_error' }> {
  if (value.goal_understanding) return { type: 'phase', name: 'goal_understanding', goal_understanding: value.goal_understanding };
  const { error } = value;
  if (!error) throw new TypeError('A goal answer has a goal or an error.');
  const nothing = { clarification_needed: [], assumptions: [], evidence: [] };
  return { type: 'phase', name: 'goal_error', error: { ...nothing, ...error } };
}

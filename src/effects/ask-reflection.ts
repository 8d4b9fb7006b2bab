/** A reflection on the last action or the last few (PLAN-1.5). One that fails is logged, and the work goes on (PLAN-6). */
import { CALLS } from '../calls/calls.ts';
import { readAnswer } from '../calls/read-answer.ts';
import { systemPrompt } from '../context/planning-messages.ts';
import { reflectionQuestion } from '../context/reflection-messages.ts';
import { Fault } from '../errors.ts';
import { checkActionPlan } from '../plan/check-action-plan.ts';
import { toldFaults } from '../plan/faults.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { PLANNABLE_TOOLS } from '../context/planning-messages.ts';
import { peopleSpoke } from '../phases/between/judging.ts';
import { decisionView } from './decision-view.ts';
import type { ReflectionView } from '../context/reflection-messages.ts';
import { usageFact } from './usage.ts';
import type { PlanRevision } from '../calls/judgement-schemas.ts';
import type { Performer } from './perform.ts';
import type { Fact } from '../state/facts.ts';
import type { TaskIn } from '../state/task.ts';

export const askReflection: Performer<'ask_reflection'> = async ({ task, tools, signal }) => {
  if (task.phase !== 'execute') throw new TypeError(`There is nothing to reflect on in the phase ${task.phase}.`);
  const began = tools.clock.now();
  try {
    const view = reflectionView(task);
    const answer = await tools.model.ask(
      {
        system: systemPrompt('system', task, tools),
        messages: [{ role: 'user', content: [{ type: 'text', text: reflectionQuestion(view, tools) }] }],
        tools: [CALLS.reflection.tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
      },
      signal,
    );
    const usage = usageFact('reflection', answer, tools.model, tools.clock.now() - began);
    const reading = readAnswer('reflection', answer);
    if (!reading.ok) return [failed(reading.problems), usage];
    const { reflection, plan_revision: revision = null } = reading.value;
    const problems = revision === null ? [] : problemsOf(revision, task);
    const noted: Fact = { type: 'reflection', evaluation: reflection, plan_revision: problems.length > 0 ? null : revision, problems };
    return [noted, ...revisionFacts(task, problems.length > 0 ? null : revision, reflection.plan_revision_needed), usage];
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'model_refused') throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'reflection failed, the work goes on');
    return [failed([error.message])];
  }
};

function reflectionView(task: TaskIn<'execute'>): ReflectionView {
  const { work, plan, settings } = task;
  const { executed, progress, goal, notes } = decisionView(task, 'execution');
  const finished = work.actions
    .slice(0, work.current + 1)
    .map(({ planned, status, evaluation, issues }) => ({ planned, status, evaluation, issues }));
  return {
    taskId: task.id,
    goal,
    plan,
    finished,
    progress,
    notes,
    occasion: executed?.status !== 'success' ? 'error' : peopleSpoke(task) ? 'people' : 'interval',
    depth: settings.planning.reflection.depth,
    sinceReflection: work.sinceReflection,
    lastResults: executed?.lastResults ?? [],
    comments: task.comments.slice(work.commentsReflected ?? work.commentsShown),
    mayRevise: !settings.planning.replanning.enabled,
  };
}

function failed(problems: readonly string[]): Fact {
  return { type: 'reflection', evaluation: null, plan_revision: null, problems };
}

/** With re-planning enabled only the decision changes the plan; without it, the reflection itself does, within its limit. */
function revisionFacts(task: TaskIn<'execute'>, revision: PlanRevision | null, isNeeded: boolean): readonly Fact[] {
  const { replanning, maxRevisions } = task.settings.planning;
  const isAllowed = !replanning.enabled && task.replanning.revisions < maxRevisions;
  if (!isNeeded || !isAllowed || !revision?.updated_action_plan) return [];
  const updated = { ...task.plan, action_plan: revision.updated_action_plan };
  return [{ type: 'revision', reason: revision.reason, source: 'reflection', changes: revision.changes, updated_plan: updated }];
}

function problemsOf(revision: PlanRevision, task: TaskIn<'execute'>): readonly string[] {
  if (!revision.updated_action_plan) return [];
  const { task_decomposition: decomposition, selected_environment: environment } = task.plan;
  return toldFaults(
    checkActionPlan(revision.updated_action_plan, decomposition, environment, {
      tools: PLANNABLE_TOOLS,
      environments: [environment.name],
      done: doneSubtasks(task.work),
    }),
  );
}

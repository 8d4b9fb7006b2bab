/**
 * A reflection on the last action or the last few (PLAN-1.5). One that fails is logged, and the work goes on
 * (PLAN-6).
 */
import { readModelAnswer } from '../model-calls/read-model-answer.ts';
import { reflectionQuestion } from '../model-calls/reflection-messages.ts';
import { at, peopleSpoke } from '../state/select.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { decisionView } from './decision-view.ts';
import { revisionFaults } from './rule-faults.ts';
import type { Performer } from './performer.ts';
import type { Reading } from '../model-calls/read-model-answer.ts';
import type { ReflectionView } from '../model-calls/reflection-messages.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { PlanRevision, Reflection } from '../state/judgements.ts';
import type { At } from '../state/task.ts';

interface Reflected {
  readonly evaluation: Reflection;
  readonly plan_revision: PlanRevision | null;
  /** Of a revision that is not taken over. */
  readonly problems: readonly string[];
}

export const askReflection: Performer<'ask_reflection'> = async (performing) => {
  const { task, tools } = performing;
  const working = at(task, 'work');
  const question = reflectionQuestion(reflectionView(working), tools);
  const reflected = { type: 'reflection', name: 'model' } as const;
  try {
    const read = (answer: ModelAnswer) => readReflection(answer, working);
    return await structuredFacts({ call: 'reflection', question, read }, performing, {
      of: (reflection) => [{ ...reflected, ...reflection }],
    });
  } catch (error) {
    if (!isRefusedCall(error)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'reflection failed, the work goes on');
    return [{ ...reflected, evaluation: null, plan_revision: null, problems: [error.message] }];
  }
};

function readReflection(answer: ModelAnswer, task: At<'work'>): Reading<Reflected> {
  const reading = readModelAnswer('reflection', answer);
  if (!reading.ok) return reading;
  const { reflection: evaluation, plan_revision: revision = null } = reading.value;
  const problems = revision === null ? [] : revisionFaults(revision, task);
  const revises = evaluation.plan_revision_needed && mayRevise(task);
  if (problems.length > 0 && revises) return { ok: false, broke: 'rules', problems, evaluation };
  return { ok: true, value: { evaluation, plan_revision: problems.length > 0 ? null : revision, problems } };
}

/** With re-planning enabled only its decision changes the plan (PLAN-1.5). */
function mayRevise({ settings }: At<'work'>): boolean {
  return !settings.planning.replanning.enabled;
}

/** What the model is shown, gathered from the task. */
function reflectionView(task: At<'work'>): ReflectionView {
  const { work, plan, settings, comments } = task;
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
    comments: comments.slice(work.commentsReflected ?? work.commentsShown),
    mayRevise: mayRevise(task),
  };
}

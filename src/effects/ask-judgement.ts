/**
 * Asks the model about the work in progress: for a reflection on the last actions (PLAN-1.5), and whether the plan is
 * good enough (REPLAN-1, 2). A failed reflection is logged and the work continues (PLAN-6).
 */
import { readModelAnswer, type Reading } from '../model-calls/read-model-answer.ts';
import { reflectionQuestion } from '../model-calls/reflection-messages.ts';
import { mayRevise, reflectionView } from '../model-calls/reflection-view.ts';
import { decisionView } from '../model-calls/decision-view.ts';
import { DECISION_TOOLS, REVISING_REFLECTION_TOOL } from '../model-calls/calls.ts';
import { at } from '../state/select.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { changeAt } from './judged-change.ts';
import { repositoryContext } from './repository-context.ts';
import { revisionFaults } from './rule-faults.ts';
import { readDecision } from '../model-calls/read-decision.ts';
import { decisionQuestion } from '../model-calls/decision-messages.ts';
import { RetryLater } from '../errors.ts';
import type { Performer } from './performer.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { PlanRevision, Reflection } from '../state/judgements.ts';
import type { At } from '../state/task.ts';

interface Reflected {
  readonly evaluation: Reflection;
  readonly plan_revision: PlanRevision | null;
  /** Of a revision that was not accepted. */
  readonly problems: readonly string[];
}

export const askReflection: Performer<'ask_reflection'> = async (performing) => {
  const { task, tools } = performing;
  const working = at(task, 'work');
  const view = reflectionView(working);
  const question = reflectionQuestion(view, tools);
  const offered = view.afterwards === 'may_revise' ? { tool: REVISING_REFLECTION_TOOL } : {};
  const reflected = { type: 'reflection', name: 'model' } as const;
  try {
    const read = (answer: ModelAnswer) => readReflection(answer, working);
    return await structuredFacts({ call: 'reflection', ...offered, question, read }, performing, {
      of: (reflection) => [{ ...reflected, ...reflection }],
    });
  } catch (error) {
    if (!isRefusedCall(error)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'reflection failed, the work continues');
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

/** How many outages in a row a judgement waits for. */
const PATIENCE = 2;

export const askDecision: Performer<'ask_decision'> = async (performing) => {
  const { effect, key, task, tools } = performing;
  const judging = { replan_id: key, point: effect.point };
  const judged = { type: 'phase', name: 'judged', ...judging } as const;
  const change = await changeAt(performing);
  const question = decisionQuestion(decisionView(task, effect.point, change), tools);
  const tool = DECISION_TOOLS[effect.point];
  const context = task.stage.is === 'plan' ? { context: await repositoryContext(task, tools) } : {};
  try {
    return await structuredFacts(
      { call: 'replan_decision', tool, question, ...context, read: readDecision, readsText: true },
      performing,
      {
        of: (decision) => [{ ...judged, decision }],
        judging,
      },
    );
  } catch (error) {
    // An unavailable judgement counts as none, and the plan stays (REPLAN-10). A wrong key fails the next call anyway.
    const isLost = error instanceof RetryLater && error.of !== 'model_limit' && (task.retry?.attempt ?? 0) >= PATIENCE;
    if (!isRefusedCall(error) && !isLost) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      're-plan decision refused by the model, the plan goes on',
    );
    return [{ ...judged, decision: null, not_had: true }];
  }
};

/** A decision of the model with the verdict on it, as it is recorded. Pure. */
import { needsPerson } from '../phases/between/judging.ts';
import { causeOf } from '../replan/cause.ts';
import { unheard } from '../phases/between/without-replan.ts';
import { judge } from '../replan/policy.ts';
import type { ReplanDecision } from '../calls/judgement-schemas.ts';
import type { Plan } from '../state/plan.ts';
import type { DecisionPoint, Situation } from '../state/replanning.ts';
import type { DecidedFact } from '../task/replan-fact.ts';
import type { Task } from '../state/task.ts';

export function decisionFact(
  task: Task,
  point: DecisionPoint,
  given: { readonly id: string; readonly decision: ReplanDecision | null; readonly cause?: readonly string[] },
): DecidedFact {
  const { decision, id } = given;
  const situation = { ...situationOf(task, point, given.cause ?? decision?.issues_found ?? []), ...triggerOf(decision) };
  const common = {
    type: 'replan_decision',
    name: 'decided',
    replan_id: id,
    phase: point,
    situation,
    duration: 0,
    llm_decision: decision,
  } as const;
  const none = {
    confidence: 0,
    executed: false,
    override_reason: 'unreadable',
    verdict: 'continue',
    kind: null,
    warns: false,
    contradiction: null,
    result: 'skipped',
    plan_before: null,
    plan_after: null,
  } as const;
  if (decision === null) return { ...common, ...none };
  const open = unheard(task, decision.clarification_questions);
  const verdict = judge(
    { ...decision, clarification_questions: [...open] },
    situation,
    task.replanning.counts,
    task.settings.planning.replanning,
  );
  const plan = decision.replan_needed ? planOf(task) : null;
  const isForPerson = verdict.kind !== 'continue' && needsPerson(task, verdict.replan);
  const executed = verdict.kind === 'replan' && !isForPerson;
  return {
    ...common,
    confidence: decision.confidence,
    executed,
    override_reason: isForPerson ? 'limit_reached' : verdict.kind === 'continue' ? verdict.override : null,
    verdict: isForPerson ? 'replan' : verdict.kind,
    kind: verdict.kind === 'continue' ? verdict.wanted : verdict.replan,
    warns: verdict.kind === 'replan' && verdict.warns,
    contradiction: verdict.contradiction,
    result: executed || (verdict.kind === 'confirm' && !isForPerson) ? null : 'skipped',
    plan_before: plan,
    plan_after: executed ? null : plan,
  };
}

/** By what the model itself says of the trouble, for whoever words it anew. */
function triggerOf(decision: ReplanDecision | null): Pick<Situation, 'errorClass' | 'reason'> {
  if (decision === null || !decision.replan_needed) return {};
  const reason = causeOf([decision.reasoning]);
  const { error_classification: errorClass } = decision;
  return { ...(errorClass === undefined ? {} : { errorClass }), ...(reason === '' ? {} : { reason }) };
}

function situationOf(task: Task, point: DecisionPoint, causes: readonly string[]): Situation {
  const work = point === 'execution' && 'work' in task ? task.work : null;
  const action = work?.actions[work.current];
  const said =
    action === undefined || action.evaluation === ''
      ? causes
      : [...action.issues, ...(action.issues.length > 0 ? [] : [action.evaluation])];
  return {
    point,
    subtask: action?.taskId ?? null,
    action: action && work ? `${action.taskId} ${action.planned.purpose}` : null,
    cause: causeOf(said.length > 0 ? said : causes),
  };
}

export function planOf(task: Task): Plan | null {
  if ('plan' in task) return task.plan;
  if (task.phase === 'sequence' && task.found !== null) return task.found;
  return 'carried' in task ? (task.carried?.plan ?? null) : null;
}

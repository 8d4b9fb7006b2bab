/**
 * Applies the limits to the model's judgement of the plan (REPLAN-3 to 5). The verdict is recorded once, followed by
 * its consequences.
 */
import { causeOf } from '../replan/counts.ts';
import { applyLimits, type Ruling } from '../replan/policy.ts';
import { isOutOfLoops } from './unshown-criteria.ts';
import type { Verdict } from '../state/decided-facts.ts';
import { carriedIn, planOf } from '../state/select.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import { orAsksHow } from './failures-in-a-row.ts';
import { judgedAs } from './own-judgement.ts';
import { proceed } from './proceed.ts';
import { escalate } from './escalation.ts';
import { followsReflection, granted, overtakenReplans } from './replan-facts.ts';
import { askInstead, leftOpen, stated, notAskedYet } from './leftover-questions.ts';
import { planAgain } from './plan-again.ts';
import { askHowToGoOn, askPeople, whyOf } from './questions.ts';
import { inOwnWords } from '../plan/own-words.ts';
import type { ReplanDecision, DecisionPoint } from '../state/judgements.ts';
import type { ReplanKind, Situation } from '../state/replans.ts';
import type { Task } from '../state/task.ts';

type Judged = FactNamed<'judged'>;
type Decided = FactNamed<'decided' | 'replan_pending'>;

/** `before`: contains the answer's judgement of itself, if this is the second look at it. */
export function afterJudgement(task: Task, fact: Judged, before: Task): Facts {
  const { point, replan_id: id, decision, not_had: isNotHad } = fact;
  const carried = carriedIn(before);
  const first = carried?.replan_id === id ? undefined : carried;
  // If the second look fails, the first judgement counts.
  if (decision === null && first !== undefined) return [judgedAs(point, first)];
  return [
    ...(isNotHad === true ? [] : overtakenReplans(task, decision)),
    limitedVerdict(task, point, { id, decision, ...(first === undefined ? {} : { firstLook: first.decision }) }),
  ];
}

interface Given {
  readonly id: string;
  readonly decision: ReplanDecision | null;
  /** What went wrong, if the action itself does not say so. */
  readonly cause?: readonly string[];
  /** What the planning answer said of itself (REPLAN-8). */
  readonly firstLook?: ReplanDecision;
}

export function limitedVerdict(task: Task, point: DecisionPoint, { id, decision, cause, firstLook }: Given): Decided {
  const situation = { ...situationOf(task, point, cause ?? decision?.issues_found ?? []), ...triggerOf(decision) };
  const looked = firstLook === undefined ? {} : { first_look: firstLook };
  const common = { replan_id: id, phase: point, situation, duration: 0, llm_decision: decision, ...looked } as const;
  if (decision === null) return { type: 'replan_decision', name: 'decided', ...common, ...NO_JUDGEMENT };
  const { replanning, settings } = task;
  const limits = settings.planning.replanning;
  const open = notAskedYet(task, decision.clarification_questions);
  const ruled = applyLimits({ ...decision, clarification_questions: open }, situation, replanning.counts, limits);
  const verdict = withinLoops(task, ruled);
  const plan = decision.replan_needed ? planOf(task) : null;
  const isForPerson = verdict.kind !== 'continue' && needsPerson(task, verdict.replan);
  const executed = verdict.kind === 'replan' && !isForPerson;
  const whole: Verdict = {
    ...common,
    confidence: decision.confidence,
    executed,
    override_reason: isForPerson ? 'limit_reached' : verdict.kind === 'continue' ? verdict.override : null,
    verdict: isForPerson ? 'replan' : verdict.kind,
    kind: verdict.kind === 'continue' ? verdict.wanted : verdict.replan,
    warns: verdict.kind === 'replan' && verdict.warns,
    contradiction: verdict.contradiction,
    plan_before: plan,
    plan_after: executed ? null : plan,
  };
  const isPending = executed || (verdict.kind === 'confirm' && !isForPerson);
  return isPending
    ? { type: 'phase', name: 'replan_pending', ...whole, result: null }
    : { type: 'replan_decision', name: 'decided', ...whole, result: 'skipped' };
}

/** Verification may lead back to work only a limited number of times (EXEC-1); a question does not count. */
function withinLoops(task: Task, ruling: Ruling): Ruling {
  const isBack = ruling.kind !== 'continue' && ruling.replan !== 'clarification';
  if (!isBack || task.stage.is !== 'verify' || !isOutOfLoops(task)) return ruling;
  return { kind: 'continue', override: 'loops_used', wanted: ruling.replan, contradiction: ruling.contradiction };
}

const NO_JUDGEMENT = {
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

/** Too many revisions after reflections: a person decides about this one (PLAN-6, level 3). */
function needsPerson(task: Task, kind: ReplanKind): boolean {
  return followsReflection(task, kind) && task.replanning.revisions >= task.settings.planning.maxRevisions;
}

/** The trigger derives from the model's own description of the trouble. */
function triggerOf(decision: ReplanDecision | null): Pick<Situation, 'errorClass' | 'reason'> {
  if (decision === null || !decision.replan_needed) return {};
  const reason = causeOf([decision.reasoning]);
  const { error_classification: errorClass } = decision;
  return { ...(errorClass === undefined ? {} : { errorClass }), ...(reason === '' ? {} : { reason }) };
}

function situationOf({ work }: Task, point: DecisionPoint, causes: readonly string[]): Situation {
  const action = point === 'execution' ? work?.actions[work.current] : undefined;
  const said =
    action === undefined || action.evaluation === ''
      ? causes
      : [...action.issues, ...(action.issues.length > 0 ? [] : [action.evaluation])];
  return {
    point,
    subtask: action?.taskId ?? null,
    action: action ? `${action.taskId} ${action.planned.purpose}` : null,
    cause: causeOf(said.length > 0 ? said : causes),
  };
}

/** Continue, ask the model for an alternative, ask people, or re-plan. */
export function afterVerdict(task: Task, fact: Decided): Facts {
  return orAsksHow(task, afterRuling(task, fact));
}

function afterRuling(task: Task, fact: Decided): Facts {
  const { llm_decision: decision, kind, verdict } = fact;
  if (decision === null) return proceed(task);
  if (kind === null) return askInstead(task, decision) ?? [...stated(task, decision), ...proceed(task)];
  if (verdict === 'replan' && !fact.executed) return askHowToGoOn(task, whyOf(decision));
  if (verdict === 'replan')
    return [
      ...(kind === 'clarification' ? [] : leftOpen(task, decision)),
      ...granted(task, kind, { replanId: fact.replan_id, situation: fact.situation }),
      ...planAgain(task, kind, decision),
    ];
  if (verdict === 'confirm') return confirm(task, fact, decision);
  if (fact.override_reason === 'limit_reached' || fact.override_reason === 'infinite_loop')
    return escalate(task, fact, decision);
  return proceed(task);
}

function confirm(
  task: Task,
  { replan_id: replanId }: Decided,
  { recommended_actions: actions, reasoning }: ReplanDecision,
): Facts {
  return askPeople(task, {
    kind: 'confirmation',
    then: { is: 'replan', replanId },
    ...inOwnWords(task, ({ currentPlanGoesOn }) => ({
      texts: actions.length > 0 ? actions : [reasoning],
      assumptions: [currentPlanGoesOn],
    })),
    context: reasoning,
  });
}

/**
 * What is judged between two actions (PLAN-1.5, REPLAN-2). A judgement in the closing answer of the action counts like
 * any other.
 */
import { limitedVerdict } from './judgement.ts';
import { peopleSpoke } from '../state/select.ts';
import type { Fact, FactNamed, Facts } from '../state/facts.ts';
import type { ActionStatus, ReplanDecision } from '../state/judgements.ts';
import type { Task } from '../state/task.ts';
import type { CarriedJudgement } from '../state/work.ts';

type Finished = FactNamed<'finished'>;

/** `status`: how the action ended. */
export function afterClosing(task: Task, { status, judgement }: Finished): Facts {
  const { replanning } = task.settings.planning;
  if (judgement === undefined || !replanning.enabled)
    return [...(status === 'success' ? judgedAsGood(task) : []), judgedOrNext(task, status)];
  if (isDue(task)) return afterwards(task, judgement);
  const judging = { type: 'action', name: 'judging', reflect: false, decide: true } as const;
  return status !== 'success' && looksAtFailures(task)
    ? [{ ...judging, carried: judgement }, lookedBack(task, judgement.decision)]
    : [judging, carriedVerdict(task, judgement)];
}

/** A reflection that is due comes first; only a judgement that changes the plan has to wait for it. */
function afterwards(task: Task, judgement: CarriedJudgement): Facts {
  return judgement.decision.replan_needed
    ? [{ type: 'action', name: 'judging', reflect: true, decide: true, carried: judgement }]
    : [{ type: 'action', name: 'judging', reflect: true, decide: false }, carriedVerdict(task, judgement)];
}

export function carriedVerdict(task: Task, { replan_id: id, decision }: CarriedJudgement): Fact {
  const action = task.work?.actions[task.work.current];
  const { issues = [], evaluation = '' } = action ?? {};
  return limitedVerdict(task, 'execution', { id, decision, cause: issues.length > 0 ? issues : [evaluation] });
}

export function judgedOrNext(task: Task, status: ActionStatus): FactNamed<'judging' | 'next'> {
  const isBad = status !== 'success';
  const reflect = isDue(task) || (isBad && looksAtFailures(task));
  const decide = isBad && task.settings.planning.replanning.enabled;
  return reflect || decide ? { type: 'action', name: 'judging', reflect, decide } : { type: 'action', name: 'next' };
}

/** Enough actions ended since the last reflection, or people said something. */
function isDue(task: Task): boolean {
  const { interval, enabled } = task.settings.planning.reflection;
  const isTime = interval > 0 && (task.work?.sinceReflection ?? 0) >= interval;
  return enabled && (isTime || peopleSpoke(task));
}

function looksAtFailures({ settings }: Task): boolean {
  const { enabled, onError } = settings.planning.reflection;
  return enabled && onError;
}

/** What the closing answer says about its failure is used as the reflection on it; nothing more is asked (PLAN-1.5). */
function lookedBack({ work }: Task, decision: ReplanDecision): Fact {
  const action = work?.actions[work.current];
  if (action === undefined || action.status === 'pending' || action.status === 'running')
    throw new TypeError('No action has ended.');
  const { taskId, planned, status, evaluation, issues } = action;
  return {
    type: 'reflection',
    name: 'model',
    evaluation: {
      action_evaluated: `${taskId}: ${planned.purpose}`,
      status,
      evaluation,
      alignment_with_plan: '',
      issues_identified: issues,
      plan_revision_needed: decision.replan_needed,
    },
    plan_revision: null,
    problems: [],
  };
}

const NONE: ReplanDecision = {
  replan_needed: false,
  confidence: 1,
  reasoning: '',
  replan_type: 'none',
  target_phase: null,
  replan_level: null,
  issues_found: [],
  recommended_actions: [],
  clarification_needed: false,
  clarification_questions: [],
};

/** A success without a judgement counts as the judgement that the plan stays, and is recorded as such (MODEL-2). */
function judgedAsGood(task: Task): Facts {
  if (!task.settings.planning.replanning.enabled) return [];
  return [limitedVerdict(task, 'execution', { id: `${task.id}-${task.version}`, decision: NONE })];
}

/** What follows from a judgement about the plan: go on, ask for another, ask people, or plan again (REPLAN-3, 5). */
import { goOn } from '../../plan/work.ts';
import { ask, unasked } from '../../questions/ask.ts';
import { isNeverAssumed } from '../../questions/never-assumed.ts';
import { ownQuestions } from '../../questions/own-questions.ts';
import { followsReflection } from './judging.ts';
import { granted, noted, recorded } from '../../replan/state.ts';
import { moveTo } from '../../task/transition.ts';
import { conclude } from './conclude.ts';
import { reviewOrAdopt } from './review.ts';
import { askInstead, leftOpen, openQuestions, stated } from './without-replan.ts';
import { planAgain } from './plan-again.ts';
import type { ReplanDecision } from '../../calls/judgement-schemas.ts';
import type { ReplanKind, ReplanRecord } from '../../replan/decision.ts';
import type { DecidedFact as Decided } from '../../task/replan-fact.ts';
import type { Looked, Task, TaskIn } from '../../task/task.ts';

export type Judged = TaskIn<'understand'> | TaskIn<'decompose'> | TaskIn<'sequence'> | TaskIn<'execute'> | TaskIn<'verify'>;
export function afterDecision(before: Judged, fact: Decided): Task {
  const decision = fact.llm_decision;
  const record = recordOf(fact, before.updatedAt);
  const task: Judged = record === null ? before : { ...before, replanning: recorded(before.replanning, record) };
  if (decision === null) return carryOn(task);
  if (fact.kind === null) return askInstead(task, decision) ?? carryOn(stated(task, decision));
  if (fact.verdict === 'replan' && !fact.executed) return stepIn(task, decision);
  if (fact.verdict === 'replan')
    return grant(fact.kind === 'clarification' ? task : leftOpen(task, decision), fact.kind, { decision, situation: fact.situation });
  if (fact.verdict === 'confirm') return confirm(task, fact.kind, { decision, situation: fact.situation });
  if (fact.override_reason === 'limit_reached' || fact.override_reason === 'infinite_loop') return escalate(task, fact, decision);
  return carryOn(task);
}

/** The plan goes on as it is. */
export function carryOn(before: Judged): Task {
  const task: Judged = { ...before, replanning: { ...before.replanning, escalated: false } };
  switch (task.phase) {
    case 'understand':
      return task.found === null ? task : moveTo(task, 'decompose', { ...lookedOf(task), goal: task.found, wrongAnswers: [], found: null });
    case 'decompose':
      return task.found === null
        ? task
        : moveTo(task, 'sequence', { ...lookedOf(task), goal: task.goal, ...task.found, wrongAnswers: [], found: null });
    case 'sequence':
      return task.found === null ? task : reviewOrAdopt(task, task.found);
    case 'execute':
      // Cut back with a lost workspace, the action is in hand again: it goes on itself.
      return task.work.judging === null ? task : { ...task, work: goOn(task.work) };
    case 'verify':
      return conclude(task);
  }
}

function lookedOf({ snapshot, carried, standing }: Looked): Looked {
  return { snapshot, carried, ...(standing === undefined ? {} : { standing }) };
}

export function grant(
  task: Judged,
  kind: ReplanKind,
  by: { readonly decision: ReplanDecision; readonly situation: Decided['situation'] },
): Task {
  const counted = granted(task.replanning, kind, by.situation);
  const revisions = counted.revisions + (followsReflection(task, kind) ? 1 : 0);
  return planAgain({ ...task, replanning: { ...counted, revisions } }, kind, by.decision);
}

/** More revisions than allowed: a person decides, nothing is lost (PLAN-6, level 3). */
function stepIn(task: Judged, decision: ReplanDecision): Task {
  return ask(task, {
    kind: 'intervention',
    texts: [ownQuestions(task.settings.language).revisedTooOften],
    onlyHow: true,
    context: [decision.reasoning, ...decision.issues_found].filter((text) => text !== '').join('\n'),
    assumptions: [],
  });
}

function confirm(
  task: Judged,
  kind: ReplanKind,
  { decision, situation }: { readonly decision: ReplanDecision; readonly situation: Decided['situation'] },
): Task {
  return ask(task, {
    kind: 'confirmation',
    texts: decision.recommended_actions.length > 0 ? decision.recommended_actions : [decision.reasoning],
    context: decision.reasoning,
    assumptions: [ownQuestions(task.settings.language).currentPlanGoesOn],
    proposal: { kind, decision, situation },
  });
}

/** Limits took away what the model wanted: it is asked for another way, then people are (REPLAN-5). */
function escalate(task: Judged, fact: Decided, decision: ReplanDecision): Task {
  const { replanning } = task;
  const words = ownQuestions(task.settings.language);
  const isLoop = fact.override_reason === 'infinite_loop';
  const why = isLoop
    ? 'The same re-plan for the same cause was granted as often as allowed'
    : 'The limit of re-plans of this kind is used up';
  if (!replanning.escalated) {
    return {
      ...task,
      replanning: { ...noted(replanning, `${why} (${fact.kind}). It was not carried out; take another approach.`), escalated: true },
    };
  }
  if (fact.kind === 'clarification' && task.settings.planning.assumes) return assumedUnasked(task, decision);
  if (replanning.peopleTold) return carryOn(leftOpen(task, decision));
  const open = openQuestions(task, decision);
  const told: Judged = { ...task, replanning: { ...replanning, peopleTold: true } };
  return ask(told, {
    kind: task.settings.planning.assumes ? 'clarification' : 'intervention',
    texts: [isLoop ? words.sameAgain : words.limitUsed, ...open],
    context: [decision.reasoning, ...decision.issues_found].filter((text) => text !== '').join('\n'),
    assumptions: [words.currentPlanGoesOn],
    ...(open.length === 0 ? { onlyHow: true } : {}),
  });
}

/** Nobody is asked more often than allowed: what would have been asked is assumed, and said (REPLAN-4, 5). */
function assumedUnasked(task: Judged, decision: ReplanDecision): Task {
  const { clarification_questions: questions, assumptions_to_make: assumptions = [], reasoning } = decision;
  const asking = { texts: questions.length > 0 ? questions : [reasoning], context: reasoning, assumptions };
  if (isNeverAssumed([...asking.texts, ...assumptions])) return ask(task, { kind: 'intervention', ...asking });
  const note = `Not asked any more, but assumed: ${assumptions.join('; ') || 'the most sensible reading'}`;
  return carryOn({ ...unasked(task, asking), replanning: noted(task.replanning, note) });
}

function recordOf(fact: Decided, at: number): ReplanRecord | null {
  if (fact.llm_decision === null || !fact.llm_decision.replan_needed) return null;
  return {
    id: fact.replan_id,
    point: fact.phase,
    decision: fact.llm_decision,
    kind: fact.kind,
    executed: fact.executed,
    override: fact.override_reason,
    at,
    ...(fact.plan_before === null ? {} : { planBefore: fact.plan_before }),
    result: fact.executed || fact.verdict === 'confirm' ? 'pending' : 'skipped',
  };
}

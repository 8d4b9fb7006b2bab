/**
 * Carries out a granted re-plan of each kind: the step it goes back to, the work that still counts (REPLAN-3, 7), and
 * what the model is told.
 */
import { leftBehind } from '../plan/action-order.ts';
import { addedWork, beyondMost, MAX_ADDED } from '../plan/plan-changes.ts';
import { cutText } from '../plan/reworded.ts';
import { adviceOf, reasonOf } from '../replan/advice.ts';
import { SURE } from '../replan/policy.ts';
import { divisionOf, goalOf } from '../state/evolve-planning.ts';
import { draftIn } from '../state/select.ts';
import { noted, beginStep } from './replan-facts.ts';
import { notAskedYet } from './leftover-questions.ts';
import { askPeople } from './questions.ts';
import type { Facts } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { ReplanKind } from '../state/replans.ts';
import type { Task } from '../state/task.ts';
import { doneSubtasks } from '../state/work-moves.ts';

export function planAgain(task: Task, kind: ReplanKind, decision: ReplanDecision): Facts {
  const beyond = task.stage.is === 'verify' ? beyondMost(missing(task, decision)) : [];
  return [
    ...noted(...notesOf(task, kind, decision), ...(beyond.length === 0 ? [] : [leftForLater(beyond)])),
    ...movesOf(task, kind, decision),
  ];
}

const MAX_TOLD = 20;
const MAX_TOLD_CHARACTERS = 200;

function leftForLater(beyond: readonly string[]): string {
  const told = beyond.slice(0, MAX_TOLD).map((text) => cutText(text, MAX_TOLD_CHARACTERS));
  const more = beyond.length > told.length ? ` … and ${beyond.length - told.length} more` : '';
  return `Only the first ${MAX_ADDED} of ${MAX_ADDED + beyond.length} additional actions became subtasks. Left out: ${told.join('; ')}${more}. Ask for what of it is still needed when these are done.`;
}

function movesOf(task: Task, kind: ReplanKind, decision: ReplanDecision): Facts {
  switch (kind) {
    case 'clarification':
      return clarified(task, decision);
    case 'goal':
      return [beginStep('goal', { fallback: 'judged', keepsDone: false })];
    case 'decomposition':
      return dividedAgain(task);
    case 'actions':
    case 'partial':
    case 'monitoring':
      return sequencedAgain(task, kind, task.stage.is === 'verify' ? missing(task, decision) : []);
    case 'retry':
      return task.stage.is === 'work' ? [{ type: 'action', name: 'again', advice: adviceOf(decision) }] : [];
  }
}

/**
 * At the goal, the current understanding stays until the goal is understood again with the answers. If the model was
 * only unsure, planning continues unless somebody answers (REPLAN-5).
 */
function clarified(task: Task, decision: ReplanDecision): Facts {
  const isGoal = draftIn(task, 'goal') !== null;
  const { confidence, reasoning: context, assumptions_to_make: assumptions = [] } = decision;
  const isDoubtful = confidence < Math.min(SURE, task.settings.planning.replanning.minConfidence);
  const again: Facts = isGoal && !isDoubtful ? [beginStep('goal', { fallback: 'judged' })] : [];
  const then = isGoal ? ({ is: 'understand_again' } as const) : ({ is: 'judge_again', onTimeOver: 'judge' } as const);
  const texts = textsOf(task, decision, isGoal);
  return [...again, ...askPeople(task, { kind: 'clarification', then, texts, context, assumptions, decision })];
}

/** At the goal all questions, since the goal is understood again; later only those that were not asked before. */
function textsOf(task: Task, decision: ReplanDecision, isGoal: boolean): readonly string[] {
  const { clarification_questions: questions, issues_found: issues, reasoning } = decision;
  const open = isGoal ? questions : notAskedYet(task, questions);
  return [open, questions, issues].find((texts) => texts.length > 0) ?? [reasoning];
}

function dividedAgain(task: Task): Facts {
  return [beginStep(goalOf(task) === null ? 'goal' : 'division', { fallback: 'judged', keepsDone: false })];
}

function sequencedAgain(task: Task, kind: ReplanKind, additional: readonly string[]): Facts {
  const division = divisionOf(task);
  if (goalOf(task) === null || division === null) return dividedAgain(task);
  const added = addedWork(division.decomposition, additional);
  const keepsDone = task.stage.is === 'plan' ? task.stage.keepsDone : true;
  const how = { fallback: 'judged', keepsDone, leftBehind: acceptedIn(task, kind) } as const;
  return [{ ...beginStep('actions', how), ...(added.length === 0 ? {} : { added }) }];
}

/** Actions from the failed one on are planned again. Earlier failures that the work went on from are not. */
function acceptedIn({ stage, work }: Task, kind: ReplanKind): readonly string[] {
  return kind === 'partial' && stage.is === 'work' && work !== null ? leftBehind(work) : [];
}

/** Finished subtasks stay finished, so more work on them needs new subtasks; failed ones are repeated anyway. */
function missing(
  { work }: Task,
  { additional_actions: actions = [], recommended_actions: recommended, reasoning }: ReplanDecision,
): readonly string[] {
  if (actions.length > 0) return actions;
  if (work === null || work.actions.some((action) => action.status !== 'success')) return [];
  return recommended.length > 0 ? recommended : [reasoning === '' ? 'Do what is still missing' : reasoning];
}

/** The decision is one note, so that a long one displaces no other; its result follows it. */
export function notesOf(task: Task, kind: ReplanKind, decision: ReplanDecision): readonly string[] {
  const said = [
    `Planning again (${kind}): ${reasonOf(decision)}`,
    ...adviceOf(decision).map((line) => `  - ${line}`),
  ].join('\n');
  const { stage, work, plan } = task;
  if ((stage.is !== 'work' && stage.is !== 'verify') || work === null || plan === null) return [said];
  return [...whereItIs(task), ...leftSo(acceptedIn(task, kind)), said, ...WHAT_IS_PLANNED[kind]];
}

const WHAT_IS_PLANNED: { readonly [Kind in ReplanKind]: readonly string[] } = {
  partial: ['Plan only the actions from there on.'],
  monitoring: ['Plan only the additional actions that are needed, for the subtasks that are not finished.'],
  clarification: [],
  goal: [],
  decomposition: [],
  actions: [],
  retry: [],
};

function leftSo(ids: readonly string[]): readonly string[] {
  return ids.length === 0
    ? []
    : [
        `Ended without success, and left so: ${ids.join(', ')}. Give them actions only if they have to be done after all.`,
      ];
}

function whereItIs({ stage, work, plan }: Task): readonly string[] {
  if (work === null || plan === null) return [];
  const done = doneSubtasks(work);
  const finished = plan.task_decomposition.subtasks
    .filter((one) => done.has(one.id))
    .map((one) => `${one.id} (${one.description})`)
    .join('; ');
  const failed = stage.is === 'work' ? work.actions[work.current] : undefined;
  return [
    ...(finished === '' ? [] : [`Finished already, and its files are in place: ${finished}`]),
    ...(failed === undefined
      ? []
      : [`It stopped at the action "${failed.planned.purpose}" of ${failed.taskId}: ${failed.evaluation}`]),
  ];
}

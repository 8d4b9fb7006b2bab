/** A granted re-plan of each kind: where it goes back to, and what of the work still counts (REPLAN-3, 7). */
import { withAdditionalWork } from '../../plan/additional-work.ts';
import { retryAction } from '../../plan/work.ts';
import { ask } from '../../questions/ask.ts';
import { adviceOf } from '../../replan/advice.ts';
import { SURE } from '../../replan/policy.ts';
import { noted } from '../../replan/state.ts';
import { moveTo } from '../../task/transition.ts';
import { GO_ON_ASSUMING, notesOf } from './replan-notes.ts';
import { standingOf } from './standing.ts';
import { unheard } from './without-replan.ts';
import type { Judged } from './after-decision.ts';
import type { ReplanDecision } from '../../calls/judgement-schemas.ts';
import type { GoalUnderstanding } from '../../plan/plan.ts';
import type { ReplanKind } from '../../replan/decision.ts';
import type { Carried, Looked, Task, TaskIn } from '../../task/task.ts';

export function planAgain(before: Judged, kind: ReplanKind, decision: ReplanDecision): Task {
  const task: Judged = { ...before, replanning: noted(before.replanning, ...notesOf(before, kind, decision)) };
  switch (kind) {
    case 'clarification':
      return ask(toBeAnswered(task, decision), {
        kind: 'clarification',
        texts: textsOf(task, decision),
        context: decision.reasoning,
        assumptions: decision.assumptions_to_make ?? [],
        ...(task.phase === 'understand' ? {} : { again: true }),
      });
    case 'goal':
      return toUnderstand(task);
    case 'decomposition':
      return toDecompose(task);
    case 'actions':
    case 'partial':
    case 'monitoring':
      return toSequence(task, task.phase === 'verify' ? missing(task, decision) : []);
    case 'retry':
      return task.phase === 'execute' ? retried(task, decision) : task;
  }
}

/** At the goal all of it, for it is understood anew; later what was not asked before. */
function textsOf(task: Judged, decision: ReplanDecision): readonly string[] {
  const { clarification_questions: questions, issues_found: issues, reasoning } = decision;
  const open = task.phase === 'understand' ? questions : unheard(task, questions);
  return [open, questions, issues].find((texts) => texts.length > 0) ?? [reasoning];
}

/** The goal is understood anew with the answers; until then what was understood stands. Doubtful, it goes on unless somebody answers (REPLAN-5). */
function toBeAnswered(task: Judged, { confidence }: ReplanDecision): Judged {
  if (task.phase !== 'understand') return task;
  const isDoubtful = confidence < Math.min(SURE, task.settings.planning.replanning.minConfidence);
  return isDoubtful ? task : { ...task, ...standingOf(task), found: null };
}

/** The action is begun anew knowing what was answered and assumed since (REPLAN-6). */
function retried(task: TaskIn<'execute'>, decision: ReplanDecision): Task {
  const comments = task.comments.slice(task.work.commentsShown);
  const told = { kind: 'results', results: [], comments } as const;
  const { conversation } = task.work;
  const heard = { ...task.work, conversation: [...conversation, told], commentsShown: task.comments.length };
  const assumed = task.replanning.notes.findLast((note) => note.startsWith(GO_ON_ASSUMING));
  const advice = [...adviceOf(decision), ...(assumed === undefined ? [] : [assumed])];
  return { ...task, work: retryAction(comments.length === 0 ? task.work : heard, advice) };
}

function toUnderstand(task: Judged): Task {
  return moveTo(task, 'understand', { ...lookedFrom(task, false), wrongAnswers: [], found: null });
}

function toDecompose(task: Judged): Task {
  const goal = goalOf(task);
  if (goal === null) return toUnderstand(task);
  return moveTo(task, 'decompose', { ...lookedFrom(task, false), goal, wrongAnswers: [], found: null });
}

function toSequence(task: Judged, additional: readonly string[]): Task {
  const goal = goalOf(task);
  const divided = divisionOf(task);
  if (goal === null || divided === null) return toDecompose(task);
  const decomposition = withAdditionalWork(divided.decomposition, additional);
  return moveTo(task, 'sequence', {
    ...lookedFrom(task, true),
    goal,
    ...divided,
    decomposition,
    wrongAnswers: [],
    found: null,
  });
}

/** What is done stays done, so more work needs subtasks of its own; what failed is done again anyway. */
function missing(
  { work }: TaskIn<'verify'>,
  { additional_actions: actions = [], recommended_actions: recommended, reasoning }: ReplanDecision,
): readonly string[] {
  if (actions.length > 0) return actions;
  if (work.actions.some((action) => action.status !== 'success')) return [];
  return recommended.length > 0 ? recommended : [reasoning === '' ? 'Do what is still missing' : reasoning];
}

function goalOf(task: Judged): GoalUnderstanding | null {
  if (task.phase === 'understand') return task.found;
  return 'plan' in task ? task.plan.goal_understanding : task.goal;
}

function divisionOf(task: Judged) {
  switch (task.phase) {
    case 'understand':
      return null;
    case 'decompose':
      return task.found;
    case 'sequence':
      return { decomposition: task.decomposition, criteria: task.criteria };
    case 'execute':
    case 'verify':
      return { decomposition: task.plan.task_decomposition, criteria: task.plan.acceptance_criteria };
  }
}

function lookedFrom(task: Judged, keepsDone: boolean): Looked {
  return { snapshot: task.snapshot, carried: carriedFrom(task, keepsDone), ...standingOf(task) };
}

function carriedFrom(task: Judged, keepsDone: boolean): Carried | null {
  if (task.phase !== 'execute' && task.phase !== 'verify') {
    return task.carried === null ? null : { ...task.carried, keepsDone: task.carried.keepsDone && keepsDone };
  }
  const { containerId, keptContainer, environment, plan, work } = task;
  return {
    containerId,
    ...(keptContainer === undefined ? {} : { keptContainer }),
    environment,
    plan,
    work: { ...work, judging: null },
    keepsDone,
  };
}

/** What the model is shown to judge a plan, gathered from the task. */
import { diffOf } from './quarantine.ts';
import { unsavedChange } from './unsaved-change.ts';
import { fileLines } from '../model-calls/work-blocks.ts';
import { orderedActions } from '../plan/action-order.ts';
import { draftIn, notesTold } from '../state/select.ts';
import type { Performing, Toolbox } from './performer.ts';
import type { DecisionView } from '../model-calls/decision-messages.ts';
import type { GoalUnderstanding, Plan } from '../state/plan.ts';
import type { DecisionPoint } from '../state/judgements.ts';
import type { Turn, Work } from '../state/work.ts';
import type { Task } from '../state/task.ts';

/** Of the action in hand, its newest results are shown. */
const RESULTS_SHOWN = 3;

export function decisionView(task: Task, point: DecisionPoint, change = ''): DecisionView {
  const plan = planIn(task);
  const { stage } = task;
  // While a plan is made, what is judged is that plan, not the work on the one before it.
  const work = stage.is === 'plan' ? null : task.work;
  const tests = stage.is === 'verify' ? stage.tests : null;
  const { replanning, settings, request, discussion } = task;
  return {
    point,
    taskId: task.id,
    request,
    ...(discussion === undefined ? {} : { discussion }),
    goal: goalIn(task, plan),
    criteria: criteriaIn(task, plan),
    decomposition: decompositionIn(task, plan),
    plan,
    executed: point === 'execution' && work ? executed(work) : null,
    progress: progressOf(work, plan),
    actions: work?.actions ?? [],
    remaining: work ? work.actions.slice(work.current + 1).map((action) => action.planned) : [],
    reflection: work?.judging?.reflection ?? null,
    reflections: task.work?.looksBack ?? [],
    firstLook: stage.is === 'plan' ? (stage.draft.carried?.decision ?? null) : null,
    findings: task.findings,
    commands: task.commands,
    unfinished: task.work?.checkpoint.change?.unfinished ?? [],
    tests,
    change,
    said: task.said,
    earlierTasks: task.earlierTasks,
    decisions: task.decisions,
    records: replanning.records,
    counts: replanning.counts,
    limits: settings.planning.replanning,
    settings,
    notes: notesTold(task),
  };
}

function planIn({ stage, plan }: Task): Plan | null {
  if (stage.is !== 'plan') return plan;
  return stage.draft.step === 'actions' ? stage.draft.found : null;
}

function goalIn({ stage }: Task, plan: Plan | null): GoalUnderstanding {
  const draft = stage.is === 'plan' ? stage.draft : null;
  const goal = plan?.goal_understanding ?? (draft?.step === 'goal' ? draft.found : draft?.goal);
  if (!goal) throw new TypeError(`There is no goal at ${stage.is}.`);
  return goal;
}

function criteriaIn(task: Task, plan: Plan | null): DecisionView['criteria'] {
  if (plan) return plan.acceptance_criteria;
  return draftIn(task, 'division')?.found?.criteria ?? [];
}

function decompositionIn(task: Task, plan: Plan | null): DecisionView['decomposition'] {
  if (plan) return plan.task_decomposition;
  return draftIn(task, 'division')?.found?.decomposition ?? null;
}

function executed(work: Work): DecisionView['executed'] {
  const action = work.actions[work.current];
  if (!action || action.status === 'pending' || action.status === 'running') return null;
  const results = work.conversation.flatMap(resultsIn);
  return {
    action: action.planned,
    status: action.status,
    evaluation: action.evaluation,
    issues: action.issues,
    lastResults: results.slice(-RESULTS_SHOWN - 1, -1),
  };
}

function resultsIn(turn: Turn): readonly string[] {
  if (turn.kind === 'anew') return turn.past.steps.filter((step) => step.result !== '').map((step) => step.result);
  return turn.kind === 'results' ? turn.results.map((result) => result.content) : [];
}

function progressOf(work: Work | null, plan: Plan | null): DecisionView['progress'] {
  const ended = (work?.actions ?? []).filter((action) => action.status !== 'pending' && action.status !== 'running');
  const errors = ended.filter((action) => action.status !== 'success');
  const lastGood = ended.findLastIndex((action) => action.status === 'success');
  return {
    completed: ended.length - errors.length,
    total: work?.actions.length ?? (plan ? orderedActions(plan).length : 0),
    errors: errors.length,
    consecutiveErrors: ended.length - 1 - lastGood,
  };
}

/** More than is shown: where to cut is for those who show it. */
const MAX_DIFF_BYTES = 64 * 1024;
/** The diff is what counts; of very many files it is enough to know some. */
const MAX_FILES = 40;

/** What is judged at these points: what was done, not what was said of it. */
export async function changeAt(performing: Performing<'ask_decision'>): Promise<string> {
  const { effect, task, tools } = performing;
  if (task.stage.is === 'plan' || (effect.point !== 'reflection' && effect.point !== 'execution')) return '';
  if (effect.point === 'reflection') return wholeChange(task, tools);
  const saved = changeOf(task.work);
  const unsaved = await unsavedChange(performing);
  const before = saved === '' ? [] : [`Saved at the last checkpoint:\n${saved}`];
  return [...before, ...(unsaved.trim() === '' ? [] : [`Since then, not saved yet:\n${unsaved}`])].join('\n\n');
}

/** All that was saved, as a diff. */
export async function wholeChange(task: Task, tools: Toolbox): Promise<string> {
  const saved = changeOf(task.work);
  return [saved, saved === '' ? '' : await diffOf(task, tools, MAX_DIFF_BYTES)].join('\n');
}

function changeOf(work: Work | null): string {
  const change = work?.checkpoint.change;
  if (!change) return '';
  const { files, file_count: count = files.length, insertions, deletions } = change;
  return [`${count} files, +${insertions} -${deletions}`, ...fileLines(files, MAX_FILES)].join('\n');
}

/** The stage: planning with its drafts, the work on the plan, verification, and the ways back. */
import { layOut } from './lay-out.ts';
import type { Work } from './work.ts';
import { replaced } from './evolve-replanning.ts';
import { NOT_VERIFIED, passedIn, verifying } from './evolve-verification.ts';
import type { FactOf, FactNamed } from './facts.ts';
import type { ReplanDecision } from './judgements.ts';
import type { Assessed, Division, Draft, PlanStage, VerifyStage, WorkStage } from './stage.ts';
import type { Task } from './task.ts';
import type { GoalUnderstanding, Plan, Subtask } from './plan.ts';

type Planned = FactOf<'phase' | 'plan' | 'revision'>;

export const NOT_BEGUN: WorkStage = { is: 'work', begun: false, approval: null, passed: null };

export function evolvePlanning(task: Task, fact: Planned): Task {
  switch (fact.type) {
    case 'plan':
      return found(task, fact);
    case 'revision':
      return task.stage.is === 'plan'
        ? found(task, { ...fact, plan: fact.updated_plan })
        : amendedBy({ ...task, revision: fact.updated_plan }, fact.amended);
    case 'phase':
      return phase(task, fact);
  }
}

function amendedBy(task: Task, amended: FactOf<'revision'>['amended']): Task {
  if (amended === undefined) return task;
  const by = task.comments[amended.comment]?.by.login ?? '';
  return { ...task, amended: [...task.amended, ...amended.changes.map((change) => ({ ...change, by }))] };
}

function phase(task: Task, fact: FactOf<'phase'>): Task {
  const { stage } = task;
  switch (fact.name) {
    case 'goal_understanding':
      return drafted(task, (draft) =>
        draft.step === 'goal' ? { ...draft, found: fact.goal_understanding, ...carriedBy(fact) } : draft,
      );
    case 'task_decomposition': {
      const division = { decomposition: fact.task_decomposition, criteria: fact.acceptance_criteria };
      return drafted(task, (draft) =>
        draft.step === 'division' ? { ...draft, found: division, ...carriedBy(fact) } : draft,
      );
    }
    case 'branch_named':
      return { ...task, snapshot: task.snapshot && { ...task.snapshot, branch: fact.branch } };
    case 'planning':
      return {
        ...task,
        // A new plan may be made much later, so neighbours are looked at again.
        neighbours: fact.step === 'goal' || stage.is !== 'plan' ? null : task.neighbours,
        stage: planning(task, fact),
        work: stage.is === 'plan' ? task.work : task.work && { ...task.work, judging: null },
      };
    case 'judged':
      return stage.is === 'verify' && fact.point === 'reflection'
        ? { ...task, stage: judgedIn(stage, fact.decision) }
        : drafted(task, withoutCarried);
    case 'completion_assessment':
      return stage.is === 'verify'
        ? {
            ...task,
            stage: {
              ...stage,
              ...carriedBy(fact),
              assessment: fact.problems === undefined ? fact.criteria : 'not_had',
            },
          }
        : task;
    case 'revisions_renewed':
      return { ...task, work: task.work && { ...task.work, failuresInARow: 0 } };
    case 'coarser':
      return drafted(task, (draft) => (draft.step === 'division' ? { ...draft, coarser: true } : draft));
    case 'restored':
      return restored(task, fact);
    case 'plan_adopted':
      return adopted(task, fact);
    case 'approval_wanted':
      return stage.is === 'work' ? { ...task, stage: { ...stage, approval: NOTHING_APPROVED } } : task;
    case 'approved':
      return stage.is === 'work' ? { ...task, stage: { ...stage, begun: true, approval: null } } : task;
    case 'working':
      return {
        ...task,
        stage: { is: 'work', begun: true, approval: null, passed: fact.keeps_tests ? passedIn(task) : null },
      };
    case 'verifying':
      return { ...task, stage: verifying(task) };
    case 'reviewing':
      if (stage.is === 'verify') return { ...task, stage: { ...stage, reviewing: true } };
      return drafted(task, (draft) => (draft.step === 'actions' ? { ...draft, reviewing: true } : draft));
    default:
      return task;
  }
}

export const NOTHING_APPROVED = {
  questionId: null,
  isChanged: false,
  isAgreed: false,
  isExplained: false,
  open: [],
} as const;

function drafted(task: Task, change: (draft: Draft) => Draft): Task {
  const { stage } = task;
  return stage.is === 'plan' ? { ...task, stage: { ...stage, draft: change(stage.draft) } } : task;
}

function found(task: Task, fact: Judging & { readonly plan: Plan }): Task {
  return drafted(task, (draft) =>
    draft.step === 'actions' ? { ...draft, found: fact.plan, ...carriedBy(fact) } : draft,
  );
}

type Judging = Pick<FactOf<'plan'>, 'judgement'>;

function carriedBy({ judgement: carried }: Judging): Pick<Draft, 'carried'> {
  return carried === undefined ? {} : { carried };
}

function withoutCarried(draft: Draft): Draft {
  const { carried: _, ...rest } = draft;
  return rest;
}

/** From the existing draft, or from the plan that was carried out. */
function planning(
  task: Task,
  { step, fallback, keeps_done, left_behind, added = [] }: FactNamed<'planning'>,
): PlanStage {
  const before = task.stage.is === 'plan' ? task.stage : null;
  const keepsDone = keeps_done ?? before?.keepsDone ?? false;
  const kept = before?.fallback ?? null;
  const judged = before === null || before.draft.found === null ? kept : before.draft;
  return {
    is: 'plan',
    draft: draftOf(task, step, added),
    keepsDone,
    leftBehind: keepsDone ? (left_behind ?? before?.leftBehind ?? []) : [],
    fallback: { kept, judged, none: null }[fallback],
  };
}

function draftOf(task: Task, step: Draft['step'], added: readonly Subtask[]): Draft {
  const goal = goalOf(task);
  const division = divisionOf(task);
  if (step === 'goal' || goal === null) return { step: 'goal', found: null };
  if (step === 'division' || division === null) return { step: 'division', goal, found: null, coarser: false };
  const { decomposition, criteria } = division;
  const subtasks = [...decomposition.subtasks, ...added];
  const whole = added.length === 0 ? decomposition : { ...decomposition, subtasks };
  return { step: 'actions', goal, division: { decomposition: whole, criteria }, found: null, reviewing: false };
}

/** The goal as far as it is known: of the plan being made, else of the current plan. */
export function goalOf({ stage, plan }: Pick<Task, 'stage' | 'plan'>): GoalUnderstanding | null {
  if (stage.is !== 'plan') return plan?.goal_understanding ?? null;
  return stage.draft.step === 'goal' ? stage.draft.found : stage.draft.goal;
}

export function divisionOf({ stage, plan }: Pick<Task, 'stage' | 'plan'>): Division | null {
  if (stage.is !== 'plan')
    return plan && { decomposition: plan.task_decomposition, criteria: plan.acceptance_criteria };
  switch (stage.draft.step) {
    case 'goal':
      return null;
    case 'division':
      return stage.draft.found;
    case 'actions':
      return stage.draft.division;
  }
}

const JUDGED_AGAIN = { reflect: false, decide: true, reflection: null, revision: null };

function restored(task: Task, { to }: FactNamed<'restored'>): Task {
  const { stage, work } = task;
  if (to === 'draft') {
    if (stage.is !== 'plan' || stage.fallback === null) return task;
    const draft = asJudged(stage.fallback);
    return { ...task, stage: { ...stage, draft, fallback: null, keepsDone: false, leftBehind: [] } };
  }
  if (to === 'verification') return { ...task, stage: NOT_VERIFIED };
  const resumed = work && (isUnderWay(work) ? work : { ...work, judging: JUDGED_AGAIN });
  return { ...task, stage: { ...NOT_BEGUN, begun: true }, work: resumed };
}

/** The current action was not finished, or was removed by a lost container. */
function isUnderWay({ actions, current }: Work): boolean {
  const status = actions[current]?.status;
  return status === 'running' || status === 'pending';
}

/** The draft is judged once more, with what was learnt since. */
function asJudged(fallback: Draft): Draft {
  const draft = withoutCarried(fallback);
  switch (draft.step) {
    case 'goal':
      return draft;
    case 'division':
      return { ...draft, coarser: false };
    case 'actions':
      return { ...draft, reviewing: false };
  }
}

function adopted(task: Task, fact: FactNamed<'plan_adopted'>): Task {
  const { stage, work } = task;
  const made =
    fact.plan ?? task.revision ?? (stage.is === 'plan' && stage.draft.step === 'actions' ? stage.draft.found : null);
  if (made === null) return task;
  const plan = fact.suggestions === undefined ? made : { ...made, review_suggestions: fact.suggestions };
  const approval = stage.is === 'work' && stage.approval !== null ? { ...stage.approval, isChanged: true } : null;
  return {
    ...task,
    plan,
    revision: null,
    work: layOut(work, plan, fact, task),
    replanning: replaced(task, fact),
    stage: { ...NOT_BEGUN, begun: work !== null && approval === null && hasBegun(task), approval },
  };
}

function judgedIn(stage: VerifyStage, decision: ReplanDecision | null): VerifyStage {
  const { carried: _, ...rest } = stage;
  return { ...rest, assessed: assessedBy(decision) };
}

function assessedBy(decision: ReplanDecision | null): Assessed | null {
  if (decision?.evaluation_result === undefined) return null;
  const { evaluation_result: result, achievement_rate: rate = null, issues_found, additional_actions = [] } = decision;
  const missing = [...new Set([...issues_found, ...additional_actions])];
  return { result, rate, missing: missing.length > 0 ? missing : [decision.reasoning].filter((text) => text !== '') };
}

function hasBegun({ stage }: Task): boolean {
  return stage.is !== 'work' || stage.begun;
}

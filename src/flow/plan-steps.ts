/** Planning, step by step: the repository, the goal, the division, the actions. What each step found waits for the judgement whether it will do. */
import { simplePlan } from '../plan/simple-plan.ts';
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { mayAskPeople } from '../replan/counts.ts';
import { orderedPlaces } from '../plan/order.ts';
import { draftIn, isAt } from '../state/select.ts';
import { carryOn } from './carry-on.ts';
import { endWith } from './ending.ts';
import { noted, planning } from './facts-of.ts';
import { grantedQuestion } from './grant.ts';
import { ask } from './questions.ts';
import { completedReplans } from './replan-records.ts';
import { replanFailed } from './failed-replan.ts';
import type { Fact } from '../state/facts.ts';
import type { GoalError, Plan } from '../state/plan.ts';
import type { Task } from '../state/task.ts';

type Repository = Extract<Fact, { readonly name: 'repository' }>;
type Divided = Extract<Fact, { readonly name: 'task_decomposition' }>;

/** One loop without a plan goes straight to the work. */
export function begin(task: Task, { snapshot }: Repository): readonly Fact[] {
  const { planning: settings, environments } = task.settings;
  if (task.stage.is !== 'orient') return [];
  if (settings.enabled) return [planning('goal', { standing: 'none', keepsDone: false })];
  const plan = simplePlan(task.request.instruction ?? task.request.title, snapshot, environments);
  return [
    {
      type: 'phase',
      name: 'plan_adopted',
      plan,
      how: 'begin',
      reason: '',
      kept: [],
      ahead: orderedPlaces(plan),
      saved: 0,
    },
  ];
}

export function afterGoal(task: Task): readonly Fact[] {
  return judgedOrGoneOn(task);
}

export function afterDivision(task: Task, { potential_conflicts: conflicts = [] }: Divided): readonly Fact[] {
  return [
    ...(conflicts.length === 0 ? [] : noted(`The work may collide: ${conflicts.join('; ')}`)),
    ...judgedOrGoneOn(task),
  ];
}

/** Re-plans that led to a plan are carried out (REPLAN-8). */
export function afterPlan(task: Task, plan: Plan): readonly Fact[] {
  if (draftIn(task, 'actions') === null) return [];
  return [
    ...completedReplans(task, { result: 'success', plan, which: ({ kind }) => kind !== 'retry' }),
    ...judgedOrGoneOn(task),
  ];
}

function judgedOrGoneOn(task: Task): readonly Fact[] {
  return task.settings.planning.replanning.enabled || !isAt(task, 'plan') ? [] : carryOn(task);
}

export function afterGoalError(task: Task, error: GoalError): readonly Fact[] {
  if (error.type === 'already_done') {
    return endWith(task, { status: 'succeeded', reason: 'already_done', detail: error.message, list: error.evidence });
  }
  return unclear(task, error);
}

/** People are asked as often as allowed; then the model is told to assume; then what stood before stands, or it ends (REPLAN-5, 6, 10). */
function unclear(task: Task, error: GoalError): readonly Fact[] {
  const { replanning, settings } = task;
  const { clarification_needed: needed, assumptions, message } = error;
  const texts = needed.length > 0 ? needed : [message];
  const asking = { texts, context: message, assumptions, then: { is: 'understand_again' } } as const;
  if (mayAskPeople(replanning.counts, settings.planning.replanning)) {
    const situation = { point: 'goal_understanding', subtask: null, action: null, cause: 'unclear goal' } as const;
    return [...grantedQuestion(situation), ...ask(task, { kind: 'clarification', ...asking })];
  }
  if (isNeverAssumed([...needed, ...assumptions])) return ask(task, { kind: 'intervention', ...asking });
  if (settings.planning.assumes && !replanning.escalated) {
    const note =
      'People were asked as often as allowed. Go on with the most sensible assumptions and state them in `context`.';
    return [...noted(note), { type: 'phase', name: 'escalation', to: 'model' }];
  }
  return (
    replanFailed(task, [message]) ?? [
      ...completedReplans(task, { result: 'failure', plan: task.plan, which: ({ kind }) => kind !== 'retry' }),
      ...endWith(task, { status: 'failed', reason: 'unclear_goal', detail: message, list: needed }),
    ]
  );
}

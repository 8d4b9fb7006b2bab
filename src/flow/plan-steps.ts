/**
 * Planning, step by step: repository, goal, decomposition, actions. The result of each step waits for the judgement
 * whether it is good enough.
 */
import { besideOthers, branchName, isNameless, namesABranch } from '../ports/branch-name.ts';
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { mayAskPeople } from '../replan/counts.ts';
import { draftIn } from '../state/select.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import { adoptSamePlan } from './same-plan.ts';
import { judgedByItself } from './own-judgement.ts';
import { endWith, failWith } from './ending.ts';
import { noted, beginStep, grantedQuestion, completedReplans } from './replan-facts.ts';
import { askPeople } from './questions.ts';
import { replanFailed } from './escalation.ts';
import type { GoalError, Plan } from '../state/plan.ts';
import type { Task } from '../state/task.ts';
import { completeEnvironment } from '../environments/detect-environment.ts';
import { chosenTestCommand, commandsBesideTests } from '../environments/choose-checks.ts';
import type { TaskSettings } from '../state/request.ts';
import type { Snapshot } from '../ports/repositories.ts';
import { laidOut } from '../plan/action-order.ts';

type Repository = FactNamed<'repository'>;
type Divided = FactNamed<'task_decomposition'>;

/** A task without planning goes straight to work, and so does one that repeats an earlier plan. */
export function begin(task: Task, { snapshot }: Repository): Facts {
  if (task.stage.is !== 'orient') return [];
  const again = task.request.plan === undefined ? null : adoptSamePlan(task.request.plan, snapshot, task.settings);
  if (again !== null)
    return [{ type: 'phase', name: 'plan_adopted', plan: again, how: 'begin', reason: '', ...laidOut(again) }];
  if (task.settings.planning.enabled) return [beginStep('goal', { fallback: 'none', keepsDone: false })];
  const plan = simplePlan(shortOf(task.request), snapshot, task.settings);
  return [{ type: 'phase', name: 'plan_adopted', plan, how: 'begin', reason: '', ...laidOut(plan) }];
}

/** Without planning, the request is the plan. */
function shortOf({ instruction, checks, title }: Task['request']): string {
  if (checks === undefined) return instruction ?? title;
  return `Find out why these checks fail, and repair what this work is to blame for: ${checks.failed.map(({ name }) => name).join(', ')}`;
}

export function afterGoal(task: Task, { slug = '', goal_understanding: goal }: FactNamed<'goal_understanding'>): Facts {
  return [...branchNamed(task, [slug, goal.main_objective]), ...judgedByItself(task)];
}

/**
 * A title without two ASCII words makes no branch name. Then the goal names the branch, or whatever else is known by
 * then, as long as the task has done nothing that could be on the branch (GH-7).
 */
function branchNamed({ request, snapshot, work }: Task, names: readonly string[]): Facts {
  if (snapshot === null || snapshot.branchSha !== null || work !== null || namesABranch(request.title)) return [];
  const name = names.find(namesABranch) ?? names.find((text) => /[a-z]/i.test(text));
  if (name === undefined) return [];
  return [
    {
      type: 'phase',
      name: 'branch_named',
      branch: besideOthers(branchName(request.issue, name), snapshot.taken ?? []),
    },
  ];
}

export function afterDivision(
  task: Task,
  { task_decomposition: { subtasks }, potential_conflicts: conflicts = [] }: Divided,
): Facts {
  const about = subtasks.flatMap(({ suggested_impl: hint, description }) => [...(hint?.file_paths ?? []), description]);
  return [
    ...(isNameless(task.snapshot?.branch) ? branchNamed(task, about) : []),
    ...(conflicts.length === 0 ? [] : noted(`The work may collide: ${conflicts.join('; ')}`)),
    ...judgedByItself(task),
  ];
}

/** Re-plans that led to a plan are completed (REPLAN-8). A large plan may be reviewed instead of judged. */
export function afterPlan(task: Task, plan: Plan): Facts {
  if (draftIn(task, 'actions') === null) return [];
  return [
    ...completedReplans(task, { result: 'success', plan, which: ({ kind }) => kind !== 'retry' }),
    ...judgedByItself(task),
  ];
}

export function afterGoalError(task: Task, error: GoalError): Facts {
  if (error.type === 'already_done') {
    return endWith(task, { status: 'succeeded', reason: 'already_done', detail: error.message, list: error.evidence });
  }
  return unclear(task, error);
}

/**
 * People are asked within the limit; then the model is told to assume; then the previous state stays, or the task ends
 * (REPLAN-5, 6, 10).
 */
function unclear(task: Task, error: GoalError): Facts {
  const { replanning, settings } = task;
  const { clarification_needed: needed, assumptions, message } = error;
  const texts = needed.length > 0 ? needed : [message];
  const asking = { texts, context: message, assumptions, then: { is: 'understand_again' } } as const;
  if (mayAskPeople(replanning.counts, settings.planning.replanning)) {
    return [
      ...grantedQuestion(task, 'unclear goal', 'goal_understanding'),
      ...askPeople(task, { kind: 'clarification', ...asking }),
    ];
  }
  if (isNeverAssumed([...needed, ...assumptions])) return askPeople(task, { kind: 'intervention', ...asking });
  if (settings.planning.assumes && !replanning.escalated) {
    const note =
      'People were asked as often as allowed. Go on with the most sensible assumptions and state them in `context`.';
    return [...noted(note), { type: 'phase', name: 'escalation', to: 'model' }];
  }
  return (
    replanFailed(task, [message]) ?? [
      ...completedReplans(task, { result: 'failure', plan: task.plan, which: ({ kind }) => kind !== 'retry' }),
      ...failWith(task, 'unclear_goal', message, { list: needed }),
    ]
  );
}

export function simplePlan(
  title: string,
  snapshot: Snapshot,
  settings: Pick<TaskSettings, 'environments' | 'pinned' | 'commands'>,
): Plan {
  const id = 'task_1';
  const nothing = {
    reason: 'Detected from the files of the repository.',
    detected_files: Object.keys(snapshot.environmentFiles),
    setup_commands: [],
    verification: [],
  };
  return {
    goal_understanding: { main_objective: title, success_criteria: [], constraints: [], context: '' },
    task_decomposition: {
      reasoning: '',
      subtasks: [{ id, description: title, dependencies: [], estimated_complexity: 'medium', required_tools: [] }],
    },
    acceptance_criteria: [],
    action_plan: {
      execution_order: [id],
      actions: [
        {
          task_id: id,
          action_type: 'tool_call',
          tool: 'run_command',
          purpose: 'Do what the issue asks, and check it.',
          expected_outcome: '',
          fallback_strategy: '',
        },
      ],
    },
    selected_environment: completeEnvironment(nothing, snapshot.environmentFiles, settings),
    test_command: chosenTestCommand(undefined, snapshot, settings),
    ...commandsBesideTests(snapshot, settings),
  };
}

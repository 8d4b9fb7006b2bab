/** Before there is a first plan, what was judged last stands until something better takes its place (REPLAN-10). Pure. */
import { moveTo } from '../../task/transition.ts';
import type { Standing, Task, TaskIn } from '../../task/task.ts';

type Planning = TaskIn<'understand'> | TaskIn<'decompose'> | TaskIn<'sequence'>;

/** As a field of the phase to come; none where there is a plan already, which stands itself. */
export function standingOf(task: Task): { readonly standing?: Standing } {
  if (!isPlanning(task) || task.carried !== null) return {};
  const standing = judged(task) ?? task.standing;
  return standing === undefined ? {} : { standing };
}

/** To be judged once more, with what was learnt since. */
export function backTo(task: Planning, standing: Standing): Planning {
  const base = { snapshot: task.snapshot, carried: null, wrongAnswers: [] };
  switch (standing.phase) {
    case 'understand':
      return moveTo(task, 'understand', { ...base, found: standing.goal });
    case 'decompose':
      return moveTo(task, 'decompose', { ...base, goal: standing.goal, found: standing.division });
    case 'sequence': {
      const { goal_understanding: goal, task_decomposition: decomposition, acceptance_criteria: criteria } = standing.plan;
      return moveTo(task, 'sequence', { ...base, goal, decomposition, criteria, found: standing.plan });
    }
  }
}

function judged(task: Planning): Standing | null {
  if (task.found === null) return null;
  switch (task.phase) {
    case 'understand':
      return { phase: 'understand', goal: task.found };
    case 'decompose':
      return { phase: 'decompose', goal: task.goal, division: task.found };
    case 'sequence':
      return { phase: 'sequence', plan: task.found };
  }
}

function isPlanning(task: Task): task is Planning {
  return task.phase === 'understand' || task.phase === 'decompose' || task.phase === 'sequence';
}

/** The files a task is about: those it changed, those its plan names, and those that were looked up for the plan. */
import { divisionOf } from '../state/evolve-planning.ts';
import type { Gathering } from '../state/gathered.ts';
import type { Task } from '../state/task.ts';

const MAX_FILES = 200;

type About = Pick<Task, 'gathering' | 'stage' | 'plan' | 'work'>;

/** For other tasks. A small repository is shown whole, which says nothing about the task. */
export function filesInMind(task: About): readonly string[] {
  const { gathering } = task;
  const gathered = gathering === undefined || gathering.first.isWhole ? [] : filesGathered(gathering);
  return [...new Set([...changedAndPlanned(task), ...gathered])].slice(0, MAX_FILES);
}

/** Everything the plan is made from (PLAN-2). */
export function filesLookedAt(task: About): readonly string[] {
  const gathered = task.gathering === undefined ? [] : filesGathered(task.gathering);
  return [...new Set([...changedAndPlanned(task), ...gathered])].slice(0, MAX_FILES);
}

function changedAndPlanned(task: About): readonly string[] {
  const planned = (divisionOf(task)?.decomposition.subtasks ?? []).flatMap(
    ({ suggested_impl: hint }) => hint?.file_paths ?? [],
  );
  return [...(task.work?.checkpoint.change?.files ?? []).map(({ path }) => path), ...planned];
}

function filesGathered({ first, rounds }: Gathering): readonly string[] {
  const pieces = [first, ...rounds.map(({ found }) => found)].flatMap((found) => found?.pieces ?? []);
  return pieces.flatMap((piece) => {
    if (piece.is === 'lines') return [piece.path];
    return piece.is === 'hits' ? piece.hits.map(({ path }) => path) : [];
  });
}

/** Collects from a task what the model is shown for a reflection (PLAN-1.5). */
import { peopleSpoke, unreflected } from '../state/select.ts';
import { decisionView } from './decision-view.ts';
import type { ReflectionView } from './reflection-messages.ts';
import type { At } from '../state/task.ts';

/** With re-planning enabled, only a re-plan decision changes the plan (PLAN-1.5). */
export function mayRevise({ settings }: At<'work'>): boolean {
  return !settings.planning.replanning.enabled;
}

export function reflectionView(task: At<'work'>): ReflectionView {
  const { work, plan, settings } = task;
  const { executed, progress, goal, notes, remaining } = decisionView(task, 'execution');
  const finished = work.actions
    .slice(0, work.current + 1)
    .map(({ planned, status, evaluation, issues }) => ({ planned, status, evaluation, issues }));
  return {
    taskId: task.id,
    goal,
    plan,
    finished,
    progress,
    remaining,
    notes,
    said: task.said,
    findings: task.findings,
    occasion: executed?.status !== 'success' ? 'error' : peopleSpoke(task) ? 'people' : 'interval',
    depth: settings.planning.reflection.depth,
    sinceReflection: work.sinceReflection,
    lastResults: executed?.lastResults ?? [],
    comments: unreflected(task),
    afterwards: mayRevise(task) ? 'may_revise' : work.judging?.carried === undefined ? 'decided_next' : 'decided',
  };
}

/** What the model is shown when it looks back on its work, gathered from the task. */
import { peopleSpoke } from '../state/select.ts';
import { decisionView } from './decision-view.ts';
import type { ReflectionView } from '../model-calls/reflection-messages.ts';
import type { At } from '../state/task.ts';

export function reflectionView(task: At<'work'>): ReflectionView {
  const { work, plan, settings, comments } = task;
  const { executed, progress, goal, notes } = decisionView(task, 'execution');
  const finished = work.actions
    .slice(0, work.current + 1)
    .map(({ planned, status, evaluation, issues }) => ({ planned, status, evaluation, issues }));
  return {
    taskId: task.id,
    goal,
    plan,
    finished,
    progress,
    notes,
    occasion: executed?.status !== 'success' ? 'error' : peopleSpoke(task) ? 'people' : 'interval',
    depth: settings.planning.reflection.depth,
    sinceReflection: work.sinceReflection,
    lastResults: executed?.lastResults ?? [],
    comments: comments.slice(work.commentsReflected ?? work.commentsShown),
    mayRevise: !settings.planning.replanning.enabled,
  };
}

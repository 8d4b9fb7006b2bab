/** The newest plan for an issue (PLAN-10), from the records of its tasks. */
import { replay } from '../state/evolve.ts';
import { issueKey } from '../state/request.ts';
import { isOfRepository, readHistory } from '../state/stored.ts';
import type { IntentOf } from '../people/intent.ts';
import type { Plan } from '../state/plan.ts';
import type { ActingTools } from './acting-tools.ts';

/** Null if there is none. An unreadable record is skipped; the one before it may have a plan. */
export async function lastPlan(
  { repo, issue }: Pick<IntentOf<'start'>, 'repo' | 'issue'>,
  ownId: string,
  { history, log }: Pick<ActingTools, 'history' | 'log'>,
): Promise<Plan | null> {
  const earlier = (await history.ofIssue(issueKey({ repo, issue }))).filter((id) => id !== ownId);
  for (const taskId of earlier.toReversed()) {
    try {
      const entries = await history.read(taskId);
      const plan = isOfRepository(entries, repo.repositoryId) ? (replay(readHistory(entries))?.plan ?? null) : null;
      if (plan !== null) return plan;
    } catch (error) {
      log.warn({ task: taskId, err: error }, 'the record of an earlier task cannot be read for its plan');
    }
  }
  return null;
}

/** What the log says when a task has ended. */
import { issueKey } from '../state/request.ts';
import { tokensOf } from '../state/usage.ts';
import type { At } from '../state/task.ts';

export function endFields({ id, traceId, request, stage, startedAt, updatedAt, usage }: At<'ended'>) {
  const { ending, pullRequest } = stage;
  return {
    task: id,
    trace: traceId,
    issue: issueKey(request),
    status: ending.status,
    reason: ending.reason,
    pull: pullRequest?.number ?? null,
    durationMs: updatedAt - startedAt,
    waitedMs: usage.waitedMs,
    modelMs: usage.modelMs,
    commandMs: usage.commandMs,
    modelCalls: usage.modelCalls,
    tokens: tokensOf(usage),
    usd: Math.round(usage.usd * 10_000) / 10_000,
  };
}

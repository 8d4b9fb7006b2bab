/** What the log says when a task has ended. Pure. */
import { tokensOf } from '../state/budget.ts';
import { issueKey } from '../state/request.ts';
import type { TaskIn } from '../state/task.ts';

export function endFields({ id, traceId, request, ending, pullRequest, startedAt, updatedAt, usage }: TaskIn<'ended'>) {
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

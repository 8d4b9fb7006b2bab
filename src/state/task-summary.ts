/**
 * A task as lists show it (OPS-9). It follows from the history and is stored with the record, so that no list reads a
 * history.
 */
import { replay } from './evolve.ts';
import { phaseStates } from './reviews.ts';
import { activityOf, blockingQuestion, reportOf } from './select.ts';
import { costIn, tokensOf, type UsageTotals } from './spending.ts';
import { readHistory } from './stored.ts';
import { statesOfSubtasks } from './subtask-status.ts';
import { stateOf } from './task-state.ts';
import type { SummaryReader } from '../ports/history.ts';
import type { QuestionKind } from './question.ts';
import type { Task } from './task.ts';

/** Increase it with every change of the summary: stored summaries with another number are made again. */
export const SUMMARY_FORMAT = 2;

export type TaskSummary = ReturnType<typeof summaryOf>;

const WAITING_FOR: { readonly [Kind in QuestionKind]: string | null } = {
  clarification: 'question',
  confirmation: 'confirmation',
  intervention: 'intervention',
  budget: 'budget',
  daily_budget: 'daily_budget',
  approval: 'plan_approval',
  protected_paths: 'protected_paths',
  dependency: 'dependency',
  aside: null,
};

export function summaryOf(task: Task) {
  const { repo, issue, title, requester } = task.request;
  return {
    id: task.id,
    repository: `${repo.owner}/${repo.name}`,
    issue,
    title,
    requested_by: requester.login,
    phase: activityOf(task),
    waiting_for: waitingFor(task),
    state: stateOf(task),
    phases: phaseStates(task),
    started_at: new Date(task.startedAt).toISOString(),
    updated_at: new Date(task.updatedAt).toISOString(),
    trace_id: task.traceId,
    usage: usageOf(task),
    usage_by_phase: partsOf(task.spentIn.phases),
    usage_by_day: partsOf(task.spentIn.days),
    subtasks: statesOfSubtasks(task),
    pull_request: reportOf(task)?.pullRequest ?? null,
    retry: retryOf(task),
  };
}

/** Present while the task waits for something that failed. */
function retryOf({ retry, limited, stage }: Task) {
  const dueAtLimit = limited?.due?.overAt ?? null;
  if (limited !== null && dueAtLimit !== null)
    return { of: 'model_limit', attempt: limited.attempt, next_retry_at: new Date(dueAtLimit).toISOString() };
  if (retry === null || stage.is === 'ended') return null;
  const { of, attempt, dueAt } = retry;
  return { of, attempt, next_retry_at: new Date(dueAt).toISOString() };
}

function waitingFor(task: Task): string | null {
  if (task.suspended !== null) return 'access';
  const question = blockingQuestion(task);
  return question && WAITING_FOR[question.kind];
}

/** Usage by phase or by day. */
function partsOf(parts: Readonly<Record<string, UsageTotals>>) {
  return Object.fromEntries(Object.entries(parts).map(([part, usage]) => [part, callsIn(usage)]));
}

function callsIn(usage: UsageTotals) {
  return {
    model_calls: usage.modelCalls,
    tokens: tokensOf(usage),
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    usd: costIn(usage),
    unpriced_calls: usage.unpricedCalls,
    model_ms: usage.modelMs,
    estimated_calls: usage.estimatedCalls,
  };
}

export function usageOf({ usage }: Pick<Task, 'usage'>) {
  return {
    ...callsIn(usage),
    unpriced_models: usage.unpricedModels,
    command_ms: usage.commandMs,
    interrupted_calls: usage.interruptedCalls,
  };
}

/** As it is stored with a record. */
export function keptSummary(task: Task): { readonly format: number; readonly summary: TaskSummary } {
  return { format: SUMMARY_FORMAT, summary: summaryOf(task) };
}

export const taskSummaries: SummaryReader<TaskSummary> = {
  read(kept) {
    const { format, summary } = kept as ReturnType<typeof keptSummary>;
    return format === SUMMARY_FORMAT ? summary : null;
  },
  make(entries) {
    const task = replay(readHistory(entries));
    return task === null ? null : { kept: keptSummary(task), summary: summaryOf(task) };
  },
};

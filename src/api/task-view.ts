/** A task as the API shows it (OPS-9, EXEC-9). */
import { phaseStates } from '../state/reviews.ts';
import { activityOf, blockingQuestion, reportOf } from '../state/select.ts';
import { tokensOf } from '../state/spending.ts';
import type { Activity, CommandRecord } from '../state/outcome.ts';
import type { QuestionKind } from '../state/question.ts';
import type { Task } from '../state/task.ts';

type State =
  | 'PENDING'
  | 'PLANNING'
  | 'RUNNING'
  | 'VALIDATING'
  | 'WAITING'
  | 'PAUSED'
  | 'COMPLETE'
  | 'FAILED'
  | 'STOPPED';

const STATES: { readonly [Doing in Activity]: State } = {
  orient: 'PENDING',
  understand: 'PLANNING',
  decompose: 'PLANNING',
  sequence: 'PLANNING',
  approve: 'PLANNING',
  prepare: 'RUNNING',
  execute: 'RUNNING',
  verify: 'VALIDATING',
  wait: 'WAITING',
  pause: 'PAUSED',
  report: 'VALIDATING',
  ended: 'COMPLETE',
};

const WAITING_FOR: { readonly [Kind in QuestionKind]: string | null } = {
  clarification: 'question',
  confirmation: 'confirmation',
  intervention: 'intervention',
  budget: 'budget',
  approval: 'plan_approval',
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
    pull_request: reportOf(task)?.pullRequest ?? null,
  };
}

export function resultOf(task: Task) {
  const ending = reportOf(task)?.ending ?? null;
  const tests = testsOf(task);
  return {
    task_id: task.id,
    status: ending === null ? null : ending.status === 'succeeded' ? 'succeeded' : 'failed',
    summary: ending?.reason ?? null,
    validation: {
      overall: tests === null ? 'unknown' : tests.exit_code === 0 ? 'passed' : 'failed',
      commands:
        tests === null ? [] : [{ command: tests.command, exit_code: tests.exit_code, duration_ms: tests.duration_ms }],
    },
    duration_ms: task.updatedAt - task.startedAt,
    usage: usageOf(task),
  };
}

function stateOf(task: Task): State {
  if (task.stage.is !== 'ended') return STATES[activityOf(task)];
  const { status } = task.stage.ending;
  if (status === 'stopped') return 'STOPPED';
  return status === 'failed' ? 'FAILED' : 'COMPLETE';
}

function waitingFor(task: Task): string | null {
  const question = blockingQuestion(task);
  return question && WAITING_FOR[question.kind];
}

/** While it rests, they are not shown. */
function testsOf(task: Task): CommandRecord | null {
  if (task.stage.is === 'verify') return activityOf(task) === 'verify' ? task.stage.tests : null;
  return reportOf(task)?.tests ?? null;
}

function usageOf({ usage }: Task) {
  return {
    model_calls: usage.modelCalls,
    tokens: tokensOf(usage),
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    usd: usage.usd,
    model_ms: usage.modelMs,
    command_ms: usage.commandMs,
    interrupted_calls: usage.interruptedCalls,
    estimated_calls: usage.estimatedCalls,
  };
}

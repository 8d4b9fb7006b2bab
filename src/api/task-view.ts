/** A task as the API shows it (OPS-9, EXEC-9). Pure. */
import { askedIn } from '../questions/ask.ts';
import { tokensOf } from '../state/budget.ts';
import { phaseStates } from '../state/reviewed-phase-states.ts';
import type { Ending, Task } from '../state/task.ts';

type State = 'PENDING' | 'PLANNING' | 'RUNNING' | 'VALIDATING' | 'WAITING' | 'PAUSED' | 'COMPLETE' | 'FAILED' | 'STOPPED';

const STATES: { readonly [Phase in Task['phase']]: State } = {
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

export function summaryOf(task: Task) {
  const { repo, issue, title, requester } = task.request;
  return {
    id: task.id,
    repository: `${repo.owner}/${repo.name}`,
    issue,
    title,
    requested_by: requester.login,
    phase: task.phase,
    waiting_for: askedIn(task)?.reason ?? null,
    state: stateOf(task),
    phases: phaseStates(task),
    started_at: new Date(task.startedAt).toISOString(),
    updated_at: new Date(task.updatedAt).toISOString(),
    trace_id: task.traceId,
    usage: usageOf(task),
    pull_request: 'pullRequest' in task ? task.pullRequest : null,
  };
}

export function resultOf(task: Task) {
  const ending = endingOf(task);
  const tests = 'tests' in task ? task.tests : null;
  return {
    task_id: task.id,
    status: ending === null ? null : ending.status === 'succeeded' ? 'succeeded' : 'failed',
    summary: ending?.reason ?? null,
    validation: {
      overall: tests === null ? 'unknown' : tests.exit_code === 0 ? 'passed' : 'failed',
      commands: tests === null ? [] : [{ command: tests.command, exit_code: tests.exit_code, duration_ms: tests.duration_ms }],
    },
    duration_ms: task.updatedAt - task.startedAt,
    usage: usageOf(task),
  };
}

function stateOf(task: Task): State {
  const ending = endingOf(task);
  if (task.phase !== 'ended' || ending === null) return STATES[task.phase];
  if (ending.status === 'stopped') return 'STOPPED';
  return ending.status === 'failed' ? 'FAILED' : 'COMPLETE';
}

function endingOf(task: Task): Ending | null {
  return 'ending' in task ? task.ending : null;
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
  };
}

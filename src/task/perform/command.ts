/** Runs one command in the task's sandbox and keeps of it what people and the model may see. */
import { RetryLater } from '../../errors.ts';
import { timeLeftMs } from '../budget.ts';
import type { CommandRecord } from '../fact.ts';
import type { Task } from '../task.ts';
import type { Toolbox } from '../toolbox.ts';
import type { CommandResult } from '../../ports/sandbox.ts';

export interface CommandCall {
  readonly key: string;
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that lost its connection to the host because the service restarted is tried again as a new effect. */
  readonly againIfCutOff: boolean;
  /** Work of the plan, which may not outlive the budget; what saves the work may. */
  readonly withinBudget?: true;
}

/** A command that begins at the end of the budget still gets this long. */
const SHORTEST_MS = 1_000;

export async function runInSandbox(task: Task, tools: Toolbox, signal: AbortSignal, call: CommandCall): Promise<CommandRecord> {
  const request = {
    key: call.key,
    command: call.command,
    timeoutMs: timeoutOf(task, tools, call),
    ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
    ...(call.env === undefined ? {} : { env: call.env }),
  };
  const result = await tools.sessions.using(task.id, containerOf(task), (sandbox) => sandbox.run(request, signal));
  if (result.connectionLost && result.exitCode !== 0 && call.againIfCutOff) {
    throw new RetryLater('The service restarted while this command used the network.', { afterMs: 0 });
  }
  return record(call.command, result, tools);
}

function timeoutOf(task: Task, tools: Toolbox, { timeoutMs, withinBudget }: CommandCall): number {
  const wanted = Math.min(timeoutMs ?? task.settings.commandTimeoutMs, task.settings.commandTimeoutMs);
  if (withinBudget !== true) return wanted;
  return Math.min(wanted, Math.max(SHORTEST_MS, Math.ceil(timeLeftMs(task, tools.clock.now()))));
}

export function containerOf(task: Task): string {
  if ('containerId' in task && task.containerId !== null) return task.containerId;
  throw new TypeError(`A task in ${task.phase} has no sandbox.`);
}

function record(command: string, result: CommandResult, tools: Toolbox): CommandRecord {
  const stdout = tools.redact(result.stdout);
  const parts = [stdout, tools.redact(result.stderr)].filter((part) => part !== '');
  const cutOff = result.connectionLost
    ? ['(A network connection broke because the service restarted; run it again if that mattered.)']
    : [];
  return {
    command,
    exit_code: result.exitCode,
    timed_out: result.timedOut,
    output: [...parts, ...cutOff].join('\n'),
    stdout,
    duration_ms: result.durationMs,
  };
}

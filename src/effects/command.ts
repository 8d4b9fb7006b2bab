/** Runs one command in the task's sandbox and keeps what people and the model may see of it. */
import { RetryLater } from '../errors.ts';
import { timeLeftMs } from '../state/spending.ts';
import { containerOf } from '../state/select.ts';
import { WorkspaceLost } from './sandbox-sessions.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from './performer.ts';
import type { CommandResult } from '../ports/sandbox.ts';

/** Without this limit, a command that kills its own sandbox would be repeated for ever. */
const MOST_CUT_OFF = 2;

export interface CommandCall {
  readonly key: string;
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** The script that is run instead, if the command is only a part of it. */
  readonly script?: string;
  /** Repeats a command as a new effect if a restart of the service or of its sandbox cut it off. */
  readonly againIfCutOff: boolean;
  /** Work on the plan must not outlive the budget; saving the work may. */
  readonly withinBudget?: true;
  /** Background processes are killed first. */
  readonly alone?: true;
}

/** A command that starts at the end of the budget still gets this long. */
const SHORTEST_MS = 1_000;

export async function runInSandbox(
  task: Task,
  tools: Toolbox,
  signal: AbortSignal,
  call: CommandCall,
): Promise<CommandRecord> {
  const request = {
    key: call.key,
    command: call.script ?? call.command,
    timeoutMs: timeoutOf(task, tools, call),
    ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
    ...(call.env === undefined ? {} : { env: call.env }),
    ...(call.alone === undefined ? {} : { alone: call.alone }),
  };
  const which = { taskId: task.id, containerId: sandboxOf(task), hosts: task.settings.network.hosts, signal };
  const result = await tools.sessions
    .using(which, (sandbox) => sandbox.run(request, signal))
    .catch((error: unknown) => {
      throw error instanceof WorkspaceLost ? during(error, call.command) : error;
    });
  if (result.interrupted && call.againIfCutOff && (task.retry?.attempt ?? 0) < MOST_CUT_OFF) {
    throw new RetryLater('The sandbox ended while this command ran and was restarted.', {
      of: 'sandbox',
      afterMs: 0,
    });
  }
  if (result.connectionLost && result.exitCode !== 0 && call.againIfCutOff) {
    throw new RetryLater('The service restarted while this command used the network.', { of: 'sandbox', afterMs: 0 });
  }
  return record(call.command, result, tools);
}

function during(lost: WorkspaceLost, command: string): WorkspaceLost {
  return new WorkspaceLost(lost.containerId, `${lost.message} It happened while this ran: ${command.slice(0, 300)}`);
}

function timeoutOf(task: Task, tools: Toolbox, { timeoutMs, withinBudget }: CommandCall): number {
  const wanted = Math.min(timeoutMs ?? task.settings.commandTimeoutMs, task.settings.commandTimeoutMs);
  if (withinBudget !== true) return wanted;
  return Math.min(wanted, Math.max(SHORTEST_MS, Math.ceil(timeLeftMs(task, tools.clock.now()))));
}

/** The container that a command runs in: the old one until its work is saved. */
export function sandboxOf(task: Task): string {
  const { workspace, stage } = task;
  const containerId = (workspace.is === 'preparing' ? workspace.replaces : null) ?? containerOf(task);
  if (containerId === null) throw new TypeError(`A task at ${stage.is} has no sandbox.`);
  return containerId;
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
    ...(result.denied === undefined ? {} : { denied: result.denied }),
  };
}

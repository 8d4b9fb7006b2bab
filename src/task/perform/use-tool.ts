/** One tool the model asked for. A tool that fails is a result for the model, never an exception (EXEC-3). */
import { readToolCall } from '../../calls/read-answer.ts';
import { containerOf, runInSandbox } from './command.ts';
import type { CommandRecord, Fact } from '../fact.ts';
import type { Performer, Performing } from './perform.ts';
import type { FileOperation } from '../../ports/sandbox.ts';

export const useTool: Performer<'use_tool'> = async (performing) => {
  const { effect, key, task, tools, signal } = performing;
  const began = tools.clock.now();
  const reading = readToolCall({ type: 'tool_use', id: effect.toolUseId, name: effect.tool, input: effect.input });
  if (!reading.ok)
    return [
      toolFact(
        performing,
        { ok: false, text: `The input was not accepted:\n${reading.problems.map((problem) => `- ${problem}`).join('\n')}` },
        0,
      ),
    ];
  const { name, input } = reading.value;
  if (name === 'finish_action') {
    const action = task.phase === 'execute' ? task.work.current : 0;
    return [
      {
        type: 'action',
        name: 'finished',
        action,
        tool_use_id: effect.toolUseId,
        status: input.status,
        evaluation: input.evaluation,
        issues_identified: input.issues_identified,
      },
    ];
  }
  if (name === 'run_command') {
    const timeoutMs = input.timeout_sec === undefined ? undefined : input.timeout_sec * 1_000;
    const command = await runInSandbox(task, tools, signal, {
      key,
      command: input.command,
      cwd: input.cwd,
      timeoutMs,
      againIfCutOff: false,
    });
    return [
      toolFact(
        performing,
        { ok: command.exit_code === 0, text: describeCommand(command), exitCode: command.exit_code },
        command.duration_ms,
      ),
    ];
  }
  const operation = { op: name, ...input } as FileOperation;
  const result = await tools.sessions.using(task.id, containerOf(task), (sandbox) => sandbox.file(key, operation, signal));
  return [toolFact(performing, { ok: result.ok, text: tools.redact(result.text) }, tools.clock.now() - began)];
};

interface ToolOutcome {
  readonly ok: boolean;
  readonly text: string;
  readonly exitCode?: number | null;
}

function toolFact({ effect }: Performing<'use_tool'>, outcome: ToolOutcome, durationMs: number): Fact {
  return {
    type: 'tool',
    tool_use_id: effect.toolUseId,
    tool: effect.tool,
    ok: outcome.ok,
    text: outcome.text,
    exit_code: outcome.exitCode ?? null,
    duration_ms: durationMs,
  };
}

function describeCommand(command: CommandRecord): string {
  const end = command.timed_out
    ? 'It was ended because it took too long.'
    : command.exit_code === null
      ? 'It was ended by a signal.'
      : `Exit code ${command.exit_code}.`;
  return command.output === '' ? `${end} It printed nothing.` : `${end}\n${command.output}`;
}

/** Runs one tool call of the model. A tool that fails is a result for the model, never an exception (EXEC-3). */
import { withVisibleCharacters } from '../people/hidden-text.ts';
import { withDenied } from '../model-calls/denied-connections.ts';
import { readToolCall } from '../model-calls/read-model-answer.ts';
import { at } from '../state/select.ts';
import { runInSandbox, sandboxOf } from './command.ts';
import { variablesOf } from './set-up-shell.ts';
import type { Outcome, Performer, Performing } from './performer.ts';
import type { FinishAction } from '../model-calls/calls.ts';
import type { FileOperation } from '../ports/sandbox.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export const useTool: Performer<'use_tool'> = async (performing) => {
  const { effect, key, task, tools, signal } = performing;
  const began = tools.clock.now();
  const reading = readToolCall({
    type: 'tool_use',
    id: effect.toolUseId,
    name: effect.tool,
    input: inputOf(effect.toolUseId, task),
  });
  if (!reading.ok)
    return [
      {
        ...toolFact(
          performing,
          {
            ok: false,
            text: `The input was not accepted:\n${reading.problems.map((problem) => `- ${problem}`).join('\n')}`,
          },
          0,
        ),
        not_understood: true,
      },
    ];
  const { name, input } = reading.value;
  if (name === 'finish_action') return finishFacts(performing, input);
  if (name === 'ask_human') {
    const { question, context, assumptions } = input;
    return [{ type: 'action', name: 'asked', tool_use_id: effect.toolUseId, question, context, assumptions }];
  }
  if (name === 'run_command') {
    const timeoutMs = input.timeout_sec === undefined ? undefined : input.timeout_sec * 1_000;
    const command = await runInSandbox(task, tools, signal, {
      key,
      command: input.command,
      cwd: input.cwd,
      env: { BASH_ENV: variablesOf(task) },
      timeoutMs,
      againIfCutOff: false,
      withinBudget: true,
    });
    return [
      {
        ...toolFact(
          performing,
          { ok: command.exit_code === 0, text: describeCommand(command), exitCode: command.exit_code },
          command.duration_ms,
        ),
        ...(command.denied === undefined ? {} : { denied: command.denied }),
      },
    ];
  }
  const operation = { op: name, ...input } as FileOperation;
  const result = await tools.sessions.using(
    { taskId: task.id, containerId: sandboxOf(task), hosts: task.settings.network.hosts, signal },
    (sandbox) => sandbox.file(key, operation, signal),
  );
  return [toolFact(performing, { ok: result.ok, text: tools.redact(result.text) }, tools.clock.now() - began)];
};

function inputOf(toolUseId: string, { work }: Task): unknown {
  const [tool] = work?.waitingTools ?? [];
  if (tool?.id !== toolUseId) throw new TypeError(`The tool ${toolUseId} does not wait to be used.`);
  return tool.input;
}

/** Per action. */
const MAX_DECISIONS = 20;

/** Including the judgement in the same answer, if it is readable. */
function finishFacts({ effect, key, task, tools }: Performing<'use_tool'>, input: FinishAction): readonly Outcome[] {
  const { status, evaluation, issues_identified, decisions = [], replan_decision: decision } = input;
  const { work } = at(task, 'work');
  const given = inputOf(effect.toolUseId, task);
  if (decision === undefined && isRecord(given) && (given['replan_decision'] ?? null) !== null)
    tools.log.warn({ task: task.id, trace: task.traceId }, 'unreadable re-plan decision, the plan stays');
  return [
    {
      type: 'action',
      name: 'finished',
      action: work.current,
      tool_use_id: effect.toolUseId,
      status,
      evaluation,
      issues_identified,
      ...(decisions.length === 0
        ? {}
        : { decisions: decisions.slice(0, MAX_DECISIONS).map((text) => tools.redact(text)) }),
      ...(decision === undefined ? {} : { judgement: { replan_id: key, decision } }),
    },
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

interface ToolOutcome {
  readonly ok: boolean;
  readonly text: string;
  readonly exitCode?: number | null;
}

function toolFact(
  { effect }: Performing<'use_tool'>,
  outcome: ToolOutcome,
  durationMs: number,
): Extract<Outcome, { readonly type: 'tool' }> {
  return {
    type: 'tool',
    tool_use_id: effect.toolUseId,
    tool: effect.tool,
    ok: outcome.ok,
    text: withVisibleCharacters(outcome.text),
    exit_code: outcome.exitCode ?? null,
    duration_ms: durationMs,
  };
}

/** The first line is ours, whatever the command printed. */
function describeCommand(command: CommandRecord): string {
  const how = command.timed_out
    ? 'It was ended because it took too long.'
    : command.exit_code === null
      ? 'It was ended by a signal.'
      : `Exit code ${command.exit_code}.`;
  const end = withDenied(how, command);
  return command.output === '' ? `${end} It printed nothing.` : `${end}\n${command.output}`;
}

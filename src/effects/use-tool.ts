/** One tool the model asked for. A tool that fails is a result for the model, never an exception (EXEC-3). */
import { readToolCall } from '../calls/read-answer.ts';
import { logVerdict } from './ask-decision.ts';
import { completedReplans, overtakenReplans } from './completed-replans.ts';
import { containerOf, runInSandbox } from './command.ts';
import { decisionFact } from './decision-fact.ts';
import { isNeverAssumed } from '../questions/never-assumed.ts';
import { mayAskPeople } from '../replan/counts.ts';
import { toRecord } from '../task/replan-fact.ts';
import type { CommandRecord, Fact } from '../state/facts.ts';
import type { Performer, Performing } from './perform.ts';
import type { AskHuman, FinishAction } from '../calls/action-schemas.ts';
import type { FileOperation } from '../ports/sandbox.ts';

export const useTool: Performer<'use_tool'> = async (performing) => {
  const { effect, key, task, tools, signal } = performing;
  const began = tools.clock.now();
  const reading = readToolCall({ type: 'tool_use', id: effect.toolUseId, name: effect.tool, input: effect.input });
  if (!reading.ok)
    return [
      {
        ...toolFact(
          performing,
          { ok: false, text: `The input was not accepted:\n${reading.problems.map((problem) => `- ${problem}`).join('\n')}` },
          0,
        ),
        not_understood: true,
      },
    ];
  const { name, input } = reading.value;
  if (name === 'finish_action') return finishFacts(performing, input);
  if (name === 'ask_human') return askFacts(performing, input);
  if (name === 'run_command') {
    const timeoutMs = input.timeout_sec === undefined ? undefined : input.timeout_sec * 1_000;
    const command = await runInSandbox(task, tools, signal, {
      key,
      command: input.command,
      cwd: input.cwd,
      timeoutMs,
      againIfCutOff: false,
      withinBudget: true,
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
  const result = await tools.sessions.using({ taskId: task.id, containerId: containerOf(task), signal }, (sandbox) =>
    sandbox.file(key, operation, signal),
  );
  return [toolFact(performing, { ok: result.ok, text: tools.redact(result.text) }, tools.clock.now() - began)];
};

/** A judgement that came along is recorded with the end of the action; a retry that was granted is over with it. */
function finishFacts({ effect, key, task, tools }: Performing<'use_tool'>, input: FinishAction): readonly Fact[] {
  if (task.phase !== 'execute') throw new TypeError(`No action ends in the phase ${task.phase}.`);
  const { status, evaluation, issues_identified: issues, replan_decision: decision } = input;
  const judged = decision !== undefined && task.settings.planning.replanning.enabled;
  const finished: Fact = {
    type: 'action',
    name: 'finished',
    action: task.work.current,
    tool_use_id: effect.toolUseId,
    status,
    evaluation,
    issues_identified: issues,
    judged,
  };
  const retried = completedReplans(task, tools.clock.now(), {
    result: status === 'success' ? 'success' : 'failure',
    plan: task.plan,
    which: (record) => record.kind === 'retry',
  });
  const overtaken = overtakenReplans(task, tools.clock.now(), null);
  if (decision === undefined && isRecord(effect.input) && (effect.input['replan_decision'] ?? null) !== null)
    tools.log.warn({ task: task.id, trace: task.traceId }, 'unreadable re-plan decision, the plan goes on');
  if (!judged) return [finished, ...retried, ...overtaken];
  const decided = decisionFact(task, 'execution', { id: key, decision, cause: issues.length > 0 ? issues : [evaluation] });
  logVerdict(decided, task, tools);
  return [finished, ...retried, ...overtaken, toRecord(decided)];
}

/**
 * A question of the model's to people. Used up as often as questions are allowed, it has to assume, and people are told
 * what (REPLAN-5), but for what is never assumed and where nothing may be.
 */
function askFacts(performing: Performing<'use_tool'>, input: AskHuman): readonly Fact[] {
  const { effect, task } = performing;
  const { question, context, assumptions } = input;
  const mustAsk = !task.settings.planning.assumes || isNeverAssumed([question, ...assumptions]);
  if (!mustAsk && !mayAskPeople(task.replanning.counts, task.settings.planning.replanning))
    return [{ ...toolFact(performing, { ok: false, text: refusal(assumptions) }, 0), unasked: { question, context, assumptions } }];
  return [{ type: 'action', name: 'asked', tool_use_id: effect.toolUseId, question, context, assumptions }];
}

function refusal(assumptions: readonly string[]): string {
  const instead =
    assumptions.length === 0
      ? 'Go on with the most sensible assumption and name it in `issues_identified`.'
      : `Go on with what you would assume, which people are told: ${assumptions.join('; ')}`;
  return `People were asked as often as allowed. ${instead}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

interface ToolOutcome {
  readonly ok: boolean;
  readonly text: string;
  readonly exitCode?: number | null;
}

function toolFact({ effect }: Performing<'use_tool'>, outcome: ToolOutcome, durationMs: number): Extract<Fact, { readonly type: 'tool' }> {
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

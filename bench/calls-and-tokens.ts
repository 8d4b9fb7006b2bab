/**
 * How many calls a task makes and how many tokens it sends, for 10, 100 and 1,000 actions: the product's own prompts
 * and performers, a model that answers at once, and the tokens counted from the bytes (four to a token). Linear
 * growth means that the tokens per action stay what they are at 10.
 */
import { actionTools } from '../src/calls/calls.ts';
import { loadPrompts } from '../src/prompts/catalogue.ts';
import { next } from '../src/task/next.ts';
import { perform } from '../src/task/perform/perform.ts';
import { replay, settle } from '../src/task/settle.ts';
import { systemClock as clock } from '../src/system-clock.ts';
import { row } from './measure.ts';
import { never, nonceOf } from './rig.ts';
import { factsUntilExecution, REQUEST, SETTINGS } from './task-facts.ts';
import type { Row } from './measure.ts';
import type { Rig } from './rig.ts';
import type { AnswerBlock, Model, ModelAnswer, ModelMessage, ModelRequest } from '../src/ports/model.ts';
import type { Effect } from '../src/task/effect.ts';
import type { Fact, Recorded } from '../src/task/fact.ts';
import type { PlanningSettings } from '../src/task/request.ts';
import type { Task } from '../src/task/task.ts';
import type { Toolbox } from '../src/task/toolbox.ts';

const BENCH = 'calls-and-tokens';
/** What one command prints. */
const OUTPUT = 'x = compute(y);\n'.repeat(64);

const PLANNING: PlanningSettings = {
  enabled: true,
  strategy: 'chain_of_thought',
  level: 'detailed',
  reflection: { enabled: true, onError: true, interval: 3, depth: 'moderate' },
  maxRevisions: 3,
  replanning: {
    enabled: true,
    minConfidence: 0.5,
    confirmsLowConfidence: true,
    confirmationThreshold: 0.3,
    clarifications: 2,
    redecompositions: 3,
    regenerations: 3,
    actionRetries: 3,
    partialReplans: 2,
    monitoringRevisions: 2,
    total: 10,
    detectsLoops: true,
    sameTrigger: 2,
  },
  assumes: true,
  assumeAfterMs: 1_800_000,
};

interface Sent {
  calls: number;
  tokens: number;
  /** Not at the beginning of the call before it: what a prompt cache does not spare. */
  fresh: number;
}

export async function callsAndTokens(rig: Rig, { lengths }: { readonly lengths: readonly number[] }): Promise<readonly Row[]> {
  const measured: { readonly actions: number; readonly sent: Sent }[] = [];
  for (const actions of lengths) measured.push({ actions, sent: await carriedOut(rig, actions) });
  const [first] = measured;
  if (first === undefined) return [];
  return measured.flatMap(({ actions, sent }) => {
    const named = (what: string) => ({
      bench: BENCH,
      what: `${what}, a task of ${actions.toLocaleString('en-US')} actions`,
      baselineIs: `per action at ${first.actions}`,
    });
    const perAction = (what: string, unit: string, of: (sent: Sent) => number) =>
      row({ ...named(what), unit, ours: [of(sent) / actions], baseline: [of(first.sent) / first.actions] });
    return [
      row({
        ...named('model calls'),
        baselineIs: 'two calls per action alone',
        unit: 'calls',
        ours: [sent.calls],
        baseline: [2 * actions],
      }),
      row({
        ...named('tokens sent'),
        baselineIs: 'tokens that no cache spares',
        unit: 'tokens',
        ours: [sent.tokens],
        baseline: [sent.fresh],
      }),
      perAction('  calls per action', 'calls', (one) => one.calls),
      perAction('  tokens sent per action', 'tokens', (one) => one.tokens),
      perAction('  uncached tokens per action', 'tokens', (one) => one.fresh),
    ];
  });
}

async function carriedOut(rig: Rig, actions: number): Promise<Sent> {
  const sent: Sent = { calls: 0, tokens: 0, fresh: 0 };
  const tools = {
    clock,
    log: rig.log,
    model: countingModel(actions, sent),
    maxOutputTokens: 16_000,
    prompts: await loadPrompts(),
    nonceOf,
    redact: (text: string) => text,
  } as unknown as Toolbox;
  const [, greeted, looked] = factsUntilExecution('container', 'image');
  const start: Fact = { type: 'task', request: REQUEST, settings: { ...SETTINGS, maxSubtasks: actions, planning: PLANNING } };
  let task = replay([start, greeted, looked].filter((fact) => fact !== undefined).map(recorded)) as Task;
  for (;;) {
    const todo = next(task);
    if (todo.kind === 'ended' || task.phase === 'report') return sent;
    const facts = canned(todo.effect) ?? (await perform({ effect: todo.effect, key: `${task.version}`, task, tools, signal: never }));
    for (const fact of facts) task = settle(task, recorded(fact, task.version));
  }
}

/** What the world answers; null where the product's own performer asks the model. */
function canned(effect: Effect): readonly Fact[] | null {
  switch (effect.kind) {
    case 'start_sandbox':
      return [{ type: 'environment', name: 'container', container_id: 'container', image: 'image' }];
    case 'clone':
      return [
        {
          type: 'environment',
          name: 'cloned',
          command: { command: 'git clone', exit_code: 0, timed_out: false, output: '', stdout: '', duration_ms: 1 },
        },
      ];
    case 'settle_workspace':
      return [{ type: 'environment', name: 'settled' }];
    case 'checkpoint':
      return [{ type: 'effect', name: 'checkpoint', subtask: effect.subtask, change: null }];
    case 'use_tool':
      return effect.tool === 'finish_action'
        ? null
        : [
            {
              type: 'tool',
              tool_use_id: effect.toolUseId,
              tool: effect.tool,
              ok: true,
              text: `Exit code 0.\n${OUTPUT}`,
              exit_code: 0,
              duration_ms: 1,
            },
          ];
    default:
      return null;
  }
}

function countingModel(actions: number, sent: Sent): Model {
  const sizes = new WeakMap<ModelMessage, number>();
  const sizeOf = (message: ModelMessage): number => {
    const known = sizes.get(message) ?? Buffer.byteLength(JSON.stringify(message));
    sizes.set(message, known);
    return known;
  };
  let before: readonly ModelMessage[] = [];
  return {
    name: 'counting',
    price: () => 0,
    async ask(request) {
      const head = Buffer.byteLength(request.system) + Buffer.byteLength(JSON.stringify(request.tools));
      const bytes = head + request.messages.reduce((sum, message) => sum + sizeOf(message), 0);
      const isWork = request.tools === actionTools;
      const same = isWork ? request.messages.filter((message, at) => before[at] === message) : [];
      const spared = isWork && before.length > 0 ? head + same.reduce((sum, message) => sum + sizeOf(message), 0) : 0;
      if (isWork) before = request.messages;
      sent.calls += 1;
      sent.tokens += Math.ceil(bytes / 4);
      sent.fresh += Math.ceil((bytes - spared) / 4);
      return answerOf(answer(request, actions, sent.calls));
    },
  };
}

function answer({ tools, messages }: ModelRequest, actions: number, number: number): AnswerBlock {
  const use = (name: string, input: unknown): AnswerBlock => ({ type: 'tool_use', id: `toolu_${number}`, name, input });
  const ids = Array.from({ length: actions }, (_, at) => `task_${at + 1}`);
  const tool = tools.length === 1 ? (tools[0]?.name ?? '') : 'work';
  switch (tool) {
    case 'submit_goal_understanding':
      return use(tool, {
        goal_understanding: {
          main_objective: 'Subtract the discount.',
          success_criteria: ['Tests pass'],
          constraints: [],
          context: 'A small shop.',
        },
      });
    case 'submit_task_decomposition':
      return use(tool, {
        task_decomposition: {
          reasoning: 'Step by step.',
          subtasks: ids.map((id) => ({
            id,
            description: `Correct module ${id}`,
            dependencies: [],
            estimated_complexity: 'low',
            required_tools: [],
          })),
        },
        acceptance_criteria: [{ id: 'AC-1', description: 'It costs 90' }],
      });
    case 'submit_action_plan':
      return use(tool, {
        action_plan: {
          execution_order: ids,
          actions: ids.map((id) => ({
            task_id: id,
            action_type: 'tool_call',
            tool: 'run_command',
            purpose: `Correct ${id}`,
            expected_outcome: 'It is right',
            fallback_strategy: 'Look again',
          })),
        },
        selected_environment: { name: 'base', reason: 'It fits', detected_files: [], setup_commands: [], verification: [] },
      });
    case 'submit_reflection':
      return use(tool, {
        reflection: {
          action_evaluated: 'The last',
          status: 'success',
          evaluation: 'It goes as planned.',
          alignment_with_plan: 'It fits.',
          issues_identified: [],
          plan_revision_needed: false,
        },
      });
    case 'submit_replan_decision':
      return use(tool, { replan_decision: { replan_needed: false, confidence: 0.9, reasoning: 'It will do.' } });
    default: {
      const hasResult =
        messages.at(-1)?.content.some((block) => block.type === 'tool_result' && block.content.startsWith('Exit code')) === true;
      return hasResult
        ? use('finish_action', { status: 'success', evaluation: 'The module is right now.', issues_identified: [] })
        : use('run_command', { command: 'npm test' });
    }
  }
}

function answerOf(block: AnswerBlock): ModelAnswer {
  return {
    model: 'counting',
    content: [block],
    stopReason: 'tool_use',
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    attempts: 1,
  };
}

function recorded(fact: Fact, before: number): Recorded {
  return { ...fact, seq: before + 1, timestamp: '2026-10-01T10:00:00.000Z', task_uuid: 'bench', issue: 'octo/bench#7', trace_id: 'bench' };
}

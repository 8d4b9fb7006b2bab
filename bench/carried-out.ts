/**
 * A task carried out in memory by the product's own prompts, performers and rules, with a model that answers at once
 * and canned results: how much is sent, and how long our own part takes.
 */
import { actionTools } from '../src/model-calls/calls.ts';
import { Settings } from '../src/config/schema.ts';
import { taskSettings } from '../src/app/task-settings.ts';
import { loadPrompts } from '../src/model-calls/catalogue.ts';
import type { Prompts } from '../src/model-calls/catalogue.ts';
import { follow } from '../src/flow/follow.ts';
import { next } from '../src/flow/next.ts';
import { perform } from '../src/effects/perform.ts';
import { systemClock as clock } from '../src/app/system-clock.ts';
import { followed, MOMENT, REQUEST, SETTINGS, untilExecution } from './task-facts.ts';
import type { FirstLook } from '../src/state/gathered.ts';
import type { AnswerBlock, Model, ModelAnswer, ModelMessage, ModelRequest } from '../src/ports/model.ts';
import type { Effect } from '../src/state/effect.ts';
import type { Fact } from '../src/state/facts.ts';
import type { TaskSettings } from '../src/state/request.ts';
import type { Task } from '../src/state/task.ts';
import type { Toolbox } from '../src/effects/performer.ts';

const BYTES_PER_TOKEN = 4;

/** The output of one command. */
const OUTPUT = 'x = compute(y);\n'.repeat(64);

/** The files that the issue names: three of 80 lines. */
export const NAMED = ['src/prices/discount.ts', 'src/prices/total.ts', 'test/prices/discount.test.ts'];
const LOOK: FirstLook = {
  pieces: NAMED.map((path) => ({ is: 'lines', path, from: 1, to: 80, of: 80 })),
  leftOut: [],
  namesSomething: true,
  showsAllNamed: true,
  isWhole: false,
};
const NAMED_TEXT = Array.from({ length: 80 }, (_, at) => `${at + 1}\tconst total = price - discount(price);`).join(
  '\n',
);

type RepositoryFact = Extract<Fact, { readonly name: 'repository' }>;

/** The service's defaults, with a budget that is never used up. */
const DEFAULTS: TaskSettings = { ...taskSettings(Settings.parse({}), 'planwright'), budget: SETTINGS.budget };

export interface Carried {
  readonly actions: number;
  /** Commands per action. */
  readonly steps: number;
  readonly output?: string;
  readonly settings?: Partial<TaskSettings>;
  /** The repository and the issue's text, if not the small one. */
  readonly files?: readonly string[];
  readonly body?: string;
  /** Planning answers contain no judgement of themselves. */
  readonly judgesApart?: boolean;
  /** How each action ends; successfully by default. */
  readonly fails?: (command: number) => boolean;
  /** Facts that arrive before the call with this number. */
  readonly arriving?: (call: number) => readonly Fact[];
  /** Called before each model call. */
  /** Answers the action loop instead of the canned model. */
  readonly model?: Model;
  readonly prompts?: (prompts: Prompts, call: number) => Prompts;
  readonly onAsk?: (request: ModelRequest) => void;
}

export interface Sent {
  readonly calls: number;
  readonly tokens: number;
  /** What differs from the beginning of the previous call, so a prompt cache does not save it. */
  readonly fresh: number;
  /** Conversations that the model's API refused. */
  readonly refusals: number;
  /** By the name of the call's tool; the action loop is `work`. */
  readonly largest: Readonly<Record<string, number>>;
  /** For the first and the second half of the commands. */
  readonly halves: readonly [Half, Half];
  readonly task: Task;
}

export interface Half {
  readonly tokens: number;
  /** Everything except counting what is sent. */
  readonly ms: number;
}

export async function carriedOut(work: Carried): Promise<Sent> {
  const count = counting(work);
  const nothing = () => undefined;
  const tools = {
    clock,
    log: { info: nothing, warn: nothing, error: nothing, debug: nothing },
    model: count.model,
    maxOutputTokens: 16_000,
    prompts: await loadPrompts(),
    nonceOf: () => '0123456789abcdef0123456789abcdef',
    redact: (text: string) => text,
    repositories: {
      restore: async () => 'there',
      showPieces: async () => NAMED.map(() => NAMED_TEXT),
      show: async () => OUTPUT,
    },
    // Changes that are not saved yet.
    sessions: { using: async () => ({ exitCode: 0, stdout: OUTPUT, stderr: '', timedOut: false, durationMs: 1 }) },
  } as unknown as Toolbox;
  const signal = new AbortController().signal;
  const [, greeted, looked] = untilExecution('container', 'image');
  const planning = { ...DEFAULTS.planning, level: 'detailed' } as const;
  const start: Fact = {
    type: 'task',
    request: { ...REQUEST, body: work.body ?? REQUEST.body },
    settings: { ...DEFAULTS, maxSubtasks: work.actions, planning, ...work.settings },
  };
  const seen = looked?.type === 'environment' && looked.name === 'repository' ? [lookedAt(looked, work.files)] : [];
  let { task } = followed([start, greeted, ...seen].filter((fact) => fact !== undefined));
  const add = (fact: Fact): void => {
    task = follow(task, fact, MOMENT).task;
  };
  let heard = -1;
  let refusals = 0;
  for (;;) {
    if (count.calls() > heard) {
      heard = count.calls();
      for (const fact of work.arriving?.(heard) ?? []) add(fact);
    }
    const todo = next(task);
    if (todo.kind === 'ended' || task.stage.is === 'report') return count.sent(task, refusals);
    if (todo.effect.kind === 'use_tool') count.step();
    const prompts = work.prompts?.(tools.prompts, count.calls()) ?? tools.prompts;
    const facts =
      canned(todo.effect, work) ??
      (await perform({ effect: todo.effect, key: `${task.version}`, task, tools: { ...tools, prompts }, signal }));
    for (const fact of facts) {
      if (fact.type === 'error' && fact.name === 'conversation_refused') refusals += 1;
      add(fact);
    }
  }
}

function lookedAt(fact: RepositoryFact, files: readonly string[] = fact.snapshot.files): RepositoryFact {
  return { ...fact, snapshot: { ...fact.snapshot, files, fileCount: files.length }, first_look: LOOK };
}

/** The canned result; null if the product's own performer asks the model. */
function canned(effect: Effect, { output = OUTPUT }: Carried): readonly Fact[] | null {
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
      return [
        { type: 'effect', name: 'checkpoint', subtask: effect.subtask ?? 'unfinished', change: null, command_ms: 40 },
      ];
    case 'use_tool':
      return effect.tool === 'finish_action'
        ? null
        : [
            {
              type: 'tool',
              tool_use_id: effect.toolUseId,
              tool: effect.tool,
              ok: true,
              text: `Exit code 0.\n${output}`,
              exit_code: 0,
              duration_ms: 1,
            },
          ];
    default:
      return null;
  }
}

function counting({ actions, steps, onAsk, fails = () => false, judgesApart = false, model: theirs }: Carried) {
  const sizes = new WeakMap<ModelMessage, number>();
  const sizeOf = (message: ModelMessage): number => {
    const known = sizes.get(message) ?? Buffer.byteLength(JSON.stringify(message));
    sizes.set(message, known);
    return known;
  };
  const halves: readonly [{ tokens: number; ms: number }, { tokens: number; ms: number }] = [
    { tokens: 0, ms: 0 },
    { tokens: 0, ms: 0 },
  ];
  const largest: Record<string, number> = {};
  const all = { calls: 0, tokens: 0, fresh: 0, commands: 0 };
  let before: readonly ModelMessage[] = [];
  let since = performance.now();
  const half = () => halves[all.commands <= (actions * (steps + 1)) / 2 ? 0 : 1];
  const model: Model = {
    name: 'counting',
    price: () => 0,
    async ask(request, signal) {
      half().ms += performance.now() - since;
      const head = Buffer.byteLength(request.system) + Buffer.byteLength(JSON.stringify(request.tools));
      const bytes = head + request.messages.reduce((sum, message) => sum + sizeOf(message), 0);
      const isWork = request.tools === actionTools;
      const same = isWork ? request.messages.filter((message, at) => before[at] === message) : [];
      const spared = isWork && before.length > 0 ? head + same.reduce((sum, message) => sum + sizeOf(message), 0) : 0;
      if (isWork) before = request.messages;
      const tokens = Math.ceil(bytes / BYTES_PER_TOKEN);
      const name = isWork ? 'work' : (request.tools[0]?.name ?? '');
      largest[name] = Math.max(largest[name] ?? 0, tokens);
      all.calls += 1;
      all.tokens += tokens;
      all.fresh += Math.ceil((bytes - spared) / BYTES_PER_TOKEN);
      half().tokens += tokens;
      onAsk?.(request);
      since = performance.now();
      if (isWork && theirs) return theirs.ask(request, signal);
      return answerOf(
        answer(request, { actions, steps, commands: all.commands, number: all.calls, fails, judgesApart }),
      );
    },
  };
  return {
    model,
    calls: () => all.calls,
    step: () => {
      all.commands += 1;
    },
    sent: (task: Task, refusals: number): Sent => ({
      refusals,
      calls: all.calls,
      tokens: all.tokens,
      fresh: all.fresh,
      largest,
      halves,
      task,
    }),
  };
}

interface Asked {
  readonly actions: number;
  readonly steps: number;
  /** Tools used so far, including the ends of actions. */
  readonly commands: number;
  readonly number: number;
  readonly fails: (command: number) => boolean;
  readonly judgesApart: boolean;
}

const WILL_DO = { replan_needed: false, confidence: 0.9, reasoning: 'It will do.' };

function answer({ tools }: ModelRequest, asked: Asked): AnswerBlock {
  const { actions, steps, commands, number, fails, judgesApart } = asked;
  const ofItself = judgesApart ? {} : { replan_decision: WILL_DO };
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
        ...ofItself,
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
        ...ofItself,
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
        selected_environment: {
          name: 'base',
          reason: 'It fits',
          detected_files: [],
          setup_commands: [],
          verification: [],
        },
        ...ofItself,
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
      return use(tool, { replan_decision: WILL_DO });
    case 'submit_completion_assessment':
      return use(tool, {
        summary: 'It costs 90.',
        all_criteria_satisfied: true,
        details: {
          passed_criteria: [{ id: 'AC-1', evidence: [{ command: 'npm test', exit_code: 0, lines: [] }] }],
          remaining_risks: [],
        },
        replan_decision: WILL_DO,
      });
    case 'submit_review':
      return use(tool, { result: 'PASS', feedback: 'It does what was asked for.' });
    case 'submit_plan_patch':
      return use(tool, { understanding: 'It asks for no change of the plan.', operations: [] });
    default:
      return commands % (steps + 1) === steps
        ? use('finish_action', {
            status: fails(commands) ? 'failure' : 'success',
            evaluation: 'The module was looked at.',
            issues_identified: [],
          })
        : use('run_command', { command: 'npm test' });
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

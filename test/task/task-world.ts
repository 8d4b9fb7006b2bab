/** Facts and tasks for tests: a history grown fact by fact, as a driver would. */
import { follow } from '../../src/flow/follow.ts';
import { next } from '../../src/flow/next.ts';
import { CONVERSATION_TOKENS } from '../../src/plan/conversation-size.ts';
import { replay } from '../../src/state/evolve.ts';
import { activityOf, at, blockingQuestion } from '../../src/state/select.ts';
import type { Check } from '../../src/state/checks.ts';
import type { Followed } from '../../src/flow/follow.ts';
import type { Snapshot } from '../../src/ports/repositories.ts';
import type { Effect, EffectKind } from '../../src/state/effect.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { ChangeRecord, CommandRecord } from '../../src/state/outcome.ts';
import type { Plan, Subtask } from '../../src/state/plan.ts';
import type { PlanningSettings, TaskRequest, TaskSettings } from '../../src/state/request.ts';
import type { At, Task } from '../../src/state/task.ts';

export const TASK_ID = '0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e10';
export const BEGAN = Date.UTC(2026, 4, 1, 12);

export const REQUEST: TaskRequest = {
  repo: { installationId: 1, repositoryId: 2, owner: 'octo', name: 'shop' },
  issue: 12,
  trigger: 'label',
  target: { kind: 'issue', issue: 12 },
  title: 'Prices are rounded the wrong way',
  body: 'See `src/price.js`: 2.675 becomes 2.67.',
  author: { id: 7, login: 'author' },
  requester: { id: 8, login: 'maintainer' },
  instruction: null,
  deliveryId: 'delivery-1',
};

/** As an operator may have it: no judgements between the steps. Tests about re-planning bring settings of their own. */
export const UNDISTURBED: PlanningSettings = {
  enabled: true,
  strategy: 'chain_of_thought',
  level: 'detailed',
  reflection: { enabled: false, onError: false, interval: 0, depth: 'moderate' },
  maxRevisions: 0,
  review: { plan: false, diff: false },
  replanning: {
    enabled: false,
    minConfidence: 0.5,
    confirmsLowConfidence: false,
    confirmationThreshold: 0.3,
    clarifications: 0,
    questionsInWork: 0,
    redecompositions: 0,
    regenerations: 0,
    actionRetries: 0,
    partialReplans: 0,
    monitoringRevisions: 0,
    total: 0,
    detectsLoops: true,
    sameTrigger: 2,
  },
  assumes: false,
  assumeAfterMs: 0,
};

export const SETTINGS: TaskSettings = {
  language: 'en',
  triggerLabel: 'planwright',
  budget: { tokens: 1_000_000, usd: 50, minutes: 10_000, modelCalls: 1_000 },
  budgetExtensions: 3,
  maxLoops: 10,
  maxSubtasks: 100,
  planning: UNDISTURBED,
  environments: ['node', 'python', 'base'],
  ownImages: [],
  network: { mode: 'allowlist', hosts: [] },
  commandTimeoutMs: 600_000,
  keepSandboxMs: 60_000,
  keepStoppedMs: 86_400_000,
  outageMs: 3_600_000,
  protectedPaths: [],
  botSlug: 'planwright',
  untrustedComments: 'include',
  allowedBots: [],
  conversationTokens: CONVERSATION_TOKENS,
  commands: { test: null, build: null, lint: null },
  requestsReview: true,
  reviewers: [],
  alwaysDraft: false,
  instructions: '',
  pinned: { environment: null, image: null, setup: null, verification: null },
  configuration: { files: [], lowered: [] },
};

export const SNAPSHOT: Snapshot = {
  baseBranch: 'main',
  baseSha: 'a'.repeat(40),
  branchSha: null,
  startSha: 'a'.repeat(40),
  authorEmail: '9+planwright[bot]@users.noreply.github.com',
  branch: 'planwright/12-prices-are-rounded-the-wrong-way',
  files: ['package.json', 'src/price.js', 'test/price.test.js'],
  fileCount: 3,
  environmentFiles: { 'package.json': '{"scripts":{"test":"node --test"}}' },
  projectRules: {},
};

export function subtask(id: string, dependencies: readonly string[] = [], description = `Do ${id}`): Subtask {
  return { id, description, dependencies, estimated_complexity: 'low', required_tools: [] };
}

export function planOf(subtasks: readonly Subtask[], extra: Partial<Plan> = {}): Plan {
  return {
    goal_understanding: {
      main_objective: 'Round prices half up.',
      success_criteria: ['2.675 becomes 2.68'],
      constraints: ['No new dependency'],
      context: 'A shop.',
    },
    task_decomposition: { reasoning: 'It is small.', subtasks },
    acceptance_criteria: [{ id: 'AC-1', description: 'The tests pass' }],
    action_plan: {
      execution_order: subtasks.map(({ id }) => id),
      actions: subtasks.map(({ id }) => ({
        task_id: id,
        action_type: 'tool_call',
        tool: 'run_command',
        purpose: `Carry out ${id}`,
        expected_outcome: 'It works',
        fallback_strategy: 'Another way',
      })),
    },
    selected_environment: {
      name: 'node',
      reason: 'package.json',
      detected_files: ['package.json'],
      setup_commands: ['npm ci'],
      verification: [{ command: 'node --version', expected_output: 'v20.0.0' }],
    },
    test_command: 'npm test',
    ...extra,
  };
}

export function command(line: string, exitCode: number | null = 0, output = ''): CommandRecord {
  return { command: line, exit_code: exitCode, timed_out: false, output, stdout: output, duration_ms: 120 };
}

/** Tests that ran once, and are in the state as this. */
export function tested(run: CommandRecord): readonly Check[] {
  return [{ kind: 'test', runs: [run], isExcused: false }];
}

/** Tests that fail at the end, each time, and pass on the base commit. */
export const TESTS_FAIL: readonly Fact[] = [
  { type: 'verification', name: 'tests', command: command('npm test', 1) },
  { type: 'verification', name: 'checked', check: 'test', on: 'end', command: command('npm test', 1) },
  { type: 'verification', name: 'checked', check: 'test', on: 'base', command: command('npm test') },
];

type Assessed = Extract<Fact, { readonly name: 'completion_assessment' }>;

/** Each criterion of the plan is met, as the tests show. */
export function assessedAs({ acceptance_criteria: criteria }: Pick<Plan, 'acceptance_criteria'>): Assessed {
  return {
    type: 'phase',
    name: 'completion_assessment',
    summary: 'The tests pass.',
    criteria: criteria.map(({ id, description }) => ({
      id,
      description,
      evidence: [{ is: 'command', command: 'npm test', exit_code: 0, lines: [] }],
    })),
    remaining_risks: [],
  };
}

export const ASSESSED = assessedAs(planOf([]));

export function change(files = 1): ChangeRecord {
  return {
    sha: 'b'.repeat(40),
    files: Array.from({ length: files }, (_, at) => ({ path: `src/file-${at}.js`, status: 'M' })),
    file_count: files,
    insertions: 3,
    deletions: 1,
  };
}

export function usage(extra: Partial<Extract<Fact, { readonly type: 'usage' }>> = {}): Fact {
  return {
    type: 'usage',
    call: 'next_step',
    model: 'test',
    input_tokens: 100,
    output_tokens: 20,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    usd: 0.01,
    duration_ms: 900,
    attempts: 1,
    ...extra,
  };
}

/** The facts of an undisturbed task up to the first question of its work. */
export function prepared(plan: Plan): readonly Fact[] {
  return [
    { type: 'effect', name: 'progress_comment', comment_id: 1, url: 'https://github.example/1' },
    { type: 'environment', name: 'repository', snapshot: SNAPSHOT, earlier_tasks: '', github_ms: 1 },
    { type: 'phase', name: 'goal_understanding', goal_understanding: plan.goal_understanding },
    {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: plan.task_decomposition,
      acceptance_criteria: plan.acceptance_criteria,
    },
    { type: 'plan', plan },
    { type: 'environment', name: 'container', container_id: 'c1', image: 'planwright-node' },
    { type: 'environment', name: 'cloned', command: command('git clone') },
    ...plan.selected_environment.setup_commands.map(
      (line): Fact => ({ type: 'environment', name: 'setup', command: command(line) }),
    ),
    ...plan.selected_environment.verification.map(
      (check): Fact => ({
        type: 'environment',
        name: 'check',
        command: command(check.command),
        expected: check.expected_output,
        passed: true,
      }),
    ),
    { type: 'environment', name: 'settled' },
  ];
}

/** One action done with one command and closed. */
export function actionDone(
  action: number,
  status: 'success' | 'failure' | 'partial' = 'success',
  issues: readonly string[] = [],
): readonly Fact[] {
  const id = `use-${action}`;
  return [
    {
      type: 'action',
      name: 'answer',
      action,
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id, name: 'run_command', input: { command: 'ls' } },
      ],
      stop_reason: 'tool_use',
    },
    {
      type: 'tool',
      tool_use_id: id,
      tool: 'run_command',
      ok: true,
      text: 'Exit code 0.',
      exit_code: 0,
      duration_ms: 50,
    },
    {
      type: 'action',
      name: 'answer',
      action,
      content: [{ type: 'tool_use', id: `${id}-end`, name: 'finish_action', input: {} }],
      stop_reason: 'tool_use',
    },
    {
      type: 'action',
      name: 'finished',
      action,
      tool_use_id: `${id}-end`,
      status,
      evaluation: `Action ${action + 1} came to its end.`,
      issues_identified: issues,
    },
  ];
}

/** Somebody asked for a pause, and it began. */
export const PAUSED: readonly Fact[] = [
  { type: 'control', name: 'pause', by: 'mika' },
  { type: 'control', name: 'paused', by: 'mika' },
];

/** The model asks people something in the middle of an action. */
export function asking(action: number): readonly Fact[] {
  const id = `ask-${action}`;
  return [
    {
      type: 'action',
      name: 'answer',
      action,
      content: [{ type: 'tool_use', id, name: 'ask_human', input: {} }],
      stop_reason: 'tool_use',
    },
    {
      type: 'action',
      name: 'asked',
      tool_use_id: id,
      question: 'Which prices are meant?',
      context: 'There are two kinds.',
      assumptions: ['Those of the shop'],
    },
  ];
}

export function saved(id: string, files = 1): Fact {
  return { type: 'effect', name: 'checkpoint', subtask: id, change: change(files), command_ms: 40 };
}

interface Life {
  readonly request?: Partial<TaskRequest>;
  readonly settings?: Partial<TaskSettings>;
  readonly stepMs?: number;
}

const IDENTITY = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1' };

/** A task whose request is all that happened yet. */
export function begun(options: Life = {}): Followed {
  const fact: Fact = {
    type: 'task',
    request: { ...REQUEST, ...options.request },
    settings: { ...SETTINGS, ...options.settings },
  };
  return follow(null, fact, { ...IDENTITY, now: BEGAN });
}

/** What happens to a task, a second later each, with all that follows from it. */
export function lived(task: Task, happenings: readonly Fact[], stepMs = 1_000): Followed {
  const facts: Fact[] = [];
  let state = task;
  for (const fact of happenings) {
    const followed = follow(state, fact, { ...IDENTITY, now: state.updatedAt + stepMs });
    state = followed.task;
    facts.push(...followed.facts);
  }
  return { task: state, facts };
}

/** As it stands in the history, what was decided included. */
export function recorded(facts: readonly Fact[], options: Life = {}): readonly Recorded[] {
  const history: Recorded[] = [];
  let task: Task | null = null;
  const start: Fact = {
    type: 'task',
    request: { ...REQUEST, ...options.request },
    settings: { ...SETTINGS, ...options.settings },
  };
  for (const [index, fact] of [start, ...facts].entries()) {
    const now = BEGAN + index * (options.stepMs ?? 1_000);
    const followed: Followed = follow(task, fact, { ...IDENTITY, now });
    for (const one of followed.facts) history.push(stamped(one, history.length + 1, now));
    task = followed.task;
  }
  return history;
}

export function stamped(fact: Fact, seq: number, at: number): Recorded {
  return { ...fact, seq, timestamp: new Date(at).toISOString(), ...IDENTITY };
}

export function taskAfter(facts: readonly Fact[], options: Life = {}): Task {
  const task = replay(recorded(facts, options));
  if (task === null) throw new Error('There is no task.');
  return task;
}

/** What happens next to a task: each fact with all that follows. */
export function after(task: Task, ...facts: readonly Fact[]): Task {
  return lived(task, facts).task;
}

/** What was decided because of these, in order: the facts that follow, without what happened. */
export function decidedAfter(task: Task, ...facts: readonly Fact[]): readonly Fact[] {
  return lived(task, facts).facts.filter((fact) => !facts.includes(fact));
}

/** The stage at which a task is that does this. */
interface StageOf {
  readonly orient: 'orient';
  readonly understand: 'plan';
  readonly decompose: 'plan';
  readonly sequence: 'plan';
  readonly approve: 'work';
  readonly prepare: 'work';
  readonly execute: 'work';
  readonly verify: 'verify';
  readonly report: 'report';
  readonly ended: 'ended';
}

/** A task that is known to do this. */
export function doing<Name extends keyof StageOf>(task: Task, activity: Name): At<StageOf[Name]> {
  if (activityOf(task) !== activity) throw new Error(`The task is in ${activityOf(task)}, not in ${activity}.`);
  return at(task, STAGES[activity]);
}

const STAGES: StageOf = {
  orient: 'orient',
  understand: 'plan',
  decompose: 'plan',
  sequence: 'plan',
  approve: 'work',
  prepare: 'work',
  execute: 'work',
  verify: 'verify',
  report: 'report',
  ended: 'ended',
};

/** What there is besides this task: nothing. */
export const ALONE: Fact = {
  type: 'environment',
  name: 'neighbours',
  neighbours: { tasks: [], pull_requests: [], more: false, earlier: '' },
  github_ms: 1,
};

/** Null when the task has ended. A look at what else goes on decides nothing: it counts as done. */
export function effectOf(task: Task): Effect | null {
  const todo = next(task);
  if (todo.kind === 'ended') return null;
  return todo.effect.kind === 'look_at_neighbours' ? effectOf(after(task, ALONE)) : todo.effect;
}

export function kindOf(task: Task): EffectKind | null {
  return effectOf(task)?.kind ?? null;
}

/** With the question that is open posted, and answered by somebody who may. */
export function answeredBy(task: Task, text: string): Task {
  const question_id = blockingQuestion(task)?.id ?? 0;
  return after(
    task,
    { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] },
    {
      type: 'answer',
      name: 'given',
      question_id,
      by: { id: 8, login: 'mika' },
      text,
      settles: { 0: text },
      verdict: null,
    },
  );
}

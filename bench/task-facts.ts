/** The history of a task that has its plan and its container and is about to carry out its only action. */
import { NOTHING_SPENT } from '../src/state/day-spending.ts';
import type { RepositorySpending } from '../src/state/day-spending.ts';
import { follow } from '../src/flow/follow.ts';
import { CONVERSATION_TOKENS } from '../src/plan/conversation-size.ts';
import type { Moment } from '../src/flow/follow.ts';
import type { Fact } from '../src/state/facts.ts';
import type { CommandRecord } from '../src/state/outcome.ts';
import type { Plan } from '../src/state/plan.ts';
import type { PlanningSettings, TaskRequest, TaskSettings } from '../src/state/request.ts';
import type { Task } from '../src/state/task.ts';

const MANY = 1_000_000_000;

export const REQUEST: TaskRequest = {
  repo: { installationId: 1, repositoryId: 2, owner: 'octo', name: 'bench' },
  issue: 7,
  trigger: 'label',
  target: { kind: 'issue', issue: 7 },
  title: 'Discounts are added instead of subtracted',
  body: 'A cart of 100 with a 10 % discount costs 110. It should cost 90.',
  author: { id: 3, login: 'mika' },
  requester: { id: 3, login: 'mika' },
  instruction: null,
  deliveryId: 'bench',
};

/** No judgements and no reviews, since the loop is measured. */
const PLANNING: PlanningSettings = {
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

/** Nobody spends anything. */
export const UNCOUNTED: Pick<RepositorySpending, 'spentOn'> = {
  spentOn: async (day) => ({ day, spent: NOTHING_SPENT, raised: {} }),
};

/** Of a repository without configuration. */
export const UNCONFIGURED = {
  enabled: true,
  triggerLabel: 'planwright',
  plansFirst: false,
  allowedBots: [],
  mistaken: [],
  profiles: [],
  forTask: async () => SETTINGS,
} as const;

export const SETTINGS: TaskSettings = {
  language: 'en',
  triggerLabel: 'planwright',
  budget: { tokens: MANY, usd: MANY, minutes: MANY, modelCalls: MANY },
  budgetExtensions: 0,
  maxLoops: 10,
  maxSubtasks: 100,
  planning: PLANNING,
  environments: ['base', 'node'],
  ownImages: [],
  network: { mode: 'allowlist', hosts: [] },
  commandTimeoutMs: 600_000,
  keepSandboxMs: 60_000,
  keepStoppedMs: 86_400_000,
  outageMs: 7_200_000,
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

export const MOMENT: Moment = {
  task_uuid: 'bench',
  issue: 'octo/bench#7',
  trace_id: 'bench',
  now: Date.parse('2026-10-01T10:00:00.000Z'),
};

/** The task after these facts, and everything that is recorded. */
export function followed(happened: readonly Fact[]): { readonly task: Task; readonly facts: readonly Fact[] } {
  const facts: Fact[] = [];
  let task: Task | null = null;
  for (const fact of happened) {
    const next = follow(task, fact, MOMENT);
    task = next.task;
    facts.push(...next.facts);
  }
  if (task === null) throw new TypeError('Nothing happened.');
  return { task, facts };
}

/** Everything that happens until then; the rules decide what follows. */
export function untilExecution(containerId: string, image: string): readonly Fact[] {
  const subtasks = [
    {
      id: 'task_1',
      description: 'Subtract the discount',
      dependencies: [],
      estimated_complexity: 'low',
      required_tools: [],
    },
  ] as const;
  const goal = {
    main_objective: 'Subtract the discount.',
    success_criteria: ['Tests pass'],
    constraints: [],
    context: '',
  };
  const plan: Plan = {
    goal_understanding: goal,
    task_decomposition: { reasoning: 'One bug.', subtasks },
    acceptance_criteria: [{ id: 'AC-1', description: 'It costs 90' }],
    action_plan: {
      execution_order: ['task_1'],
      actions: [
        {
          task_id: 'task_1',
          action_type: 'tool_call',
          tool: 'run_command',
          purpose: 'Work',
          expected_outcome: 'Done',
          fallback_strategy: 'None',
        },
      ],
    },
    selected_environment: { name: 'base', reason: '', detected_files: [], setup_commands: [], verification: [] },
    test_command: null,
  };
  const files = Array.from({ length: 200 }, (_, index) => `src/module-${index}/file-${index}.ts`);
  const snapshot = {
    baseBranch: 'main',
    baseSha: 'a'.repeat(40),
    branchSha: null,
    startSha: 'a'.repeat(40),
    authorEmail: 'planwright[bot]@users.noreply.github.com',
    branch: 'planwright/7-discounts-are-added-instead-of-subtracted',
    files,
    fileCount: files.length,
    environmentFiles: {},
    projectRules: {},
  };
  const command: CommandRecord = {
    command: 'git clone',
    exit_code: 0,
    timed_out: false,
    output: '',
    stdout: '',
    duration_ms: 1,
  };
  return [
    { type: 'task', request: REQUEST, settings: SETTINGS },
    { type: 'effect', name: 'progress_comment', comment_id: 1, url: 'https://example.invalid/1' },
    { type: 'environment', name: 'repository', snapshot, earlier_tasks: '', github_ms: 1 },
    { type: 'phase', name: 'goal_understanding', goal_understanding: goal },
    {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: plan.task_decomposition,
      acceptance_criteria: plan.acceptance_criteria,
    },
    { type: 'plan', plan },
    { type: 'environment', name: 'container', container_id: containerId, image },
    { type: 'environment', name: 'cloned', command },
    { type: 'environment', name: 'settled' },
  ];
}

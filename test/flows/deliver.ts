/** Webhooks under a test's control: caught before delivery, changed, and posted as often as needed. */
import { createHmac, randomUUID } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { actionSteps, toolUse } from '../../standins/anthropic/script.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { api, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Script } from '../../standins/anthropic/script.ts';
import type { World } from './world.ts';

export interface Caught {
  readonly guid: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The webhooks that `act` causes; none of them is delivered. */
export async function caught(world: World, act: () => Promise<unknown>): Promise<readonly Caught[]> {
  const { acts, deliveries } = world.github;
  const before = deliveries.all.length;
  acts.loseWebhooks({ on: true });
  await act();
  acts.loseWebhooks({ on: false });
  return deliveries.all.slice(before);
}

export interface Post {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Instead of a payload. */
  readonly body?: string | Buffer;
  readonly guid?: string;
  /** Replaces the signature or, if null, omits it. */
  readonly signature?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly ms: number;
}

/** As GitHub posts it, signed with the world's secret by default. Status 0 if there was no answer. */
export async function post(
  world: World,
  service: ServiceProcess,
  { event, payload, body = JSON.stringify(payload), guid = randomUUID(), ...given }: Post,
): Promise<Answered> {
  const startedAt = performance.now();
  const signature = given.signature === undefined ? sign(world, body) : given.signature;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/test',
    'x-github-event': event,
    'x-github-delivery': guid,
    ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
    ...given.headers,
  };
  const status = await fetch(`${service.url}/api/github/webhooks`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  return { status, ms: performance.now() - startedAt };
}

export function sign(world: World, body: string | Buffer, algorithm = 'sha256'): string {
  return `${algorithm}=${createHmac(algorithm, world.secrets['webhook'] ?? '')
    .update(body)
    .digest('hex')}`;
}

export interface ListedTask {
  readonly id: string;
  readonly repository: string;
  readonly issue: number;
  readonly phase: string;
  readonly state: string;
}

export async function tasksOf(
  world: World,
  service: ServiceProcess,
  issue: number,
  repository = world.repository,
): Promise<readonly ListedTask[]> {
  const { tasks } = (await api(service, world, '/api/tasks')) as { readonly tasks: readonly ListedTask[] };
  return tasks.filter((task) => task.issue === issue && task.repository === repository);
}

/** Access to the service's own Redis. */
export function openRedis(address: string): Redis {
  const redis = address.startsWith('/')
    ? new Redis({ path: address, maxRetriesPerRequest: null })
    : new Redis(address, { maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  return redis;
}

export function embeddedSocket(world: World): string {
  return join(world.dataDir, 'redis', 'redis.sock');
}

/** Waits until every delivery is handled and nothing is driven; what has not happened by then will not happen. */
export async function untilQuiet(redis: Redis, timeoutMs = 60_000): Promise<void> {
  await until(
    async () => {
      const lengths = await Promise.all([
        redis.llen('planwright:planwright-deliveries:wait'),
        redis.llen('planwright:planwright-deliveries:active'),
        redis.zcard('planwright:planwright-deliveries:delayed'),
        redis.zcard('planwright:planwright-deliveries:prioritized'),
        redis.zcard('planwright:turns:waiting'),
        redis.hlen('planwright:turns:held'),
      ]);
      return lengths.every((length) => length === 0);
    },
    'the queues to be empty',
    timeoutMs,
  );
}

/** What people see of us on an issue. */
export function seen(world: World, issue: number, repository = world.repository) {
  const read = world.github.acts.readIssue({ repository, issue });
  return {
    reactions: read.reactions.filter((one) => one.startsWith('planwright[bot]')).map((one) => one.split(' ')[1]),
    reactionsOnComments: read.comments.flatMap((comment) => comment.reacted),
    comments: read.comments
      .filter((comment) => comment.user.login === 'planwright[bot]')
      .map((comment) => comment.body),
  };
}

export const NOTHING_SEEN: ReturnType<typeof seen> = { reactions: [], reactionsOnComments: [], comments: [] };

export async function branchesOf(world: World): Promise<readonly string[]> {
  return Object.keys(await world.github.acts.listBranches({ repository: world.repository }));
}

export function sandboxesOf(taskId: string): readonly string[] {
  const ids = execFileSync('docker', ['ps', '--all', '--quiet', '--filter', `label=planwright.task=${taskId}`], {
    encoding: 'utf8',
  }).trim();
  return ids === '' ? [] : ids.split('\n');
}

/** For tests that leave tasks behind: what the service would do at their end. */
export function removeSandboxes(taskIds: readonly string[]): void {
  const ids = taskIds.flatMap(sandboxesOf);
  // The engine may be removing some of them already.
  if (ids.length > 0) spawnSync('docker', ['rm', '--force', ...ids]);
}

/** Requests a trifle: `SHORT_SCRIPT` finds nothing to do. */
export async function openTrifle(world: World, title: string, repository = world.repository): Promise<number> {
  return (await world.github.acts.openIssue({ repository, by: MAINTAINER, title, body: 'A trifle.' })).number;
}

/** Every task is over after one model call, without a sandbox. */
export const SHORT_SCRIPT: Script = {
  answers: {
    submit_goal_understanding: {
      error: { type: 'already_done', message: 'This is done already.', evidence: ['README.md'] },
    },
  },
};

/** A task that writes a file and then runs a command for five minutes. */
export const SLEEPER_SCRIPT: Script = {
  answers: {
    submit_goal_understanding: {
      goal_understanding: {
        main_objective: 'Wait for a long time.',
        success_criteria: ['It works'],
        constraints: [],
        context: '',
      },
    },
    submit_task_decomposition: {
      task_decomposition: {
        reasoning: 'One step.',
        subtasks: [
          {
            id: 'task_1',
            description: 'Wait',
            dependencies: [],
            estimated_complexity: 'low',
            required_tools: ['run_command'],
          },
        ],
      },
      acceptance_criteria: [{ id: 'AC-1', description: 'It waited' }],
    },
    submit_action_plan: {
      action_plan: {
        execution_order: ['task_1'],
        actions: [
          {
            task_id: 'task_1',
            action_type: 'tool_call',
            tool: 'run_command',
            purpose: 'Wait',
            expected_outcome: 'Time passed',
            fallback_strategy: 'None',
          },
        ],
      },
      selected_environment: {
        name: 'base',
        reason: 'Nothing is needed',
        detected_files: [],
        setup_commands: [],
        verification: [],
      },
      test_command: 'test -e runs.txt',
    },
    submit_summary: {
      summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: [] },
      pull_request: { title: 'Wait', body: 'It waited.' },
    },
  },
  actions: actionSteps([
    toolUse('write_file', { path: 'half.txt', content: 'half of the work\n' }),
    toolUse('run_command', { command: 'echo asleep > /tmp/asleep; sleep 300' }),
    toolUse('finish_action', { status: 'success', evaluation: 'It waited.', issues_identified: [] }),
  ]),
};

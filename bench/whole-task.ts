/** A task from the label to the end, by the real service between the stand-ins; its model requests are counted. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess, untilReady } from '../demo/bench.ts';
import { removeContainers } from '../demo/containers.ts';
import { WILL_DO } from '../demo/story.ts';
import { instanceId } from '../src/app/join-installation.ts';
import { actionSteps, toolUse } from '../standins/anthropic/script.ts';
import { startAnthropic } from '../standins/anthropic/server.ts';
import { tokens } from '../standins/anthropic/usage.ts';
import { startGitHub } from '../standins/github/start.ts';
import { FILES, ISSUE, STEPS } from './small-repository.ts';
import type { Json, Script } from '../standins/anthropic/script.ts';

export interface Asked {
  /** The tool of a structured call; `work` for a step of the loop. */
  readonly tool: string;
  readonly tokens: number;
  readonly body: string;
}

/** Four bytes per token of what the model reads. */
export function askedOf(body: Json): Asked {
  const { tools, system, messages } = body;
  const names = (tools as readonly { readonly name: string }[]).map(({ name }) => name);
  const tool = names.length === 1 ? (names[0] ?? '') : 'work';
  return {
    tool,
    tokens: tokens(Buffer.byteLength(JSON.stringify([tools, system, messages]))),
    body: JSON.stringify(body),
  };
}

const [OWNER, REPOSITORY, MAINTAINER] = ['acme', 'small-cart', 'mika'];

export async function wholeTask({ plans }: { readonly plans: boolean }): Promise<readonly Asked[]> {
  const folder = await mkdtemp(join(tmpdir(), 'planwright-bench-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const [webhookSecret, token, key] = [secret(), secret(), `sk-ant-api03-${secret()}`];
  const github = await startGitHub({
    folder: join(folder, 'github'),
    app: { webhookUrl: `http://127.0.0.1:${port}/api/github/webhooks`, webhookSecret },
    repositories: [
      { owner: OWNER, name: REPOSITORY, files: FILES, roles: { [MAINTAINER]: 'write' }, labels: ['planwright'] },
    ],
  });
  const anthropic = await startAnthropic({ script: SCRIPT, apiKey: key, latencyMs: 0 });
  const service = startProcess({
    port,
    cwd: folder,
    env: {
      GHE_HOST: `${github.host}:${github.port}`,
      GHE_PROTOCOL: 'http',
      APP_ID: String(github.credentials.appId),
      PRIVATE_KEY: github.credentials.privateKey,
      WEBHOOK_SECRET: webhookSecret,
      DATA_DIR: dataDir,
      DASHBOARD_TOKEN: token,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: anthropic.url,
      PLANNING_ENABLED: String(plans),
      PLANWRIGHT_GITHUB__PACE_WRITES: 'false',
    },
  });
  try {
    await untilReady(service);
    const on = { repository: `${OWNER}/${REPOSITORY}`, by: MAINTAINER };
    const { number: issue } = await github.acts.openIssue({ ...on, ...ISSUE });
    await github.acts.addLabel({ ...on, issue, label: 'planwright' });
    await untilEnded(service.url, token);
    return anthropic.requests.map(({ bodyText }) => askedOf(JSON.parse(bodyText) as Json));
  } finally {
    service.child.kill('SIGKILL');
    await service.ended;
    await Promise.all([github.close(), anthropic.close()]);
    await removeContainers(instanceId(dataDir));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const MOST_MS = 120_000;

async function untilEnded(url: string, token: string): Promise<void> {
  for (const giveUp = Date.now() + MOST_MS; Date.now() < giveUp; ) {
    const answer = await fetch(`${url}/api/tasks`, { headers: { authorization: `Bearer ${token}` } });
    const { tasks } = (await answer.json()) as {
      readonly tasks: readonly { readonly phase: string; readonly state: string }[];
    };
    const ended = tasks.find(({ phase }) => phase === 'ended');
    if (ended?.state === 'COMPLETE') return;
    if (ended !== undefined) throw new Error(`The task of the bench ended as ${ended.state}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The task of the bench did not end.');
}

function secret(): string {
  return randomBytes(20).toString('hex');
}

/** About as many words as a model would use. */
const SCRIPT: Script = {
  answers: {
    submit_goal_understanding: {
      goal_understanding: {
        main_objective: 'Subtract the discount from the total instead of adding it, and never go below zero.',
        success_criteria: ['`npm test` passes', 'A discount above 100 % gives 0'],
        constraints: ['The signature of `total` stays'],
        context: '`total` in src/total.js multiplies by 1 + discount/100.',
      },
      slug: 'subtract the discount',
      replan_decision: WILL_DO,
    },
    submit_task_decomposition: {
      task_decomposition: {
        reasoning: 'The bug is in one expression; its test belongs to it.',
        subtasks: [
          {
            id: 'task_1',
            description: 'Subtract the discount in total(), stop at zero, and test both',
            dependencies: [],
            estimated_complexity: 'low',
            required_tools: ['edit_file', 'run_command'],
          },
        ],
      },
      acceptance_criteria: [
        { id: 'AC-1', description: 'A cart of 100 with a 10 % discount costs 90' },
        { id: 'AC-2', description: 'A discount of 150 % gives 0' },
      ],
      replan_decision: WILL_DO,
    },
    submit_action_plan: {
      action_plan: {
        execution_order: ['task_1'],
        actions: [
          {
            task_id: 'task_1',
            action_type: 'tool_call',
            tool: 'edit_file',
            purpose: 'Correct the expression in src/total.js and add a test for large discounts',
            expected_outcome: 'npm test passes with three tests',
            fallback_strategy: 'Look at what fails, and rewrite the function',
          },
        ],
      },
      selected_environment: {
        name: 'node',
        reason: 'It has a package.json.',
        detected_files: ['package.json'],
        setup_commands: [],
        verification: [{ command: 'node -p "1 + 1"', expected_output: '2' }],
      },
      test_command: 'npm test',
      replan_decision: WILL_DO,
    },
    submit_replan_decision: { replan_decision: { ...WILL_DO, evaluation_result: 'success', achievement_rate: 100 } },
    submit_review: { result: 'PASS', feedback: 'It does what was asked for, and tests it.' },
    submit_summary: {
      summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: ['Discounts are subtracted'] },
      pull_request: { title: 'Subtract discounts', body: 'Discounts are subtracted, and never below zero.' },
    },
  },
  actions: actionSteps([
    ...STEPS,
    toolUse('finish_action', {
      status: 'success',
      evaluation: 'The discount is subtracted and stops at zero; npm test passes with three tests.',
      issues_identified: [],
    }),
  ]),
};

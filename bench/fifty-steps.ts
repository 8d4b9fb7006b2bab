/**
 * The same script of shell commands, one per model answer: carried out by us, in a container, with a durable history;
 * and by the pi coding agent, on the host, without a container. The model answers at once. The clock runs from the first
 * request to the one after the last command, so neither a start of pi nor one of our container counts.
 */
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRedisInbox } from '../src/queue/redis-inbox.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { startChild, type Child } from './children.ts';
import { atMost, row, takeTurns, type Row } from './measure.ts';
import { runOurTask } from './our-task.ts';
import type { ModelServerInput, ModelServerReady } from './servers/model-server.ts';
import type { Rig } from './rig.ts';

const PI = '@mariozechner/pi-coding-agent@0.73.1';
/** Outside the project, since it is no part of it; kept for the next time. */
const INSTALLED = fileURLToPath(new URL('../../node_modules/.cache/bench-pi', import.meta.url));
const STEPS = 50;
const BEFORE = 'mkdir -p src && seq 1 400 > src/numbers.txt';
const SCRIPT = [
  'seq 1 40 > notes.txt',
  'cat notes.txt',
  'grep -rn 7 src | head -5',
  'ls -la',
  'wc -l src/numbers.txt && tail -3 src/numbers.txt',
];

export async function fiftySteps(rig: Rig, { rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const cli = await installPi();
  const { socketPath } = await rig.redis();
  const clients = (['worker', 'subscriber'] as const).map((role) => connectRedis(socketPath, role, rig.log));
  const [redis, subscriber] = clients;
  if (redis === undefined || subscriber === undefined) throw new Error('There is no Redis.');
  rig.onClose(() => clients.forEach((client) => client.disconnect()));
  const inbox = await createRedisInbox(redis, subscriber);
  const serverFor = async (tool: string, more: Partial<ModelServerInput> = {}) => {
    const tools = SCRIPT.map((command) => ({ name: tool, input: { command } }));
    const server = await startChild<ModelServerReady>('model-server', { tools, ...more } satisfies ModelServerInput);
    rig.onClose(() => server.stop());
    return server;
  };
  const [forUs, forPi] = [await serverFor('run_command'), await serverFor('bash', { steps: STEPS })];
  const ours = async () => {
    const task = { rig, inbox, modelUrl: forUs.ready.url, actions: STEPS, before: BEFORE };
    return (await runOurTask(task)).totalMs;
  };
  const pi = async () => {
    await runPi(cli, forPi.ready.url, await mkdtemp(join(rig.folder, 'pi-')));
    return spanOf(forPi);
  };
  const taken = await takeTurns(rounds, { ours, pi });
  return [
    row({
      bench: 'fifty steps',
      what: `${STEPS} commands, in a container`,
      baselineIs: `${PI}, on the host`,
      unit: 'ms',
      ours: taken.ours,
      baseline: taken.pi,
      target: atMost(0.9),
    }),
  ];
}

async function installPi(): Promise<string> {
  const cli = join(INSTALLED, 'node_modules/@mariozechner/pi-coding-agent/dist/cli.js');
  if (!existsSync(cli)) {
    await mkdir(INSTALLED, { recursive: true });
    await writeFile(join(INSTALLED, 'package.json'), '{"private":true}');
    await run('npm', ['install', '--no-save', '--ignore-scripts', PI], { cwd: INSTALLED });
  }
  return cli;
}

async function runPi(cli: string, modelUrl: string, folder: string): Promise<void> {
  const project = join(folder, 'project');
  await mkdir(project);
  await run('sh', ['-c', BEFORE], { cwd: project });
  await writeFile(join(folder, 'models.json'), JSON.stringify({ providers: { anthropic: { baseUrl: modelUrl } } }));
  const args = [cli, '--print', '--mode', 'json', '--provider', 'anthropic', '--model', 'claude-sonnet-4-5', 'Do it.'];
  await run(process.execPath, args, {
    cwd: project,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      PI_CODING_AGENT_DIR: folder,
      PI_OFFLINE: '1',
      ANTHROPIC_API_KEY: 'sk-ant-bench',
    },
  });
}

/** From the first request of a script to the one after its last command. */
async function spanOf(server: Child<ModelServerReady>): Promise<number> {
  const response = await fetch(`${server.ready.url}/span`);
  return Number(await response.text());
}

async function run(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} ended with ${code ?? 'a signal'}.`);
}

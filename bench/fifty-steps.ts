/**
 * The same script of shell commands, one per model answer: carried out by us, in a container, with a durable history;
 * and by the pi coding agent, on the host, without a container. The model answers at once. The clock runs from the first
 * request to the one after the last command, so neither a start of pi nor one of our container counts. Beside it what no
 * decision of ours can shorten: the same requests, commands and durable writes in a bare loop.
 */
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchModel } from './bench-model.ts';
import { createRedisInbox } from '../src/queue/redis-inbox.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { startChild, type Child } from './children.ts';
import { atMost, row, takeTurns, type Row } from './measure.ts';
import { runOurTask } from './our-task.ts';
import type { ModelServerInput, ModelServerReady } from './servers/model-server.ts';
import type { ModelRequest } from '../src/ports/model.ts';
import { IMAGE, never, type Rig } from './rig.ts';

const PI = '@mariozechner/pi-coding-agent@0.73.1';
/** Outside the project, since it is no part of it; kept for the next time. */
const INSTALLED = fileURLToPath(new URL('../../node_modules/.cache/bench-pi', import.meta.url));
const STEPS = 50;
/** About as long as the facts of one effect. */
const WRITTEN = `${'x'.repeat(1_500)}\n`;
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
  let requests: readonly ModelRequest[] = [];
  const ours = async () => {
    const task = { rig, inbox, modelUrl: forUs.ready.url, actions: STEPS, before: BEFORE };
    const spent = await runOurTask(task);
    ({ requests } = spent);
    return spent.totalMs;
  };
  const bare = () => bareLoop(rig, forUs.ready.url, requests);
  const pi = async () => {
    await runPi(cli, forPi.ready.url, await mkdtemp(join(rig.folder, 'pi-')));
    return spanOf(forPi);
  };
  const taken = await takeTurns(rounds, { ours, bare, pi });
  const against = { bench: 'fifty steps', baselineIs: `${PI}, on the host`, unit: 'ms', baseline: taken.pi };
  return [
    row({ ...against, what: `${STEPS} commands, in a container`, ours: taken.ours, target: atMost(0.9) }),
    row({ ...against, what: '  its model calls, commands and durable writes alone', ours: taken.bare }),
  ];
}

async function bareLoop(rig: Rig, modelUrl: string, requests: readonly ModelRequest[]): Promise<number> {
  const model = benchModel(modelUrl);
  const taskId = randomUUID();
  const spec = { taskId, repository: 'octo/bench', traceId: 'bench', image: IMAGE, hosts: [] };
  const sandbox = await rig.sandboxes.create(spec, rig.gateway());
  const file = await open(
    join(rig.folder, `${taskId}.jsonl`),
    constants.O_WRONLY | constants.O_CREAT | constants.O_DSYNC,
  );
  const timeoutMs = 60_000;
  try {
    await sandbox.run({ key: 'before', command: BEFORE, timeoutMs }, never);
    const began = performance.now();
    for (const [at, request] of requests.entries()) {
      await model.ask(request, never);
      await file.write(WRITTEN);
      await sandbox.run({ key: `step-${at}`, command: SCRIPT[at % SCRIPT.length] ?? '', timeoutMs }, never);
      await file.write(WRITTEN);
    }
    return performance.now() - began;
  } finally {
    await file.close();
    await rig.sandboxes.remove(taskId);
  }
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

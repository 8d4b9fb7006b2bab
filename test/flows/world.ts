/** A GitHub, a model API, and the real service between them, as a flow test needs them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { FILES, ISSUE, MAINTAINER, OWNER, REPOSITORY, SCRIPT } from '../../demo/story.ts';
import { freePort, startProcess, untilReady } from '../../demo/bench.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { startGitHub } from '../../standins/github/start.ts';
import { recorderOf } from '../recording/record-world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { AnthropicStandIn } from '../../standins/anthropic/server.ts';
import type { Script } from '../../standins/anthropic/script.ts';
import type { GitHubStandIn } from '../../standins/github/start.ts';
import type { RepositoryOptions } from '../../standins/github/options.ts';

export interface World {
  readonly github: GitHubStandIn;
  readonly anthropic: AnthropicStandIn;
  readonly folder: string;
  readonly dataDir: string;
  /** Every secret of this world: none of them may occur anywhere else. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly repository: string;
  start(extra?: Readonly<Record<string, string>>, args?: readonly string[]): Promise<ServiceProcess>;
  /** Without waiting until it is ready. */
  begin(extra?: Readonly<Record<string, string>>, args?: readonly string[]): ServiceProcess;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly script?: Script;
  readonly repository?: Partial<RepositoryOptions>;
  /** Further repositories beside the first one. */
  readonly others?: readonly RepositoryOptions[];
  readonly latencyMs?: number;
  readonly strict?: boolean;
}

/** Faster than production, but a slow worker on a busy machine must not count as dead. */
const QUICK = {
  PLANWRIGHT_QUEUE__LOCK_SEC: '4',
  PLANWRIGHT_QUEUE__STALLED_SEC: '0.3',
  PLANWRIGHT_QUEUE__SWEEP_SEC: '1',
  PLANWRIGHT_PROGRESS__EDIT_INTERVAL_SEC: '10',
  PLANWRIGHT_GITHUB__PACE_WRITES: 'false',
};

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const record = recorderOf();
  const folder = await mkdtemp(join(tmpdir(), 'pw-flow-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const secret = (label: string) => `canary-${label}-${randomBytes(12).toString('hex')}`;
  const webhook = secret('webhook');
  const key = `sk-ant-api03-${secret('model')}`;
  const dashboard = secret('dashboard');
  const owner = options.repository?.owner ?? OWNER;
  const name = options.repository?.name ?? REPOSITORY;
  const github = await startGitHub({
    strict: options.strict ?? true,
    app: { webhookUrl: `http://127.0.0.1:${port}/api/github/webhooks`, webhookSecret: webhook },
    users: [{ login: 'stranger' }],
    repositories: [
      { owner, name, files: FILES, roles: { [MAINTAINER]: 'write' }, labels: ['planwright'], ...options.repository },
      ...(options.others ?? []),
    ],
  });
  const anthropic = await startAnthropic({
    script: options.script ?? SCRIPT,
    apiKey: key,
    latencyMs: options.latencyMs ?? 0,
  });
  const running: ServiceProcess[] = [];
  const secrets = { webhook, key, dashboard, privateKey: github.credentials.privateKey };

  function begin(extra: Readonly<Record<string, string>> = {}, args: readonly string[] = []): ServiceProcess {
    const env = {
      GHE_HOST: `${github.host}:${github.port}`,
      GHE_PROTOCOL: 'http',
      APP_ID: String(github.credentials.appId),
      PRIVATE_KEY: github.credentials.privateKey,
      WEBHOOK_SECRET: webhook,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: anthropic.url,
      DATA_DIR: dataDir,
      DASHBOARD_TOKEN: dashboard,
      LOG_LEVEL: 'debug',
      ...QUICK,
      // Killed a hundred times, it must be noticed as dead that often.
      ...('PLANWRIGHT_CRASHPOINTS' in extra ? { PLANWRIGHT_QUEUE__LOCK_SEC: '1' } : {}),
      ...extra,
    };
    const service = startProcess({ port: Number(extra['PORT'] ?? port), env, cwd: folder, args });
    running.push(service);
    return service;
  }

  return {
    github,
    anthropic,
    folder,
    dataDir,
    repository: `${owner}/${name}`,
    secrets,
    begin,
    async start(extra = {}, args = []) {
      const service = begin(extra, args);
      if (!('PLANWRIGHT_CRASHPOINTS' in extra)) await untilReady(service);
      return service;
    },
    async close() {
      for (const service of running)
        if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill('SIGKILL');
      await Promise.all(running.map((service) => service.ended));
      await record({ github, anthropic, folder, secrets });
      await Promise.all([github.close(), anthropic.close()]);
      await removeSandboxes(dataDir);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Containers that a failed test left on the engine, which may be removing them already for a killed service. */
async function removeSandboxes(dataDir: string): Promise<void> {
  const instance = await readFile(join(dataDir, 'instance'), 'utf8').catch(() => null);
  if (instance === null) return;
  const ours = ['--quiet', '--filter', `label=planwright.instance=${instance.trim()}`];
  const gone = (list: readonly string[], remove: readonly string[]) => () => {
    const left = execFileSync('docker', [...list, ...ours], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
    if (left.length > 0) spawnSync('docker', [...remove, ...left]);
    return left.length === 0;
  };
  await until(gone(['ps', '--all'], ['rm', '--force', '--volumes']), 'the engine to remove the sandboxes');
  await until(gone(['volume', 'ls'], ['volume', 'rm']), 'the engine to remove their volumes');
}

/** The demo's issue, opened and labelled by the maintainer; resolves when GitHub's webhooks are answered. */
export async function askForFix(world: World): Promise<number> {
  const { number } = await world.github.acts.openIssue({ repository: world.repository, by: MAINTAINER, ...ISSUE });
  await world.github.acts.addLabel({
    repository: world.repository,
    issue: number,
    by: MAINTAINER,
    label: 'planwright',
  });
  return number;
}

export function issueOf(world: World, issue: number) {
  return world.github.acts.readIssue({ repository: world.repository, issue });
}

/** Polls until something becomes true. */
export async function until<T>(look: () => T | Promise<T>, what: string, timeoutMs = 120_000): Promise<NonNullable<T>> {
  const giveUp = Date.now() + timeoutMs;
  for (let pauseMs = 25; ; pauseMs = Math.min(pauseMs * 1.2, 100)) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > giveUp) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((again) => setTimeout(again, pauseMs));
  }
}

interface ApiTask {
  readonly id: string;
  readonly issue: number;
  readonly state: string;
  readonly phase: string;
}

export async function api(service: ServiceProcess, world: World, path: string): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${world.secrets['dashboard'] ?? ''}` },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** The task of an issue once it has ended. */
export async function untilEnded(
  service: ServiceProcess,
  world: World,
  issue: number,
  timeoutMs = 90_000,
): Promise<ApiTask> {
  return until(
    async () => {
      if (service.child.exitCode !== null || service.child.signalCode !== null) throw new Error('The service is gone.');
      const answer = (await api(service, world, '/api/tasks').catch(() => null)) as {
        readonly tasks: readonly ApiTask[];
      } | null;
      return answer?.tasks.find((task) => task.issue === issue && task.phase === 'ended');
    },
    `the end of the task on #${issue}\n${service.output().slice(-4_000)}`,
    timeoutMs,
  );
}

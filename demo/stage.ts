/** The set-up of the demo and the relay: the stand-ins, and the real service between them as a separate process. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess, type ServiceProcess } from './bench.ts';
import { removeContainers } from './containers.ts';
import { instanceId } from '../src/app/join-installation.ts';
import { startAnthropic } from '../standins/anthropic/server.ts';
import { startGitHub, type GitHubStandIn } from '../standins/github/start.ts';
import type { AppOptions, RepositoryOptions } from '../standins/github/options.ts';
import type { Script } from '../standins/anthropic/script.ts';

export interface Stage {
  readonly github: GitHubStandIn;
  readonly service: ServiceProcess;
  /** `owner/name`. */
  readonly repository: string;
  readonly folder: string;
  readonly logFile: string;
  /** The name with which the service labels its containers. */
  readonly instance: string;
  readonly token: string;
  /** A GET of the service's own API. */
  get(path: string): Promise<unknown>;
}

export interface StageOptions {
  readonly repository: RepositoryOptions;
  /** An existing App of somebody else: the service is started without an App, and serves its set-up page. */
  readonly app?: AppOptions;
  /** Settings of the service beside those that the stage needs. */
  readonly settings: Readonly<Record<string, string>>;
  /** The stand-in's answers; null uses the real model with the key from the environment. */
  readonly script: Script | null;
  readonly latencyMs: number;
  /** Each undoes one step; to be called from the last to the first, and only at the end. */
  readonly undo: (() => Promise<unknown>)[];
}

/** How long a stopping service may take for work in progress. */
const STOP_MS = 15_000;
/** Limits for the real model's cost and time. */
const REAL_LIMITS = {
  PLANWRIGHT_BUDGET__USD: '2',
  PLANWRIGHT_BUDGET__MINUTES: '10',
  PLANWRIGHT_BUDGET__MODEL_CALLS: '150',
};

/** Returns before the service is ready. */
export async function openStage({ repository, app, settings, script, latencyMs, undo }: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'planwright-demo-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataDir = join(folder, 'data');
  const instance = instanceId(dataDir);
  undo.push(() => removeContainers(instance));
  const port = await freePort();
  const [webhookSecret, token] = [secret(), secret()];
  const github = await startGitHub({
    folder: join(folder, 'github'),
    app: app ?? { webhookUrl: `http://127.0.0.1:${port}/api/github/webhooks`, webhookSecret },
    repositories: [repository],
    control: true,
  });
  undo.push(() => github.close());
  const model = await modelEnvironment(script, latencyMs, undo);
  const logFile = join(folder, 'service.log');
  const service = startProcess({
    port,
    cwd: folder,
    detached: true,
    env: {
      GHE_HOST: `${github.host}:${github.port}`,
      GHE_PROTOCOL: 'http',
      ...(app === undefined ? credentialsOf(github) : {}),
      DATA_DIR: dataDir,
      DASHBOARD_TOKEN: token,
      ...model,
      ...settings,
    },
  });
  const log = createWriteStream(logFile, { mode: 0o600 });
  for (const stream of [service.child.stdout, service.child.stderr]) stream?.pipe(log, { end: false });
  const endHard = () => void service.child.kill('SIGKILL');
  process.once('exit', endHard);
  undo.push(async () => {
    await stop(service);
    process.off('exit', endHard);
    log.end();
  });
  return {
    github,
    service,
    folder,
    logFile,
    instance,
    token,
    repository: `${repository.owner}/${repository.name}`,
    async get(path) {
      const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      return answer.json();
    },
  };
}

function credentialsOf({ credentials }: GitHubStandIn): Readonly<Record<string, string>> {
  const { appId, privateKey, webhookSecret } = credentials;
  return { APP_ID: String(appId), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: webhookSecret };
}

async function modelEnvironment(
  script: Script | null,
  latencyMs: number,
  undo: StageOptions['undo'],
): Promise<Readonly<Record<string, string>>> {
  if (script === null) {
    const { ANTHROPIC_API_KEY = '', ANTHROPIC_BASE_URL = '', PLANWRIGHT_MODEL__NAME = '' } = process.env;
    return { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, PLANWRIGHT_MODEL__NAME, ...REAL_LIMITS };
  }
  const apiKey = `sk-ant-api03-${secret()}`;
  const anthropic = await startAnthropic({ script, apiKey, latencyMs });
  undo.push(() => anthropic.close());
  return { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: anthropic.url };
}

async function stop({ child, ended }: ServiceProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}

function secret(): string {
  return randomBytes(20).toString('hex');
}

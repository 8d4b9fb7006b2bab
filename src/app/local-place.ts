/**
 * Where a task on this machine lives (OPS-3): the repository, its state folder, and the settings. The repository's own
 * files decide none of this: neither its `.env` nor its `planwright.yaml` is read, nor a state folder that came with it.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { secretsIn } from './read-input.ts';
import { createLogger } from './create-log.ts';
import { instanceId, makeDataFolder } from './join-installation.ts';
import { FROM_FILES, withoutEmpty, type Environment } from '../config/environment.ts';
import { loadSettings, type LoadedSettings } from '../config/load.ts';
import { codeOf } from '../errors.ts';
import { keepOutOfGit, openCheckout, type LocalCheckout } from '../git/local-checkout.ts';
import { createJsonlStore } from '../history/jsonl-store.ts';
import { createLocalIssues, type LocalIssues } from '../local/local-issues.ts';
import { createLocalMailbox, type LocalMailbox } from '../local/local-mailbox.ts';
import { createRedactor, type Redactor } from '../secrets/redactor.ts';
import { requireOwnFolder } from './own-folder.ts';
import { systemClock as clock } from './system-clock.ts';
import type { HistoryStore } from '../ports/history.ts';

export interface LocalPlace {
  readonly checkout: LocalCheckout;
  readonly dataDir: string;
  readonly loaded: LoadedSettings;
  readonly log: Logger;
  readonly logFile: string;
  readonly redactor: Redactor;
  readonly secrets: readonly string[];
  readonly history: HistoryStore;
  readonly issues: LocalIssues;
  readonly mailbox: LocalMailbox;
}

/** Inside the repository, but ignored by git. */
export const STATE_FOLDER = '.planwright';
/** Variables for parts of the service that do not exist here; set for another purpose they would cause errors. */
const OF_THE_SERVICE =
  /^(?:HOST|PORT|METRICS_PORT|PUBLIC_URL|WEBHOOK_PROXY_URL|REDIS_URL(?:_FILE)?|GHE_HOST|GHE_PROTOCOL|USER_CONFIG_API_URL|DASHBOARD_TOKEN(?:_FILE)?|DASHBOARD_URL|NODE_ENV|LOG_LEVEL)$/;
const PATHS: readonly string[] = ['PLANWRIGHT_CONFIG', 'PROMPTS_DIR', ...FROM_FILES.map((name) => `${name}_FILE`)];

interface Where {
  readonly env: Environment;
  readonly cwd: string;
  /** As given. */
  readonly repo: string;
}

export async function openLocalPlace({ env, cwd, repo }: Where): Promise<LocalPlace> {
  const checkout = await openCheckout(resolve(cwd, repo));
  const given = withoutEmpty(env);
  const inside = join(checkout.root, STATE_FOLDER);
  const dataDir = resolve(cwd, given['DATA_DIR'] ?? inside);
  const isInside = dataDir === inside;
  if (isInside) await keepOutOfGit(checkout, STATE_FOLDER);
  makeDataFolder(dataDir);
  if (isInside) requireOwnFolder(dataDir, { isNamed: given['DATA_DIR'] !== undefined, env: given });
  const loaded = loadSettings({ env: { ...localEnvironment(given, cwd), DATA_DIR: dataDir }, cwd: dataDir });
  const secrets = secretsIn({ loaded, credentials: null });
  const redactor = createRedactor(secrets);
  const logFile = join(dataDir, 'planwright.log');
  const destination = pino.destination({ dest: logFile, append: true, sync: true, mode: 0o600 });
  const log = createLogger({ level: 'debug', pretty: false, redactor, destination });
  for (const warning of loaded.warnings) log.warn({ warning }, 'settings');
  return {
    checkout,
    dataDir,
    loaded,
    log,
    logFile,
    redactor,
    secrets,
    history: createJsonlStore({ directory: join(dataDir, loaded.settings.planning.history.directory), log }),
    issues: createLocalIssues(join(dataDir, 'issues'), clock.now),
    mailbox: createLocalMailbox(join(dataDir, 'inbox'), clock.now),
  };
}

function localEnvironment(given: Readonly<Record<string, string>>, cwd: string): Environment {
  const kept = Object.entries(given).filter(([name]) => !OF_THE_SERVICE.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, PATHS.includes(name) ? resolve(cwd, value) : value]));
}

/** The name for containers, and a secret that only this folder contains. */
export function identityOfPlace({ dataDir }: Pick<LocalPlace, 'dataDir'>): {
  readonly instance: string;
  readonly secret: string;
} {
  return { instance: instanceId(dataDir), secret: keptSecret(join(dataDir, 'secret')) };
}

/** Created once; a file that exists is complete. */
function keptSecret(file: string): string {
  const secret = randomBytes(32).toString('hex');
  const draft = `${file}-${secret.slice(0, 12)}`;
  writeFileSync(draft, secret, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

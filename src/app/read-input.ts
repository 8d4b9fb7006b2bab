/** Reads the environment and the files, for starting the service and for `doctor`. */
import { withoutEmpty, withSecretFiles, type Environment } from '../config/environment.ts';
import { mistypedIn } from '../config/mistyped.ts';
import { loadSettings, type LoadedSettings } from '../config/load.ts';
import { Fault } from '../errors.ts';
import { readCredentials, type AppCredentials } from '../intake/credentials.ts';
import { givenApp, isAnyGiven, type GivenApp } from '../setup-page/given-app.ts';
import { isReadByOthers, readStoredApp, storedAppFile } from '../setup-page/stored-app.ts';
import { PROVIDER_VARIABLES } from '../ports/model-provider.ts';
import type { Role } from './command-line.ts';

/**
 * Nothing would reach a worker with its own Redis. An intake's own Redis keeps events for the next start with all
 * roles.
 */
const NO_SHARED_REDIS = new Fault(
  'configuration',
  'A worker needs the Redis of the intake, and REDIS_URL is not set.',
  'Set REDIS_URL to the same address for both, or start one process for all roles (without --role).',
);

/** With one of them a worker can start; the settings say which one it needs. */
const MODEL_KEYS = Object.values(PROVIDER_VARIABLES).map(({ key }) => key);

interface Input {
  readonly loaded: LoadedSettings | null;
  readonly credentials: AppCredentials | null;
  /** Where the App's credentials come from; null if the settings are wrong, or the stored credentials are unusable. */
  readonly app: GivenApp | null;
  readonly isModelKeyMissing: boolean;
  /** What is wrong with either; empty if both are complete. */
  readonly faults: readonly Fault[];
  /** Whole sentences about probable mistakes. */
  readonly warnings: readonly string[];
}

export function readInput(env: Environment, cwd: string, role: Role): Input {
  const { complete } = withSecretFiles(withoutEmpty(env), cwd);
  const faults: Fault[] = [];
  const loaded = unlessFault(() => loadSettings({ env, cwd }), faults);
  const isModelKeyMissing =
    role !== 'intake' &&
    MODEL_KEYS.every((name) => complete[name] === undefined && complete[`${name}_FILE`] === undefined);
  const app = loaded === null ? null : unlessFault(() => appFor(complete, loaded), faults);
  // Unusable stored credentials are not reported as missing; nor are any if the settings, which name their folder, are
  // wrong.
  const credentials =
    app === null && (loaded !== null || !isAnyGiven(complete))
      ? null
      : unlessFault(() => readCredentials(app?.complete ?? complete, { isModelKeyMissing }), faults);
  if (role === 'worker' && loaded?.service.redisUrl === null) faults.push(NO_SHARED_REDIS);
  const warnings = [...(loaded?.warnings ?? mistypedIn(withoutEmpty(env))), ...(app?.warnings ?? [])];
  return { loaded, credentials, app, isModelKeyMissing, faults, warnings };
}

function appFor(complete: Readonly<Record<string, string>>, { service }: LoadedSettings): GivenApp {
  const { dataDir, githubUrl } = service;
  const stored = readStoredApp(dataDir);
  const file = storedAppFile(dataDir);
  const given = givenApp(complete, stored === null ? null : { app: stored, file }, githubUrl);
  if (stored === null || !isReadByOthers(dataDir)) return given;
  const told = `${file} holds the private key of the GitHub App, and others on this machine may read it: chmod 600 ${file}`;
  return { ...given, warnings: [...given.warnings, told] };
}

/** Throws one `Fault` with everything that is wrong. */
export function requireInput(env: Environment, cwd: string, role: Role) {
  const { loaded, credentials, app, faults, warnings } = readInput(env, cwd, role);
  if (loaded !== null && credentials !== null && faults.length === 0)
    return { loaded, credentials, warnings, relay: loaded.service.webhookProxyUrl ?? app?.stored?.relay ?? null };
  throw new Fault(
    'configuration',
    faults
      .map(({ message, advice }, index) => (index < faults.length - 1 ? `${message}\n${advice}` : message))
      .join('\n'),
    [faults.at(-1)?.advice ?? '', ...warnings].join('\n'),
  );
}

/** The parts of the input that must never be shown. */
export function secretsIn({ loaded, credentials }: Pick<Input, 'loaded' | 'credentials'>): readonly string[] {
  const service = loaded?.service;
  const redisUrl = service?.redisUrl ?? '';
  return [
    credentials?.privateKey ?? '',
    ...(credentials?.webhookSecrets ?? []),
    service?.anthropicApiKey ?? '',
    service?.openaiApiKey ?? '',
    service?.dashboardToken ?? '',
    URL.canParse(redisUrl) ? decodeURIComponent(new URL(redisUrl).password) : '',
  ].filter((secret) => secret !== '');
}

function unlessFault<Value>(read: () => Value, faults: Fault[]): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    faults.push(error);
    return null;
  }
}

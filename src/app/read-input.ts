/** What the environment and the files say, for whoever starts the service and for whoever looks after it. */
import { withoutEmpty, withSecretFiles, type Environment } from '../config/environment.ts';
import { mistypedIn } from '../config/mistyped.ts';
import { loadSettings, type LoadedSettings } from '../config/load.ts';
import { Fault } from '../errors.ts';
import { readCredentials, type AppCredentials } from '../intake/credentials.ts';
import type { Role } from './command-line.ts';

/** Nothing would ever come to its own. An intake keeps what it takes in for the next start with all roles. */
const NO_SHARED_REDIS = new Fault(
  'configuration',
  'A worker needs the Redis of the intake, and REDIS_URL is not set.',
  'Set REDIS_URL to the same address for both, or start one process for all roles (without --role).',
);

interface Input {
  readonly loaded: LoadedSettings | null;
  readonly credentials: AppCredentials | null;
  /** What is wrong with either; none where both are there. */
  readonly faults: readonly Fault[];
  /** Whole sentences about what may be meant to be something else. */
  readonly warnings: readonly string[];
}

export function readInput(env: Environment, cwd: string, role: Role): Input {
  const { complete } = withSecretFiles(withoutEmpty(env), cwd);
  const faults: Fault[] = [];
  const loaded = unlessFault(() => loadSettings({ env, cwd }), faults);
  const isModelKeyMissing =
    role !== 'intake' &&
    complete['ANTHROPIC_API_KEY'] === undefined &&
    complete['ANTHROPIC_API_KEY_FILE'] === undefined;
  const credentials = unlessFault(() => readCredentials(complete, { isModelKeyMissing }), faults);
  if (role === 'worker' && loaded?.service.redisUrl === null) faults.push(NO_SHARED_REDIS);
  return { loaded, credentials, faults, warnings: loaded?.warnings ?? mistypedIn(withoutEmpty(env)) };
}

/** Throws one `Fault` with all that is wrong. */
export function requireInput(env: Environment, cwd: string, role: Role) {
  const { loaded, credentials, faults, warnings } = readInput(env, cwd, role);
  if (loaded !== null && credentials !== null && faults.length === 0) return { loaded, credentials };
  throw new Fault(
    'configuration',
    faults
      .map(({ message, advice }, index) => (index < faults.length - 1 ? `${message}\n${advice}` : message))
      .join('\n'),
    [faults.at(-1)?.advice ?? '', ...warnings].join('\n'),
  );
}

/** Whatever of the input must never be shown. */
export function secretsIn({ loaded, credentials }: Pick<Input, 'loaded' | 'credentials'>): readonly string[] {
  const service = loaded?.service;
  const redisUrl = service?.redisUrl ?? '';
  return [
    credentials?.privateKey ?? '',
    ...(credentials?.webhookSecrets ?? []),
    service?.anthropicApiKey ?? '',
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

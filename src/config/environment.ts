/** The service's variables: from its process, from `.env`, and from files with one secret each. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import util from 'node:util';
import { Fault, fileTroubleOf } from '../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
/** Without empty variables and surrounding white space. */
export type GivenVariables = Readonly<Record<string, string>>;

/**
 * Variables that may also come from a file, as container engines provide secrets: `<NAME>_FILE` names it. So may
 * PRIVATE_KEY, which has many lines and is read with the credentials. APP_ID is no secret, but provided beside them.
 */
export const FROM_FILES: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'APP_ID',
  'DASHBOARD_TOKEN',
  'OPENAI_API_KEY',
  'REDIS_URL',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
];
const MAX_SECRET_BYTES = 64 * 1024;

/** Empty counts as unset, since compose files and shells pass empty variables for missing ones. */
export function withoutEmpty(env: Environment): GivenVariables {
  return Object.fromEntries(
    Object.entries(env)
      .map(([name, value = '']) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

/** The environment with the additions of `.env` in this folder; variables that are set already win. */
export function withEnvFile(env: Environment, cwd: string): Environment {
  const path = resolve(cwd, '.env');
  if (!existsSync(path)) return env;
  try {
    // Through the module object: Node before 20.12 has no parseEnv, and a named import would fail to load there.
    return { ...util.parseEnv(readFileSync(path, 'utf8')), ...withoutEmpty(env) };
  } catch (cause) {
    throw new Fault(
      'configuration',
      `The file ${path} cannot be read.`,
      'Make it readable for the service, or remove it and set the variables yourself ' +
        '(Node before 20.12 cannot read it).',
      cause,
    );
  }
}

/** The variables including secrets from files; each unusable file is a mistake. */
export function withSecretFiles(given: GivenVariables, cwd: string) {
  const complete: Record<string, string> = { ...given };
  const mistakes: string[] = [];
  for (const name of FROM_FILES) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (path === undefined) continue;
    const place = `${variable} (environment variable):`;
    if (given[name] !== undefined) {
      mistakes.push(`${place} ${name} is set as well; keep one of them.`);
      continue;
    }
    try {
      const [secret = ''] = readFileSync(resolve(cwd, path))
        .subarray(0, MAX_SECRET_BYTES)
        .toString()
        .trim()
        .split(/\r?\n/);
      if (secret === '') mistakes.push(`${place} the file ${JSON.stringify(path)} is empty.`);
      else complete[name] = secret;
    } catch (error) {
      mistakes.push(`${place} the file ${JSON.stringify(path)} cannot be read: ${fileTroubleOf(error, path)}.`);
    }
  }
  return { complete, mistakes };
}

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import util from 'node:util';
import { Fault } from '../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Empty counts as unset: composing files and shells pass empty variables for missing ones. */
export function withoutEmpty(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const trimmed = value?.trim() ?? '';
      return trimmed === '' ? [] : [[name, trimmed]];
    }),
  );
}

/** The environment with what `.env` in this folder adds to it; what is set already wins. */
export function withEnvFile(env: Environment, cwd: string): Environment {
  const path = resolve(cwd, '.env');
  if (!existsSync(path)) return env;
  try {
    // Through the module object: Node before 20.12 has no parseEnv, and a named import would not even load there.
    return { ...util.parseEnv(readFileSync(path, 'utf8')), ...withoutEmpty(env) };
  } catch (cause) {
    throw new Fault(
      'configuration',
      `The file ${path} cannot be read.`,
      'Make it readable for the service, or remove it and set the variables yourself (Node before 20.12 cannot read it).',
      cause,
    );
  }
}

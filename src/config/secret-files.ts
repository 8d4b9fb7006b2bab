import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const MAX_BYTES = 64 * 1024;

/** Secrets that may also come from a file, as container engines hand them out: `<NAME>_FILE` names it. */
export const SECRETS_FROM_FILES: readonly string[] = ['ANTHROPIC_API_KEY', 'DASHBOARD_TOKEN', 'REDIS_URL'];

type Given = Readonly<Record<string, string>>;

export function withSecretFiles(
  given: Given,
  cwd: string,
): { readonly env: Given; readonly mistakes: readonly string[] } {
  const env: Record<string, string> = { ...given };
  const mistakes: string[] = [];
  for (const name of SECRETS_FROM_FILES) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (path === undefined) continue;
    const secret = firstLine(resolve(cwd, path));
    if (given[name] !== undefined)
      mistakes.push(`${variable} (environment variable): ${name} is set as well; keep one of them.`);
    else if (secret === null)
      mistakes.push(
        `${variable} (environment variable): the file ${JSON.stringify(path)} cannot be read, or is empty.`,
      );
    else env[name] = secret;
  }
  return { env, mistakes };
}

function firstLine(path: string): string | null {
  try {
    const line = readFileSync(path).subarray(0, MAX_BYTES).toString('utf8').trim().split(/\r?\n/)[0];
    return line === undefined || line === '' ? null : line;
  } catch {
    return null;
  }
}

/**
 * `planwright serve`: what may be asked for, and the help that says so. Strict: a flag nobody knows is a mistake,
 * not a wish.
 */
import { parseArgs } from 'node:util';

export const ROLES = ['all', 'intake', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type Command =
  | { readonly kind: 'serve'; readonly role: Role }
  | { readonly kind: 'help' }
  /** One line that says what is wrong. */
  | { readonly kind: 'mistake'; readonly message: string };

const OPTIONS = { role: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

export const HELP_TEXT = `planwright serve: turns labelled issues into tested pull requests.

Usage: planwright serve [options]

  --role <all|intake|worker>      what this process does: the door for webhooks, the work, or all of it (all)
  -h, --help                      show this

Settings come from planwright.yaml and the environment: docs/configuration.md. Running it: docs/operators.md.
`;

export function readCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args;
  const isNamed = first !== undefined && !first.startsWith('-');
  if (first === 'help') return { kind: 'help' };
  if (isNamed && first !== 'serve') return mistake(`There is no command "${shown(first)}"; the command is: serve.`);
  try {
    const { role, help } = parseArgs({
      args: isNamed ? rest : [...args],
      options: OPTIONS,
      strict: true,
      allowPositionals: false,
    }).values;
    if (help === true) return { kind: 'help' };
    const known = ROLES.find((one) => one === (role ?? 'all'));
    return known === undefined
      ? mistake(`There is no role "${shown(role ?? '')}"; the roles are ${ROLES.join(', ')}.`)
      : { kind: 'serve', role: known };
  } catch (error) {
    const { message } = Object(error) as { readonly message?: string };
    return mistake(`${shown(message?.split('. ')[0] ?? 'The arguments cannot be read')}.`);
  }
}

function mistake(message: string): Command {
  return { kind: 'mistake', message };
}

function shown(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 100);
}

/** `planwright serve`: what may be asked for, and the help that says so. Strict: a flag nobody knows is a mistake, not a wish. */
import { parseArgs } from 'node:util';

export const ROLES = ['all', 'intake', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type Command =
  | { readonly kind: 'serve'; readonly role: Role }
  | { readonly kind: 'help' }
  /** One line that says what is wrong. */
  | { readonly kind: 'mistake'; readonly message: string };

const OPTIONS = {
  role: {
    type: 'string',
    value: `<${ROLES.join('|')}>`,
    help: 'what this process does: the door for webhooks, the work, or all of it (all)',
  },
  help: { type: 'boolean', short: 'h', value: '', help: 'show this' },
} as const;

export function readCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args;
  const isNamed = first !== undefined && !first.startsWith('-');
  if (isNamed && first !== 'serve')
    return mistake(first === 'help' ? null : `There is no command "${shown(first)}"; the command is: serve.`);
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

export function helpText(): string {
  const options = Object.entries(OPTIONS).map(([name, option]) => {
    const flags = [
      ...('short' in option ? [`-${option.short}`] : []),
      `--${name}${option.value === '' ? '' : ` ${option.value}`}`,
    ];
    return `  ${flags.join(', ').padEnd(32)}${option.help}`;
  });
  return [
    'planwright serve: turns labelled issues into tested pull requests.',
    '',
    'Usage: planwright serve [options]',
    '',
    ...options,
    '',
    'Settings come from planwright.yaml and the environment: docs/configuration.md. Running it: docs/operators.md.',
    '',
  ].join('\n');
}

function mistake(message: string | null): Command {
  return message === null ? { kind: 'help' } : { kind: 'mistake', message };
}

function shown(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 100);
}

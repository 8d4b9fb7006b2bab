/**
 * `planwright <command>`: the commands and their help. Unknown commands and flags are errors. A new command needs a
 * part of `Command`, and its lines in `programFor`.
 */
import { Command as Program, CommanderError, Option } from 'commander';
import { versionHere } from '../package-root.ts';
import { addLocalCommands } from './local-command-line.ts';
import type { LocalCommand } from './local-commands.ts';

export const ROLES = ['all', 'intake', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type Command =
  | { readonly kind: 'serve' | 'doctor'; readonly role: Role }
  | { readonly kind: 'init' }
  | { readonly kind: 'demo'; readonly args: readonly string[] }
  | LocalCommand
  /** Help, or the version. */
  | { readonly kind: 'text'; readonly text: string }
  /** One line that says what is wrong, and where to read more. */
  | { readonly kind: 'mistake'; readonly message: string };

const FURTHER = `
Every command takes --verbose, which shows errors in full.
Settings come from planwright.yaml and the environment: docs/configuration.md. Operation: docs/operators.md.
`;

export function readCommandLine(args: readonly string[]): Command {
  let asked: Command | null = null;
  let text = '';
  const program = programFor((command) => {
    asked = command;
  });
  for (const one of [program, ...program.commands])
    one.exitOverride().configureOutput({ writeOut: (part) => (text += part), writeErr: () => {} });
  try {
    program.parse(withCommand(args), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text };
    return { kind: 'mistake', message: inOneLine(error, program, args) };
  }
  return asked ?? { kind: 'text', text: program.helpInformation() };
}

function programFor(ask: (command: Command) => void): Program {
  const role = (does: string) => new Option('--role <role>', does).choices(ROLES).default('all');
  const program = new Program('planwright')
    .description('Turns labelled issues into tested pull requests. Without a command it starts the service.')
    .version(versionHere())
    .addHelpText('after', FURTHER);
  program
    .command('serve')
    .description('start the service')
    .addOption(role('what this process does: receive webhooks (intake), work (worker), or both (all)'))
    .addHelpText('after', FURTHER)
    .action((options: { readonly role: Role }) => ask({ kind: 'serve', role: options.role }));
  program
    .command('doctor')
    .description(
      'check settings, programs and connections, and say how to fix what is wrong; also while the service runs',
    )
    .addOption(role('the role of the process to check'))
    .addHelpText('after', '\nExit codes: 0 all is well, 1 something must be fixed.\n')
    .action((options: { readonly role: Role }) => ask({ kind: 'doctor', role: options.role }));
  addLocalCommands(program, ask);
  program
    .command('init')
    .description('write .github/planwright.yml, with every key explained, into the repository you are in')
    .action(() => ask({ kind: 'init' }));
  program
    .command('demo')
    .description(
      'see a task from issue to pull request on this machine, with a local GitHub; only in a clone of Planwright',
    )
    .argument('[options...]', 'as npm run demo takes them: --keep, --language ja, --set-up')
    .allowUnknownOption()
    .action((args: readonly string[]) => ask({ kind: 'demo', args }));
  return program;
}

/** Without a command, the options are those of `serve`. */
function withCommand(args: readonly string[]): readonly string[] {
  const [first] = args;
  const isOfProgram = first !== undefined && (!first.startsWith('-') || /^(-h|--help|-V|--version)$/.test(first));
  return isOfProgram ? args : ['serve', ...args];
}

function inOneLine({ code, message }: CommanderError, program: Program, args: readonly string[]): string {
  const said = () => {
    if (code === 'commander.help') return `unknown command '${args.at(-1) ?? ''}'`;
    if (code !== 'commander.excessArguments') return message.replace(/^error: /, '');
    const command = program.commands.find(({ args: extra }) => extra.length > 0);
    return `'${command?.name() ?? ''}' takes no "${command?.args.join(' ') ?? ''}"`;
  };
  const line = said()
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 300);
  // The options of a command are in its own help.
  const command = program.commands.find((one) => one.name() === args[0])?.name();
  const help = command === undefined ? 'planwright --help' : `planwright ${command} --help`;
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}${/[.)]$/.test(line) ? '' : '.'} See ${help}.`;
}

/**
 * `planwright <command>`: what may be asked for, and the help that says so. Strict: a command or a flag nobody knows is a
 * mistake, not a wish. A new command is a part of `Command`, and its lines in `programFor`.
 */
import { Command as Program, CommanderError, Option } from 'commander';
import { versionHere } from '../package-root.ts';
import type { ReadAsked, RunAsked } from './local-commands.ts';

export const ROLES = ['all', 'intake', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type Command =
  | { readonly kind: 'serve' | 'doctor'; readonly role: Role }
  | { readonly kind: 'init' }
  | { readonly kind: 'run'; readonly asked: RunAsked }
  | { readonly kind: 'read'; readonly asked: ReadAsked }
  /** Help, or the version. */
  | { readonly kind: 'text'; readonly text: string }
  /** One line that says what is wrong, and where to read on. */
  | { readonly kind: 'mistake'; readonly message: string };

const FURTHER = `
Settings come from planwright.yaml and the environment: docs/configuration.md. Running it: docs/operators.md.
`;

const RUN_ENDS = `
Without --issue and --resume it reads a Task YAML from standard input: planwright run < task.yaml
It needs Docker and ANTHROPIC_API_KEY. What it keeps is in .planwright/ of the repository, out of git; Ctrl-C saves, and the
same command goes on. It ends with 0 (done), 1 (failed), 2 (wrong use), 3 (a person is needed) or 130 (saved after Ctrl-C).
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
    .description('Turns labelled issues into tested pull requests. Without a command it serves.')
    .version(versionHere())
    .addHelpText('after', FURTHER);
  program
    .command('serve')
    .description('start the service')
    .addOption(role('what this process does: the door for webhooks, the work, or all of it'))
    .addHelpText('after', FURTHER)
    .action((options: { readonly role: Role }) => ask({ kind: 'serve', role: options.role }));
  program
    .command('doctor')
    .description('look at everything that can be set wrong, and say how to put it right; also while the service runs')
    .addOption(role('what the process is to do that is looked after'))
    .addHelpText('after', '\nIt ends with 0 when all is well, with 1 when something must be mended.\n')
    .action((options: { readonly role: Role }) => ask({ kind: 'doctor', role: options.role }));
  program
    .command('run')
    .description('do a task on a repository of this machine, without GitHub: the result is a branch')
    .option('--repo <folder>', 'the repository; else the one you are in')
    .option('--issue <text or file>', 'what is to be done; the same text goes on with the same task')
    .option('--resume <task>', 'go on with this task')
    .option('--base <branch>', 'begin from this branch instead of the current one')
    .option('--meta-model <model>', 'the model, before what a Task YAML or the settings say')
    .option('--plan <file>', 'carry this plan out, as "planwright plan" writes it, without planning')
    .option('--answers <file>', 'answers to what will be asked, with --- between those to one question and the next')
    .option('--no-assume', 'assume nothing: what would be asked of a person ends this with 3')
    .option('--json', 'the result as JSON on standard output, and nothing else there')
    .addHelpText('after', RUN_ENDS)
    .action((options: RunOptions, command: Program) => {
      if (options.issue !== undefined && options.resume !== undefined)
        command.error('error: --issue and --resume exclude each other: the same text goes on by itself');
      if (options.plan !== undefined && options.resume !== undefined)
        command.error('error: --plan is for a task that begins; one that goes on has its own');
      ask({ kind: 'run', asked: runAsked(options) });
    });
  addReaders(program, (asked) => ask({ kind: 'read', asked }));
  program
    .command('init')
    .description('write .github/planwright.yml into the repository you are in, with every key explained')
    .action(() => ask({ kind: 'init' }));
  return program;
}

/** What is kept on this machine is read by DATA_DIR, or in the repository. */
function addReaders(program: Program, ask: (asked: ReadAsked) => void): void {
  const reader = (name: string, does: string) =>
    program.command(name).description(does).option('--repo <folder>', 'whose tasks, unless DATA_DIR says', '.');
  interface Options {
    readonly repo: string;
    readonly json?: boolean;
    readonly taskYaml?: boolean;
  }
  reader('tasks', 'list the tasks of this machine, the newest first')
    .option('--json', 'as JSON')
    .action(({ repo, json = false }: Options) => ask({ what: 'tasks', repo, json }));
  reader('show <task>', 'how a task stands: its plan, what it does or waits for, what it used')
    .option('--json', 'as JSON')
    .option('--task-yaml', 'as a Task YAML, for planwright run < task.yaml')
    .action((task: string, { repo, json = false, taskYaml = false }: Options) =>
      ask({ what: 'show', task, repo, json, taskYaml }),
    );
  reader('history <task>', 'the record of a task, one JSON object a line').action((task: string, { repo }: Options) =>
    ask({ what: 'history', task, repo, json: true }),
  );
  reader('plan <task>', 'the plan of a task, as JSON').action((task: string, { repo }: Options) =>
    ask({ what: 'plan', task, repo, json: true }),
  );
}

interface RunOptions {
  readonly repo?: string;
  readonly issue?: string;
  readonly resume?: string;
  readonly base?: string;
  readonly metaModel?: string;
  readonly plan?: string;
  readonly answers?: string;
  readonly assume: boolean;
  readonly json?: true;
}

function runAsked({
  repo,
  issue,
  resume,
  base,
  metaModel,
  plan,
  answers,
  assume: assumes,
  json,
}: RunOptions): RunAsked {
  return {
    repo: repo ?? null,
    metaModel: metaModel ?? null,
    plan: plan ?? null,
    issue: issue ?? null,
    resume: resume ?? null,
    base: base ?? null,
    answers: answers ?? null,
    assumes,
    json: json ?? false,
  };
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
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}${/[.)]$/.test(line) ? '' : '.'} See planwright --help.`;
}

/** The commands for tasks of this machine, and for messages to tasks of a service, with their help (OPS-3). */
import { Option, type Command as Program } from 'commander';
import type { LocalCommand, ReadAsked, RunAsked, SandboxKind } from './local-commands.ts';
import type { Spoken } from '../people/spoken-to-task.ts';

type Ask = (command: LocalCommand) => void;

const RUN_ENDS = `
Without --issue and --resume it reads a Task YAML from standard input: planwright run < task.yaml
It needs Docker and the key of a model; with --sandbox process no Docker, and the commands of the model run as you, without isolation. What it keeps is in .planwright/ of the repository, out of git; Ctrl-C saves, and the
same command goes on. It ends with 0 (done), 1 (failed), 2 (wrong use), 3 (a person is needed) or 130 (saved after Ctrl-C).
`;

const SPEAK_ENDS = `
A task is named by its id, or by the beginning of it. Whoever is at work on it hears it at once; else it is kept until somebody
goes on with it. With DASHBOARD_TOKEN set, tasks of a service are found, too: at --at, or by HOST and PORT.
`;

export function addLocalCommands(program: Program, ask: Ask): void {
  addRun(program, ask);
  addReaders(program, (asked) => ask({ kind: 'read', asked }));
  addSpeakers(program, ask);
  program
    .command('prune')
    .description('remove what is kept of tasks that are over: containers at once, records as long as the settings say')
    .option('--repo <folder>', 'the repository, unless DATA_DIR says', '.')
    .action(({ repo }: { readonly repo: string }) => ask({ kind: 'prune', repo }));
}

function addRun(program: Program, ask: Ask): void {
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
    .addOption(
      new Option('--sandbox <kind>', 'where commands run; process: on this machine as you, WITHOUT ISOLATION')
        .choices(['container', 'process'])
        .default('container'),
    )
    .addHelpText('after', RUN_ENDS)
    .action((options: RunOptions, command: Program) => {
      if (options.issue !== undefined && options.resume !== undefined)
        command.error('error: --issue and --resume exclude each other: the same text goes on by itself');
      if (options.plan !== undefined && options.resume !== undefined)
        command.error('error: --plan is for a task that begins; one that goes on has its own');
      ask({ kind: 'run', asked: runAsked(options) });
    });
}

/** Records on this machine are found by DATA_DIR, or in the repository. */
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

interface SpeakOptions {
  readonly repo: string;
  readonly at?: string;
  readonly samePlan?: boolean;
}

function addSpeakers(program: Program, ask: Ask): void {
  const speaker = (what: Spoken, does: string) =>
    program
      .command(`${what} <task>${what === 'answer' || what === 'tell' ? ' [words...]' : ''}`)
      .description(does)
      .option('--repo <folder>', 'whose task, unless DATA_DIR says', '.')
      .option('--at <address>', 'of a service, where its task is not of this machine')
      .addHelpText('after', SPEAK_ENDS);
  for (const [what, does] of [
    ['answer', 'answer what a task asks; without words, they are read from standard input'],
    ['tell', 'tell a task something that it is to take into account'],
  ] as const)
    speaker(what, does).action((task: string, words: readonly string[], { repo, at }: SpeakOptions) =>
      ask({
        kind: 'speak',
        asked: { what, task, repo, at: at ?? null, samePlan: false, text: words.length === 0 ? null : words.join(' ') },
      }),
    );
  const order = (what: Spoken, does: string) =>
    speaker(what, does).action((task: string, { repo, at, samePlan = false }: SpeakOptions) =>
      ask({ kind: 'speak', asked: { what, task, repo, at: at ?? null, samePlan, text: null } }),
    );
  order('stop', 'end a task; what it did stays on its branch');
  order('pause', 'have a task pause after the step in hand');
  order('resume', 'go on with a task: where it pauses, or, if nobody is at work on it, here');
  order('retry', 'do anew what a task was asked for that is over; it is planned anew').option(
    '--same-plan',
    'by its plan as it is, without planning',
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
  readonly sandbox: SandboxKind;
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
  sandbox,
}: RunOptions): RunAsked {
  return {
    repo: repo ?? null,
    metaModel: metaModel ?? null,
    plan: plan ?? null,
    issue: issue ?? null,
    resume: resume ?? null,
    retry: null,
    samePlan: false,
    stops: false,
    base: base ?? null,
    answers: answers ?? null,
    assumes,
    json: json ?? false,
    sandbox,
  };
}

/** The commands for tasks of this machine, and for messages to tasks of a service, with their help (OPS-3). */
import { Option, type Command as Program } from 'commander';
import type { LocalCommand, ReadAsked, RunAsked, SandboxKind } from './local-commands.ts';
import type { Spoken } from '../people/spoken-to-task.ts';

type Ask = (command: LocalCommand) => void;

const RUN_ENDS = `
Without --issue and --resume it reads a Task YAML from standard input: planwright run < task.yaml
It needs Docker and a model key. With --sandbox process it needs no Docker, and the model's commands run as you, without
isolation. Its data is in .planwright/ of the repository, excluded from git. Ctrl-C saves; the same command continues.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a person is needed, 130 saved after Ctrl-C. More: docs/on-your-own-machine.md
`;

const SPEAK_ENDS = `
A task is named by its id, or by the beginning of it. A running task receives it at once; otherwise it is kept until the
task continues. With DASHBOARD_TOKEN set, it also reaches tasks of a service: at --at, or at HOST and PORT.
`;

export function addLocalCommands(program: Program, ask: Ask): void {
  addRun(program, ask);
  addReaders(program, (asked) => ask({ kind: 'read', asked }));
  addSpeakers(program, ask);
  program
    .command('prune')
    .description('remove data of ended tasks: containers at once, records after planning.history.retention_days')
    .option('--repo <folder>', 'the repository, unless DATA_DIR is set', '.')
    .action(({ repo }: { readonly repo: string }) => ask({ kind: 'prune', repo }));
}

function addRun(program: Program, ask: Ask): void {
  program
    .command('run')
    .description('carry out a task on a repository on this machine, without GitHub; the result is a branch')
    .option('--repo <folder>', 'the repository (default: the one you are in)')
    .option('--issue <text or file>', 'what to do; the same text continues the same task')
    .option('--resume <task>', 'continue this task')
    .option('--base <branch>', 'start from this branch instead of the current one')
    .option('--meta-model <model>', 'the model; overrides the Task YAML and the settings')
    .option('--plan <file>', 'carry out this plan, as written by "planwright plan", without planning')
    .option('--answers <file>', 'answers to the questions, in order, separated by lines of ---')
    .option('--no-assume', 'assume nothing: a question ends the run with exit code 3')
    .option('--json', 'only the result, as JSON, on standard output')
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
    program
      .command(name)
      .description(does)
      .option('--repo <folder>', 'the repository of the tasks, unless DATA_DIR is set', '.');
  interface Options {
    readonly repo: string;
    readonly json?: boolean;
    readonly taskYaml?: boolean;
  }
  reader('tasks', 'list the tasks of this machine, the newest first')
    .option('--json', 'as JSON')
    .action(({ repo, json = false }: Options) => ask({ what: 'tasks', repo, json }));
  reader('show <task>', 'the state of a task: its plan, its question, its branch, its usage')
    .option('--json', 'as JSON')
    .option('--task-yaml', 'as a Task YAML, for planwright run < task.yaml')
    .action((task: string, { repo, json = false, taskYaml = false }: Options) =>
      ask({ what: 'show', task, repo, json, taskYaml }),
    );
  reader('history <task>', 'the record of a task, one JSON object per line').action((task: string, { repo }: Options) =>
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
      .option('--repo <folder>', 'the repository of the task, unless DATA_DIR is set', '.')
      .option('--at <address>', 'the address of a service, for a task of that service')
      .addHelpText('after', SPEAK_ENDS);
  for (const [what, does] of [
    ['answer', 'answer the question of a task; without words, the answer is read from standard input'],
    ['tell', 'give a task an instruction; without words, it is read from standard input'],
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
  order('stop', 'end a task; its work stays on its branch');
  order('pause', 'pause a task after its current step');
  order('resume', 'continue a paused task, or, if it is not running, continue it in this terminal');
  order('retry', 'repeat an ended task with a new plan').option('--same-plan', 'with its existing plan');
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

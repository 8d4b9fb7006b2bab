/** The commands that ran in a task, with as much output as evidence is searched in (EXEC-6). */
import { checkIn } from './checks.ts';
import type { Fact, FactOf } from './facts.ts';
import type { CommandRecord, CommandRun } from './outcome.ts';
import type { Task } from './task.ts';

const MAX_RUNS = 200;
const MAX_CHARACTERS = 12_000;

/** After this fact, oldest first; `task` is the state before it. */
export function commandsRun(task: Pick<Task, 'commands' | 'work' | 'stage'>, fact: Fact): readonly CommandRun[] {
  switch (fact.type) {
    case 'tool': {
      const use = task.work?.waitingTools.find(({ id }) => id === fact.tool_use_id);
      const command = fact.tool === 'run_command' ? commandIn(use?.input) : null;
      return command === null ? task.commands : added(task.commands, command, fact.exit_code, fact.text);
    }
    case 'verification':
      return verified(task, fact);
    case 'environment':
      return fact.name === 'setup' || fact.name === 'check' ? withRecord(task.commands, fact.command) : task.commands;
    default:
      return task.commands;
  }
}

/** A run on the base commit is no evidence about the work. */
function verified({ commands, stage }: Pick<Task, 'commands' | 'stage'>, fact: FactOf<'verification'>) {
  if (!('command' in fact) || (fact.name === 'checked' && fact.on === 'base')) return commands;
  const added = withRecord(commands, fact.command);
  const before = fact.name === 'checked' && stage.is === 'verify' ? checkIn(stage.checks, fact.check) : null;
  const isFlaky = before !== null && fact.command.exit_code === 0;
  return isFlaky ? added.map((run, at) => (at === added.length - 1 ? { ...run, isFlaky } : run)) : added;
}

function withRecord(commands: Task['commands'], { command, exit_code, output }: CommandRecord): readonly CommandRun[] {
  return added(commands, command, exit_code, output);
}

function added(
  commands: Task['commands'],
  command: string,
  exitCode: number | null,
  output: string,
): readonly CommandRun[] {
  return [...commands.slice(1 - MAX_RUNS), { command, exitCode, output: headAndTail(output) }];
}

function headAndTail(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  return `${text.slice(0, half)}\n…\n${text.slice(-half)}`;
}

function commandIn(input: unknown): string | null {
  const { command } = (typeof input === 'object' && input !== null ? input : {}) as { readonly command?: unknown };
  return typeof command === 'string' ? command : null;
}

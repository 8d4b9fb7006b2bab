/**
 * The model calls and commands of a task, read from its history: each call with the state of the task at that time,
 * from which its request can be rendered again, and with its outcome.
 */
import { evolve } from '../state/evolve.ts';
import type { FactOf, Recorded } from '../state/facts.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export interface ModelCall {
  /** When it was asked. */
  readonly at: number;
  /** The state at that time, with the effect in flight. */
  readonly before: Task;
  readonly usage: FactOf<'usage'>;
  readonly answers: readonly Recorded[];
}

/** Where a command was run, or which of the checks it is. */
export type RunOf = 'setup' | 'environment' | 'action' | 'test' | 'build' | 'lint' | 'base';

export interface Run {
  readonly of: RunOf;
  readonly command: string;
  /** Null if a signal or the time limit ended it. */
  readonly exitCode: number | null;
  readonly from: number;
  readonly to: number;
  readonly output: string;
}

export interface TaskRecord {
  readonly task: Task;
  readonly calls: readonly ModelCall[];
  readonly runs: readonly Run[];
  /** How often each other tool was used, by name. */
  readonly otherTools: ReadonlyMap<string, number>;
}

/** Called between pieces of work: a long note takes seconds in all, and other work of the process gets its turn. */
export type GiveWay = () => Promise<void>;

/** Null for a history without a beginning. */
export async function recordOf(history: readonly Recorded[], giveWay: GiveWay): Promise<TaskRecord | null> {
  let task: Task | null = null;
  let asked: { readonly at: number; readonly before: Task } | null = null;
  let answers: Recorded[] = [];
  const calls: ModelCall[] = [];
  const runs: Run[] = [];
  const otherTools = new Map<string, number>();
  const commands = new Map<string, string>();
  for (const fact of history) {
    await giveWay();
    const now: Task = evolve(task, fact);
    task = now;
    const at = Date.parse(fact.timestamp);
    if (fact.type === 'effect' && fact.name === 'started') {
      asked = { at, before: now };
      answers = [];
    }
    if (isAnswer(fact)) answers.push(fact);
    if (fact.type === 'usage' && asked !== null) calls.push({ ...asked, usage: fact, answers });
    if (fact.type === 'action' && fact.name === 'answer')
      for (const block of fact.content)
        if (block.type === 'tool_use' && block.name === 'run_command') commands.set(block.id, commandIn(block.input));
    if (fact.type === 'tool' && fact.tool !== 'run_command')
      otherTools.set(fact.tool, (otherTools.get(fact.tool) ?? 0) + 1);
    const run = runIn(fact, commands);
    if (run !== null) runs.push({ ...run, from: at - run.ms, to: at });
  }
  return task && { task, calls, runs, otherTools };
}

/** The model's answer as it was read. */
function isAnswer(fact: Recorded): boolean {
  switch (fact.type) {
    case 'plan':
    case 'review':
      return true;
    case 'revision':
      return fact.source === 'replan' || fact.source === 'comment';
    case 'reflection':
      return fact.name === 'model';
    case 'phase':
      return ANSWERS.has(fact.name);
    case 'error':
      return fact.name === 'invalid_answer' || fact.name === 'conversation_refused';
    case 'action':
      return fact.name === 'answer';
    case 'control':
      return fact.name === 'comment_weighed';
    default:
      return false;
  }
}

const ANSWERS: ReadonlySet<string> = new Set([
  'goal_understanding',
  'goal_error',
  'gathering',
  'task_decomposition',
  'judged',
  'completion_assessment',
  'summary',
]);

type RunSeen = Pick<Run, 'of' | 'command' | 'exitCode' | 'output'> & { readonly ms: number };

function runIn(fact: Recorded, commands: ReadonlyMap<string, string>): RunSeen | null {
  if (fact.type === 'tool' && fact.tool === 'run_command') {
    const command = commands.get(fact.tool_use_id) ?? '';
    return { of: 'action', command, exitCode: fact.exit_code, ms: fact.duration_ms, output: fact.text };
  }
  if (fact.type === 'environment' && fact.name === 'setup') return ran('setup', fact.command);
  if (fact.type === 'environment' && fact.name === 'check') return ran('environment', fact.command);
  if (fact.type === 'verification' && fact.name === 'tests') return ran('test', fact.command);
  if (fact.type === 'verification' && fact.name === 'checked')
    return ran(fact.on === 'base' ? 'base' : fact.check, fact.command);
  return null;
}

function ran(of: RunOf, { command, exit_code: exitCode, duration_ms: ms, output }: CommandRecord): RunSeen {
  return { of, command, exitCode, ms, output };
}

function commandIn(input: unknown): string {
  const given = typeof input === 'object' && input !== null && 'command' in input ? input.command : '';
  return typeof given === 'string' ? given : '';
}

/** Runs the project's tests in the sandbox. */
import { runInSandbox } from './command.ts';
import type { Performer } from './perform.ts';

export const runTests: Performer<'run_tests'> = async ({ effect, key, task, tools, signal }) => {
  const command = await runInSandbox(task, tools, signal, { key, command: effect.command, againIfCutOff: true, withinBudget: true });
  return [{ type: 'verification', name: 'tests', command }];
};

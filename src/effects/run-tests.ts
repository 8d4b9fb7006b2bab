/** Runs the project's tests in the sandbox. */
import { runInSandbox } from './command.ts';
import type { Performer } from './performer.ts';

export const runTests: Performer<'run_tests'> = async ({ key, task, tools, signal }) => {
  const test = task.plan?.test_command ?? null;
  if (test === null) throw new TypeError('There is no command for the tests.');
  const command = await runInSandbox(task, tools, signal, {
    key,
    command: test,
    againIfCutOff: true,
    withinBudget: true,
  });
  return [{ type: 'verification', name: 'tests', command }];
};

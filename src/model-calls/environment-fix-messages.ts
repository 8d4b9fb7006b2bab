/** The prompt for repairing a failed set-up of the environment (ENV-4). */
import { shorten } from '../environments/describe-repository.ts';
import { untrusted } from '../people/fence.ts';
import { environmentFilesBlock, writtenBy } from './blocks.ts';
import { deniedIn } from './denied-connections.ts';
import { surroundings } from './surroundings.ts';
import type { PromptTools } from './planning-messages.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

const MAX_OUTPUT = 8_000;
const MAX_GOAL = 4_000;

export function environmentFixQuestion(task: Task, { prompts, nonceOf }: PromptTools): string {
  const { plan, workspace } = task;
  if (plan === null || workspace.is !== 'preparing') throw new TypeError('No environment is being prepared.');
  const nonce = nonceOf(task.id);
  const { name, setup_commands, verification } = plan.selected_environment;
  const { limits } = surroundings(task.settings, prompts);
  const failedCheck = workspace.checks.find(({ passed }) => !passed);
  const failed = failedCheck?.command ?? workspace.setup.find(({ exit_code: exit }) => exit !== 0);
  if (failed === undefined) throw new TypeError('Nothing of the set-up failed.');
  return prompts.render('environment-fix', {
    environment: name,
    limits,
    goal: untrusted('goal', shorten(plan.goal_understanding.main_objective, MAX_GOAL), nonce),
    commands: untrusted('commands', JSON.stringify({ setup_commands, verification }, null, 1), nonce),
    failed: [
      howItEnded(failed),
      ...deniedIn(failed),
      writtenBy(`output of ${shorten(failed.command, 300)}`, shorten(failed.output, MAX_OUTPUT), nonce),
      ...(failedCheck === undefined
        ? []
        : [writtenBy('expected output', shorten(failedCheck.expected, MAX_OUTPUT), nonce)]),
    ].join('\n'),
    environment_files: environmentFilesBlock(task, nonce),
  });
}

function howItEnded({ exit_code: exit, timed_out: timedOut }: CommandRecord): string {
  if (timedOut) return 'It did not end in time.';
  if (exit === 0) return 'It exited with 0; its output is not the expected one, letter by letter.';
  return exit === null ? 'A signal ended it.' : `It exited with ${exit}.`;
}

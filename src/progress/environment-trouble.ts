/** A failed environment set-up, told as ENV-4 says. */
import { code, fenced } from './safe-text.ts';
import type { CommandRecord } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

export function environmentTrouble(task: Task, words: Words): string {
  const environment = 'environment' in task ? task.environment : null;
  if (!environment?.failed) return '';
  const failures: readonly CommandRecord[] = [
    ...environment.setup.filter((command) => command.exit_code !== 0),
    ...environment.checks.filter((check) => !check.passed).map((check) => check.command),
  ];
  return [
    words.environmentFailed,
    `**${words.environment}**: ${code(environment.name)}`,
    ...failures
      .slice(0, 3)
      .map(
        (command) =>
          `**${words.error}**: ${code(command.command)} (${command.timed_out ? words.timedOut : words.exit(command.exit_code)})\n\n${fenced(command.output, 2_000)}`,
      ),
  ].join('\n\n');
}

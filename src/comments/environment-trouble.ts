/** A failed environment set-up, told as ENV-4 says. */
import { code, fenced } from './safe-text.ts';
import { activityOf, environmentOf } from '../state/select.ts';
import type { Activity, CommandRecord } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

/** While it rests, or plans again, it is not said. */
const TOLD_IN: ReadonlySet<Activity> = new Set(['execute', 'verify', 'report', 'ended']);

export function environmentTrouble(task: Task, words: Words): string {
  const environment = TOLD_IN.has(activityOf(task)) ? environmentOf(task) : null;
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

/**
 * How much a plan may hold. Generous for plans that people would make; a model that runs wild is told what to leave
 * out, before hours of commands are run or a comment is filled with one action.
 */
import { quoted } from './shown-names.ts';
import type { ActionPlan, SelectedEnvironment } from '../state/plan.ts';

const MAX_COMMANDS = 30;
const MAX_COMMAND_CHARACTERS = 4_000;
const MAX_ACTIONS = 300;
/** With many subtasks, this many for each. */
const ACTIONS_PER_SUBTASK = 3;
const MAX_ACTION_CHARACTERS = 4_000;

export function checkCommands(
  { setup_commands: setup, verification }: Pick<SelectedEnvironment, 'setup_commands' | 'verification'>,
  testCommand: string | null,
): readonly string[] {
  const longCommand = (place: string, { length }: string) =>
    length <= MAX_COMMAND_CHARACTERS
      ? []
      : [
          `${place} has ${length} characters; at most ${MAX_COMMAND_CHARACTERS} are allowed. Put a long script into a file of the project, or split it.`,
        ];
  return [
    ...checkCount('setup_commands', setup.length, MAX_COMMANDS),
    ...setup.flatMap((command, index) => longCommand(`setup_commands[${index}]`, command)),
    ...checkCount('verification', verification.length, MAX_COMMANDS),
    ...verification.flatMap(({ command, expected_output: expected }, index) => [
      ...longCommand(`verification[${index}].command`, command),
      ...longCommand(`verification[${index}].expected_output`, expected),
    ]),
    ...longCommand('test_command', testCommand ?? ''),
  ];
}

export function checkActionCount({ actions }: ActionPlan, subtasks: number): readonly string[] {
  const most = Math.max(MAX_ACTIONS, ACTIONS_PER_SUBTASK * subtasks);
  return [
    ...checkCount('actions', actions.length, most),
    ...actions.slice(0, most).flatMap(({ task_id, purpose, expected_outcome, fallback_strategy }) => {
      const length = purpose.length + expected_outcome.length + fallback_strategy.length;
      return length <= MAX_ACTION_CHARACTERS
        ? []
        : [tooLong(`An action of subtask ${quoted(task_id)}`, length, MAX_ACTION_CHARACTERS)];
    }),
  ];
}

const FEWER = {
  acceptance_criteria: 'Keep those that tell most.',
  setup_commands: 'Join steps that belong together into one command, or leave out what is not needed.',
  verification: 'Keep the checks that tell most.',
  actions: 'One action may take many steps: join those of one subtask.',
} as const;

export function checkCount(list: keyof typeof FEWER, count: number, most: number): readonly string[] {
  return count <= most ? [] : [`There are ${count} entries in ${list}; at most ${most} are allowed. ${FEWER[list]}`];
}

export function tooLong(what: string, length: number, most: number): string {
  return `${what} is described in ${length} characters; at most ${most} are allowed. Say it more briefly.`;
}

/**
 * How much a plan may hold. Generous for plans that people would make; a model that runs wild is told what to leave
 * out, before hours of commands are run or a comment is filled with one action.
 */
import type { ActionPlan, SelectedEnvironment } from './plan.ts';

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
  return [
    ...tooMany(
      'setup_commands',
      setup.length,
      MAX_COMMANDS,
      'Join steps that belong together into one command, or leave out what is not needed.',
    ),
    ...setup.flatMap((command, index) => tooLong(`setup_commands[${index}]`, command)),
    ...tooMany('verification', verification.length, MAX_COMMANDS, 'Keep the checks that tell most.'),
    ...verification.flatMap(({ command, expected_output: expected }, index) => [
      ...tooLong(`verification[${index}].command`, command),
      ...tooLong(`verification[${index}].expected_output`, expected),
    ]),
    ...tooLong('test_command', testCommand ?? ''),
  ];
}

export function checkActionCount({ actions }: ActionPlan, subtasks: number): readonly string[] {
  const limit = Math.max(MAX_ACTIONS, ACTIONS_PER_SUBTASK * subtasks);
  return [
    ...tooMany('actions', actions.length, limit, 'One action may take many steps: join those of one subtask.'),
    ...actions.slice(0, limit).flatMap(({ task_id, purpose, expected_outcome, fallback_strategy }) => {
      const length = purpose.length + expected_outcome.length + fallback_strategy.length;
      return length <= MAX_ACTION_CHARACTERS
        ? []
        : [
            `An action of subtask "${task_id}" is described in ${length} characters; at most ${MAX_ACTION_CHARACTERS} are allowed. Say it more briefly.`,
          ];
    }),
  ];
}

function tooMany(name: string, count: number, limit: number, advice: string): readonly string[] {
  return count <= limit ? [] : [`There are ${count} entries in ${name}; at most ${limit} are allowed. ${advice}`];
}

function tooLong(name: string, text: string): readonly string[] {
  if (text.length <= MAX_COMMAND_CHARACTERS) return [];
  return [
    `${name} has ${text.length} characters; at most ${MAX_COMMAND_CHARACTERS} are allowed. Put a long script into a file of the project, or split it.`,
  ];
}

/**
 * How much a plan may hold. Generous for plans that people would make; a model that runs wild is told what to leave
 * out, before hours of commands are run or a comment is filled with one action.
 */
import { FAULTS_EN } from './fault-words-en.ts';
import type { FaultWords, LimitedList } from './fault-words.ts';
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
  words: FaultWords = FAULTS_EN,
): readonly string[] {
  const tooLong = (place: string, { length }: string) =>
    length <= MAX_COMMAND_CHARACTERS ? [] : [words.longCommand(place, length, MAX_COMMAND_CHARACTERS)];
  return [
    ...tooMany({ list: 'setup_commands', count: setup.length, most: MAX_COMMANDS }, words),
    ...setup.flatMap((command, index) => tooLong(`setup_commands[${index}]`, command)),
    ...tooMany({ list: 'verification', count: verification.length, most: MAX_COMMANDS }, words),
    ...verification.flatMap(({ command, expected_output: expected }, index) => [
      ...tooLong(`verification[${index}].command`, command),
      ...tooLong(`verification[${index}].expected_output`, expected),
    ]),
    ...tooLong('test_command', testCommand ?? ''),
  ];
}

export function checkActionCount(
  { actions }: ActionPlan,
  subtasks: number,
  words: FaultWords = FAULTS_EN,
): readonly string[] {
  const most = Math.max(MAX_ACTIONS, ACTIONS_PER_SUBTASK * subtasks);
  return [
    ...tooMany({ list: 'actions', count: actions.length, most }, words),
    ...actions.slice(0, most).flatMap(({ task_id, purpose, expected_outcome, fallback_strategy }) => {
      const length = purpose.length + expected_outcome.length + fallback_strategy.length;
      return length <= MAX_ACTION_CHARACTERS ? [] : [words.longAction(task_id, length, MAX_ACTION_CHARACTERS)];
    }),
  ];
}

interface Counted {
  readonly list: LimitedList;
  readonly count: number;
  readonly most: number;
}

function tooMany({ list, count, most }: Counted, words: FaultWords): readonly string[] {
  return count <= most ? [] : [words.tooManyEntries(list, count, most)];
}

/**
 * The texts of a plan, for people and for later calls: visible, distinguishable ids, and readable descriptions and
 * criteria. Limits are generous for plans that people would make; a model that exceeds them is told what to leave out,
 * before commands run for hours or a comment consists of one action.
 */
import { repeated } from './check-decomposition.ts';
import { listed, quoted, type Faults } from './faults.ts';
import { wholeText } from '../state/subtask-title.ts';
import type { AcceptanceCriterion, Subtask, ActionPlan, SelectedEnvironment } from '../state/plan.ts';

const MAX_ID_CHARACTERS = 100;
/** As for an action. */
const MAX_DESCRIPTION_CHARACTERS = 4_000;
/** Two for each of a hundred subtasks. */
const MAX_CRITERIA = 200;
/** No invisible characters, no line breaks, no white space at the edges. */
const VISIBLE = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]+(?<!\s)$/u;

interface Said {
  readonly task_decomposition: {
    readonly reasoning?: string;
    readonly subtasks: readonly Pick<Subtask, 'id' | 'title' | 'description'>[];
  };
  readonly acceptance_criteria: readonly Pick<AcceptanceCriterion, 'id' | 'description'>[];
}

/** Texts that were accepted before are not checked again. */
export function checkChangedTexts(plan: Said, before: Said): Faults {
  const known = new Set(checkTexts(before).flat());
  const most = Math.max(MAX_CRITERIA, before.acceptance_criteria.length);
  return checkTexts(plan, most).map((kind) => kind.filter((fault) => !known.has(fault)));
}

export function checkTexts(
  { task_decomposition: { subtasks }, acceptance_criteria: criteria }: Said,
  mostCriteria = MAX_CRITERIA,
): Faults {
  const ids = [...new Set(subtasks.map((subtask) => subtask.id))];
  return [
    ids
      .filter((id) => id.length > MAX_ID_CHARACTERS || !VISIBLE.test(id))
      .map(
        (id) =>
          `The subtask id ${quoted(id)} cannot be read well. Use short ids such as task_1, of visible characters.`,
      ),
    lookalikes(ids).map(
      (alike) => `The subtask ids ${listed(alike)} are easily taken for each other. Give them different ones.`,
    ),
    checkCount('acceptance_criteria', criteria.length, mostCriteria),
    repeated(criteria.map(({ id }) => id)).map(
      (id) => `The id ${quoted(id)} is used by more than one of acceptance_criteria. Give each an id of its own.`,
    ),
    [
      ...longOnes(
        'Subtask',
        subtasks.map((one) => ({ id: one.id, description: wholeText(one) })),
      ),
      ...longOnes('The acceptance criterion', criteria.slice(0, mostCriteria)),
    ],
  ];
}

function longOnes(what: string, entries: readonly Pick<Subtask, 'id' | 'description'>[]): readonly string[] {
  return entries
    .filter(({ description }) => description.length > MAX_DESCRIPTION_CHARACTERS)
    .map(({ id, description }) => tooLong(`${what} ${quoted(id)}`, description.length, MAX_DESCRIPTION_CHARACTERS));
}

/** Different ids that differ only in case or Unicode composition. */
function lookalikes(ids: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const read = id.normalize('NFKC').toLowerCase();
    groups.set(read, [...(groups.get(read) ?? []), id]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

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

function checkCount(list: keyof typeof FEWER, count: number, most: number): readonly string[] {
  return count <= most ? [] : [`There are ${count} entries in ${list}; at most ${most} are allowed. ${FEWER[list]}`];
}

function tooLong(what: string, length: number, most: number): string {
  return `${what} is described in ${length} characters; at most ${most} are allowed. Say it more briefly.`;
}

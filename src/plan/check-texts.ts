/**
 * What a division says, for people and for the calls that follow: ids that can be seen and told apart, descriptions
 * and criteria that somebody can read.
 */
import { checkCount, tooLong } from './check-sizes.ts';
import { listed, quoted } from './shown-names.ts';
import type { Faults } from './faults.ts';
import type { AcceptanceCriterion, Subtask } from '../state/plan.ts';

const MAX_ID_CHARACTERS = 100;
/** As of an action (`check-sizes.ts`). */
const MAX_DESCRIPTION_CHARACTERS = 4_000;
/** Two for each of a hundred subtasks. */
const MAX_CRITERIA = 200;
/** Nothing unseen, no break of the line, no space at the edges. */
const VISIBLE = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]+(?<!\s)$/u;

interface Said {
  readonly task_decomposition: {
    readonly reasoning?: string;
    readonly subtasks: readonly Pick<Subtask, 'id' | 'description'>[];
  };
  readonly acceptance_criteria: readonly Pick<AcceptanceCriterion, 'id' | 'description'>[];
}

/** What was accepted once stays so: of a changed plan only what is new is looked at. */
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
    [...longOnes('Subtask', subtasks), ...longOnes('The acceptance criterion', criteria.slice(0, mostCriteria))],
  ];
}

function longOnes(what: string, entries: readonly Pick<Subtask, 'id' | 'description'>[]): readonly string[] {
  return entries
    .filter(({ description }) => description.length > MAX_DESCRIPTION_CHARACTERS)
    .map(({ id, description }) => tooLong(`${what} ${quoted(id)}`, description.length, MAX_DESCRIPTION_CHARACTERS));
}

/** Different ids that differ in case or in Unicode's ways of writing the same. */
function lookalikes(ids: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const read = id.normalize('NFKC').toLowerCase();
    groups.set(read, [...(groups.get(read) ?? []), id]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

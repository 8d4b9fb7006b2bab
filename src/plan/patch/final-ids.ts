/** The ids that subtasks are known by in place of the temporary ones, wherever a patch says something (PLAN-9). */
import type { Amends } from './amend.ts';

/** As `temp-1` is: a word of any text may not be taken for an id. */
const LIKE_AN_ID = /^[A-Za-z_-]+\d+$/;

export type FinalIds = ReadonlyMap<string, string>;

export function withFinalIds(text: string, ids: FinalIds): string {
  return [...ids].reduce((shown, [temporary, id]) => {
    if (!LIKE_AN_ID.test(temporary)) return shown;
    return shown.replace(new RegExp(`(?<![A-Za-z0-9_-])${temporary}(?!-?[A-Za-z0-9_])`, 'g'), () => id);
  }, text);
}

interface Worded {
  readonly op: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly acceptance_criteria?: readonly string[] | undefined;
}

/** What an operation says of a subtask; the ids that it names are found by themselves. */
export function operationWithFinalIds<Operation extends Worded>(operation: Operation, ids: FinalIds): Operation {
  const { title, description, acceptance_criteria: criteria } = operation;
  const named = (text: string) => withFinalIds(text, ids);
  return {
    ...operation,
    ...(title === undefined ? {} : { title: named(title) }),
    ...(description === undefined ? {} : { description: named(description) }),
    ...(criteria === undefined ? {} : { acceptance_criteria: criteria.map(named) }),
  };
}

export function amendsWithFinalIds(
  { goal, context, constraints, acceptance_criteria: criteria }: Amends,
  ids: FinalIds,
): Amends {
  const named = (text: string) => withFinalIds(text, ids);
  return {
    goal: goal === undefined ? undefined : named(goal),
    context: context === undefined ? undefined : named(context),
    constraints: constraints?.map(named),
    acceptance_criteria: criteria?.map((one) =>
      typeof one === 'string' ? named(one) : { ...one, description: named(one.description) },
    ),
  };
}

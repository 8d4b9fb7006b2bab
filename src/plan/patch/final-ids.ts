/** Replaces temporary ids of subtasks by their final ones in all texts of a patch (PLAN-9). */
import type { Amends } from './amend.ts';

/** Such as `temp-1`; ordinary words of a text must not be taken for ids. */
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

/** Replaces ids in an operation's texts; ids that the operation refers to are resolved elsewhere. */
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

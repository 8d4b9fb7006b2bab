/** Applies what a comment contradicts of a plan's goal, constraints and criteria. */
import type { AcceptanceCriterion, Amendment, Plan } from '../../state/plan.ts';
import type { Said } from '../../state/question.ts';

export interface Amends {
  readonly goal?: string | undefined;
  /** Only together with a goal. */
  readonly context?: string | undefined;
  readonly constraints?: readonly string[] | undefined;
  readonly acceptance_criteria?: readonly WantedCriterion[] | undefined;
  /** Assumptions that no longer hold, in the words in which they were told. */
  readonly assumptions?: readonly string[] | undefined;
}

type WantedCriterion = string | { readonly id?: string | undefined; readonly description: string };

export interface AmendedPlan {
  readonly plan: Plan;
  readonly amendments: readonly Amendment[];
  /** For the model; nothing was changed then. */
  readonly problems: readonly string[];
}

/** Empty lists and texts change nothing, since models fill in every field. A list of blanks removes everything. */
export function amendPlan(plan: Plan, amends: Amends): AmendedPlan {
  const { goal = '', context = '', constraints = [], acceptance_criteria = [] } = amends;
  const problems = acceptance_criteria.length === 0 ? [] : unknownIds(plan, acceptance_criteria);
  if (problems.length > 0) return { plan, amendments: [], problems };
  const before = plan.goal_understanding;
  const objective = goal.trim() === '' ? before.main_objective : goal.trim();
  const limits = constraints.length === 0 ? before.constraints : texts(constraints);
  const criteria =
    acceptance_criteria.length === 0 ? plan.acceptance_criteria : amendedCriteria(plan, acceptance_criteria);
  const amendments = [
    ...(objective === before.main_objective
      ? []
      : [{ of: 'goal' as const, before: before.main_objective, after: objective }]),
    ...paired(before.constraints, limits).map((change) => ({ of: 'constraint' as const, ...change })),
    ...changedCriteria(plan.acceptance_criteria, criteria),
  ];
  // A new goal drops the old context unless it is repeated.
  const about = context.trim() === '' && objective === before.main_objective ? before.context : context.trim();
  if (amendments.length === 0 && about === before.context) return { plan, amendments, problems };
  return {
    plan: {
      ...plan,
      goal_understanding: {
        main_objective: objective,
        success_criteria: successAfter(before.success_criteria, criteria, amendments),
        constraints: limits,
        context: about,
      },
      acceptance_criteria: criteria,
    },
    amendments,
    problems,
  };
}

/** They repeat the criteria less exactly, and may contain what was amended; what is only added is added to them. */
function successAfter(
  before: readonly string[],
  criteria: readonly AcceptanceCriterion[],
  amendments: readonly Amendment[],
): readonly string[] {
  const changed = amendments.filter(({ of }) => of === 'criterion');
  const isOnlyMore = changed.every((change) => change.before === '');
  if (isOnlyMore) return texts([...before, ...changed.map(({ after }) => after)]);
  return ofTask(criteria).map(({ description }) => description);
}

/**
 * Each entry replaces the criterion with its id, or is new. Only a list of plain texts, which have no place for an id,
 * is the whole list.
 */
function amendedCriteria(plan: Plan, wanted: readonly WantedCriterion[]): readonly AcceptanceCriterion[] {
  const known = plan.acceptance_criteria;
  const entries = wanted.map(entryOf);
  const used = known.map(({ id }) => Number(/^AC-(\d{1,9})$/.exec(id)?.[1] ?? 0));
  let next = 1 + Math.max(0, ...used);
  const added = (description: string): AcceptanceCriterion => ({ id: `AC-${next++}`, description });
  if (wanted.some((one) => typeof one !== 'string')) {
    const given = new Map(entries.map(({ id, description }) => [id, description]));
    const kept = known.map((one) => ({ ...one, description: given.get(one.id) ?? one.description }));
    const fresh = texts(entries.filter(({ id }) => id === '').map(({ description }) => description));
    const isThere = (text: string) => ofTask(kept).some(({ description }) => description === text);
    return [
      ...kept.filter(({ description }) => description !== ''),
      ...fresh.filter((text) => !isThere(text)).map(added),
    ];
  }
  const all = texts(entries.map(({ description }) => description));
  const old = ofTask(known);
  const gone = old.filter(({ description }) => !all.includes(description));
  const whole = all.map((description): AcceptanceCriterion => {
    const same = old.find((one) => one.description === description);
    const replaced = same === undefined ? gone.shift() : undefined;
    return same ?? (replaced === undefined ? added(description) : { ...replaced, description });
  });
  return [...whole, ...known.filter(({ task_id: owner }) => owner !== undefined)];
}

function unknownIds({ acceptance_criteria: known }: Plan, wanted: readonly WantedCriterion[]): readonly string[] {
  const ids = wanted.map((one) => entryOf(one).id).filter((id) => id !== '');
  return [...new Set(ids)]
    .filter((id) => !known.some((one) => one.id === id))
    .map((id) => `There is no acceptance criterion "${id}". Name one that is shown, or give a new one without an id.`);
}

function entryOf(wanted: WantedCriterion): { readonly id: string; readonly description: string } {
  const { id = '', description } = typeof wanted === 'string' ? { description: wanted } : wanted;
  return { id: id.trim(), description: description.trim() };
}

function changedCriteria(
  before: readonly AcceptanceCriterion[],
  after: readonly AcceptanceCriterion[],
): readonly Amendment[] {
  const textIn = (criteria: readonly AcceptanceCriterion[], id: string) =>
    criteria.find((one) => one.id === id)?.description ?? '';
  return [...new Set([...before, ...after].map(({ id }) => id))]
    .map((id) => ({ of: 'criterion' as const, id, before: textIn(before, id), after: textIn(after, id) }))
    .filter((change) => change.before !== change.after);
}

function paired(before: readonly string[], after: readonly string[]): readonly Pick<Amendment, 'before' | 'after'>[] {
  const gone = before.filter((text) => !after.includes(text));
  const come = after.filter((text) => !before.includes(text));
  const longer = gone.length > come.length ? gone : come;
  return longer.map((_, at) => ({ before: gone[at] ?? '', after: come[at] ?? '' }));
}

function ofTask(criteria: readonly AcceptanceCriterion[]): readonly AcceptanceCriterion[] {
  return criteria.filter(({ task_id: owner }) => owner === undefined);
}

function texts(given: readonly string[]): readonly string[] {
  return [...new Set(given.map((text) => text.trim()))].filter((text) => text !== '');
}

/** Short English sentences for the history. */
export function amendmentLine({ of, id, before, after }: Amendment): string {
  const what = id === undefined ? of : `${of} ${id}`;
  if (after === '') return `took out ${what}: ${before}`;
  return before === '' ? `added ${what}: ${after}` : `amended ${what}: ${after}`;
}

/** Shorter texts occur in many others by chance. */
const LEAST_LETTERS = 5;

/** Earlier messages and assumptions that were part of what is amended: one contains the other's words. */
export function replacedSaid(said: readonly Said[], amendments: readonly Amendment[]): readonly string[] {
  return said.filter(({ text }) => amendments.some(({ before }) => sayTheSame(text, before))).map(({ text }) => text);
}

/** Assumptions that a comment decides otherwise, as they were recorded. */
export function overruled(assumed: readonly string[], named: readonly string[]): readonly string[] {
  return assumed.filter((text) => named.some((one) => sayTheSame(text, one)));
}

/** One contains the other's words. */
export function sayTheSame(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map(plainWords).toSorted((a, b) => a.length - b.length);
  return short.length >= LEAST_LETTERS && long.includes(short);
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

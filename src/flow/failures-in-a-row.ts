/**
 * As many actions in a row without success as revisions are allowed: before the plan goes on as it is, a person
 * decides (PLAN-6, level 3). Another plan is a way on, with limits of its own, and begins the count anew.
 */
import { inOwnWords } from '../plan/own-words.ts';
import { askPeople } from './questions.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** Where no revision is allowed at all, there is no such number. */
function isStuck({ work, settings }: Pick<Task, 'work' | 'settings'>): boolean {
  const { maxRevisions } = settings.planning;
  return maxRevisions > 0 && (work?.failuresInARow ?? 0) >= maxRevisions;
}

/** The answer leads to the next action. */
const WAITS: Fact = { type: 'action', name: 'judging', reflect: false, decide: false };

/** What would go on to the next action asks how to instead. */
export function orAsksHow(task: Task, facts: Facts): Facts {
  if (!isStuck(task)) return facts;
  const after = facts.filter((fact) => fact.type === 'question' && fact.name !== 'closed').length;
  return facts.flatMap((fact) =>
    fact.type === 'action' && fact.name === 'next' ? [WAITS, ...asksHow(task, after)] : [fact],
  );
}

/** `after`: questions of this write before it. */
function asksHow(task: Task, after: number): Facts {
  const { work } = task;
  const action = work?.actions[work.current];
  const failed = work?.failuresInARow ?? 0;
  return askPeople(task, {
    kind: 'intervention',
    then: { is: 'how_to_go_on' },
    ...inOwnWords(task, ({ failedInARow }) => ({ texts: [failedInARow(failed)], assumptions: [] })),
    context: [action?.evaluation ?? '', ...(action?.issues ?? [])].filter((text) => text !== '').join('\n'),
    after,
  });
}

/**
 * After as many failed actions in a row as revisions are allowed, a person decides before the plan continues (PLAN-6,
 * level 3). A new plan has limits of its own and resets the count.
 */
import { inOwnWords } from '../plan/own-words.ts';
import { askPeople } from './questions.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** If no revisions are allowed at all, there is no such limit. */
function isStuck({ work, settings }: Pick<Task, 'work' | 'settings'>): boolean {
  const { maxRevisions } = settings.planning;
  return maxRevisions > 0 && (work?.failuresInARow ?? 0) >= maxRevisions;
}

/** The answer leads to the next action. */
const WAITS: Fact = { type: 'action', name: 'judging', reflect: false, decide: false };

/** Asks how to continue instead of starting the next action. */
export function orAsksHow(task: Task, facts: Facts): Facts {
  if (!isStuck(task)) return facts;
  const after = facts.filter((fact) => fact.type === 'question' && fact.name !== 'closed').length;
  return facts.flatMap((fact) =>
    fact.type === 'action' && fact.name === 'next' ? [WAITS, ...asksHow(task, after)] : [fact],
  );
}

/** `after`: the number of questions before it in this write. */
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

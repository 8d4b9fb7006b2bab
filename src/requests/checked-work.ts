/** What the records of an issue say about a commit whose checks failed: whether it is ours, and who asked for it. */
import type { Recorded } from '../state/facts.ts';
import type { TaskRequest } from '../state/request.ts';

export interface CheckedWork {
  /** The newest task's request. */
  readonly request: TaskRequest;
  /** Follow-ups in a row that failing checks started; a request by a person resets the count. */
  readonly attempts: number;
  /** We made this commit. */
  readonly isOurs: boolean;
  /** A person, or a limit that people set, ended the newest task, so a person has to restart it. */
  readonly wasEndedByPeople: boolean;
}

const ENDED_BY_PEOPLE: readonly string[] = ['stopped', 'withdrawn', 'budget', 'no_access'];

/** Null if there is no record; newest task first. */
export function checkedWork(tasks: readonly (readonly Recorded[])[], sha: string): CheckedWork | null {
  const requests = tasks.flatMap(([first]) => (first?.type === 'task' ? [first.request] : []));
  const [request] = requests;
  if (request === undefined) return null;
  const others = requests.findIndex(({ trigger }) => trigger !== 'checks');
  return {
    request,
    attempts: others === -1 ? requests.length : others,
    isOurs: tasks.some((facts) => facts.some((fact) => madeCommit(fact, sha))),
    wasEndedByPeople: tasks[0]?.some(isEndByPeople) === true,
  };
}

function madeCommit(fact: Recorded, sha: string): boolean {
  return fact.type === 'effect' && fact.name === 'checkpoint' && fact.change?.sha === sha;
}

function isEndByPeople(fact: Recorded): boolean {
  return fact.type === 'completion' && 'done' in fact && ENDED_BY_PEOPLE.includes(fact.reason);
}

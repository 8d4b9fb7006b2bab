/** What the records of an issue say about a commit whose checks failed: whether it is ours, and who is behind it. */
import type { Recorded } from '../state/facts.ts';
import type { TaskRequest } from '../state/request.ts';

export interface CheckedWork {
  /** What the newest task was asked for. */
  readonly request: TaskRequest;
  /** Follow-ups in a row that failing checks began: whoever asks us to work in between lets them begin anew. */
  readonly attempts: number;
  /** We made this commit. */
  readonly isOurs: boolean;
  /** A person, or a limit that people set, ended the newest task: to go on is for a person to ask for. */
  readonly wasEndedByPeople: boolean;
}

const ENDED_BY_PEOPLE: readonly string[] = ['stopped', 'withdrawn', 'budget', 'no_access'];

/** Null where there is no record; the newest task first. */
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

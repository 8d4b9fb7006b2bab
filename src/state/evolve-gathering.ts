/** What is known of the repository's code (PLAN-2), kept for the whole task and all its plans. */
import type { Recorded } from './facts.ts';
import type { Found, Gathering, Wanted } from './gathered.ts';
import type { Task } from './task.ts';

export function evolveGathering(task: Task, fact: Recorded): Task {
  if (fact.type === 'environment' && fact.name === 'repository' && fact.first_look !== undefined)
    return { ...task, gathering: { first: fact.first_look, rounds: [], asking: null } };
  const { gathering } = task;
  if (gathering === undefined) return task;
  if (fact.type === 'environment' && fact.name === 'gathered')
    return { ...task, gathering: lookedUp(gathering, fact.found) };
  if (fact.type !== 'phase') return task;
  if (fact.name === 'gather_more')
    return { ...task, gathering: { ...gathering, asking: { why: fact.why, callsLeft: fact.calls_left } } };
  return fact.name === 'gathering' ? { ...task, gathering: wantedFor(gathering, fact) } : task;
}

/** The gathering ends when the model wants nothing more or says that it has enough. */
function wantedFor(gathering: Gathering, { wanted, enough }: Answered): Gathering {
  const isNothing = wanted.read.length + wanted.search.length + wanted.list.length === 0;
  const rounds = [...gathering.rounds, ...(isNothing ? [] : [{ wanted, found: null }])];
  return { ...gathering, asking: null, rounds, ...(enough === true ? { isEnough: true } : {}) };
}

interface Answered {
  readonly wanted: Wanted;
  readonly enough?: boolean;
}

function lookedUp(gathering: Gathering, found: Found): Gathering {
  const rounds = gathering.rounds.map((round) => (round.found === null ? { ...round, found } : round));
  return { ...gathering, rounds };
}

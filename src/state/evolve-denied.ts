/** The places that commands of the task were not allowed to connect to, each once (GH-7). */
import type { Fact } from './facts.ts';
import type { Denied } from './outcome.ts';
import type { Task } from './task.ts';

/** People read the list; more entries would not help them. */
const MOST = 30;

/** Oldest first, after this fact. */
export function deniedUntil({ denied }: Pick<Task, 'denied'>, fact: Fact): readonly string[] {
  const now = deniedIn(fact)?.to ?? [];
  if (now.length === 0) return denied;
  const places = now.filter(({ host }) => host !== '').map(({ host, port }) => `${host}:${port}`);
  return [...new Set([...denied, ...places])].slice(0, MOST);
}

function deniedIn(fact: Fact): Denied | undefined {
  switch (fact.type) {
    case 'tool':
      return fact.denied;
    case 'verification':
      return 'command' in fact ? fact.command.denied : undefined;
    case 'environment':
      return fact.name === 'setup' || fact.name === 'check' ? fact.command.denied : undefined;
    default:
      return undefined;
  }
}

/**
 * Computes everything that follows from one fact, as one write. Each fact changes the state (`evolve`), then the rules
 * decide on that state (`decide`), consequences first. When nothing more follows, the standing rules are applied
 * (`standing-rules.ts`). A decided fact changes a region or a count, so this terminates.
 */
import { Fault } from '../errors.ts';
import { evolve } from '../state/evolve.ts';
import { spendingRule } from './used-up-budget.ts';
import { decide } from './decide.ts';
import { checkMove } from './legal-moves.ts';
import { standingRule } from './standing-rules.ts';
import type { FactEnvelope, Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

const MOST_CONSEQUENCES = 64;

export interface Moment extends Pick<FactEnvelope, 'task_uuid' | 'issue' | 'trace_id'> {
  /** One time for the whole write, in milliseconds. */
  readonly now: number;
}

export interface Followed {
  readonly task: Task;
  readonly facts: Facts;
}

export function follow(task: Task | null, happened: Fact, moment: Moment): Followed {
  const facts: Fact[] = [];
  let state = task;
  const apply = (fact: Fact): void => {
    const before = state;
    const now = step(before, fact, moment);
    if (before !== null) checkMove(before, now);
    state = now;
    facts.push(fact);
    if (facts.length > MOST_CONSEQUENCES) throw endless(facts);
    for (const next of decide(now, fact, before ?? now)) apply(next);
  };
  apply(happened);
  for (let next = ruleFor(state, happened, task); next.length > 0; next = ruleFor(state, happened, task))
    for (const fact of next) apply(fact);
  for (const fact of state === null ? [] : spendingRule(state, happened)) apply(fact);
  if (state === null) throw new TypeError('A fact led to no state.');
  return { task: state, facts };
}

/** Several facts, each with everything that follows from it. */
export function followAll(task: Task, happened: Facts, moment: Moment): Followed {
  const facts: Fact[] = [];
  let state = task;
  for (const fact of happened) {
    const followed = follow(state, fact, moment);
    state = followed.task;
    facts.push(...followed.facts);
  }
  return { task: state, facts };
}

function ruleFor(task: Task | null, happened: Fact, before: Task | null): Facts {
  return task === null ? [] : standingRule(task, happened, before ?? task);
}

/** The state after one more fact, before that fact is stored. */
export function step(task: Task | null, fact: Fact, { now, ...identity }: Moment): Task {
  return evolve(task, { ...fact, ...identity, seq: (task?.version ?? 0) + 1, timestamp: new Date(now).toISOString() });
}

function endless(facts: Facts): Fault {
  const last = facts.slice(-5).map((fact) => ('name' in fact ? `${fact.type}/${fact.name}` : fact.type));
  return new Fault(
    'internal',
    `The consequences of one fact did not end: ${last.join(', ')}.`,
    'Report this with the history of the task.',
  );
}

/** One history for each thing a task can be doing, and a task that is driven randomly until it ends. */
import assert from 'node:assert/strict';
import { MAX_STARTS_OF_ONE_EFFECT } from '../../src/flow/ending.ts';
import { follow, step } from '../../src/flow/follow.ts';
import { isLegal, regionsOf } from '../../src/flow/legal-moves.ts';
import { next } from '../../src/flow/next.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { outcomeOf } from '../task/chance.ts';
import {
  actionDone,
  ASSESSED,
  asking,
  command,
  PAUSED,
  planOf,
  prepared,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
} from '../task/task-world.ts';
import type { Moment } from '../../src/flow/follow.ts';
import type { Effect } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Activity } from '../../src/state/outcome.ts';
import type { At, Task } from '../../src/state/task.ts';
import type { Chance } from '../task/chance.ts';

export const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
export const WORKING = prepared(PLAN);
export const DONE = [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1), saved('b')];
export const VERIFIED: readonly Fact[] = [
  ...DONE,
  { type: 'verification', name: 'base_current' },
  { type: 'verification', name: 'tests', command: command('npm test') },
  ASSESSED,
];
export const REPORTED: Fact = { type: 'effect', name: 'reported' };
export const WORDS: Fact = {
  type: 'phase',
  name: 'summary',
  title: 'Round half up',
  body: 'It rounds.',
  key_outcomes: ['It rounds.'],
};
export const STOP: Extract<Fact, { readonly name: 'stop' }> = {
  type: 'control',
  name: 'stop',
  by: 'maintainer',
  reason: '@maintainer asked to stop.',
};
export const LOST: Fact = {
  type: 'environment',
  name: 'workspace_lost',
  container_id: 'c1',
  cause: 'The container is gone.',
};

const HISTORIES: { readonly [Doing in Activity]: readonly Fact[] } = {
  orient: [],
  understand: WORKING.slice(0, 2),
  decompose: WORKING.slice(0, 3),
  sequence: WORKING.slice(0, 4),
  approve: [
    ...WORKING.slice(0, 5),
    { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'Leave out b.' },
  ],
  prepare: WORKING.slice(0, 7),
  execute: [...WORKING, ...actionDone(0)],
  verify: DONE,
  wait: [...WORKING, ...asking(0)],
  pause: [...WORKING, ...actionDone(0), ...PAUSED],
  report: VERIFIED,
  ended: [...VERIFIED, REPORTED],
};
export const ACTIVITIES = Object.keys(HISTORIES) as readonly Activity[];

export function taskIn(activity: Activity, options: Parameters<typeof taskAfter>[1] = {}): Task {
  const request = activity === 'approve' ? { plansFirst: true as const } : {};
  return taskAfter(HISTORIES[activity], { request, ...options });
}

export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** The next event with all its consequences; checks the number of each fact, and that its moves are legal. */
export function checked(task: Task, happened: Fact, stepMs: number): Task {
  const moment: Moment = {
    task_uuid: TASK_ID,
    issue: 'octo/shop#12',
    trace_id: 'trace-1',
    now: task.updatedAt + stepMs,
  };
  const { facts, task: after } = follow(task, frozen(happened), moment);
  let state = task;
  for (const fact of facts) {
    const then = frozen(step(state, frozen(fact), moment));
    assert.equal(then.version, state.version + 1);
    const [from, to] = [regionsOf(state), regionsOf(then)];
    for (const region of ['stage', 'workspace', 'asked', 'paused'] as const)
      if (from[region] !== to[region])
        assert.ok(isLegal(region, from[region], to[region]), `${region}: ${from[region]} → ${to[region]}`);
    state = then;
  }
  assert.equal(state.version, after.version);
  return frozen(after);
}

interface Driving {
  readonly troublePercent?: number;
  readonly stepMs?: number;
  readonly crashes?: boolean;
}

/** Through anything that can happen, until it ends. */
export function driven(
  chance: Chance,
  start: Task,
  { troublePercent, stepMs = 20_000, crashes = false }: Driving = {},
): At<'ended'> {
  let task = frozen(start);
  for (let turn = 0; turn < 4_000; turn += 1) {
    const todo = next(task);
    if (todo.kind === 'ended') return at(task, 'ended');
    const key = `${task.id}-${task.version + 1}`;
    const starts = crashes && chance.is(3) ? chance.one([2, 3, MAX_STARTS_OF_ONE_EFFECT + 1]) : 1;
    const outcome = outcomeOf(todo.effect, task, chance, troublePercent);
    for (let count = 0; count < starts && (count === 0 || task.inFlight?.key === key); count += 1)
      task = checked(task, started(todo.effect, key), stepMs);
    if (task.inFlight?.key !== key) continue;
    for (const fact of outcome) task = checked(task, fact, stepMs);
  }
  throw new Error(`The task does not end; it is in ${activityOf(task)}.`);
}

export function started({ kind, ...about }: Effect, key: string): Fact {
  return {
    type: 'effect',
    name: 'started',
    effect: kind,
    ...(Object.keys(about).length === 0 ? {} : { with: about }),
    key,
  };
}

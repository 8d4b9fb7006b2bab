import { describe, expect, it } from '@jest/globals';
import { subtaskStates } from '../../src/plan/subtask-state.ts';
import type { Moment } from '../../src/plan/subtask-state.ts';
import { planOf, subtask } from './patch/plans.ts';

type Status = 'pending' | 'running' | 'success' | 'failure' | 'partial';

/** a ← b ← c, and d alone. */
const PLAN = planOf([
  subtask('a'),
  subtask('b', { dependencies: ['a'] }),
  subtask('c', { dependencies: ['b'] }),
  subtask('d'),
]);

function states(actions: Readonly<Record<string, readonly Status[]>>, moment: Moment = 'working'): string {
  const flat = Object.entries(actions).flatMap(([taskId, own]) => own.map((status) => ({ taskId, status })));
  return [...subtaskStates(PLAN, flat, moment).values()].join(' ');
}

describe('the state of a subtask (PLAN-9)', () => {
  it.each<[string, string, Readonly<Record<string, readonly Status[]>>, Moment]>([
    ['before work begins', 'READY PENDING PENDING READY', {}, 'working'],
    ['in hand', 'RUNNING PENDING PENDING READY', { a: ['running'], b: ['pending'] }, 'working'],
    ['between two of its actions', 'RUNNING PENDING PENDING READY', { a: ['success', 'pending'] }, 'working'],
    ['done, and what waited for it', 'SUCCEEDED READY PENDING READY', { a: ['success', 'success'] }, 'working'],
    ['failed, and what is behind it', 'FAILED BLOCKED BLOCKED READY', { a: ['success', 'failure'] }, 'working'],
    ['done in part', 'FAILED BLOCKED BLOCKED READY', { a: ['partial'] }, 'working'],
    [
      'begun although what it waits for failed',
      'FAILED RUNNING PENDING READY',
      { a: ['failure'], b: ['running'] },
      'working',
    ],
    ['stuck until a person helps', 'BLOCKED PENDING PENDING READY', { a: ['running'] }, 'waiting_for_person'],
    ['stuck until an outage passes', 'RETRY_WAIT PENDING PENDING READY', { a: ['running'] }, 'waiting_for_retry'],
    ['stopped by a person', 'SUCCEEDED CANCELED CANCELED CANCELED', { a: ['success'], b: ['running'] }, 'stopped'],
    ['never reached', 'FAILED CANCELED SKIPPED SKIPPED', { a: ['failure'], b: ['running'] }, 'ended'],
    [
      'all done',
      'SUCCEEDED SUCCEEDED SUCCEEDED SUCCEEDED',
      { a: ['success'], b: ['success'], c: ['success'], d: ['success'] },
      'ended',
    ],
  ])('PLAN-9: %s: %s', (_, expected, actions, moment) => {
    expect(states(actions, moment)).toBe(expected);
  });

  it('PLAN-9: a dependency that does not exist keeps a subtask pending', () => {
    expect(subtaskStates(planOf([subtask('a', { dependencies: ['gone'] })]), [], 'working').get('a')).toBe('PENDING');
  });
});

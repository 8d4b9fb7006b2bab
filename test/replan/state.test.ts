import { describe, expect, it } from '@jest/globals';
import type { ReplanRecord } from '../../src/state/replanning.ts';
import { granted, noted, NOTHING_REPLANNED, pending, recorded, resolved } from '../../src/state/replanning.ts';
import { at, decision } from './situations.ts';

function record(id: string, result: ReplanRecord['result']): ReplanRecord {
  return { id, point: 'execution', decision: decision({}), kind: 'partial', executed: true, override: null, at: 0, result };
}

describe('what a task remembers of its re-planning (REPLAN-8)', () => {
  it('REPLAN-8: every decision, in order; what comes of a re-plan is written to its own record', () => {
    const state = ['r1', 'r2'].reduce((before, id) => recorded(before, record(id, 'pending')), NOTHING_REPLANNED);
    expect(pending(state).map(({ id }) => id)).toEqual(['r1', 'r2']);
    const after = resolved(state, 'r1', 'failure');
    expect(after.records.map(({ id, result }) => `${id} ${result}`)).toEqual(['r1 failure', 'r2 pending']);
    expect(pending(resolved(after, 'r2', 'success'))).toEqual([]);
  });

  it('REPLAN-4: a granted re-plan is counted, and ends the search for an alternative', () => {
    const state = granted({ ...NOTHING_REPLANNED, escalated: true }, 'partial', at('execution'));
    expect(state).toMatchObject({ escalated: false, counts: { partialReplans: 1, total: 1 } });
  });

  it('REPLAN-2: the model is told the 20 newest notes', () => {
    const notes = Array.from({ length: 21 }, (_, index) => `note ${index}`);
    expect(noted(noted(NOTHING_REPLANNED, 'first'), 'second', 'third').notes).toEqual(['first', 'second', 'third']);
    expect(notes.reduce((state, note) => noted(state, note), NOTHING_REPLANNED).notes).toEqual(notes.slice(1));
  });
});

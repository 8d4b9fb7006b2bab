import { describe, expect, it } from '@jest/globals';
import { decisionView } from '../../src/model-calls/decision-view.ts';
import { granted } from '../../src/flow/replan-facts.ts';
import { evolve } from '../../src/state/evolve.ts';
import { pendingReplans } from '../../src/state/replans.ts';
import { notesTold } from '../../src/state/select.ts';
import { planOf, prepared, stamped, subtask, taskAfter } from '../task/task-world.ts';
import { at, decision } from './situations.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const WORKING = taskAfter(prepared(planOf([subtask('a')])));

/** The state after these facts, without consequences. */
function once(task: Task, ...facts: readonly Fact[]): Task {
  return facts.reduce<Task>(
    (before, fact) => evolve(before, stamped(fact, before.version + 1, before.updatedAt)),
    task,
  );
}

const wanted = {
  confidence: 0.9,
  override_reason: null,
  llm_decision: decision({}),
  duration: 0,
  plan_before: null,
} as const;

function pending(id: string): Fact {
  return {
    type: 'phase',
    name: 'replan_pending',
    replan_id: id,
    phase: 'execution',
    ...wanted,
    executed: true,
    plan_after: null,
    verdict: 'replan',
    kind: 'partial',
    situation: at('execution'),
    warns: false,
    contradiction: null,
    result: null,
  };
}

function completed(id: string, result: 'success' | 'failure'): Fact {
  return {
    type: 'replan_decision',
    name: 'completed',
    replan_id: id,
    phase: 'execution',
    ...wanted,
    executed: true,
    plan_after: null,
    result,
  };
}

const noted = (...notes: readonly string[]): Fact => ({ type: 'phase', name: 'noted', notes });

describe('what a task remembers of its re-planning (REPLAN-8)', () => {
  it('REPLAN-8: every decision, in order; what comes of a re-plan is written to its own record', () => {
    const task = once(WORKING, pending('r1'), pending('r2'));
    expect(pendingReplans(task.replanning).map(({ id }) => id)).toEqual(['r1', 'r2']);
    const after = once(task, completed('r1', 'failure'));
    expect(after.replanning.records.map(({ id, result }) => `${id} ${result}`)).toEqual(['r1 failure', 'r2 pending']);
    expect(pendingReplans(once(after, completed('r2', 'success')).replanning)).toEqual([]);
  });

  it('REPLAN-4: a granted re-plan is counted, and ends the search for an alternative', () => {
    const searching = once(WORKING, { type: 'phase', name: 'escalation', to: 'model' });
    expect(searching.replanning.escalated).toBe(true);
    const task = once(searching, ...granted(searching, 'partial', { replanId: null, situation: at('execution') }));
    expect(task.replanning).toMatchObject({ escalated: false, counts: { partialReplans: 1, total: 1 } });
  });

  it('REPLAN-2: the model is told the 20 newest notes', () => {
    const notes = Array.from({ length: 21 }, (_, index) => `note ${index}`);
    expect(notesTold(once(WORKING, noted('first'), noted('second', 'third')))).toEqual(['first', 'second', 'third']);
    const many = once(WORKING, ...notes.map((note) => noted(note)));
    expect(notesTold(many)).toEqual(notes.slice(1));
    expect(decisionView(many, 'execution').notes).toEqual(notes.slice(1));
  });
});

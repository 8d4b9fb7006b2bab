import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingQuestion } from '../../src/state/select.ts';
import { limitsOf } from '../replan/situations.ts';
import { after, doing, planOf, prepared, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

function understanding(assumes: boolean, clarifications: number): Task {
  const replanning = limitsOf({ goal_understanding: { max_clarification_requests: clarifications } });
  const planning = { ...UNDISTURBED, assumes, replanning };
  return taskAfter(prepared(planOf([subtask('a')])).slice(0, 2), { settings: { planning } });
}

function unclear(questions: readonly string[] = ['Which prices?']): Fact {
  const error = {
    type: 'unclear_goal',
    message: 'It is not said.',
    clarification_needed: questions,
    assumptions: [],
    evidence: [],
  } as const;
  return { type: 'phase', name: 'goal_error', error };
}

describe('an unclear goal (PLAN-6, REPLAN-6)', () => {
  it('becomes a comment that asks, with the questions of the model or what it said', () => {
    const asked = after(understanding(true, 2), unclear());
    expect(activityOf(asked)).toBe('wait');
    expect(asked.questions).toMatchObject([
      { kind: 'clarification', texts: ['Which prices?'], context: 'It is not said.' },
    ]);
    expect(blockingQuestion(after(understanding(true, 2), unclear([])))).toMatchObject({ texts: ['It is not said.'] });
  });

  it('is asked about no more often than allowed; then assumed once, and then it ends, as configured (REPLAN-4, REPLAN-5)', () => {
    const assuming = doing(after(understanding(true, 0), unclear()), 'understand');
    expect(assuming).toMatchObject({ questions: [], replanning: { escalated: true } });
    expect(assuming.replanning.notes.at(-1)).toContain('Go on with the most sensible assumptions');
    const failed = { is: 'report', ending: { status: 'failed', reason: 'unclear_goal' } };
    expect(after(assuming, unclear()).stage).toMatchObject(failed);
    expect(after(understanding(false, 0), unclear()).stage).toMatchObject(failed);
  });
});

describe('an issue that is no longer true (PLAN-2)', () => {
  it('ends the task as a success that shows where', () => {
    const error = {
      type: 'already_done',
      message: 'Since 4f2c.',
      clarification_needed: [],
      assumptions: [],
      evidence: ['src/a.js:3'],
    } as const;
    expect(after(understanding(true, 2), { type: 'phase', name: 'goal_error', error }).stage).toMatchObject({
      is: 'report',
      ending: { status: 'succeeded', reason: 'already_done', detail: 'Since 4f2c.', list: ['src/a.js:3'] },
    });
  });
});

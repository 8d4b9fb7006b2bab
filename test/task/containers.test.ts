import { describe, expect, it } from '@jest/globals';
import { adoptPlan } from '../../src/phases/between/adopt-plan.ts';
import { planAgain } from '../../src/phases/between/plan-again.ts';
import { actionDone, after, asking, effectOf, inPhase, planOf, prepared, saved, subtask, taskAfter } from './task-world.ts';
import type { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Task } from '../../src/state/task.ts';

const SUBTASKS = [subtask('a'), subtask('b')];
const PLAN = planOf(SUBTASKS);
const ELSEWHERE = planOf(SUBTASKS, { selected_environment: { ...PLAN.selected_environment, name: 'other', setup_commands: ['install'] } });
const DECISION = {
  replan_needed: true,
  confidence: 0.9,
  reasoning: 'Another environment is needed.',
  issues_found: [],
  recommended_actions: [],
  clarification_questions: [],
} as unknown as ReplanDecision;

const working = () => inPhase(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')]), 'execute');
function planned(plan: Plan): Task {
  return adoptPlan(inPhase(planAgain(working(), 'actions', DECISION), 'sequence'), plan);
}

describe('a new plan that chooses another environment', () => {
  it('saves the work, then begins a container of that environment and sets it up, with what is done kept (EXEC-2, ENV-4)', () => {
    const task = inPhase(planned(ELSEWHERE), 'prepare');
    expect(effectOf(task)).toEqual({ kind: 'release_sandbox' });
    const released = after(task, { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    expect(effectOf(released)).toEqual({ kind: 'start_sandbox', environment: 'other' });
    const cloning = after(released, { type: 'environment', name: 'container', container_id: 'c2', image: 'other' });
    expect(effectOf(cloning)).toEqual({ kind: 'clone' });
    expect(inPhase(cloning, 'prepare').earlierWork?.actions[0]?.status).toBe('success');
  });

  it('is cut back to the last checkpoint when the old container is lost before its work is saved (EXEC-5)', () => {
    const lost = inPhase(
      after(planned(ELSEWHERE), { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'gone' }),
      'prepare',
    );
    expect(effectOf(lost)).toEqual({ kind: 'start_sandbox', environment: 'other' });
    expect(lost.earlierWork?.conversation.at(-1)).toEqual({ kind: 'workspace_rebuilt', cause: 'gone' });
  });

  it('goes on in its container when the environment is the same', () => {
    expect(planned(PLAN).phase).toBe('execute');
  });
});

describe('a container that is stopped while its task waits (EXEC-1)', () => {
  const waiting = () => after(working(), ...asking(1), { type: 'question', question_id: 1, comment_id: 7, url: 'u', texts: ['Which?'] });
  const answer = {
    type: 'answer',
    name: 'given',
    question_id: 1,
    by: { login: 'ann', id: 1, type: 'User' },
    text: 'This.',
    settles: { 0: 'This.' },
    verdict: null,
  } as const;

  it('is gone on with as it is when it still runs again', () => {
    const back = after(waiting(), { type: 'environment', name: 'sandbox_released', container_id: 'c1' }, answer);
    expect(effectOf(back)?.kind).toBe('start_sandbox');
    const again = inPhase(after(back, { type: 'environment', name: 'resumed', container_id: 'c1' }), 'execute');
    expect(again).toMatchObject({ containerId: 'c1', workspaceLosses: 0, environment: working().environment });
    expect(again).not.toHaveProperty('keptContainer');
  });

  it('is made anew and set up again when it is not there any more, which is no lost workspace', () => {
    const back = after(waiting(), { type: 'environment', name: 'sandbox_released', container_id: 'c1' }, answer, {
      type: 'environment',
      name: 'container',
      container_id: 'c2',
      image: 'i',
    });
    expect(effectOf(back)).toEqual({ kind: 'clone' });
    expect(back.workspaceLosses).toBe(0);
  });

  it('is remembered through a re-plan while there is none', () => {
    const back = after(waiting(), { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    const idle = inPhase(back, 'wait').back;
    if (idle.phase !== 'execute') throw new Error('It was executing.');
    const adopted = adoptPlan(inPhase(planAgain(idle, 'actions', DECISION), 'sequence'), PLAN);
    expect(inPhase(adopted, 'prepare').kept).toMatchObject({ containerId: 'c1' });
    const elsewhere = adoptPlan(inPhase(planAgain(idle, 'actions', DECISION), 'sequence'), ELSEWHERE);
    expect(inPhase(elsewhere, 'prepare')).not.toHaveProperty('kept');
  });
});

import { describe, expect, it } from '@jest/globals';
import { decision, limitsOf } from '../replan/situations.ts';
import { activityOf, blockingQuestion } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  asking,
  decidedAfter,
  doing,
  effectOf,
  PAUSED,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const SUBTASKS = [subtask('a'), subtask('b')];
const PLAN = planOf(SUBTASKS);
const ELSEWHERE = planOf(SUBTASKS, {
  selected_environment: { ...PLAN.selected_environment, name: 'other', setup_commands: ['install'] },
});

const working = () => doing(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')]), 'execute');

function judgement(task: Task, point: DecisionPoint, fields: Partial<ReplanDecision>): Fact {
  const said = decision({ reasoning: 'Another environment is needed.', ...fields });
  return { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision: said };
}
const judged = (...of: Parameters<typeof judgement>): Task => after(of[0], judgement(...of));

/** The second action failed, and whether the plan will do is being judged. */
function failed(): Task {
  const task = working();
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 1_800_000, replanning: limitsOf() };
  return after({ ...task, settings: { ...task.settings, planning } }, ...actionDone(1, 'failure', ['It is not there']));
}
const REGENERATION = { replan_type: 'action_regeneration', replan_level: 3 } as const;

/** From the question for the actions on, with the plan that comes of it. */
function found(task: Task, plan: Plan): Task {
  const revision: Fact = {
    type: 'revision',
    reason: 'Another environment is needed.',
    source: 'replan',
    changes: [],
    updated_plan: plan,
  };
  return doing(after(doing(task, 'sequence'), revision), 'sequence');
}
const WILL_DO = { replan_needed: false, replan_type: 'none' } as const;
const sequenced = (task: Task, plan: Plan): Task => judged(found(task, plan), 'action_sequence', WILL_DO);
const planned = (plan: Plan): Task => sequenced(judged(failed(), 'execution', REGENERATION), plan);

describe('a new plan that chooses another environment', () => {
  it('saves the work, then begins a container of that environment and sets it up, with what is done kept (EXEC-2, ENV-4)', () => {
    const task = doing(planned(ELSEWHERE), 'prepare');
    expect(effectOf(task)).toEqual({ kind: 'release_sandbox' });
    const released = after(task, { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    expect(effectOf(released)).toEqual({ kind: 'start_sandbox', environment: 'other' });
    const cloning = after(released, { type: 'environment', name: 'container', container_id: 'c2', image: 'other' });
    expect(effectOf(cloning)).toEqual({ kind: 'clone' });
    expect(doing(cloning, 'prepare').work.actions[0]?.status).toBe('success');
    const cloned = after(cloning, prepared(PLAN)[6] as Fact);
    expect(effectOf(cloned)).toEqual({ kind: 'run_setup', index: 0 });
  });

  it('knows what was cloned into a container made for it, and of a used one nothing (ENV-6)', () => {
    const task = after(doing(planned(ELSEWHERE), 'prepare'), {
      type: 'environment',
      name: 'sandbox_released',
      container_id: 'c1',
    });
    const container = { type: 'environment', name: 'container', container_id: 'c2', image: 'other' } as const;
    const clone = { ...(prepared(PLAN)[6] as Fact), sha: 'a'.repeat(40) } as Fact;
    const into = (fact: Fact) => after(after(task, fact), clone).workspace;
    expect(into({ ...container, is_unused: true })).toMatchObject({ clonedSha: 'a'.repeat(40), isUnused: false });
    expect(into(container)).toMatchObject({ cloned: true, clonedSha: null, isUnused: false });
    const again = after(after(after(task, { ...container, is_unused: true }), clone), container);
    expect(again.workspace).toMatchObject({ isUnused: false, clonedSha: null });
  });

  it('is cut back to the last checkpoint when the old container is lost before its work is saved (EXEC-5)', () => {
    const loss: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'gone' };
    const lost = doing(after(planned(ELSEWHERE), loss), 'prepare');
    expect(decidedAfter(planned(ELSEWHERE), loss)).toEqual([
      { type: 'environment', name: 'rewound', cause: 'gone' },
      { type: 'environment', name: 'preparing', keeps_container: false, replaces: null },
    ]);
    expect(effectOf(lost)).toEqual({ kind: 'start_sandbox', environment: 'other' });
    expect(lost.work.conversation.at(-1)).toEqual({ kind: 'workspace_rebuilt', said: [], cause: 'gone' });
  });

  it('goes on in its container when the environment is the same', () => {
    const task = doing(planned(PLAN), 'execute');
    expect(task.workspace).toMatchObject({ is: 'ready', containerId: 'c1' });
  });
});

describe('a container that is stopped while its task waits (EXEC-1)', () => {
  const posted: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 7, url: 'u', texts: ['Which?'] };
  const stopped: Fact = { type: 'environment', name: 'sandbox_released', container_id: 'c1' };
  const waiting = () => after(working(), ...asking(1), posted);
  const answer: Extract<Fact, { readonly type: 'answer'; readonly name: 'given' }> = {
    type: 'answer',
    name: 'given',
    question_id: 1,
    by: { login: 'ann', id: 1 },
    text: 'This.',
    settles: { 0: 'This.' },
    verdict: null,
  };

  it('is gone on with as it is when it still runs again', () => {
    const back = after(waiting(), stopped, answer);
    expect(effectOf(back)?.kind).toBe('start_sandbox');
    const again = doing(after(back, { type: 'environment', name: 'resumed', container_id: 'c1' }), 'execute');
    const before = working().workspace;
    if (before.is !== 'ready') throw new Error('It was working.');
    expect(again.workspace).toEqual({ is: 'ready', containerId: 'c1', environment: before.environment });
    expect(again.workspaceLosses).toBe(0);
  });

  it('is said to be kept only where one is left (EXEC-1)', () => {
    const none: Fact = { type: 'environment', name: 'sandbox_released' };
    const isKept = (released: Fact) =>
      decidedAfter(after(waiting(), released), answer).flatMap((fact) =>
        fact.type === 'environment' && fact.name === 'preparing' ? [fact.keeps_container] : [],
      );
    expect([isKept(stopped), isKept(none)]).toEqual([[true], [false]]);
  });

  it('is made anew and set up again when it is not there any more, which is no lost workspace', () => {
    const back = after(waiting(), stopped, answer, {
      type: 'environment',
      name: 'container',
      container_id: 'c2',
      image: 'i',
    });
    expect(effectOf(back)).toEqual({ kind: 'clone' });
    expect(back.workspaceLosses).toBe(0);
  });

  it('is remembered through a re-plan while there is none', () => {
    const asked = judged(failed(), 'execution', { ...REGENERATION, confidence: 0.4 });
    expect(blockingQuestion(asked)?.kind).toBe('confirmation');
    const confirmed: Fact = { ...answer, text: 'yes', settles: {}, verdict: 'yes' };
    const idle = after(asked, posted, stopped, confirmed);
    expect([activityOf(idle), idle.workspace.is]).toEqual(['sequence', 'stopped']);
    const adopted = doing(sequenced(idle, PLAN), 'prepare');
    expect(adopted.workspace).toMatchObject({ is: 'preparing', kept: { containerId: 'c1' } });
    const elsewhere = doing(sequenced(idle, ELSEWHERE), 'prepare');
    expect(elsewhere.workspace).toMatchObject({ is: 'preparing', containerId: null, kept: null });
    expect(effectOf(elsewhere)).toEqual({ kind: 'start_sandbox', environment: 'other' });
    const gone = found(after(asked, posted, { type: 'environment', name: 'sandbox_released' }, confirmed), PLAN);
    expect(decidedAfter(gone, judgement(gone, 'action_sequence', WILL_DO))).toContainEqual({
      type: 'environment',
      name: 'preparing',
      keeps_container: false,
      replaces: null,
    });
  });

  it('and lost while the plan is made anew leaves nothing done that is not in a checkpoint (EXEC-5)', () => {
    const loss: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1' };
    const paused = after(judged(failed(), 'execution', REGENERATION), ...PAUSED);
    expect(decidedAfter(paused, loss)).toEqual([{ type: 'environment', name: 'rewound' }]);
    const idle = after(paused, loss, { type: 'control', name: 'resume', by: 'mika' });
    expect(activityOf(idle)).toBe('sequence');
    // The plan before stands again: its last action is not judged, but done again.
    const back = after(idle, { type: 'phase', name: 'restored', to: 'work' });
    const ready = doing(after(doing(back, 'prepare'), ...prepared(PLAN).slice(5)), 'execute');
    expect(ready.work.actions.map(({ status }) => status)).toEqual(['success', 'running']);
    expect(effectOf(ready)).toEqual({ kind: 'ask_next_step' });
  });
});

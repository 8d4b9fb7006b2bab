import { describe, expect, it } from '@jest/globals';
import { MAX_SCHEMA_REPAIRS, MAX_VERDICT_REPAIRS } from '../../src/flow/unusable-answers.ts';
import { activityOf, blockingQuestion, draftIn, planOf as planIn } from '../../src/state/select.ts';
import { decision, judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  command,
  decidedAfter,
  effectOf,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { NoVerdict } from '../../src/state/model-facts.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const LATER = planOf([subtask('a'), subtask('c', ['a'])]);
const DIVISION = prepared(PLAN)[3] as Fact;
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2 } as const;
const MORE = { replan_type: 'plan_revision', additional_actions: ['Write a note'] } as const;
const MADE: Fact = { type: 'revision', reason: 'So.', source: 'replan', changes: [], updated_plan: LATER };
const unusable = (call: 'action_plan' | 'task_decomposition' | 'review'): Fact => ({
  type: 'error',
  name: 'invalid_answer',
  call,
  problems: ['wrong'],
  broke: 'schema',
  content: [],
});
const unsaid = (why: NoVerdict): Fact => ({ ...unusable('review'), broke: 'verdict', no_verdict: why }) as Fact;
const times = (count: number, fact: Fact) => Array.from({ length: count }, () => fact);
const refused: Fact = { type: 'review', of: 'plan', result: 'FAIL', feedback: 'No test.', how: 'tool', attempt: 1 };

function judging(task: Task, planning: Partial<PlanningSettings> = {}): Task {
  const all = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf(), ...planning };
  return { ...task, settings: { ...task.settings, planning: all } };
}
/** `a` is done and saved, `b` failed. */
function failedAtB(planning: Partial<PlanningSettings> = {}): Task {
  return after(
    judging(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')]), planning),
    ...actionDone(1, 'failure', ['It broke']),
  );
}
const partial = (task: Task) => after(task, judgement(task, 'execution', PARTIAL));

describe('a re-plan that is made, in the history (REPLAN-8)', () => {
  it('given a plan that takes the place of another, when it is made, then both stand in its line, with how long it took', () => {
    const task = partial(failedAtB());
    const [line] = decidedAfter(task, MADE);
    expect(line).toMatchObject({
      name: 'completed',
      result: 'success',
      plan_before: PLAN,
      plan_after: LATER,
      duration: 1_000,
    });
    expect(planIn(after(task, MADE))).toEqual(LATER);
  });

  it('given one that a person confirmed, when its plan is made, then that is what came of it', () => {
    const doubtful = after(failedAtB(), judgement(failedAtB(), 'execution', { ...PARTIAL, confidence: 0.4 }));
    const by = { id: 8, login: 'mika' };
    const confirmed = after(
      doubtful,
      { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
      { type: 'answer', name: 'given', question_id: 1, by, text: 'Yes.', settles: {}, verdict: 'yes' },
    );
    expect(decidedAfter(confirmed, MADE)).toMatchObject([{ name: 'completed', executed: true, result: 'success' }]);
  });

  it('given a plan that takes the place of another, when the work goes on, then the model is told why (REPLAN-7)', () => {
    const made = after(partial(failedAtB()), MADE);
    const goneOn = after(made, judgement(made, 'action_sequence', { replan_needed: false, replan_type: 'none' }));
    expect(goneOn.work?.conversation).toContainEqual({ kind: 'replanned', reason: 'Because.', plan: LATER, said: [] });
  });
});

describe('what a re-plan keeps of the work (EXEC-5, REPLAN-7)', () => {
  it('given an action that is done and not saved yet, when the plan is made anew and the workspace is lost, then it is done again', () => {
    const [, , answer, finished] = actionDone(0) as readonly [Fact, Fact, Fact, Fact];
    const wish = { judgement: { replan_id: 'd', decision: decision(PARTIAL) } };
    const made = after(judging(taskAfter(prepared(PLAN))), answer, { ...finished, ...wish }, MADE);
    const fine = judgement(made, 'action_sequence', { replan_needed: false, replan_type: 'none' });
    expect(decidedAfter(made, fine)).toContainEqual(
      expect.objectContaining({ name: 'plan_adopted', kept: [0], saved: 0 }),
    );
    const lost = after(made, fine, { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'Gone.' });
    expect(lost.work).toMatchObject({ current: 0, actions: [{ taskId: 'a', status: 'running' }, { taskId: 'c' }] });
    const saved = after(partial(failedAtB()), MADE);
    expect(
      decidedAfter(saved, judgement(saved, 'action_sequence', { replan_needed: false, replan_type: 'none' })),
    ).toContainEqual(expect.objectContaining({ name: 'plan_adopted', kept: [0], saved: 1 }));
  });
});

describe('a granted re-plan that fails (REPLAN-10)', () => {
  it('given work that was in hand, when no usable plan comes, then the model is asked for another way to go on', () => {
    const task = after(partial(failedAtB()), ...times(MAX_SCHEMA_REPAIRS, unusable('action_plan')));
    expect(activityOf(task)).toBe('sequence');
    const failed = after(task, unusable('action_plan'));
    expect([activityOf(failed), effectOf(failed), failed.replanning.escalated]).toEqual([
      'execute',
      { kind: 'ask_decision', point: 'execution' },
      true,
    ]);
    expect(failed.replanning.notes.at(-1)).toContain('The re-plan failed, and the earlier plan stands: wrong');
  });

  it.each([
    ['refusal', 2, 'declined to make'],
    ['max_tokens', 4, 'was cut off'],
    ['model_context_window_exceeded', 4, 'no room'],
    [null, 4, 'contradicted itself'],
  ] as const)(
    'given answers that end by %s, when the other way fails by them, too, then people read that it was that (MODEL-3)',
    (stopped, calls, said) => {
      const wrong = { ...unusable('action_plan'), ...(stopped === null ? {} : { stopped }) } as Fact;
      const once = after(partial(failedAtB()), ...times(calls, wrong));
      expect(effectOf(once)).toEqual({ kind: 'ask_decision', point: 'execution' });
      const twice = after(
        after(once, judgement(once, 'execution', { ...PARTIAL, issues_found: ['Else'] })),
        ...times(calls, wrong),
      );
      expect(blockingQuestion(twice)?.context).toContain(said);
    },
  );

  it('given work that was done, when no usable plan comes, then it is verified as it is', () => {
    const done = after(
      judging(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a'), ...actionDone(1), saved('b')])),
      TESTED,
    );
    const task = after(
      done,
      judgement(done, 'reflection', MORE),
      ...times(MAX_SCHEMA_REPAIRS + 1, unusable('action_plan')),
    );
    expect([activityOf(task), kindOf(task)]).toEqual(['verify', 'merge_base']);
  });

  it('given a division that was understood, when no better one comes, then it stands again, to be judged once more', () => {
    const divided = after(judging(taskAfter(prepared(PLAN).slice(0, 3))), DIVISION);
    const again = after(divided, judgement(divided, 'task_decomposition', { replan_type: 'task_redecomposition' }));
    expect(draftIn(again, 'division')?.found).toBeNull();
    const failed = after(again, ...times(MAX_SCHEMA_REPAIRS + 1, unusable('task_decomposition')));
    expect(draftIn(failed, 'division')?.found?.decomposition).toEqual(PLAN.task_decomposition);
    expect(effectOf(failed)).toEqual({ kind: 'ask_decision', point: 'task_decomposition' });
  });

  it('given a goal that is to be understood anew and is unclear, when no other comes after all, then the one before stands', () => {
    const understood = after(judging(taskAfter(prepared(PLAN).slice(0, 2))), prepared(PLAN)[2] as Fact);
    const anew = after(understood, judgement(understood, 'goal_understanding', { replan_type: 'goal_revision' }));
    const error = {
      type: 'unclear_goal',
      message: 'Which?',
      clarification_needed: ['Which?'],
      assumptions: [],
      evidence: [],
    } as const;
    const asked = after(anew, { type: 'phase', name: 'goal_error', error });
    const by = { id: 8, login: 'mika' };
    const answered = after(
      asked,
      { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
      { type: 'answer', name: 'given', question_id: 1, by, text: 'Both.', settles: { 0: 'Both.' }, verdict: null },
    );
    expect(effectOf(answered)).toEqual({ kind: 'ask_model', call: 'goal_understanding' });
    const wrong = { ...unusable('action_plan'), call: 'goal_understanding' } as Fact;
    const failed = after(answered, ...times(MAX_SCHEMA_REPAIRS + 1, wrong));
    expect(draftIn(failed, 'goal')?.found).toEqual(PLAN.goal_understanding);
    expect(effectOf(failed)).toEqual({ kind: 'ask_decision', point: 'goal_understanding' });
  });

  it('given a goal that was judged, when a division of it is made anew twice in vain, then what was found last stands each time', () => {
    const divided = after(judging(taskAfter(prepared(PLAN).slice(0, 3))), DIVISION);
    const anew = (task: Task) =>
      after(
        task,
        judgement(task, 'task_decomposition', { replan_type: 'task_redecomposition' }),
        ...times(MAX_SCHEMA_REPAIRS + 1, unusable('task_decomposition')),
      );
    const twice = anew(anew(divided));
    expect(draftIn(twice, 'division')?.found?.decomposition).toEqual(PLAN.task_decomposition);
  });
});

describe('a plan that is refused by its review (EXEC-7)', () => {
  const REVIEWS = { review: { plan: true, diff: false } };

  it('given a review that cannot be read, when it was asked for as often as any call, then it is not made, and the plan is carried out (MODEL-4)', () => {
    const planned = taskAfter(prepared(PLAN).slice(0, 5), { settings: { planning: { ...UNDISTURBED, ...REVIEWS } } });
    const last = after(planned, ...times(MAX_SCHEMA_REPAIRS, unusable('review')));
    expect(effectOf(last)).toEqual({ kind: 'ask_review', of: 'plan' });
    const feedback = expect.stringContaining('form of a verdict');
    expect(decidedAfter(last, unusable('review'))).toContainEqual(
      expect.objectContaining({ type: 'review', of: 'plan', result: 'NOT_MADE', feedback, how: 'nothing', attempt: 1 }),
    );
    expect(activityOf(after(last, unusable('review')))).toBe('prepare');
  });

  it('given answers without a verdict, when it was asked for once more, then it is not made, by the last cause, and the plan is carried out (MODEL-4)', () => {
    const planned = taskAfter(prepared(PLAN).slice(0, 5), { settings: { planning: { ...UNDISTURBED, ...REVIEWS } } });
    const mixed = [...times(MAX_SCHEMA_REPAIRS, unusable('review')), ...times(MAX_VERDICT_REPAIRS, unsaid('refused'))];
    const last = after(planned, ...mixed);
    expect(effectOf(last)).toEqual({ kind: 'ask_review', of: 'plan' });
    const feedback = expect.stringContaining('because the answer was empty');
    expect(decidedAfter(last, unsaid('empty'))).toContainEqual(
      expect.objectContaining({ type: 'review', of: 'plan', result: 'NOT_MADE', feedback, attempt: 1 }),
    );
    expect(activityOf(after(last, unsaid('empty')))).toBe('prepare');
  });

  it('given actions planned again from where it failed, when their plan is refused, then what is done stays done', () => {
    const made = after(partial(failedAtB(REVIEWS)), MADE);
    const reviewed = after(made, judgement(made, 'action_sequence', { replan_needed: false, replan_type: 'none' }));
    expect(effectOf(reviewed)).toEqual({ kind: 'ask_review', of: 'plan' });
    const anew = after(reviewed, refused);
    expect([effectOf(anew), anew.stage]).toMatchObject([
      { kind: 'ask_model', call: 'action_plan' },
      { keepsDone: true },
    ]);
  });

  it('given a first plan that was refused, when no other comes, then the task ends: it is nothing to fall back on', () => {
    const planned = taskAfter(prepared(PLAN).slice(0, 5), { settings: { planning: { ...UNDISTURBED, ...REVIEWS } } });
    const ended = after(planned, refused, ...times(MAX_SCHEMA_REPAIRS + 1, unusable('task_decomposition')));
    expect(ended.stage).toMatchObject({ is: 'report', ending: { status: 'failed', reason: 'invalid_answers' } });
  });
});

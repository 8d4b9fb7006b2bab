import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingIn, blockingQuestion } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  command,
  decidedAfter,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a')]);
const [, , GOAL] = prepared(PLAN) as readonly [Fact, Fact, Fact];
const by = { id: 8, login: 'mika' };
const SAID: Fact = { type: 'control', name: 'comment', by, text: 'Write a note as well.' };
const SILENCE: Fact = { type: 'effect', name: 'time_over' };
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const DOUBT = { replan_type: 'plan_revision', confidence: 0.4, additional_actions: ['Write a note'] } as const;
const ASKS = {
  replan_type: 'clarification_request',
  clarification_needed: true,
  clarification_questions: ['One or both?'],
} as const;

function judging(task: Task): Task {
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };
  return { ...task, settings: { ...task.settings, planning } };
}
const posted = (task: Task): Task =>
  after(task, {
    type: 'question',
    name: 'posted',
    question_id: blockingIn(task)?.questionId ?? 0,
    comment_id: 5,
    url: 'u',
    texts: [],
  });
function answer(
  task: Task,
  text: string,
  more: { readonly verdict?: 'yes' | 'no'; readonly remark?: string } = {},
): Fact {
  const { verdict = null, ...remark } = more;
  const question_id = blockingIn(task)?.questionId ?? 0;
  return {
    type: 'answer',
    name: 'given',
    question_id,
    by,
    text,
    settles: verdict === null ? { 0: text } : {},
    verdict,
    ...remark,
  };
}
const named = (facts: readonly Fact[]) => facts.map((fact) => ('name' in fact ? fact.name : fact.type));

/** The tests have passed, and the model is not sure whether more is needed. */
function doubted(): Task {
  const verified = after(judging(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')])), TESTED);
  const task = posted(after(verified, judgement(verified, 'reflection', DOUBT)));
  expect(blockingQuestion(task)?.kind).toBe('confirmation');
  return task;
}

describe('what is learnt while the work is verified (GH-3)', () => {
  it('given a re-plan that is doubtful, when somebody says no but something else, then that is weighed before anything ends', () => {
    const task = doubted();
    const no = answer(task, 'No, but a note.', { verdict: 'no', remark: 'but a note.' });
    expect(named(decidedAfter(task, no))).not.toContain('ending');
    expect([activityOf(after(task, no)), kindOf(after(task, no))]).toEqual(['execute', 'ask_patch']);
    expect(named(decidedAfter(task, answer(task, 'No.', { verdict: 'no' })))).toContain('ending');
  });

  it('given something that was said meanwhile, when nobody answers in time, then it is weighed before anything ends', () => {
    const task = after(doubted(), SAID);
    expect(named(decidedAfter(task, SILENCE))).not.toContain('ending');
    expect([activityOf(after(task, SILENCE)), kindOf(after(task, SILENCE))]).toEqual(['execute', 'ask_patch']);
    expect(activityOf(after(doubted(), SILENCE))).toBe('report');
  });
});

describe('what is learnt about the goal (REPLAN-6)', () => {
  const understood = () => after(judging(taskAfter(prepared(PLAN).slice(0, 2))), GOAL);

  it('given a goal that is understood, when somebody answers, then it is understood anew, and on silence it is gone on with', () => {
    const asked = posted(
      after(understood(), judgement(understood(), 'goal_understanding', { ...ASKS, confidence: 0.4 })),
    );
    const answered = after(asked, answer(asked, 'Both.'));
    expect([activityOf(answered), kindOf(answered)]).toEqual(['understand', 'ask_model']);
    expect(answered.said.at(-1)).toMatchObject({ kind: 'answer', asked: 'One or both?', text: 'Both.' });
    expect(activityOf(after(asked, SILENCE))).toBe('decompose');
  });
});

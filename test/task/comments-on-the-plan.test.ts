import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { activityOf, blockingQuestion } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  decidedAfter,
  doing,
  effectOf,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'A note as well.' };
const weighed = (...questions: readonly { readonly text: string; readonly blocking: boolean }[]): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'A note is wanted.',
  problems: [],
  questions,
});

/** At the first action, with so many comments that nobody weighed yet. */
function working(comments: number, questions = 5): Task {
  const replanning = limitsOf({ goal_understanding: { max_questions_in_work: questions } });
  const planning = { ...UNDISTURBED, replanning: { ...replanning, enabled: false } };
  return taskAfter([...prepared(PLAN), ...Array.from({ length: comments }, () => said)], { settings: { planning } });
}

describe('comments on a running task (PLAN-9)', () => {
  it('are weighed one by one, in their order, before the next step', () => {
    const two = working(2);
    expect(effectOf(two)).toEqual({ kind: 'ask_patch', comment: 0 });
    expect(effectOf(after(two, weighed()))).toEqual({ kind: 'ask_patch', comment: 1 });
    expect(effectOf(after(two, weighed(), weighed()))).toEqual({ kind: 'ask_next_step' });
    expect(effectOf(working(0))).toEqual({ kind: 'ask_next_step' });
  });

  it('whose blocking questions come back wait for people, up to the limit of questions; others do not wait', () => {
    const blocking = weighed({ text: 'In which language?', blocking: true });
    const asked = after(working(1), blocking);
    expect(activityOf(asked)).toBe('wait');
    expect(blockingQuestion(asked)).toMatchObject({ kind: 'clarification', texts: ['In which language?'] });
    expect(asked.questions).toHaveLength(1);
    expect(asked.replanning.counts).toMatchObject({ clarifications: 0, questionsInWork: 1 });
    const beyond = after(working(1, 0), blocking);
    expect([activityOf(beyond), blockingQuestion(beyond)?.kind]).toEqual(['wait', 'intervention']);
    const beside = after(working(1), weighed({ text: 'Shall it be long?', blocking: false }));
    expect(activityOf(beside)).toBe('execute');
    expect(beside.questions).toMatchObject([{ kind: 'aside', texts: ['Shall it be long?'] }]);
  });

  it('that ask both wait only for what blocks', () => {
    const task = after(working(1), weighed({ text: 'Which?', blocking: true }, { text: 'Long?', blocking: false }));
    expect(task.questions.map(({ kind, texts }) => [kind, ...texts])).toEqual([
      ['aside', 'Long?'],
      ['clarification', 'Which?'],
    ]);
    expect(blockingQuestion(task)?.texts).toEqual(['Which?']);
  });

  it('whose questions come back have them addressed to who wrote them, where that is not who asked for the work', () => {
    const answered: Fact = { ...said, by: { id: 9, login: 'kai' } };
    const ask = weighed({ text: 'Which?', blocking: true }, { text: 'Long?', blocking: false });
    const raisedBy = (...facts: readonly Fact[]) =>
      after(working(0), ...facts, ask).questions.map((question) => question.raisedBy?.login);
    expect(raisedBy(said, answered, weighed())).toEqual(['kai', 'kai']);
    expect(raisedBy({ ...said, by: working(0).request.requester })).toEqual([undefined, undefined]);
  });

  const wider = planOf([subtask('a'), subtask('b'), subtask('c')]);
  const revision: Fact = {
    type: 'revision',
    reason: 'One more.',
    source: 'comment',
    changes: ['added c'],
    updated_plan: wider,
  };
  const statuses = (task: Task) =>
    doing(task, 'execute').work.actions.map(({ taskId, status }) => `${taskId} ${status}`);
  const failed = () => taskAfter([...prepared(PLAN), ...actionDone(0, 'failure'), saved('a'), said]);

  it('PLAN-5: leave what is over as it ended, also what failed and was let stand', () => {
    expect(statuses(after(failed(), revision))).toEqual(['a failure', 'b running', 'c pending']);
    expect(statuses(after(failed(), { ...revision, again: ['a'] }))).toEqual(['a running', 'b pending', 'c pending']);
  });

  it('PLAN-5: are not like a reflection, which revises because of what did not go well', () => {
    const planning = {
      ...UNDISTURBED,
      reflection: { enabled: true, onError: true, interval: 0, depth: 'moderate' as const },
      maxRevisions: 1,
    };
    const looked = taskAfter([...prepared(PLAN), ...actionDone(0, 'failure')], { settings: { planning } });
    expect(kindOf(looked)).toBe('ask_reflection');
    const [first, second] = PLAN.action_plan.actions;
    if (!first || !second) throw new Error('There are two actions.');
    const reflection: Fact = {
      type: 'reflection',
      name: 'model',
      evaluation: {
        action_evaluated: 'a',
        status: 'failure',
        evaluation: 'Bad.',
        alignment_with_plan: '',
        issues_identified: [],
        plan_revision_needed: true,
      },
      plan_revision: {
        reason: 'One more.',
        changes: [],
        updated_action_plan: { execution_order: ['a', 'b'], actions: [first, second, second] },
      },
      problems: [],
    };
    expect(decidedAfter(looked, reflection)).toContainEqual(
      expect.objectContaining({ type: 'revision', source: 'reflection' }),
    );
    expect(statuses(after(looked, reflection))).toEqual(['a running', 'b pending', 'b pending']);
  });
});

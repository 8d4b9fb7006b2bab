import { describe, expect, it } from '@jest/globals';
import { answerIn } from '../../src/people/answers/interpret-comment.ts';
import { next } from '../../src/flow/next.ts';
import { blockingIn, blockingQuestion, reportOf } from '../../src/state/select.ts';
import { after, asking, kindOf, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const [PROGRESS, REPOSITORY] = prepared(planOf([subtask('a')])) as readonly [Fact, Fact];
const BLOCKED: Fact = {
  type: 'environment',
  name: 'blocked',
  blockers: [{ number: 3, title: 'First', url: 'https://github.example/octo/shop/issues/3' }],
};
const POSTED: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
const TOLD: Fact = { type: 'control', name: 'blockers_changed' };
const asked = () => taskAfter([PROGRESS, BLOCKED, POSTED]);
const dueIn = (task: Task) => {
  const todo = next(task);
  return todo.kind === 'perform' ? [todo.effect.kind, (todo.notBefore ?? 0) - task.updatedAt] : [];
};
const said = (task: Task, text: string) => {
  const question = blockingQuestion(task);
  const reading = question && answerIn([question], text);
  return reading === null
    ? null
    : after(task, { type: 'answer', name: 'given', ...reading, by: { id: 8, login: 'mika' }, comment_id: 9 });
};

describe('an issue that open issues block (GH-2, EXEC-1)', () => {
  it('given one, when it is looked at, then people are told, and it waits and looks again', () => {
    const task = after(taskAfter([PROGRESS]), BLOCKED);
    expect(blockingQuestion(task)).toMatchObject({ kind: 'dependency', needsPerson: true, blockers: [{ number: 3 }] });
    expect(kindOf(task)).toBe('post_question');
    const waiting = asked();
    expect(dueIn(waiting)).toEqual(['look_at_repository', 5 * MINUTE_MS]);
    expect(blockingIn(waiting)?.due).toMatchObject({
      remindAt: waiting.updatedAt + 7 * DAY_MS,
      overAt: waiting.updatedAt + 30 * DAY_MS,
    });
  });

  it('given the wait, when it is blocked yet, then nobody is told again, and it looks less often, an hour apart at most', () => {
    const waiting = asked();
    const { since, due } = blockingIn(waiting) ?? { since: 0, due: null };
    const later: Task = { ...waiting, updatedAt: since + 2 * 60 * MINUTE_MS };
    const again = after(later, BLOCKED);
    expect(again.questions).toHaveLength(1);
    expect(dueIn(again)[1]).toBeGreaterThan(15 * MINUTE_MS - 1);
    expect(blockingIn(again)).toMatchObject({ since, due: { overAt: due?.overAt, remindAt: due?.remindAt } });
    const much = after({ ...again, updatedAt: since + 3 * DAY_MS }, BLOCKED);
    expect(dueIn(much)).toEqual(['look_at_repository', 60 * MINUTE_MS]);
  });

  it('given the wait, when GitHub tells of a blocker, then it is looked at once, and later as before if it is blocked yet', () => {
    const waiting = asked();
    const told = after(waiting, TOLD);
    expect([dueIn(told), told.questions.length]).toEqual([['look_at_repository', 0], 1]);
    const { since } = blockingIn(waiting) ?? {};
    expect(blockingIn(told)).toMatchObject({ since, due: { overAt: blockingIn(waiting)?.due.overAt } });
    expect(dueIn(after(told, BLOCKED))).toEqual(['look_at_repository', 5 * MINUTE_MS]);
  });

  it.each([
    ['is not asked about yet', () => after(taskAfter([PROGRESS]), BLOCKED)],
    ['is being planned', () => taskAfter([PROGRESS, REPOSITORY])],
    ['waits for something else', () => taskAfter([...WORKING, ...asking(0), POSTED])],
  ])('given a task that %s, when GitHub tells of a blocker, then nothing changes', (_, given) => {
    const task = given();
    const told = after(task, TOLD);
    expect([next(told), told.asked]).toEqual([next(task), task.asked]);
  });

  it('given the wait, when nothing blocks it any more, then it begins by itself', () => {
    const task = after(asked(), REPOSITORY);
    expect([task.asked, task.stage.is]).toEqual([[], 'plan']);
    expect(task.usage.waitedMs).toBeGreaterThan(0);
  });

  it('given the wait, when somebody says retry, then it begins although it is blocked', () => {
    const task = said(asked(), 'retry');
    expect(task?.asked).toEqual([]);
    expect(task && kindOf(task)).toBe('look_at_repository');
    // The result of the look in progress asks nobody again.
    expect(task && after(task, BLOCKED).asked).toEqual([]);
  });

  it.each(['What about #3?', 'continue', 'no'])('given the wait, "%s" does not begin it', (text) => {
    expect(said(asked(), text)).toBeNull();
  });

  it('given the wait, when 30 days are over, then it ends as stopped', () => {
    const task = after(asked(), { type: 'effect', name: 'time_over' });
    expect(reportOf(task)?.ending).toMatchObject({ status: 'stopped', reason: 'withdrawn', detail: 'unanswered' });
  });

  it('given a pause of the wait, when it is over, then it is looked again', () => {
    const paused = after(
      asked(),
      { type: 'control', name: 'pause', by: 'mika' },
      { type: 'control', name: 'paused', by: 'mika' },
    );
    const resumed = after(paused, { type: 'control', name: 'resume', by: 'mika' });
    expect(dueIn(resumed)[0]).toBe('look_at_repository');
  });
});

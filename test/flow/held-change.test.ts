import { describe, expect, it } from '@jest/globals';
import { answerIn } from '../../src/people/answers/interpret-comment.ts';
import { inboxToFacts } from '../../src/drive/read-inbox.ts';
import { blockingIn, blockingQuestion, reportOf } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  decidedAfter,
  effectOf,
  kindOf,
  PAUSED,
  saved,
  TASK_ID,
  taskAfter,
} from '../task/task-world.ts';
import { STOP, WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { HeldChange } from '../../src/state/outcome.ts';
import type { Task } from '../../src/state/task.ts';

const DAY_MS = 86_400_000;
const by = { id: 8, login: 'mika' };
const HELD: HeldChange = { digest: 'one', paths: ['CODEOWNERS'], pathCount: 1, diff: '+* @mika' };
const held = (more: Partial<HeldChange> = {}): Fact => ({
  type: 'effect',
  name: 'push_held',
  subtask: 'a',
  held: { ...HELD, ...more },
});
const posted = (task: Task): Task =>
  after(task, {
    type: 'question',
    name: 'posted',
    question_id: blockingIn(task)?.questionId ?? 0,
    comment_id: 5,
    url: 'u',
    texts: [],
  });
const atWork = () => taskAfter([...WORKING, ...actionDone(0)]);
const asked = (more: Partial<HeldChange> = {}) => posted(after(atWork(), held(more)));
/** As read from a comment. */
function answer(task: Task, text: string): Fact {
  const question = blockingQuestion(task);
  const reading = question && answerIn([question], text);
  if (reading === null) throw new Error('That answers nothing.');
  return { type: 'answer', name: 'given', ...reading, by, comment_id: 9 };
}
const said = (task: Task, text: string) => after(task, answer(task, text));
const LOST: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1' };

describe('a change of protected paths that is to be saved (GH-7, EXEC-1, G9)', () => {
  it('given a finished subtask, when its change touches some, then people are asked, once, and nothing else is done', () => {
    const task = after(atWork(), held());
    expect(blockingQuestion(task)).toMatchObject({ kind: 'protected_paths', needsPerson: true, held: HELD });
    expect(effectOf(task)).toEqual({ kind: 'post_question', questionId: 1 });
    const waiting = posted(task);
    const { overAt, remindAt } = blockingIn(waiting)?.due ?? {};
    expect([overAt, remindAt]).toEqual([waiting.updatedAt + 30 * DAY_MS, waiting.updatedAt + 7 * DAY_MS]);
    expect(kindOf(waiting)).toBe('release_sandbox');
    expect(waiting.work?.checkpoint.change).toBeNull();
  });

  it.each([
    ['before it', { commentId: 4 }, []],
    ['in a review, which may have come before it', {}, []],
    ['behind it', { commentId: 6 }, [{ digest: 'one', by: 'mika' }]],
  ])('given the question, when an approval was said %s, then it counts accordingly (P11)', (_, where, letThrough) => {
    const task = asked();
    const item = { kind: 'comment', id: 'i1', addressed: false, by, text: 'approve', ...where } as const;
    const moment = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt + 1_000 };
    expect(inboxToFacts([item], { history: [], task, moment }).task?.letThrough).toEqual(letThrough);
  });

  it.each(['approve', 'LGTM', 'yes', 'はい', '承認'])(
    'given the question, when somebody says "%s", then exactly this change is let through and saved again',
    (text) => {
      const task = said(asked(), text);
      expect(task.letThrough).toEqual([{ digest: 'one', by: 'mika' }]);
      expect(effectOf(task)).toEqual({ kind: 'checkpoint', subtask: 'a' });
    },
  );

  it('given an approval, when the change is another by then, then that is asked about anew (P11, G9)', () => {
    const task = after(said(asked(), 'approve'), held({ digest: 'other' }));
    expect(blockingIn(task)).toMatchObject({ questionId: 2, then: { is: 'let_through', digest: 'other' } });
    expect(task.letThrough.map(({ digest }) => digest)).toEqual(['one']);
  });

  it('given an approval that was used, when its comment is edited, then nothing is taken back and nothing more let through (P11)', () => {
    const waiting = asked();
    const edit: Fact = {
      type: 'control',
      name: 'comment_edited',
      by,
      comment_id: 9,
      edited_at: '2026-05-01T12:00:00Z',
      text: 'no',
    };
    const task = after(said(waiting, 'approve'), edit);
    expect(task.letThrough).toHaveLength(1);
    expect(kindOf(task)).toBe('checkpoint');
  });

  it.each([
    'no',
    'No, leave CODEOWNERS alone.',
    'No, I will do that myself later.',
    'Leave CODEOWNERS as it was, please.',
    'yes, but drop the second line',
    'いいえ',
    'CODEOWNERS は変えないで',
  ])('given the question, when somebody says "%s", then the model is told to take it back', (text) => {
    const task = said(asked(), text);
    expect(task.letThrough).toEqual([]);
    expect(task.asked).toEqual([]);
    expect(kindOf(task)).toBe('ask_next_step');
    expect(task.work).toMatchObject({ current: 0, toCheckpoint: null });
    expect(task.work?.actions.map(({ status }) => status)).toEqual(['running', 'pending']);
    const told = task.work?.conversation.at(-1);
    expect(told).toMatchObject({ kind: 'begin', brief: { subtask: 'a', isRetry: true } });
    expect(JSON.stringify(told)).toContain('CODEOWNERS');
    expect(JSON.stringify(told)).toContain(JSON.stringify(text).slice(1, -1));
    // The model's next work is saved and inspected like any other.
    const done = after(task, ...actionDone(0));
    expect(effectOf(done)).toEqual({ kind: 'checkpoint', subtask: 'a' });
    expect(after(done, saved('a')).work?.current).toBe(1);
  });

  it.each(['Yes, and add a test', 'why do you need that?', 'let me look at it first', 'keep going', 'ちょっと待って'])(
    'given the question, when somebody says "%s", then that is not guessed at, and how to answer is said once',
    (text) => {
      const unsure = said(asked(), text);
      expect([unsure.letThrough, kindOf(unsure)]).toEqual([[], 'explain_question']);
      const told = after(unsure, { type: 'effect', name: 'explained', question_id: 1, comment_id: 7, url: 'u' });
      expect(kindOf(said(told, text))).toBe('release_sandbox');
      expect(said(told, 'approve').letThrough).toHaveLength(1);
    },
  );

  it.each(['too_large', 'not_text', 'masked'] as const)(
    'given a change that cannot be shown as it is (%s), when somebody approves, then it is not let through; a no takes it back',
    (unseen) => {
      const task = said(asked({ unseen }), 'approve');
      expect([task.letThrough, kindOf(task)]).toEqual([[], 'explain_question']);
      expect(kindOf(said(task, 'no'))).toBe('ask_next_step');
    },
  );

  it('given nobody who answers, when 30 days are over, then it ends as stopped, and what waits is not pushed', () => {
    const task = after(asked(), { type: 'effect', name: 'time_over' });
    expect(reportOf(task)?.ending).toMatchObject({ status: 'stopped', reason: 'withdrawn', detail: 'unanswered' });
    expect(kindOf(task)).toBe('checkpoint');
    const left = after(task, held());
    expect(reportOf(left)?.skipped).toMatchObject([{ effect: 'checkpoint', code: 'protected_paths' }]);
    expect([left.asked, kindOf(left)]).toEqual([[], 'post_result']);
  });

  it('given the wait, when its container is lost, then nothing is done again: what is to be let through was saved (EXEC-5)', () => {
    const task = after(asked(), LOST);
    expect(decidedAfter(asked(), LOST)).toEqual([]);
    expect(task.work).toMatchObject({ current: 1, toCheckpoint: 'a' });
    expect(kindOf(said(task, 'approve'))).toBe('start_sandbox');
    expect(said(task, 'approve').work).toMatchObject({ current: 1, toCheckpoint: 'a' });
  });

  it('given a pause in the middle of the work, when what is saved touches some, then nobody is asked before it is a subtask', () => {
    const paused = taskAfter([...WORKING, ...actionDone(0).slice(0, 2), ...PAUSED]);
    expect(kindOf(paused)).toBe('checkpoint');
    const task = after(paused, held());
    expect([task.questions, task.paused?.isSaved]).toEqual([[], true]);
    expect(kindOf(after(task, { type: 'control', name: 'resume', by: 'mika' }))).toBe('ask_next_step');
  });

  it('given the wait, when somebody stops the task, then it ends, and nothing of the change is pushed', () => {
    const task = after(asked(), STOP, held());
    expect(reportOf(task)).toMatchObject({ ending: { reason: 'stopped' }, pullRequest: null });
    expect(reportOf(task)?.skipped).toMatchObject([{ paths: ['CODEOWNERS'] }]);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../src/state/task-summary.ts';
import { next } from '../../src/flow/next.ts';
import { explanationComment } from '../../src/comments/reminders.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { questionComment } from '../../src/comments/question-comment.ts';
import { dueItems, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { activityOf, blockingIn, questionOf } from '../../src/state/select.ts';
import {
  after,
  doing,
  kindOf,
  PAUSED,
  planOf,
  prepared,
  subtask,
  TASK_ID,
  taskAfter,
  usage,
  UNDISTURBED,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Asked, Question } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const OTHER = planOf([subtask('a')]);
const PLANNED = prepared(PLAN).slice(0, 5);
const DAY_MS = 86_400_000;
const options = (settings: Partial<TaskSettings> = {}) => ({
  request: { plansFirst: true as const },
  settings: { ...settings },
});

const by = { id: 8, login: 'mika' };
let said = 0;
const told = (task: Task, text: string, addressed = false): Task => {
  said += 1;
  const item: InboxItem = { kind: 'comment', id: `i${said}`, addressed, commentId: 100 + said, by, text };
  expect(dueItems([item], task)).toEqual([item]);
  const moment = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt + 1_000 };
  const heard = inboxToFacts([item], { history: [], task, moment }).task;
  if (heard === null) throw new Error('There is no task.');
  return heard;
};
/** What is waited for, of a task that waits and is not paused. */
const waiting = (task: Task): Asked & { readonly question: Question } => {
  const asked = blockingIn(task);
  if (asked === null || activityOf(task) !== 'wait')
    throw new Error(`The task is in ${activityOf(task)} and waits for nothing.`);
  return { ...asked, question: questionOf(task, asked.questionId) };
};
/** In milliseconds, since the waiting began. */
const dueAfter = (task: Task): number => {
  const todo = next(task);
  if (todo.kind !== 'perform' || todo.notBefore === null) throw new Error('Nothing is waited for.');
  return todo.notBefore - waiting(task).since;
};
const posted = (task: Task): Task =>
  after(task, {
    type: 'question',
    name: 'posted',
    question_id: waiting(task).questionId,
    comment_id: 5,
    url: 'u',
    texts: [],
  });
const weighed = (more: Partial<Extract<Fact, { readonly name: 'comment_weighed' }>> = {}): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'As they say.',
  problems: [],
  questions: [],
  ...more,
});
const REVISED: Fact = {
  type: 'revision',
  reason: 'b is not wanted',
  source: 'comment',
  changes: [],
  updated_plan: OTHER,
  again: [],
};
let shown: Task;
beforeEach(() => {
  shown = posted(taskAfter(PLANNED, options()));
});

describe('a plan that is to be approved first (GH-2, GH-5, EXEC-1)', () => {
  it('is asked about before anything is carried out, by a question that waits for a person', () => {
    const task = taskAfter(PLANNED, options());
    expect(waiting(task).then).toEqual({ is: 'carry_out_plan' });
    expect(waiting(task).question).toMatchObject({ kind: 'approval', state: 'open', needsPerson: true });
    expect(task.questions).toHaveLength(1);
    expect(kindOf(task)).toBe('post_question');
    expect([kindOf(shown), dueAfter(shown)]).toEqual(['remind', 7 * DAY_MS]);
    const reminded = after(shown, { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' });
    expect([kindOf(reminded), dueAfter(reminded)]).toEqual(['note_time_over', 30 * DAY_MS]);
    expect(summaryOf(shown)).toMatchObject({ state: 'WAITING', waiting_for: 'plan_approval' });
    expect(progressComment(shown, { now: 0, noteUrl: null })).toMatch(
      /⏸️ \*\*Planning\*\* → ⬜ Environment Setup[^]*Do a[^]*Do b/,
    );
  });

  it('is carried out at once without that wish, and asked about where planning is off, too', () => {
    expect(activityOf(taskAfter(PLANNED))).toBe('prepare');
    const planning = { ...UNDISTURBED, enabled: false };
    expect(waiting(taskAfter(PLANNED.slice(0, 2), options({ planning }))).question.kind).toBe('approval');
  });

  it.each([
    'approve',
    'LGTM',
    'Yes, please.',
    'continue',
    '承認',
    '承認します',
    'はい、お願いします',
    ...'/approve /lgtm /yes /ok /承認 /continue ／はい'.split(' '),
  ])('is carried out when somebody says: %s', (text) => {
    const task = doing(told(shown, text), 'prepare');
    expect([kindOf(task), task.questions[0]?.state, task.comments]).toEqual(['start_sandbox', 'answered', []]);
  });

  it('is carried out with what is said beside the approval, which is weighed first thing', () => {
    let task = told(shown, 'Yes, and keep the old name.');
    for (const fact of prepared(PLAN).slice(5)) task = after(task, fact);
    expect([activityOf(task), kindOf(task), task.comments]).toEqual([
      'execute',
      'ask_patch',
      [{ by, text: 'Yes, and keep the old name.' }],
    ]);
  });

  it.each([
    ['Leave out the second part.', false],
    ['No, leave out b.', false],
    ['Use another way for b.', true],
    ['二つ目は不要なので、外してください。', false],
  ])('is changed by what people say, shown anew and asked about anew: %s (PLAN-9)', (text, addressed) => {
    const heard = doing(told(shown, text, addressed), 'approve');
    expect([kindOf(heard), heard.comments]).toMatchObject(['ask_patch', [{ by, text }]]);
    const changed = after(heard, REVISED, weighed(), usage());
    expect(changed.plan).toEqual(OTHER);
    expect(waiting(changed).question).toMatchObject({
      kind: 'approval',
      texts: [expect.stringContaining('I have changed the plan')],
    });
    expect(kindOf(changed)).toBe('post_question');
    expect(changed.questions.map(({ id, state }) => [id, state])).toEqual([
      [1, 'open'],
      [2, 'open'],
    ]);
    const approved = doing(told(posted(changed), 'approve'), 'prepare');
    expect([approved.plan, kindOf(approved)]).toEqual([OTHER, 'start_sandbox']);
    // What was weighed once is not weighed again.
    let working: Task = approved;
    for (const fact of prepared(OTHER).slice(5)) working = after(working, fact);
    expect([activityOf(working), kindOf(working)]).toEqual(['execute', 'ask_next_step']);
  });

  it('is changed as often as people want, each comment weighed once (PLAN-9)', () => {
    const once = posted(after(told(shown, 'Leave out b.'), REVISED, weighed()));
    const twice = after(told(once, 'And do a otherwise.'), { ...REVISED, updated_plan: PLAN }, weighed());
    expect([activityOf(twice), twice.comments.length, twice.replanning.versions.length]).toEqual(['wait', 2, 2]);
    expect([twice.plan, waiting(twice).questionId]).toEqual([PLAN, 3]);
  });

  it('is asked about anew with what the model would know', () => {
    const asked = after(
      told(shown, 'Do it as last year.'),
      weighed({ questions: [{ text: 'Which year?', blocking: true }] }),
    );
    expect(waiting(asked).question.context).toBe('Which year?');
    expect(asked.replanning.notes.at(-1)).toContain('Which year?');
  });

  it('stays open where what is said changes nothing, and that is said once', () => {
    const same = after(told(shown, 'How nice.'), weighed());
    const { questionId, since, due } = waiting(same);
    expect([kindOf(same), questionId, (due.overAt ?? 0) - since]).toEqual(['explain_question', 1, 30 * DAY_MS]);
    const explained = after(same, { type: 'effect', name: 'explained', question_id: 1, comment_id: 6, url: 'u' });
    expect(kindOf(after(told(explained, 'Really.'), weighed()))).toBe('remind');
    expect(kindOf(told(shown, 'no'))).toBe('explain_question');
    for (const language of ['en', 'ja'] as const)
      expect(explanationComment(questionOf(shown, 1), { taskId: shown.id, language })).toMatch(
        /What Should Be Different|どこを変更すれば/,
      );
  });

  it('stays open where a change cannot be made, which is told (PLAN-9)', () => {
    const refused = after(told(shown, 'Drop a.'), weighed({ refused: { why: 'unreadable' } }));
    expect([activityOf(refused), kindOf(refused)]).toEqual(['approve', 'tell_refused_change']);
    const still = after(refused, { type: 'effect', name: 'refused_change_told', comment: 0, comment_id: 7, url: 'u' });
    expect([activityOf(still), kindOf(still), waiting(still).questionId]).toEqual(['wait', 'remind', 1]);
  });

  it('that is approved while a comment is weighed is carried out only if that changes nothing', () => {
    const both = told(told(shown, 'How nice.'), 'approve');
    expect(activityOf(both)).toBe('approve');
    expect(activityOf(after(both, weighed()))).toBe('prepare');
    expect(waiting(after(both, REVISED, weighed())).question.kind).toBe('approval');
    // Of what was approved before a change nothing is left.
    const asked = posted(after(both, REVISED, weighed()));
    expect(activityOf(after(told(asked, 'How nice.'), weighed()))).toBe('wait');
  });

  it('waits for what was said while it was made to be weighed first', () => {
    const comment: Fact = { type: 'control', name: 'comment', by, text: 'Leave out b.' };
    const task = taskAfter([...PLANNED.slice(0, 4), comment, ...PLANNED.slice(4)], options());
    expect([activityOf(task), kindOf(task), task.questions]).toEqual(['approve', 'ask_patch', []]);
    const asked = after(task, REVISED, weighed());
    expect([activityOf(asked), asked.questions.map(({ id }) => id)]).toEqual(['wait', [1]]);
  });

  it('asks about the budget before a comment is weighed that it does not pay for (OPS-9)', () => {
    const budget = { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 1 };
    const spent = posted(taskAfter(PLANNED, options({ budget, budgetExtensions: 1 })));
    const heard = after(told(spent, 'Leave out b.'), REVISED, weighed(), usage());
    const asked = posted(told(posted(heard), 'And mind the tests.'));
    expect(waiting(asked).question.kind).toBe('budget');
    expect(kindOf(told(asked, 'continue'))).toBe('ask_patch');
  });

  it('ends at a stop with nothing done, and keeps through a pause what is said and approved', () => {
    const stopped = after(shown, { type: 'control', name: 'stop', by: 'mika', reason: '' });
    expect([activityOf(stopped), stopped.work, stopped.plan]).toEqual(['report', null, PLAN]);
    const held = after(shown, ...PAUSED);
    const resume: Fact = { type: 'control', name: 'resume', by: 'mika' };
    expect(activityOf(after(told(held, 'approve'), resume))).toBe('prepare');
    const commented = after(told(held, 'Leave out b.'), resume);
    expect([activityOf(commented), kindOf(commented)]).toEqual(['approve', 'ask_patch']);
  });

  it('is asked for in words of both languages that say what to do (REPLAN-6)', () => {
    const text = (language: 'en' | 'ja') =>
      questionComment(questionOf(shown, 1), { taskId: shown.id, language, requester: by, timeoutMinutes: null });
    expect(text('en')).toMatch(
      /^## 📋 May I Carry Out This Plan\?$[^]*Comment `approve` and I will begin[^]*@mika, you or anybody/m,
    );
    expect(text('ja')).toMatch(/^## 📋 この計画を実行してもよいですか$[^]*「承認」とコメントしてください/m);
  });
});

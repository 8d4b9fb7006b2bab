import { beforeEach, describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../src/api/task-view.ts';
import { dueAt } from '../../src/phases/wait.ts';
import { explanationComment } from '../../src/progress/explanation-comment.ts';
import { progressComment } from '../../src/progress/progress-comment.ts';
import { questionComment } from '../../src/progress/question-comment.ts';
import { questionOf } from '../../src/questions/ask.ts';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { after, inPhase, kindOf, PAUSED, planOf, prepared, subtask, taskAfter, usage, UNDISTURBED } from './task-world.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task, TaskIn } from '../../src/state/task.ts';

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
  expect(arrivals.due([item], task)).toEqual([item]);
  return after(task, ...arrivals.facts([item], [], task));
};
const posted = (task: Task): TaskIn<'wait'> =>
  inPhase(after(task, { type: 'question', question_id: inPhase(task, 'wait').questionId, comment_id: 5, url: 'u', texts: [] }), 'wait');
const weighed = (more: Partial<Extract<Fact, { readonly name: 'comment_weighed' }>> = {}): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'As they say.',
  problems: [],
  questions: [],
  ...more,
});
const REVISED: Fact = { type: 'revision', reason: 'b is not wanted', source: 'comment', changes: [], updated_plan: OTHER, again: [] };
let shown: TaskIn<'wait'>;
beforeEach(() => {
  shown = posted(taskAfter(PLANNED, options()));
});

describe('a plan that is to be approved first (GH-2, GH-5, EXEC-1)', () => {
  it('is asked about before anything is carried out, by a question that waits for a person', () => {
    const task = taskAfter(PLANNED, options());
    expect(task).toMatchObject({ phase: 'wait', reason: 'plan_approval', questions: [{ kind: 'approval', state: 'open' }] });
    expect(kindOf(task)).toBe('post_question');
    expect([kindOf(shown), dueAt(shown) - shown.since]).toEqual(['remind', 7 * DAY_MS]);
    const reminded = inPhase(after(shown, { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' }), 'wait');
    expect([kindOf(reminded), dueAt(reminded) - reminded.since]).toEqual(['assume', 30 * DAY_MS]);
    expect(summaryOf(shown)).toMatchObject({ state: 'WAITING', waiting_for: 'plan_approval' });
    expect(progressComment(shown, { now: 0, taskUrl: null })).toMatch(/⏸️ \*\*Planning\*\* → ⬜ Environment Setup[^]*Do a[^]*Do b/);
  });

  it('is carried out at once without that wish, and asked about where planning is off, too', () => {
    expect(taskAfter(PLANNED).phase).toBe('prepare');
    const planning = { ...UNDISTURBED, enabled: false };
    expect(taskAfter(PLANNED.slice(0, 2), options({ planning }))).toMatchObject({ phase: 'wait', reason: 'plan_approval' });
  });

  it.each(['approve', 'LGTM', 'Yes, please.', 'continue', '承認', '承認します', 'はい、お願いします'])(
    'is carried out when somebody says: %s',
    (text) => {
      const task = inPhase(told(shown, text), 'prepare');
      expect([kindOf(task), task.questions[0]?.state, task.comments]).toEqual(['start_sandbox', 'answered', []]);
    },
  );

  it('is carried out with what is said beside the approval, which is weighed first thing', () => {
    let task = told(shown, 'Yes, but keep the old name.');
    for (const fact of prepared(PLAN).slice(5)) task = after(task, fact);
    expect([task.phase, kindOf(task), task.comments]).toEqual(['execute', 'ask_patch', [{ by, text: 'Yes, but keep the old name.' }]]);
  });

  it.each([
    ['Leave out the second part.', false],
    ['No, leave out b.', false],
    ['Use another way for b.', true],
    ['二つ目は不要なので、外してください。', false],
  ])('is changed by what people say, shown anew and asked about anew: %s (PLAN-9)', (text, addressed) => {
    const heard = inPhase(told(shown, text, addressed), 'approve');
    expect([kindOf(heard), heard.comments]).toEqual(['ask_patch', [{ by, text }]]);
    const changed = after(heard, REVISED, weighed(), usage());
    expect(changed).toMatchObject({ phase: 'wait', reason: 'plan_approval', back: { plan: OTHER } });
    expect(questionOf(inPhase(changed, 'wait')).texts).toEqual([expect.stringContaining('I have changed the plan')]);
    expect(kindOf(changed)).toBe('post_question');
    expect(changed.questions.map(({ id, state }) => [id, state])).toEqual([
      [1, 'open'],
      [2, 'open'],
    ]);
    const approved = inPhase(told(posted(changed), 'approve'), 'prepare');
    expect([approved.plan, kindOf(approved)]).toEqual([OTHER, 'start_sandbox']);
    // What was weighed once is not weighed again.
    let working: Task = approved;
    for (const fact of prepared(OTHER).slice(5)) working = after(working, fact);
    expect([working.phase, kindOf(working)]).toEqual(['execute', 'ask_next_step']);
  });

  it('is changed as often as people want, each comment weighed once (PLAN-9)', () => {
    const once = posted(after(told(shown, 'Leave out b.'), REVISED, weighed()));
    const twice = after(told(once, 'And do a otherwise.'), { ...REVISED, updated_plan: PLAN }, weighed());
    expect([twice.phase, twice.comments.length, twice.replanning.versions.length]).toEqual(['wait', 2, 2]);
    expect(twice).toMatchObject({ back: { plan: PLAN }, questionId: 3 });
  });

  it('is asked about anew with what the model would know', () => {
    const asked = after(told(shown, 'Do it as last year.'), weighed({ questions: [{ text: 'Which year?', blocking: true }] }));
    expect(questionOf(inPhase(asked, 'wait')).context).toBe('Which year?');
    expect(asked.replanning.notes.at(-1)).toContain('Which year?');
  });

  it('stays open where what is said changes nothing, and that is said once', () => {
    const same = after(told(shown, 'How nice.'), weighed());
    const { questionId, since, until } = inPhase(same, 'wait');
    expect([kindOf(same), questionId, (until ?? 0) - since]).toEqual(['explain_question', 1, 30 * DAY_MS]);
    const explained = after(same, { type: 'effect', name: 'explained', question_id: 1, comment_id: 6, url: 'u' });
    expect(kindOf(after(told(explained, 'Really.'), weighed()))).toBe('remind');
    expect(kindOf(told(shown, 'no'))).toBe('explain_question');
    for (const language of ['en', 'ja'] as const)
      expect(explanationComment(questionOf(shown), { taskId: shown.id, language })).toMatch(/What Should Be Different|どこを変えれば/);
  });

  it('stays open where a change cannot be made, which is told (PLAN-9)', () => {
    const refused = after(told(shown, 'Drop a.'), weighed({ refused: { why: 'unreadable' } }));
    expect([refused.phase, kindOf(refused)]).toEqual(['approve', 'tell_refused_change']);
    const still = after(refused, { type: 'effect', name: 'refused_change_told', comment: 0, comment_id: 7, url: 'u' });
    expect([still.phase, kindOf(still), inPhase(still, 'wait').questionId]).toEqual(['wait', 'remind', 1]);
  });

  it('that is approved while a comment is weighed is carried out only if that changes nothing', () => {
    const both = told(told(shown, 'How nice.'), 'approve');
    expect(both.phase).toBe('approve');
    expect(after(both, weighed()).phase).toBe('prepare');
    expect(after(both, REVISED, weighed())).toMatchObject({ phase: 'wait', reason: 'plan_approval' });
    // Of what was approved before a change nothing is left.
    const asked = posted(after(both, REVISED, weighed()));
    expect(after(told(asked, 'How nice.'), weighed()).phase).toBe('wait');
  });

  it('waits for what was said while it was made to be weighed first', () => {
    const comment: Fact = { type: 'control', name: 'comment', by, text: 'Leave out b.' };
    const task = taskAfter([...PLANNED.slice(0, 4), comment, ...PLANNED.slice(4)], options());
    expect([task.phase, kindOf(task)]).toEqual(['approve', 'ask_patch']);
    expect(after(task, REVISED, weighed())).toMatchObject({ phase: 'wait', questions: [{ id: 1 }] });
  });

  it('asks about the budget before a comment is weighed that it does not pay for (OPS-9)', () => {
    const budget = { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 1 };
    const spent = posted(taskAfter(PLANNED, options({ budget, budgetExtensions: 1 })));
    const heard = after(told(spent, 'Leave out b.'), REVISED, weighed(), usage());
    const asked = posted(told(posted(heard), 'And mind the tests.'));
    expect(asked.reason).toBe('budget');
    expect(kindOf(told(asked, 'continue'))).toBe('ask_patch');
  });

  it('ends at a stop with nothing done, and keeps through a pause what is said and approved', () => {
    expect(after(shown, { type: 'control', name: 'stop', by: 'mika', reason: '' })).toMatchObject({
      phase: 'report',
      work: null,
      plan: PLAN,
    });
    const held = after(shown, ...PAUSED);
    const resume: Fact = { type: 'control', name: 'resume', by: 'mika' };
    expect(after(told(held, 'approve'), resume).phase).toBe('prepare');
    const commented = after(told(held, 'Leave out b.'), resume);
    expect([commented.phase, kindOf(commented)]).toEqual(['approve', 'ask_patch']);
  });

  it('is asked for in words of both languages that say what to do (REPLAN-6)', () => {
    const text = (language: 'en' | 'ja') =>
      questionComment(questionOf(shown), { taskId: shown.id, language, requester: by, timeoutMinutes: null });
    expect(text('en')).toMatch(/^## 📋 May I Carry Out This Plan\?$[^]*comment `approve` to let me begin[^]*@mika, you or anybody/m);
    expect(text('ja')).toMatch(/^## 📋 この計画を実行してもよいですか$[^]*「承認」とコメントしてください/m);
  });
});

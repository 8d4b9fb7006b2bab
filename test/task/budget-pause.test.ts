import { describe, expect, it } from '@jest/globals';
import { inboxToFacts } from '../../src/drive/read-inbox.ts';
import { next } from '../../src/flow/next.ts';
import { budgetOf, timeLeftMs } from '../../src/state/spending.ts';
import { activityOf, blockingIn, questionOf } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  change,
  command,
  decidedAfter,
  doing,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
  usage,
  UNDISTURBED,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Asked, Question } from '../../src/state/question.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const WORKING = prepared(PLAN);
const MIDDLE = [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1).slice(0, 2)];
const DONE = [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1), saved('b')];
const TOOL = actionDone(1)[1] as Fact;
const ANSWER = actionDone(1)[0] as Fact;
const NOBODY = { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 1e9 };
const DAY_MS = 86_400_000;
const QUESTION: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
const CHECKPOINT: Fact = {
  type: 'effect',
  name: 'checkpoint',
  subtask: 'unfinished',
  change: change(2),
  command_ms: 40,
};

const under = (
  budget: Partial<TaskSettings['budget']>,
  extensions = 1,
): { readonly settings: Partial<TaskSettings> } => ({
  settings: { budgetExtensions: extensions, budget: { ...NOBODY, ...budget } },
});
/** Minutes that are used up by so many facts, one second each, after the one that began the task. */
const seconds = (count: number) => ({ minutes: (count - 0.5) / 60 });
const said = (text: string): InboxItem => ({
  kind: 'comment',
  id: 'i1',
  addressed: false,
  by: { id: 8, login: 'maintainer' },
  text,
});
/** So long after the newest fact. */
function heard(task: Task, item: InboxItem, afterMs = 1_000): Task {
  const moment = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt + afterMs };
  return inboxToFacts([item], { history: [], task, moment }).task ?? task;
}
const told = (task: Task, text: string) => heard(task, said(text));
/** What is waited for, of a task that waits and is not paused. */
function waiting(task: Task): Asked & { readonly question: Question } {
  const asked = blockingIn(task);
  if (asked === null || activityOf(task) !== 'wait')
    throw new Error(`The task is in ${activityOf(task)} and waits for nothing.`);
  return { ...asked, question: questionOf(task, asked.questionId) };
}
/** When what comes next is due; null: at once. */
function dueAt(task: Task): number | null {
  const todo = next(task);
  return todo.kind === 'perform' ? todo.notBefore : null;
}
/** What people are asked for more of. */
function moreOf(task: Task): keyof TaskSettings['budget'] | null {
  const { question, then } = waiting(task);
  return question.kind === 'budget' && then.is === 'spend_more' ? then.limit : null;
}
const ended = (task: Task) => doing(task, 'report').stage.ending;

describe('the time of a task', () => {
  it.each([
    ['a tool', [...WORKING, ANSWER], TOOL],
    ['a set-up command', WORKING.slice(0, 7), WORKING[7] as Fact],
    [
      'the wait for an outage',
      WORKING.slice(0, 2),
      { type: 'error', name: 'retry_later', effect: 'ask_model', of: 'model', message: '529', due_at: 0 },
    ],
    ['saving the work', [...WORKING, ...actionDone(0)], saved('a')],
  ] as const)('is looked at after %s (OPS-9)', (_, before, fact) => {
    const task = taskAfter([...before, fact], under(seconds(before.length + 1)));
    expect(moreOf(task)).toBe('minutes');
    expect(activityOf(taskAfter(before, under(seconds(before.length + 1))))).not.toBe('wait');
  });

  it('that is left bounds a command, and what people granted counts', () => {
    const task = taskAfter(WORKING, under({ minutes: 10 }));
    expect(timeLeftMs(task, task.startedAt + 9 * 60_000)).toBe(60_000);
    expect(timeLeftMs({ ...task, extensions: 1 }, task.startedAt + 9 * 60_000)).toBe(11 * 60_000);
  });
});

describe('a model that works (MODEL-6)', () => {
  it('is told once at about 80 and once at about 95 percent of any part of the budget', () => {
    const spends = (tokens: number) => usage({ input_tokens: tokens, output_tokens: 0 });
    let task = after(taskAfter(WORKING, under({ tokens: 1_000 })), spends(790));
    const notices = () => doing(task, 'execute').work.conversation.filter((turn) => turn.kind === 'budget_low');
    expect(notices()).toEqual([]);
    task = after(task, spends(15), ANSWER, TOOL);
    expect(notices()).toEqual([{ kind: 'budget_low', percent: 80, limit: 'tokens', extension: 0 }]);
    task = after(task, spends(150), spends(10));
    expect(notices()).toMatchObject([{ percent: 80 }, { percent: 95 }]);
  });

  it('is told between two turns of its own, never between a tool it called and that tool’s result', () => {
    const task = after(
      taskAfter(WORKING, under({ tokens: 100 })),
      ANSWER,
      usage({ input_tokens: 90, output_tokens: 0 }),
    );
    expect(doing(task, 'execute').work.conversation.at(-1)?.kind).toBe('answer');
    expect(doing(after(task, TOOL), 'execute').work.conversation.slice(-2)).toMatchObject([
      { kind: 'results' },
      { kind: 'budget_low' },
    ]);
  });
});

describe('a task that has used up its budget (EXEC-1, MODEL-6)', () => {
  const spent = (extensions = 1) => taskAfter([...MIDDLE, usage()], under({ modelCalls: 1 }, extensions));

  it('saves what it has, asks, and lets go of its container', () => {
    const task = spent();
    expect(moreOf(task)).toBe('modelCalls');
    expect(waiting(task).question.texts[0]).toContain('1 model calls');
    expect([kindOf(task), dueAt(task)]).toEqual(['checkpoint', null]);
    const onBranch = after(task, CHECKPOINT);
    expect(kindOf(onBranch)).toBe('post_question');
    const asked = after(onBranch, QUESTION);
    expect(activityOf(asked)).toBe('wait');
    expect(kindOf(asked)).toBe('release_sandbox');
    expect(kindOf(after(asked, { type: 'environment', name: 'sandbox_released' }))).toBe('remind');
  });

  it.each([
    'continue',
    '@planwright resume',
    '`continue`',
    'yes',
    '続けて',
    '再開してください',
    'resume, please. Thanks!',
    '再開をお願いします。',
  ])('goes on where it was, with the same amount once more, when somebody says "%s"', (text) => {
    const asked = after(spent(), CHECKPOINT, QUESTION);
    const resumed = told(asked, text);
    expect(budgetOf(resumed).modelCalls).toBe(2);
    expect(doing(resumed, 'execute').work.actions).toEqual(
      doing(taskAfter(MIDDLE, under({ modelCalls: 1 })), 'execute').work.actions,
    );
    expect(ended(after(resumed, usage()))).toMatchObject({ status: 'failed', reason: 'budget', detail: 'modelCalls' });
  });

  it('gets a container again when its own was let go of meanwhile', () => {
    const asked = after(spent(), CHECKPOINT, QUESTION, { type: 'environment', name: 'sandbox_released' });
    const resumed = doing(told(asked, 'continue'), 'prepare');
    expect([resumed.workspace, resumed.work.current]).toMatchObject([
      { is: 'preparing', containerId: null, kept: null },
      1,
    ]);
  });

  it('ends with a draft of what there is when somebody says no, and keeps anything else for later (OPS-9)', () => {
    const asked = after(spent(), CHECKPOINT, QUESTION);
    expect(ended(told(asked, 'no'))).toMatchObject({ status: 'failed', reason: 'budget' });
    for (const text of ['Why is that so much?', 'Yes, and write the docs, too.', 'no, continue'])
      expect(activityOf(told(asked, text))).toBe('wait');
    const instruction = { ...said('leave out the docs'), addressed: true } as InboxItem;
    const kept = heard(asked, instruction);
    expect([activityOf(kept), kept.comments]).toMatchObject(['wait', [{ text: 'leave out the docs' }]]);
  });

  it('ends at once where no extension is allowed', () => {
    expect(ended(spent(0))).toMatchObject({ reason: 'budget', detail: 'modelCalls' });
  });

  it.each([
    ['orient', []],
    ['understand', WORKING.slice(0, 2)],
    ['prepare', WORKING.slice(0, 8)],
    ['verify', DONE],
  ] as const)('goes on in the phase %s when it was there', (phase, facts) => {
    const start = taskAfter(facts, under({ modelCalls: 1 }));
    const asked = after(start, usage(), QUESTION);
    expect(activityOf(asked)).toBe('wait');
    const resumed = told(asked, 'continue');
    expect(activityOf(resumed)).toBe(phase);
    // A set-up that was cut short is done again.
    expect(kindOf(resumed)).toBe(phase === 'prepare' ? 'start_sandbox' : kindOf(start));
  });

  it('GH-2: weighs what was said while it waited in the verification before it verifies on', () => {
    const by = { id: 8, login: 'maintainer' };
    const start = taskAfter(DONE, under({ modelCalls: 1 }));
    const comment: Fact = { type: 'control', name: 'comment', by, text: 'leave out the docs' };
    const resumed = told(after(start, usage(), QUESTION, comment), 'continue');
    expect([activityOf(resumed), kindOf(resumed)]).toEqual(['execute', 'ask_patch']);
  });

  it('runs tests again that the end of the minutes cut short', () => {
    const settings = {
      ...under(seconds(DONE.length + 1)).settings,
      planning: { ...UNDISTURBED, replanning: { ...UNDISTURBED.replanning, enabled: true } },
    };
    const start = doing(taskAfter([], { settings }), 'orient');
    const verifying = { ...doing(taskAfter(DONE), 'verify'), settings: start.settings };
    const cut: Fact = {
      type: 'verification',
      name: 'tests',
      command: { ...command('npm test', null), timed_out: true },
    };
    const asked = after(verifying, cut, QUESTION);
    expect(moreOf(asked)).toBe('minutes');
    expect(asked.stage).toMatchObject({ is: 'verify', checks: [{ runs: [{ timed_out: true }] }] });
    const again = told(asked, 'continue');
    // The base branch may have moved while people were asked.
    expect(kindOf(again)).toBe('merge_base');
    expect(kindOf(after(again, { type: 'verification', name: 'base_current' }))).toBe('run_tests');
  });

  it('ends where the change may not be pushed', () => {
    const refused: Fact = {
      type: 'effect',
      name: 'push_refused',
      subtask: 'unfinished',
      cause: 'secret',
      reason: 'No.',
      paths: ['config.txt:2 (AWS access key)'],
    };
    expect(ended(after(spent(), refused))).toMatchObject({ reason: 'secret' });
  });

  it('does not lose the checkpoint it rewinds to, nor what is on the branch (EXEC-5)', () => {
    const lost: Fact = {
      type: 'environment',
      name: 'workspace_lost',
      container_id: 'c1',
      cause: 'The container is gone.',
    };
    const resumed = doing(told(after(spent(), CHECKPOINT, QUESTION, lost), 'continue'), 'prepare');
    expect(resumed.work.checkpoint).toMatchObject({ action: 1, change: change(2) });
    expect(resumed.work.conversation.at(-1)).toEqual({ kind: 'workspace_rebuilt', said: [] });
  });
});

describe('a question that only a person can settle (EXEC-1)', () => {
  const asked = after(taskAfter([...MIDDLE, usage()], under({ modelCalls: 1 })), CHECKPOINT, QUESTION);
  const { since } = waiting(asked);
  const released = after(asked, { type: 'environment', name: 'sandbox_released' });
  const reminded = after(released, { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' });

  it('is brought to mind once after 7 days and ends the task stopped after 30, as its history says', () => {
    expect([kindOf(released), dueAt(released)]).toEqual(['remind', since + 7 * DAY_MS]);
    expect([kindOf(reminded), dueAt(reminded)]).toEqual(['note_time_over', since + 30 * DAY_MS]);
    const ending = { status: 'stopped', reason: 'withdrawn', detail: 'unanswered' };
    const over: Fact = { type: 'effect', name: 'time_over' };
    expect(decidedAfter(reminded, over)).toMatchObject([{ type: 'phase', name: 'ending', ending }]);
    expect(ended(after(reminded, over))).toMatchObject(ending);
  });

  it('pays no budget for the time in which people think', () => {
    const resumed = heard(reminded, said('continue'), since + 20 * DAY_MS - reminded.updatedAt);
    expect(resumed.usage.waitedMs).toBe(20 * DAY_MS);
    expect(timeLeftMs(resumed, resumed.updatedAt)).toBe(timeLeftMs({ ...asked, extensions: 1 }, since));
  });
});

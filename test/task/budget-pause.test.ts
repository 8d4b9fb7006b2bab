import { describe, expect, it } from '@jest/globals';
import { dueAt } from '../../src/phases/wait.ts';
import { questionOf } from '../../src/questions/ask.ts';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { budgetOf, timeLeftMs } from '../../src/state/budget.ts';
import { settle } from '../../src/task/settle.ts';
import {
  actionDone,
  after,
  change,
  command,
  inPhase,
  kindOf,
  planOf,
  prepared,
  saved,
  stamped,
  subtask,
  taskAfter,
  usage,
  UNDISTURBED,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Fact } from '../../src/state/facts.ts';
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
const QUESTION: Fact = { type: 'question', question_id: 1, comment_id: 5, url: 'u', texts: [] };
const CHECKPOINT: Fact = { type: 'effect', name: 'checkpoint', subtask: 'unfinished', change: change(2), command_ms: 40 };

const under = (budget: Partial<TaskSettings['budget']>, extensions = 1): { readonly settings: Partial<TaskSettings> } => ({
  settings: { budgetExtensions: extensions, budget: { ...NOBODY, ...budget } },
});
/** Minutes that are used up by so many facts, one second each, after the one that began the task. */
const seconds = (count: number) => ({ minutes: (count - 0.5) / 60 });
const said = (text: string): InboxItem => ({ kind: 'comment', id: 'i1', addressed: false, by: { id: 8, login: 'maintainer' }, text });
const told = (task: Task, text: string) => after(task, ...arrivals.facts([said(text)], [], task));

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
    expect(task).toMatchObject({ phase: 'wait', reason: 'budget', limit: 'minutes' });
    expect(taskAfter(before, under(seconds(before.length + 1))).phase).not.toBe('wait');
  });

  it('that is left bounds a command, and what people granted counts', () => {
    const task = taskAfter(WORKING, under({ minutes: 10 }));
    expect(timeLeftMs(task, task.startedAt + 9 * 60_000)).toBe(60_000);
    expect(timeLeftMs({ ...task, extensions: 1 }, task.startedAt + 9 * 60_000)).toBe(11 * 60_000);
  });
});

describe('a model that works', () => {
  it('is told once at about 80 and once at about 95 percent of any part of the budget (MODEL-6)', () => {
    const spends = (tokens: number) => usage({ input_tokens: tokens, output_tokens: 0 });
    let task = after(taskAfter(WORKING, under({ tokens: 1_000 })), spends(790));
    const notices = () => inPhase(task, 'execute').work.conversation.filter((turn) => turn.kind === 'budget_low');
    expect(notices()).toEqual([]);
    task = after(task, spends(15), ANSWER, TOOL);
    expect(notices()).toEqual([{ kind: 'budget_low', percent: 80, limit: 'tokens', extension: 0 }]);
    task = after(task, spends(150), spends(10));
    expect(notices()).toMatchObject([{ percent: 80 }, { percent: 95 }]);
  });

  it('is told between two turns of its own, never between a tool it called and that tool’s result', () => {
    const task = after(taskAfter(WORKING, under({ tokens: 100 })), ANSWER, usage({ input_tokens: 90, output_tokens: 0 }));
    expect(inPhase(task, 'execute').work.conversation.at(-1)?.kind).toBe('answer');
    expect(inPhase(after(task, TOOL), 'execute').work.conversation.slice(-2)).toMatchObject([{ kind: 'results' }, { kind: 'budget_low' }]);
  });
});

describe('a task that has used up its budget', () => {
  const spent = (extensions = 1) => taskAfter([...MIDDLE, usage()], under({ modelCalls: 1 }, extensions));

  it('saves what it has, asks, and lets go of its container (EXEC-1, MODEL-6)', () => {
    const task = inPhase(spent(), 'wait');
    expect(task.reason).toBe('budget');
    expect(questionOf(task).texts[0]).toContain('1 calls of the model');
    expect([kindOf(task), dueAt(task)]).toEqual(['checkpoint', 0]);
    const onBranch = after(task, CHECKPOINT);
    expect(kindOf(onBranch)).toBe('post_question');
    const asked = inPhase(after(onBranch, QUESTION), 'wait');
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
    expect(inPhase(resumed, 'execute').work.actions).toEqual(inPhase(taskAfter(MIDDLE, under({ modelCalls: 1 })), 'execute').work.actions);
    expect(after(resumed, usage())).toMatchObject({
      phase: 'report',
      ending: { status: 'failed', reason: 'budget', detail: 'modelCalls' },
    });
  });

  it('gets a container again when its own was let go of meanwhile', () => {
    const asked = after(spent(), CHECKPOINT, QUESTION, { type: 'environment', name: 'sandbox_released' });
    expect(told(asked, 'continue')).toMatchObject({ phase: 'prepare', containerId: null, earlierWork: { current: 1 } });
  });

  it('ends with a draft of what there is when somebody says no, and keeps anything else for later', () => {
    const asked = after(spent(), CHECKPOINT, QUESTION);
    expect(told(asked, 'no')).toMatchObject({ phase: 'report', ending: { status: 'failed', reason: 'budget' } });
    expect(told(asked, 'Why is that so much?').phase).toBe('wait');
    const instruction = { ...said('leave out the docs'), addressed: true } as InboxItem;
    expect(after(asked, ...arrivals.facts([instruction], [], asked))).toMatchObject({
      phase: 'wait',
      comments: [{ text: 'leave out the docs' }],
    });
  });

  it('ends at once where no extension is allowed', () => {
    expect(spent(0)).toMatchObject({ phase: 'report', ending: { reason: 'budget', detail: 'modelCalls' } });
  });

  it.each([
    ['orient', []],
    ['understand', WORKING.slice(0, 2)],
    ['prepare', WORKING.slice(0, 8)],
    ['verify', DONE],
  ] as const)('goes on in the phase %s when it was there', (phase, facts) => {
    const start = taskAfter(facts, under({ modelCalls: 1 }));
    const asked = after(start, usage(), QUESTION);
    expect(asked.phase).toBe('wait');
    const resumed = told(asked, 'continue');
    expect(resumed.phase).toBe(phase);
    // A set-up that was cut short is done again.
    expect(kindOf(resumed)).toBe(phase === 'prepare' ? 'start_sandbox' : kindOf(start));
  });

  it('GH-2: weighs what was said while it waited in the verification before it verifies on', () => {
    const by = { id: 8, login: 'maintainer' };
    const start = taskAfter(DONE, under({ modelCalls: 1 }));
    const comment: Fact = { type: 'control', name: 'comment', by, text: 'leave out the docs' };
    const resumed = told(after(start, usage(), QUESTION, comment), 'continue');
    expect([resumed.phase, kindOf(resumed)]).toEqual(['execute', 'ask_patch']);
  });

  it('runs tests again that the end of the minutes cut short', () => {
    const settings = {
      ...under(seconds(DONE.length + 1)).settings,
      planning: { ...UNDISTURBED, replanning: { ...UNDISTURBED.replanning, enabled: true } },
    };
    const start = inPhase(taskAfter([], { settings }), 'orient');
    const verifying = { ...inPhase(taskAfter(DONE), 'verify'), settings: start.settings };
    const cut: Fact = { type: 'verification', name: 'tests', command: { ...command('npm test', null), timed_out: true } };
    const asked = after(verifying, cut, QUESTION);
    expect(asked).toMatchObject({ phase: 'wait', reason: 'budget', back: { tests: { timed_out: true } } });
    expect(kindOf(told(asked, 'continue'))).toBe('run_tests');
  });

  it('ends where the change may not be pushed', () => {
    const refused: Fact = {
      type: 'effect',
      name: 'push_refused',
      subtask: 'unfinished',
      cause: 'protected_paths',
      reason: 'No.',
      paths: ['.github/workflows/x.yml'],
    };
    expect(after(spent(), refused)).toMatchObject({ phase: 'report', ending: { reason: 'protected_paths' } });
  });

  it('does not lose the checkpoint it rewinds to, nor what is on the branch (EXEC-5)', () => {
    const lost: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' };
    const resumed = told(after(spent(), CHECKPOINT, QUESTION, lost), 'continue');
    expect(resumed).toMatchObject({ phase: 'prepare', earlierWork: { checkpoint: { action: 1, change: change(2) } } });
    expect(inPhase(resumed, 'prepare').earlierWork?.conversation.at(-1)).toEqual({ kind: 'workspace_rebuilt' });
  });
});

describe('a question that only a person can settle', () => {
  const asked = inPhase(after(taskAfter([...MIDDLE, usage()], under({ modelCalls: 1 })), CHECKPOINT, QUESTION), 'wait');
  const released = inPhase(after(asked, { type: 'environment', name: 'sandbox_released' }), 'wait');
  const reminded = inPhase(after(released, { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' }), 'wait');

  it('is brought to mind once after 7 days and ends the task stopped after 30, as its history says (EXEC-1)', () => {
    expect([kindOf(released), dueAt(released) - asked.since]).toEqual(['remind', 7 * DAY_MS]);
    expect([kindOf(reminded), dueAt(reminded) - asked.since]).toEqual(['assume', 30 * DAY_MS]);
    const stop: Fact = { type: 'control', name: 'stop', by: null, reason: 'unanswered' };
    expect(after(reminded, stop)).toMatchObject({
      phase: 'report',
      ending: { status: 'stopped', reason: 'withdrawn', detail: 'unanswered' },
    });
  });

  it('pays no budget for the time in which people think', () => {
    const late = stamped(arrivals.facts([said('continue')], [], reminded)[0] as Fact, reminded.version + 1, asked.since + 20 * DAY_MS);
    const resumed = settle(reminded, late);
    expect(resumed.usage.waitedMs).toBe(20 * DAY_MS);
    expect(timeLeftMs(resumed, resumed.updatedAt)).toBe(timeLeftMs({ ...asked, extensions: 1 }, asked.since));
  });
});

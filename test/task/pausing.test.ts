import { describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../src/state/task-summary.ts';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { inboxToFacts } from '../../src/drive/read-inbox.ts';
import { next } from '../../src/flow/next.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { timeLeftMs } from '../../src/state/spending.ts';
import { activityOf, blockingIn, reportOf } from '../../src/state/select.ts';
import { limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  asking,
  change,
  doing,
  kindOf,
  lived,
  planOf,
  prepared,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Paused, Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const WORKING = prepared(PLAN);
const MIDDLE = [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1).slice(0, 2)];
const DAY_MS = 86_400_000;

const PAUSE: Fact = { type: 'control', name: 'pause', by: 'mika' };
const PAUSED: Fact = { type: 'control', name: 'paused', by: 'mika' };
const RESUME: Fact = { type: 'control', name: 'resume', by: 'noor' };
const started = (effect: EffectKind): Fact => ({ type: 'effect', name: 'started', effect, key: `${effect}-1` });
const QUESTION: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };

const by = { id: 8, login: 'maintainer' };
const said = (text: string, addressed = false): InboxItem => ({
  kind: 'comment',
  id: `i-${text}`,
  addressed,
  commentId: 9,
  by,
  text,
});
function told(task: Task, text: string, addressed = false): Task {
  const moment = { now: task.updatedAt + 1_000, task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1' };
  return inboxToFacts([said(text, addressed)], { history: [], task, moment }).task ?? task;
}
/** Without the numbers and times of the facts in between. */
const shape = (task: Task) => {
  const { version: _, updatedAt: __, usage, ...fields } = task;
  return { ...fields, usage: { ...usage, waitedMs: 0 } };
};
type Held = Task & { readonly paused: Paused };
function held(task: Task): Held {
  expect(activityOf(task)).toBe('pause');
  return task as Held;
}
const paused = (facts: readonly Fact[]) => held(taskAfter([...facts, PAUSE, PAUSED]));
/** Null: at once. */
function dueAt(task: Task): number | null {
  const todo = next(task);
  return todo.kind === 'perform' ? todo.notBefore : null;
}
const dueAfter = (task: Task, since: number): number => (dueAt(task) ?? 0) - since;

describe('a pause (GH-5, EXEC-1, PLAN-5)', () => {
  it.each([
    ['orient', WORKING.slice(0, 1)],
    ['understand', WORKING.slice(0, 2)],
    ['decompose', WORKING.slice(0, 3)],
    ['sequence', WORKING.slice(0, 4)],
    ['prepare', WORKING.slice(0, 7)],
    ['execute', MIDDLE],
    ['verify', [...WORKING, ...actionDone(0), saved('a'), ...actionDone(1), saved('b')]],
  ] as const)('in the middle of %s goes on exactly where it was (PLAN-5)', (activity, facts) => {
    const before = doing(taskAfter(facts), activity);
    const asked = after(before, PAUSE);
    expect([activityOf(asked), kindOf(asked)]).toEqual([activity, 'pause']);
    const task = held(after(asked, started('pause'), PAUSED));
    expect([task.paused.by, task.pausing]).toEqual(['mika', null]);
    expect(shape(after(task, RESUME))).toEqual(shape(before));
    const stopped = doing(after(task, { type: 'control', name: 'stop', by: 'mika', reason: '' }), 'report');
    expect(stopped.stage).toMatchObject({ ending: { reason: 'stopped' }, endedIn: activity });
  });

  it('waits for the step in hand, and takes up again first what a crash interrupted (EXEC-5)', () => {
    const inHand = after(taskAfter(WORKING), started('ask_next_step'), PAUSE);
    expect(kindOf(inHand)).toBe('ask_next_step');
    expect(kindOf(after(inHand, started('ask_next_step')))).toBe('ask_next_step');
    const answered = after(inHand, actionDone(0)[0] as Fact);
    expect(kindOf(answered)).toBe('pause');
    expect(kindOf(after(answered, started('pause')))).toBe('pause');
  });

  it('shows on the issue first: nobody could see it without the progress comment', () => {
    expect(kindOf(taskAfter([PAUSE]))).toBe('create_progress_comment');
    expect(kindOf(taskAfter([PAUSE, ...WORKING.slice(0, 1)]))).toBe('pause');
  });

  it('does not wait for an outage to pass, and forgets it', () => {
    const down: Fact = {
      type: 'error',
      name: 'retry_later',
      effect: 'ask_model',
      of: 'model',
      message: '529',
      due_at: Number.MAX_SAFE_INTEGER,
    };
    const asked = taskAfter([...WORKING.slice(0, 2), down, PAUSE]);
    expect(next(asked)).toEqual({ kind: 'perform', effect: { kind: 'pause' }, notBefore: null });
    expect(after(asked, PAUSED).retry).toBeNull();
  });

  it('may be taken back before it begins, also when its step was begun already', () => {
    expect(kindOf(taskAfter([...MIDDLE, PAUSE, RESUME]))).toBe('ask_next_step');
    const begun = taskAfter([...MIDDLE, PAUSE, started('pause')]);
    expect(kindOf(after(begun, RESUME))).toBe('ask_next_step');
  });

  it('of a pause changes nothing, nor does resuming what is not paused', () => {
    const task = paused(MIDDLE);
    expect(shape(after(task, PAUSE))).toEqual(shape(task));
    const working = taskAfter(MIDDLE);
    expect(shape(after(working, RESUME))).toEqual(shape(working));
  });

  it('saves the work on its branch, then lets its container go after a minute (EXEC-5)', () => {
    const task = paused(MIDDLE);
    expect([kindOf(task), dueAt(task)]).toEqual(['checkpoint', null]);
    const kept = held(
      after(task, { type: 'effect', name: 'checkpoint', subtask: 'unfinished', change: change(2), command_ms: 40 }),
    );
    expect([kindOf(kept), dueAfter(kept, kept.paused.since)]).toEqual(['release_sandbox', 60_000]);
    const released = after(kept, { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    const resumed = doing(after(released, RESUME), 'prepare');
    expect(resumed).toMatchObject({
      workspace: { kept: { containerId: 'c1' } },
      work: { checkpoint: { change: change(2) } },
    });
    const again = doing(after(resumed, { type: 'environment', name: 'resumed', container_id: 'c1' }), 'execute');
    const middle = doing(taskAfter(MIDDLE), 'execute').work;
    expect([kindOf(again), again.work.current, again.work.conversation]).toEqual([
      'ask_next_step',
      middle.current,
      middle.conversation,
    ]);
  });

  it('does not end over half-done work that may not be pushed', () => {
    const refused: Fact = {
      type: 'effect',
      name: 'push_refused',
      subtask: 'unfinished',
      cause: 'secret',
      reason: 'No.',
      paths: [],
    };
    expect(kindOf(after(paused(MIDDLE), refused))).toBe('release_sandbox');
  });

  it('rewinds to the last checkpoint when its workspace is lost (EXEC-5)', () => {
    const lost = after(paused(MIDDLE), {
      type: 'environment',
      name: 'workspace_lost',
      container_id: 'c1',
      cause: 'The container is gone.',
    });
    const resumed = doing(after(lost, RESUME), 'prepare');
    expect(resumed.work.conversation.at(-1)).toEqual({ kind: 'workspace_rebuilt', said: [] });
  });

  it('is brought to mind once after 7 days and ends the task stopped after 30', () => {
    const task = paused(WORKING.slice(0, 2));
    const { since } = task.paused;
    expect([kindOf(task), dueAfter(task, since)]).toEqual(['remind', 7 * DAY_MS]);
    const reminded = held(after(task, { type: 'effect', name: 'reminded', question_id: 0, comment_id: 6, url: 'u' }));
    expect([kindOf(reminded), dueAfter(reminded, since)]).toEqual(['note_time_over', 30 * DAY_MS]);
    expect(reportOf(after(reminded, { type: 'effect', name: 'time_over' }))).toMatchObject({
      ending: { status: 'stopped', reason: 'withdrawn', detail: 'not_resumed' },
    });
  });

  it('pays no budget for its time', () => {
    const task = paused(MIDDLE);
    const resumed = lived(task, [RESUME], 20 * DAY_MS).task;
    expect(resumed.usage.waitedMs).toBe(20 * DAY_MS);
    expect(timeLeftMs(resumed, resumed.updatedAt)).toBe(timeLeftMs(task, task.paused.since));
  });

  it('keeps what is said to us, and it is weighed afterwards (PLAN-9)', () => {
    const resumed = after(told(paused(WORKING), 'Use half up.', true), RESUME);
    expect([resumed.comments, kindOf(resumed)]).toMatchObject([[{ by, text: 'Use half up.' }], 'ask_patch']);
    const late = paused([...WORKING, ...actionDone(0), saved('a'), ...actionDone(1), saved('b')]);
    expect(activityOf(after(told(late, 'And the tests.', true), RESUME))).toBe('execute');
  });

  it('is said in the API and in the progress comment, in both languages (GH-4)', () => {
    const task = paused(MIDDLE);
    expect(summaryOf(task)).toMatchObject({ phase: 'pause', state: 'PAUSED', waiting_for: null });
    const shown = (language: 'en' | 'ja') =>
      progressComment({ ...task, settings: { ...task.settings, language } }, { now: task.updatedAt, noteUrl: null });
    expect(shown('en')).toMatch(
      /^## ⏸️ Planwright is paused$[^]*`mika` asked me to pause. To continue where I left off, comment `@planwright resume`/m,
    );
    expect(shown('ja')).toMatch(/^## ⏸️ Planwright は一時停止中です$[^]*続きから再開するには `@planwright 再開`/m);
  });
});

describe('a pause while people are asked (REPLAN-6, GH-6, EXEC-1)', () => {
  const ASKED = [...WORKING, ...asking(0), QUESTION];
  const replanning = { ...UNDISTURBED.replanning, questionsInWork: 1 };
  const SETTINGS = { settings: { planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 1_800_000, replanning } } };
  const waiting = taskAfter(ASKED, SETTINGS);
  const task = held(after(waiting, PAUSE, PAUSED));
  const { since } = task.paused;

  it('keeps the question open, assumes nothing meanwhile, and gives the whole time anew', () => {
    expect(activityOf(waiting)).toBe('wait');
    const released = after(task, { type: 'environment', name: 'sandbox_released', container_id: 'c1' });
    expect([kindOf(released), dueAfter(released, since)]).toEqual(['remind', 7 * DAY_MS]);
    expect(summaryOf(task)).toMatchObject({ state: 'PAUSED', waiting_for: 'question' });
    const resumed = lived(task, [RESUME], DAY_MS).task;
    expect(activityOf(resumed)).toBe('wait');
    expect(resumed.questions).toEqual(waiting.questions);
    const asked = blockingIn(resumed);
    expect([asked?.since, (asked?.due.overAt ?? 0) - resumed.updatedAt]).toEqual([resumed.updatedAt, 1_800_000]);
    expect(resumed.usage.waitedMs).toBe(DAY_MS + since - (blockingIn(waiting)?.since ?? 0));
  });

  it('takes the answer, and uses it when it goes on', () => {
    const answered = told(task, 'Those of the shop.');
    expect([activityOf(answered), answered.questions]).toMatchObject(['pause', [{ state: 'answered' }]]);
    const resumed = doing(after(answered, RESUME), 'execute');
    expect(resumed.work.waitingTools).toEqual([]);
    expect(JSON.stringify(resumed.work.conversation)).toContain('@maintainer answered: Those of the shop.');
    // What is not addressed to us answers the one question only.
    expect(shape(told(answered, 'By the way.'))).toEqual(shape(answered));
  });
});

describe('a pause in the middle of a re-plan (REPLAN-8)', () => {
  it('keeps its progress, the plan before it, the last decision, attempts and counts per phase', () => {
    const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };
    let task = taskAfter(WORKING.slice(0, 2), { settings: { planning } });
    const points = {
      understand: 'goal_understanding',
      decompose: 'task_decomposition',
      sequence: 'action_sequence',
    } as const;
    const decide = (fields: object, point: DecisionPoint) => {
      const decision = ReplanDecisionSchema.parse({ confidence: 0.9, reasoning: 'It has to be.', ...fields });
      task = after(task, { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision });
    };
    for (const fact of WORKING.slice(2)) {
      task = after(task, fact);
      const now = activityOf(task);
      if (now in points) decide({ replan_needed: false }, points[now as keyof typeof points]);
    }
    task = after(task, ...actionDone(0, 'failure', ['It is flaky']));
    decide({ replan_needed: true, replan_type: 'partial_replan', replan_level: 2 }, 'execution');
    const before = doing(task, 'sequence');
    expect([
      before.replanning.counts.total,
      before.replanning.records.length,
      before.plan,
      before.workspace.is,
    ]).toEqual([1, 1, PLAN, 'ready']);
    expect(before.work?.actions.map(({ status }) => status)).toEqual(['failure', 'pending']);
    const released = after(before, PAUSE, PAUSED, {
      type: 'environment',
      name: 'sandbox_released',
      container_id: 'c1',
    });
    const resumed = doing(after(released, RESUME), 'sequence');
    const { version: _, updatedAt: __, usage: ___, workspace, ...kept } = resumed;
    expect(before).toMatchObject(kept);
    expect(resumed.replanning).toEqual(before.replanning);
    expect([resumed.stage, resumed.plan, resumed.work]).toEqual([before.stage, before.plan, before.work]);
    expect(workspace).toMatchObject({ is: 'stopped', containerId: 'c1' });
    expect(kindOf(resumed)).toBe('ask_model');
  });
});

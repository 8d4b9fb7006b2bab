import { describe, expect, it } from '@jest/globals';
import { isUrgent } from '../../src/drive/read-inbox.ts';
import { next } from '../../src/flow/next.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { after, asking, decidedAfter, kindOf, SETTINGS, taskAfter } from '../task/task-world.ts';
import { DONE, REPORTED, VERIFIED, WORKING } from './stories.ts';
import type { Around } from '../../src/state/around-task.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const happened = (what: Around): Fact => ({ type: 'control', name: 'around', what });
const SUSPENDED = happened({ is: 'suspended' });
const RESTORED = happened({ is: 'restored' });
const REMOVED = happened({ is: 'removed' });
const RELEASED: Fact = { type: 'environment', name: 'sandbox_released', container_id: 'c1' };
const started = (effect: 'ask_next_step' | 'use_tool', key = 'k'): Fact =>
  effect === 'use_tool'
    ? { type: 'effect', name: 'started', effect, with: { toolUseId: 't', tool: 'run_command' }, key }
    : { type: 'effect', name: 'started', effect, key };
const fault = (code: 'github_suspended' | 'github_not_installed'): Fact => ({
  type: 'error',
  name: 'fault',
  effect: 'ask_next_step',
  code,
  message: 'No.',
  advice: 'Ask the owner.',
});
const BRANCH = 'planwright/12-sums-are-rounded-down';

describe('an App that is suspended or removed (GH-10, EXEC-1, R13)', () => {
  const working = taskAfter(WORKING);

  it('is waited for without a call of the model: the container is let go at once, the end comes after keep_hours', () => {
    const suspended = after(working, started('ask_next_step'), SUSPENDED);
    expect(suspended.inFlight).toBeNull();
    expect([activityOf(suspended), summaryOf(suspended).waiting_for]).toEqual(['wait', 'access']);
    expect(next(suspended)).toMatchObject({ effect: { kind: 'release_sandbox' }, notBefore: suspended.updatedAt });
    const released = after(suspended, RELEASED);
    const overAt = suspended.updatedAt + SETTINGS.keepStoppedMs;
    expect(next(released)).toEqual({ kind: 'perform', effect: { kind: 'note_time_over' }, notBefore: overAt });
    expect(decidedAfter(suspended, SUSPENDED)).toEqual([]);
    const text = progressComment({ ...released, settings: { ...released.settings, language: 'ja' } }, VIEW);
    expect(text).toContain('App が一時停止されているため、待っています');
  });

  it('goes on by itself where it was once that is lifted, and the time is not counted', () => {
    const back = after(working, SUSPENDED, RELEASED, RESTORED);
    expect([back.suspended, back.workspace.is]).toEqual([null, 'preparing']);
    expect(kindOf(back)).toBe('start_sandbox');
    expect(back.usage.waitedMs).toBe(2_000);
    expect(decidedAfter(working, RESTORED)).toEqual([]);
  });

  it('lets a command that was begun end by itself, and asks the model anew', () => {
    const running = after(working, started('use_tool'), SUSPENDED);
    expect(running.inFlight?.key).toBe('k');
    const suspended = { kind: 'around', id: 'i', what: { is: 'suspended' } } as const;
    const removed = { kind: 'around', id: 'i', what: { is: 'removed' } } as const;
    const thinking = after(working, started('ask_next_step'));
    expect([isUrgent([suspended], running), isUrgent([suspended], thinking)]).toEqual([false, true]);
    expect([isUrgent([removed], running), isUrgent([], thinking), isUrgent([suspended], null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('gives a question the rest of its time afterwards', () => {
    const posted = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] } as const;
    const asked = taskAfter([...WORKING, ...asking(0), posted]);
    const before = asked.asked[0]?.due.overAt ?? 0;
    const back = after(asked, SUSPENDED, RESTORED);
    expect([before > 0, back.asked[0]?.due.overAt]).toEqual([true, before + 1_000]);
    expect(decidedAfter(asked, RESTORED)).toEqual([]);
  });

  it('gives no time to a question that nobody was shown, nor while the task is paused', () => {
    const unposted = taskAfter([...WORKING, ...asking(0)]);
    expect(decidedAfter(after(unposted, SUSPENDED), RESTORED)).toEqual([]);
    const posted = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] } as const;
    const paused = after(
      unposted,
      posted,
      { type: 'control', name: 'pause', by: 'mika' },
      { type: 'control', name: 'paused', by: 'mika' },
    );
    expect(paused.paused).not.toBeNull();
    expect(decidedAfter(after(paused, SUSPENDED), RESTORED)).toEqual([]);
  });

  it('is known from the first answer that says so, too', () => {
    const suspended = after(working, started('ask_next_step'), fault('github_suspended'));
    expect([suspended.stage.is, suspended.suspended !== null, suspended.inFlight]).toEqual(['work', true, null]);
    const removed = after(working, started('ask_next_step'), fault('github_not_installed'));
    expect(at(removed, 'report').stage.ending).toMatchObject({ status: 'stopped', detail: 'uninstalled' });
  });

  it.each([
    ['suspended', [SUSPENDED, RELEASED, { type: 'effect', name: 'time_over' }]],
    ['uninstalled', [REMOVED]],
  ] as const)('ends it as %s, and nothing is asked of GitHub then', (detail, facts) => {
    let task = after(taskAfter(DONE), ...facts);
    expect(at(task, 'report').stage.ending).toMatchObject({ status: 'stopped', reason: 'withdrawn', detail });
    expect(task.suspended).toBeNull();
    expect(kindOf(task)).toBe('remove_sandbox');
    task = after(task, { type: 'effect', name: 'sandbox_removed' });
    expect(kindOf(task)).toBe('complete');
    expect(after(task, REPORTED).stage.is).toBe('ended');
  });

  it('holds the telling of the end, too, and changes nothing once that was told', () => {
    const reporting = taskAfter(VERIFIED);
    const suspended = after(reporting, SUSPENDED);
    expect(next(suspended)).toMatchObject({ effect: { kind: 'release_sandbox' } });
    expect(kindOf(after(suspended, RELEASED, RESTORED))).toBe(kindOf(reporting));
    const told = after(reporting, { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' });
    expect(decidedAfter(told, SUSPENDED)).toEqual([]);
    expect(decidedAfter(told, REMOVED)).toEqual([]);
  });
});

const VIEW = { now: 0, noteUrl: null };

describe('what happens to the branch and its pull request (GH-5, GH-7, R16)', () => {
  const working = taskAfter(WORKING);
  const branch = working.snapshot?.branch ?? BRANCH;
  const deleted = (name = branch) => happened({ is: 'branch_deleted', branch: name });
  const closed = (merged: boolean, name = branch) =>
    happened({ is: 'pull_request_closed', pullRequest: 13, branch: name, merged });
  const ending = (task: Task) => at(task, 'report').stage.ending;

  it('a deleted branch ends the task that works on it, politely, and no other', () => {
    expect(ending(after(working, deleted()))).toMatchObject({ status: 'stopped', reason: 'branch_gone' });
    expect(decidedAfter(working, deleted('planwright/12-another'))).toEqual([]);
    expect(decidedAfter(taskAfter([]), deleted())).toEqual([]);
    expect(decidedAfter(taskAfter(VERIFIED), deleted())).toEqual([]);
  });

  it.each([
    [true, 'pull_request_merged', 'was merged', 'マージされました'],
    [false, 'pull_request_closed', 'somebody closed the pull request', 'クローズされました'],
  ] as const)(
    'a pull request that is over (merged: %s) ends what works on it, and says so',
    (merged, detail, en, ja) => {
      const over = after(working, closed(merged));
      expect(ending(over)).toMatchObject({ status: 'stopped', reason: 'withdrawn', detail });
      const said = (language: 'en' | 'ja') =>
        resultComment(at({ ...over, settings: { ...over.settings, language } }, 'report'), VIEW);
      expect([said('en'), said('ja')]).toEqual([expect.stringContaining(en), expect.stringContaining(ja)]);
      expect(decidedAfter(working, closed(merged, 'planwright/12-another'))).toEqual([]);
      expect(decidedAfter(taskAfter(VERIFIED), closed(merged))).toEqual([]);
      const followUp = taskAfter(WORKING, { request: { pullRequest: 13 } });
      expect(ending(after(followUp, closed(merged, 'renamed')))).toMatchObject({ detail });
    },
  );

  it('an archived repository ends its tasks', () => {
    expect(ending(after(working, happened({ is: 'archived' })))).toMatchObject({ detail: 'archived' });
    expect(decidedAfter(taskAfter(VERIFIED), happened({ is: 'archived' }))).toEqual([]);
  });
});

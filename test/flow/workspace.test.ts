import { describe, expect, it } from '@jest/globals';
import { MAX_WORKSPACE_LOSSES } from '../../src/flow/workspace.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { actionDone, after, change, command, doing, kindOf, PAUSED, saved, taskAfter } from '../task/task-world.ts';
import { DONE, LOST, VERIFIED, WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';

describe('a container that is prepared (ENV-4)', () => {
  it('is cloned into at most three times', () => {
    const failure: Fact = { type: 'environment', name: 'cloned', command: command('git clone', 128, 'fatal: no') };
    const twice = after(taskAfter(WORKING.slice(0, 6)), failure, failure);
    expect(kindOf(twice)).toBe('clone');
    expect(at(after(twice, failure), 'report').stage.ending).toMatchObject({
      reason: 'sandbox_failed',
      detail: 'fatal: no',
    });
  });
});

describe('a container that is lost (EXEC-5)', () => {
  it('is rebuilt, and the work goes on from the last checkpoint', () => {
    const task = doing(
      after(taskAfter([...WORKING, ...actionDone(0), saved('a'), ...actionDone(1).slice(0, 2)]), LOST),
      'prepare',
    );
    expect(task.workspace).toMatchObject({ is: 'preparing', containerId: null, cloned: false, setup: [], kept: null });
    expect([task.workspaceLosses, kindOf(task)]).toEqual([1, 'start_sandbox']);
    const again = doing(after(task, ...WORKING.slice(5)), 'execute');
    expect(again.work.actions.map((action) => action.status)).toEqual(['success', 'running']);
    expect(again.work.conversation.at(-1)).toEqual({
      kind: 'workspace_rebuilt',
      said: [],
      cause: 'The container is gone.',
    });
    expect(doing(after(again, ...actionDone(1), saved('b')), 'verify').work.checkpoint.change).toEqual(change());
  });

  it('before the tests leaves them to a new one', () => {
    const task = after(taskAfter(DONE), LOST);
    expect(activityOf(task)).toBe('prepare');
    expect(activityOf(after(task, ...WORKING.slice(5)))).toBe('verify');
  });

  it('at the end is only gone, and nothing that was not saved is looked for in it', () => {
    const task = after(taskAfter(VERIFIED), LOST);
    expect([activityOf(task), task.workspace]).toMatchObject(['report', { is: 'stopped', containerId: null }]);
  });

  it('while nothing is done has the work cut back, however often that was, and the task goes on later', () => {
    let task = taskAfter([...WORKING, ...actionDone(0), saved('a')]);
    for (let count = 1; count <= MAX_WORKSPACE_LOSSES; count += 1) task = after(task, LOST, ...WORKING.slice(5));
    task = after(task, ...actionDone(1).slice(0, 2));
    expect(task.work?.conversation.at(-1)).not.toMatchObject({ kind: 'workspace_rebuilt' });
    const lost = after(task, ...PAUSED, LOST);
    expect([activityOf(lost), lost.workspaceLosses]).toEqual(['pause', MAX_WORKSPACE_LOSSES + 1]);
    expect(lost.work?.conversation.at(-1)).toMatchObject({ kind: 'workspace_rebuilt' });
    const resumed = after(lost, { type: 'control', name: 'resume', by: 'mika' });
    expect([activityOf(resumed), kindOf(resumed)]).toEqual(['prepare', 'start_sandbox']);
  });

  it('too often ends the task, which keeps what was saved', () => {
    let task = taskAfter([...WORKING, ...actionDone(0), saved('a')]);
    for (let count = 1; count <= MAX_WORKSPACE_LOSSES; count += 1) task = after(task, LOST, ...WORKING.slice(5));
    expect(activityOf(task)).toBe('execute');
    const over = at(after(task, LOST), 'report');
    expect(over.stage.ending).toMatchObject({ reason: 'sandbox_lost' });
    expect(over.work?.checkpoint.change).toEqual(change());
  });
});

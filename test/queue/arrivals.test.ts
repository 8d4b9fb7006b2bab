import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import { systemClock } from '../../src/app/system-clock.ts';
import { dueItems } from '../../src/drive/read-inbox.ts';
import { drive } from '../../src/drive/drive.ts';
import { activityOf } from '../../src/state/select.ts';
import { actionDone, planOf, prepared, REQUEST, saved, SETTINGS, subtask, taskAfter } from '../task/task-world.ts';
import { comment, queueBench, REPO } from './queue-bench.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Activity } from '../../src/state/outcome.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { QueueBench } from './queue-bench.ts';

const STOP: InboxItem = { kind: 'control', id: 'stop', word: 'stop', by: null, reason: 'unlabeled' };
const REQUEST_HERE = { ...REQUEST, repo: REPO, issue: 4 };
const START: InboxItem = { kind: 'start', id: 'start', traceId: 'd-1', request: REQUEST_HERE, settings: SETTINGS };
const PLAN = { ...planOf([subtask('a')]), test_command: null };
const FACTS: readonly Fact[] = [...prepared(PLAN), ...actionDone(0)];

/** A task that is currently doing this. */
function inPhase(activity: Activity): Task {
  const verified = { ...PLAN, test_command: 'npm test' };
  const facts = {
    understand: FACTS.slice(0, 2),
    execute: FACTS,
    verify: [...prepared(verified), ...actionDone(0), saved('a')],
    report: [...FACTS, { type: 'control', name: 'stop', by: null, reason: 'closed' } as const],
  };
  const task = taskAfter(facts[activity as keyof typeof facts]);
  expect(activityOf(task)).toBe(activity);
  return task;
}
const due = (items: readonly InboxItem[], task: Task | null) => dueItems(items, task).map((item) => item.id);

describe('what a task takes out of its inbox', () => {
  it('is all of it while there is work to do', () => {
    expect(due([comment('a'), comment('b')], inPhase('execute'))).toEqual(['a', 'b']);
    expect(due([START, comment('a')], inPhase('understand'))).toEqual(['start', 'a']);
  });

  it('begins with the start, even if what joined the task came first', () => {
    expect(due([comment('a'), START, comment('b')], null)).toEqual(['start', 'a', 'b']);
    expect(due([STOP, START], null)).toEqual(['start', 'stop']);
  });

  it('is a comment while the work is verified, and none once it is over: the next task has it', () => {
    expect(due([comment('a'), START], inPhase('report'))).toEqual([]);
    expect(due([comment('a')], inPhase('verify'))).toEqual(['a']);
    expect(due([STOP], inPhase('report'))).toEqual(['stop']);
  });

  it('is what came before a stop, and not what was asked after it', () => {
    expect(due([comment('before'), STOP, comment('after'), START], inPhase('execute'))).toEqual(['before', 'stop']);
    expect(due([comment('before'), STOP, comment('after')], inPhase('report'))).toEqual(['before', 'stop']);
  });
});

describe('a task whose start was overtaken', () => {
  let bench: QueueBench;
  const directory = mkdtempSync(join(tmpdir(), 'planwright-arrivals-'));
  beforeAll(async () => {
    bench = await queueBench();
  });
  afterAll(async () => {
    await bench.end();
    rmSync(directory, { recursive: true, force: true });
  });

  it('has a history that begins with it', async () => {
    const taskId = '7d8e0971-18b8-8b5a-a2da-0f26171af164';
    const history = createJsonlStore({ directory, log: bench.log });
    const tools = {
      clock: systemClock,
      log: bench.log,
      sessions: { release: async () => undefined },
    } as unknown as Toolbox;
    const editor = () => ({ show: () => undefined, flush: async () => undefined, stop: async () => undefined });
    const once = () =>
      drive({
        taskId,
        history,
        tools,
        editor,
        inbox: bench.inbox,
        shutdown: AbortSignal.abort(),
        sliceMs: 1_000,
        inboxMs: 1_000,
      });

    await bench.inbox.push(taskId, comment('early'));
    expect(await once()).toEqual({ kind: 'nothing' });
    await bench.inbox.push(taskId, START);
    expect(await once()).toMatchObject({ kind: 'again', task: { comments: [{ text: 'text of early' }] } });
    expect((await history.read(taskId)).map((entry) => entry.type)).toEqual(['task', 'control']);
    expect(await bench.inbox.read(taskId)).toEqual([]);
  });
});

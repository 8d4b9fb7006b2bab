import { describe, expect, it } from '@jest/globals';
import { askPatch } from '../../../src/effects/ask-patch.ts';
import { loadPrompts } from '../../../src/model-calls/catalogue.ts';
import { actionDone, after, planOf, prepared, saved, subtask, taskAfter } from '../../task/task-world.ts';
import type { Toolbox } from '../../../src/effects/performer.ts';
import type { Fact } from '../../../src/state/facts.ts';
import type { Task } from '../../../src/state/task.ts';

const PLAN = planOf([subtask('a'), { ...subtask('b', [], 'In memory'), title: 'Cache it' }, subtask('c')]);
const SAID: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'No cache, please.' };
const BEGUN = actionDone(1).slice(0, 2);

/** `a` is done and saved, `b` is current; with `begun`, a command has run for it. */
const working = (begun = true, language: 'en' | 'ja' = 'en'): Task =>
  taskAfter([...prepared(PLAN), ...actionDone(0), saved('a'), ...(begun ? BEGUN : []), SAID], {
    settings: { language },
  });

async function patched(task: Task, ...operations: readonly object[]): Promise<Task> {
  const input = { understanding: 'No cache.', operations };
  const content = [{ type: 'tool_use', id: 'p', name: 'submit_plan_patch', input }];
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const tools = {
    prompts: await loadPrompts(),
    clock: { now: () => 0 },
    nonceOf: () => '0123456789abcdef0123456789abcdef',
    redact: (text: string) => text,
    maxOutputTokens: 1_000,
    repositories: { show: async () => '' },
    model: {
      price: () => 0,
      ask: async () => ({ content, stopReason: 'tool_use', usage, attempts: 1, model: 'test' }),
    },
  } as unknown as Toolbox;
  const effect = { kind: 'ask_patch', comment: 0 } as const;
  const facts = await askPatch({ effect, key: 'k', task, tools, signal: new AbortController().signal });
  return after(task, ...(facts as readonly Fact[]));
}
const statuses = ({ work }: Task) => work?.actions.map(({ taskId, status }) => `${taskId} ${status}`);
const boxes = ({ plan }: Task) =>
  plan?.task_decomposition.subtasks.map(({ id, description }) => `${id}: ${description}`);
const remove = (task_id: string) => ({ op: 'delete', task_id });

describe('what a comment takes out of the plan while it is at work (PLAN-9)', () => {
  it('PLAN-9: has its half-done files taken back first, by a subtask that people see in its place', async () => {
    const task = await patched(working(), remove('b'));
    expect(statuses(task)).toEqual(['a success', 'undo_b running', 'c pending']);
    expect(boxes(task)).toEqual([
      'a: Do a',
      'undo_b: Take back what was begun for b, which is no longer wanted: Cache it',
      'c: Do c',
    ]);
    expect(task.work?.conversation.at(-1)).toMatchObject({
      kind: 'begin',
      brief: { action: { purpose: expect.stringContaining('Take back what you have changed for it') } },
    });
    expect(boxes(await patched(working(true, 'ja'), remove('b')))?.[1]).toContain('元に戻す: Cache it');
  });

  it('PLAN-9: leaves nothing to take back where nothing was done for it yet, or where it stays', async () => {
    expect(statuses(await patched(working(false), remove('b')))).toEqual(['a success', 'c running']);
    expect(statuses(await patched(working(), remove('c')))).toEqual(['a success', 'b running']);
  });

  it('PLAN-9: stays where people do not want it taken back', async () => {
    const again = after(await patched(working(), remove('b')), ...actionDone(1).slice(0, 2), SAID);
    expect(statuses(await patched(again, remove('undo_b')))).toEqual(['a success', 'c running']);
  });
});

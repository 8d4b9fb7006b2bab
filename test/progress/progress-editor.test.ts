import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createProgressEditor, type EditorTools, type LastEdits } from '../../src/drive/progress-editor.ts';
import { after, BEGAN, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import type { Task } from '../../src/state/task.ts';

const INTERVAL_MS = 10_000;

describe('the edits of the progress comment (GH-4)', () => {
  /** A drive of its own for each try, as when the task is put aside until the next. */
  function driving() {
    let now = BEGAN;
    const edits: { readonly at: number; readonly body: string }[] = [];
    const editComment = async (_repo: unknown, _comment: number, body: string) => {
      edits.push({ at: now, body });
      return 'edited' as const;
    };
    const tools = {
      github: { editComment },
      clock: { now: () => now, sleep: async () => undefined },
      log: pino({ level: 'silent' }),
      redact: (text: string) => text,
      taskUrl: () => null,
      isOurs: async () => true,
    } as unknown as EditorTools;
    const lastEdits: LastEdits = new Map();
    const drive = async (task: Task, waitMs: number) => {
      const editor = createProgressEditor(tools, INTERVAL_MS, lastEdits);
      editor.show(task);
      await editor.flush();
      await editor.stop();
      now += waitMs;
    };
    return { drive, edits };
  }

  const working = taskAfter(prepared(planOf([subtask('task_1')])));
  const retried = (task: Task, attempt: number) =>
    after(task, {
      type: 'error',
      name: 'retry_later',
      effect: 'use_tool',
      of: 'model',
      message: `try ${attempt}`,
      due_at: BEGAN + attempt * 60_000,
    });

  it('are at most one in ten seconds while a service is away, however often it is tried', async () => {
    const { drive, edits } = driving();
    let task = working;
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      task = retried(task, attempt);
      await drive(task, 2_000);
    }
    const gaps = edits.slice(1).map(({ at }, index) => at - (edits[index]?.at ?? 0));
    expect(edits.length).toBeGreaterThan(3);
    expect(gaps.filter((gap) => gap < INTERVAL_MS)).toEqual([]);
  });

  it('show at once what a task that is put aside waits for', async () => {
    const { drive, edits } = driving();
    await drive(working, 2_000);
    await drive(after(working, { type: 'control', name: 'pause', by: 'mika' }), 0);
    expect(edits).toHaveLength(2);
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { createEditPace } from '../../src/drive/edit-pace.ts';
import { createProgressEditor, type EditorTools } from '../../src/drive/progress-editor.ts';
import { after, BEGAN, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import type { GitHub, LateEdit, RepositoryRef } from '../../src/ports/github.ts';
import type { Task } from '../../src/state/task.ts';

const INTERVAL_MS = 10_000;

type EditComment = (repo: RepositoryRef, comment: number, body: string) => Promise<'edited'>;

/** A write whose turn is always there. */
function withLate(editComment: EditComment): Pick<GitHub, 'editComment' | 'editLater'> {
  return {
    editComment,
    editLater: async (repo, comment, { newest }) => {
      const body = await newest();
      return body === null ? 'not sent' : editComment(repo, comment, body);
    },
  };
}

describe('the edits of the progress comment (GH-4)', () => {
  /** A separate drive for each try, as when the task is put aside in between. */
  function driving() {
    let now = BEGAN;
    const edits: { readonly at: number; readonly body: string }[] = [];
    const editComment = async (_repo: unknown, _comment: number, body: string) => {
      edits.push({ at: now, body });
      return 'edited' as const;
    };
    const tools = {
      github: withLate(editComment),
      clock: { now: () => now, sleep: async () => undefined },
      log: pino({ level: 'silent' }),
      redact: (text: string) => text,
      noteUrl: () => null,
      isOurs: async () => true,
    } as unknown as EditorTools;
    const pace = createEditPace(INTERVAL_MS);
    const drive = async (task: Task, waitMs: number) => {
      const editor = createProgressEditor(tools, pace);
      editor.show(task);
      await editor.flush();
      await editor.stop();
      now += waitMs;
    };
    return { drive, edits };
  }

  /** One drive, on a manually advanced clock. */
  function timed() {
    const edits: { readonly comment: number; readonly body: string }[] = [];
    const editComment = async (_repo: unknown, comment: number, body: string) => {
      edits.push({ comment, body });
      return 'edited' as const;
    };
    const tools = {
      github: withLate(editComment),
      clock: { now: () => Date.now() },
      log: pino({ level: 'silent' }),
      // Each state is different.
      redact: (text: string) => `${text}${Date.now()}`,
      noteUrl: () => null,
      isOurs: async () => true,
    } as unknown as EditorTools;
    return { tools, edits, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
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

  it('writes the whole of it anew, whatever somebody made of it meanwhile, also where nothing else has changed (I9)', async () => {
    const { drive, edits } = driving();
    await drive(working, 0);
    const [first] = edits;
    expect(first?.body).toContain('- [ ] ');
    // All checkboxes are ticked on GitHub; nothing of ours looks at that.
    await drive(working, INTERVAL_MS);
    expect(edits.map(({ body }) => body)).toEqual([first?.body, first?.body]);
  });

  it('are at most six a minute, however much happens in it, and show the last state of it (R15, GH-4)', async () => {
    jest.useFakeTimers();
    try {
      const { tools, edits, pass } = timed();
      const editor = createProgressEditor(tools, createEditPace(INTERVAL_MS));
      for (let event = 1; event <= 200; event += 1) {
        editor.show(retried(working, event));
        await pass(299);
      }
      expect(edits).toHaveLength(6);
      await pass(INTERVAL_MS);
      expect(edits).toHaveLength(7);
      editor.show(after(working, { type: 'control', name: 'pause', by: 'mika' }));
      await editor.flush();
      expect(edits).toHaveLength(8);
      await editor.stop();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('wait for their turn without keeping anybody waiting, and then show what is newest (GH-10)', async () => {
    jest.useFakeTimers();
    const { pass, tools: plain } = timed();
    const turns: LateEdit[] = [];
    const edits: string[] = [];
    const tools = {
      ...plain,
      redact: (text: string) => text,
      github: {
        editComment: async (_repo: unknown, _comment: number, body: string) => {
          edits.push(body);
          return 'edited' as const;
        },
        editLater: (_repo: unknown, _comment: number, edit: LateEdit) => {
          turns.push(edit);
          return new Promise<'edited'>(() => undefined);
        },
      },
    } as unknown as EditorTools;
    const editor = createProgressEditor(tools, createEditPace(0));
    editor.show(working);
    await pass(1);
    const paused = after(working, { type: 'control', name: 'pause', by: 'mika' });
    editor.show(paused);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.isWanted()).toBe(true);
    // The task is put aside: that edit gets the highest priority, instead of the waiting one.
    await editor.flush();
    expect(edits).toHaveLength(1);
    expect(turns[0]?.isWanted()).toBe(false);
    editor.show(working);
    await pass(1);
    editor.show(paused);
    expect(turns).toHaveLength(2);
    await editor.stop();
    expect(await turns[1]?.newest()).toBeNull();
    expect(edits).toHaveLength(1);
    jest.useRealTimers();
  });
});

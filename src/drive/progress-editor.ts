/**
 * Keeps the progress comment up to date beside the drive: at most one edit per interval, always the newest state,
 * never in the way of the work. The final state is an effect of the task's own, not this editor's.
 */
import { progressComment } from '../comments/progress-comment.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from '../effects/performer.ts';

export interface ProgressEditor {
  show(task: Task): void;
  /** Writes what is still to be shown now: the task is put aside, and people are to see what it waits for. */
  flush(): Promise<void>;
  /** Forgets what was to be shown and waits for an edit under way. */
  stop(): Promise<void>;
}

export interface EditorTools extends Pick<Toolbox, 'github' | 'clock' | 'log' | 'redact' | 'taskUrl'> {
  /**
   * Whether this process still drives the task: one that slept may have been replaced, and what it would show is
   * old.
   */
  isOurs(): Promise<boolean>;
}

/** When the comment of a task was last edited by this process: each drive of it has an editor of its own. */
export type LastEdits = Map<string, number>;

export function createProgressEditor(tools: EditorTools, intervalMs: number, lastEdits: LastEdits): ProgressEditor {
  let newest: Task | null = null;
  let timer: NodeJS.Timeout | null = null;
  let editing: Promise<void> = Promise.resolve();
  let lastBody = '';
  let isGone = false;

  function show(task: Task): void {
    if (isGone || task.progressComment === null || isFinal(task)) return;
    newest = task;
    timer ??= setTimeout(() => {
      timer = null;
      editing = edit();
    }, restOfInterval(task));
  }

  function restOfInterval({ id }: Task): number {
    return Math.max(0, (lastEdits.get(id) ?? 0) + intervalMs - tools.clock.now());
  }

  function remember(taskId: string, now: number): void {
    for (const [id, at] of lastEdits) if (at + intervalMs <= now) lastEdits.delete(id);
    lastEdits.set(taskId, now);
  }

  async function edit(): Promise<void> {
    const task = newest;
    if (!task?.progressComment) return;
    const now = tools.clock.now();
    remember(task.id, now);
    try {
      const body = tools.redact(progressComment(task, { now, taskUrl: tools.taskUrl(task.id) }));
      if (body === lastBody || !(await tools.isOurs())) return;
      isGone = (await tools.github.editComment(task.request.repo, task.progressComment.id, body)) === 'gone';
      lastBody = body;
    } catch (error) {
      tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'progress could not be shown');
    }
  }

  async function flush(): Promise<void> {
    // What is tried again soon is shown by the try that comes after the interval.
    const isDue = timer !== null && newest !== null && (newest.retry === null || restOfInterval(newest) === 0);
    if (timer) clearTimeout(timer);
    timer = null;
    await editing;
    if (isDue) await (editing = edit());
  }

  async function stop(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    newest = null;
    await editing;
  }

  return { show, flush, stop };
}

function isFinal({ stage }: Task): boolean {
  return stage.is === 'ended' || (stage.is === 'report' && stage.progressFinished);
}

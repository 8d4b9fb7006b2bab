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

export function createProgressEditor(tools: EditorTools, intervalMs: number): ProgressEditor {
  let newest: Task | null = null;
  let timer: NodeJS.Timeout | null = null;
  let editing: Promise<void> = Promise.resolve();
  let lastEditAt = 0;
  let lastBody = '';
  let isGone = false;

  function show(task: Task): void {
    if (isGone || task.progressComment === null || isFinal(task)) return;
    newest = task;
    timer ??= setTimeout(
      () => {
        timer = null;
        editing = edit();
      },
      Math.max(0, lastEditAt + intervalMs - tools.clock.now()),
    );
  }

  async function edit(): Promise<void> {
    const task = newest;
    if (!task?.progressComment) return;
    lastEditAt = tools.clock.now();
    try {
      const body = tools.redact(progressComment(task, { now: lastEditAt, taskUrl: tools.taskUrl(task.id) }));
      if (body === lastBody || !(await tools.isOurs())) return;
      isGone = (await tools.github.editComment(task.request.repo, task.progressComment.id, body)) === 'gone';
      lastBody = body;
    } catch (error) {
      tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'progress could not be shown');
    }
  }

  async function flush(): Promise<void> {
    const isDue = timer !== null;
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

/**
 * Keeps the progress comment up to date beside the drive: at most one edit per interval, always the newest state,
 * never in the way of the work. The final state is an effect of the task's own, not this editor's.
 */
import { progressComment } from '../comments/progress-comment.ts';
import type { EditPace } from './edit-pace.ts';
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

/** `pace` is that of all editors: each drive of a task has one of its own. */
export function createProgressEditor(tools: EditorTools, pace: EditPace): ProgressEditor {
  let newest: Task | null = null;
  let timer: NodeJS.Timeout | null = null;
  let editing: Promise<void> = Promise.resolve();
  let lastBody = '';
  let isGone = false;

  function show(task: Task): void {
    if (isGone || task.progressComment === null || isFinal(task)) return;
    newest = task;
    timer ??= waiting(task);
  }

  /** Meanwhile other tasks may have been edited: then it waits on. */
  function waiting(task: Task): NodeJS.Timeout {
    return setTimeout(() => {
      const isDue = pace.restMs(task, tools.clock.now()).inAll === 0;
      timer = isDue ? null : waiting(task);
      if (isDue) editing = edit();
    }, pace.restMs(task, tools.clock.now()).inAll);
  }

  async function edit(): Promise<void> {
    const task = newest;
    if (!task?.progressComment) return;
    const now = tools.clock.now();
    pace.looked(task, now);
    try {
      const body = tools.redact(progressComment(task, { now, taskUrl: tools.taskUrl(task.id) }));
      if (body === lastBody) return;
      pace.edited(task, now);
      if (!(await tools.isOurs())) return;
      isGone = (await tools.github.editComment(task.request.repo, task.progressComment.id, body)) === 'gone';
      lastBody = body;
    } catch (error) {
      tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'progress could not be shown');
    }
  }

  async function flush(): Promise<void> {
    // What is tried again soon is shown by the try that comes after the interval.
    const isDue =
      timer !== null &&
      newest !== null &&
      (newest.retry === null || pace.restMs(newest, tools.clock.now()).ofTask === 0);
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

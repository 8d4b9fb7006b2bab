/**
 * Keeps the progress comment up to date beside the drive: at most one edit per interval, always the newest state,
 * without delaying the work. The final state is written by an effect of the task, not here.
 */
import { progressComment } from '../comments/progress-comment.ts';
import type { EditPace } from './edit-pace.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from '../effects/performer.ts';

export interface ProgressEditor {
  show(task: Task): void;
  /** Writes at once what is still to be shown, because the task is being put aside. */
  flush(): Promise<void>;
  /** Drops what was to be shown and waits for the edit in progress. */
  stop(): Promise<void>;
}

export interface EditorTools extends Pick<Toolbox, 'github' | 'clock' | 'log' | 'redact' | 'noteUrl'> {
  /**
   * Whether this process still drives the task. A process that slept may have been replaced, and its state is outdated.
   */
  isOurs(): Promise<boolean>;
}

interface Edit {
  isWanted: boolean;
  /** True once the edit is being sent. */
  isSending: boolean;
  over: Promise<void>;
}

/** `pace` is shared by all editors, since each drive of a task creates its own editor. */
export function createProgressEditor(tools: EditorTools, pace: EditPace): ProgressEditor {
  let newest: Task | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** Until the edit is sent, its text may still change. */
  let waiting: Edit | null = null;
  let lastBody = '';
  let isGone = false;

  function show(task: Task): void {
    if (isGone || task.progressComment === null || task.suspended !== null || isFinal(task)) return;
    newest = task;
    if (waiting?.isWanted === true && !waiting.isSending) return;
    timer ??= setTimeout(
      () => {
        timer = null;
        waiting = begin();
      },
      pace.restMs(task.id, tools.clock.now()),
    );
  }

  function begin(): Edit {
    const edit: Edit = { isWanted: true, isSending: false, over: Promise.resolve() };
    edit.over = editInTurn(edit);
    return edit;
  }

  async function editInTurn(edit: Edit): Promise<void> {
    const task = newest;
    if (!task?.progressComment) return;
    await told(task, async ({ repo }, comment) =>
      tools.github.editLater(repo, comment, {
        rank: 'progress',
        isWanted: () => edit.isWanted,
        newest: async () => {
          edit.isSending = true;
          const body = bodyToShow();
          return body !== null && (await tools.isOurs()) && edit.isWanted ? body : null;
        },
      }),
    );
    edit.isSending = true;
  }

  /** Null if the comment already shows it. */
  function bodyToShow(): string | null {
    const task = newest;
    if (task === null) return null;
    const now = tools.clock.now();
    pace.looked(task.id, now);
    const body = tools.redact(progressComment(task, { now, noteUrl: tools.noteUrl(task.id) }));
    if (body === lastBody) return null;
    lastBody = body;
    return body;
  }

  async function told(
    { request, progressComment: comment, id, traceId }: Task,
    write: (request: Task['request'], comment: number) => Promise<'edited' | 'gone' | 'not sent'>,
  ): Promise<void> {
    try {
      if (comment !== null) isGone = (await write(request, comment.id)) === 'gone';
    } catch (error) {
      lastBody = '';
      tools.log.warn({ task: id, trace: traceId, err: error }, 'the progress comment could not be updated');
    }
  }

  /** True if something was still to be shown. */
  async function takeBack(): Promise<boolean> {
    const isToShow = timer !== null || (waiting !== null && !waiting.isSending);
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting !== null) {
      waiting.isWanted = waiting.isSending;
      if (waiting.isSending) await waiting.over;
    }
    return isToShow;
  }

  /** People wait for this edit, so it takes the highest priority. */
  async function flush(): Promise<void> {
    const isToShow = await takeBack();
    const task = newest;
    if (!isToShow || task === null) return;
    // A retry within the interval shows the state itself.
    if (task.retry !== null && pace.restMs(task.id, tools.clock.now()) > 0) return;
    const body = bodyToShow();
    if (body === null || !(await tools.isOurs())) return;
    await told(task, ({ repo }, comment) =>
      task.retry === null
        ? tools.github.editComment(repo, comment, body)
        : // Each try of each task: too many to come before what people wait for.
          tools.github.editLater(repo, comment, {
            rank: 'progress',
            isNowOrNever: true,
            isWanted: () => true,
            newest: async () => body,
          }),
    );
  }

  async function stop(): Promise<void> {
    newest = null;
    await takeBack();
  }

  return { show, flush, stop };
}

function isFinal({ stage }: Task): boolean {
  return stage.is === 'ended' || (stage.is === 'report' && stage.progressFinished);
}

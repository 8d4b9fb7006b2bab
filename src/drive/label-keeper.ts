/**
 * Keeps the state label up to date (GH-8), beside the drive and without delaying the work. The last label is an
 * effect of the task, like the last state of the progress comment.
 */
import { showLabel } from '../effects/show-label.ts';
import { isOver, stateLabelOf } from '../state/select.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { FactNamed } from '../state/facts.ts';
import type { StateLabel } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export interface LabelKeeper {
  /** Shows the state if it differs from the last one shown; of several in quick succession, the newest. */
  show(task: Task): void;
  /** What was shown since the last call, to be recorded so that it is not shown again. */
  shown(): readonly FactNamed<'labelled'>[];
  /** Resolves when nothing is left to show. */
  settle(): Promise<void>;
  /** Stops showing; resolves when the update in progress is over. */
  stop(): Promise<void>;
}

export interface KeeperTools extends Pick<Toolbox, 'github' | 'log' | 'redact'> {
  /** Whether this process still drives the task. */
  isOurs(): Promise<boolean>;
}

export function createLabelKeeper(tools: KeeperTools): LabelKeeper {
  let newest: Task | null = null;
  /** The label tried last; people may have changed it since. */
  let tried: StateLabel | null = null;
  let told: FactNamed<'labelled'>[] = [];
  let isWorking = false;
  let working = Promise.resolve();

  function show(task: Task): void {
    // No label update while the task waits for GitHub or the App is suspended.
    if (task.progressComment === null || isOver(task) || task.retry !== null || task.suspended !== null) newest = null;
    else newest = task;
    if (!isWorking && newest !== null && isDue(newest)) working = work();
  }

  function isDue(task: Task): boolean {
    return stateLabelOf(task) !== (tried ?? task.label);
  }

  async function work(): Promise<void> {
    isWorking = true;
    for (let task = newest; task !== null && isDue(task); task = newest) {
      tried = stateLabelOf(task);
      try {
        if (!(await tools.isOurs())) break;
        told = [{ type: 'effect', name: 'labelled', label: await showLabel(task, tools) }];
      } catch (error) {
        // The next drive tries again.
        tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'the state label could not be set');
      }
    }
    isWorking = false;
  }

  return {
    show,
    shown() {
      const facts = told;
      told = [];
      return facts;
    },
    async settle() {
      await working;
    },
    async stop() {
      newest = null;
      await working;
    },
  };
}

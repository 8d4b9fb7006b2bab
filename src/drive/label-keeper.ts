/**
 * Keeps the label of the issue as the state of the task is (GH-8), beside the drive and never in the way of the work.
 * The last label is an effect of the task's own, as the last state of the progress comment is.
 */
import { showLabel } from '../effects/show-label.ts';
import { isOver, stateLabelOf } from '../state/select.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { FactNamed } from '../state/facts.ts';
import type { StateLabel } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

export interface LabelKeeper {
  /** Where another state was shown last: of several that follow each other quickly, the newest. */
  show(task: Task): void;
  /** What was shown since this was asked last: it is to be recorded, so that it is not shown again. */
  shown(): readonly FactNamed<'labelled'>[];
  /** Resolves when nothing is left to be shown. */
  settle(): Promise<void>;
  /** Shows nothing more; resolves when what is under way is over. */
  stop(): Promise<void>;
}

export interface KeeperTools extends Pick<Toolbox, 'github' | 'log' | 'redact'> {
  /** Whether this process still drives the task. */
  isOurs(): Promise<boolean>;
}

export function createLabelKeeper(tools: KeeperTools): LabelKeeper {
  let newest: Task | null = null;
  /** What was tried last; people may have changed it since. */
  let tried: StateLabel | null = null;
  let told: FactNamed<'labelled'>[] = [];
  let isWorking = false;
  let working = Promise.resolve();

  function show(task: Task): void {
    // While GitHub is waited for, or nothing may be done there, it is not asked for this.
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
        tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'the state could not be shown as a label');
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

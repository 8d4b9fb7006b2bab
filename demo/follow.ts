/** Follows a task through the service's API until it has ended. */
import { setTimeout as pause } from 'node:timers/promises';
import { readHistory } from '../src/state/stored.ts';
import type { HistoryEntry } from '../src/ports/history.ts';
import type { Recorded } from '../src/state/facts.ts';
import type { Stage } from './stage.ts';

export interface Following {
  readonly issue: number;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
  /** Called at every poll with all recorded facts, and how many of them were shown before. */
  readonly show: (entries: readonly Recorded[], shown: number) => void;
}

export type Followed =
  | { readonly kind: 'ended'; readonly entries: readonly Recorded[]; readonly taskId: string }
  | { readonly kind: 'too_long' };

const LOOK_MS = 150;

export async function follow(
  stage: Pick<Stage, 'get'>,
  { issue, timeLimitMs, signal, show }: Following,
): Promise<Followed> {
  const giveUpAt = performance.now() + timeLimitMs;
  let taskId: string | null = null;
  let shown = 0;
  while (performance.now() < giveUpAt) {
    taskId ??= await taskOf(stage, issue);
    const entries = taskId === null ? [] : await historyOf(stage, taskId);
    show(entries, shown);
    shown = entries.length;
    if (taskId !== null && endOf(entries) !== null) return { kind: 'ended', entries, taskId };
    await pause(LOOK_MS, undefined, { signal });
  }
  return { kind: 'too_long' };
}

/** A completion that asks a person to intervene is no end. */
export function endOf(entries: readonly Recorded[]) {
  const last = entries.at(-1);
  return last?.type === 'completion' && last.status !== 'requires_human_intervention' ? last : null;
}

async function taskOf(stage: Pick<Stage, 'get'>, issue: number): Promise<string | null> {
  const { tasks } = (await stage.get('/api/tasks')) as {
    readonly tasks: readonly { readonly id: string; readonly issue: number }[];
  };
  return tasks.find((task) => task.issue === issue)?.id ?? null;
}

async function historyOf(stage: Pick<Stage, 'get'>, taskId: string): Promise<readonly Recorded[]> {
  const { entries } = (await stage.get(`/api/tasks/${taskId}/history`)) as {
    readonly entries: readonly HistoryEntry[];
  };
  return readHistory(entries);
}

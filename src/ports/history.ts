/**
 * The append-only record of a task (PLAN-4). Only the task's driver appends; anybody may read. An append is
 * durable when it resolves. Appends are compare-and-set on the sequence number: a driver that was overtaken gets
 * `Fenced` and must stop silently. A write that fails for any other reason throws `Fault('history_failed')`.
 */
export const HISTORY_TYPES = [
  'task',
  'phase',
  'plan',
  'revision',
  'reflection',
  'replan_decision',
  'action',
  'tool',
  'environment',
  'question',
  'answer',
  'control',
  'review',
  'verification',
  'usage',
  'effect',
  'completion',
  'error',
] as const;
export type HistoryType = (typeof HISTORY_TYPES)[number];

/** What a driver hands over; the store adds `seq`, `timestamp`, and the identity given at `open`. */
export interface NewEntry {
  readonly type: HistoryType;
  readonly [field: string]: unknown;
}

export interface HistoryEntry extends NewEntry {
  /** 1, 2, 3, … without a gap. */
  readonly seq: number;
  readonly timestamp: string;
  readonly task_uuid: string;
  /** `owner/name#12`, or null for a task without an issue. */
  readonly issue: string | null;
  readonly trace_id: string;
}

export interface TaskIdentity {
  readonly taskId: string;
  readonly issue: string | null;
  readonly traceId: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isTaskId(taskId: string): boolean {
  return UUID.test(taskId);
}

/** One driver's hold on one task's record. */
export interface HistoryLog {
  /** Everything recorded, in order, those appended through this log included. */
  readonly entries: readonly HistoryEntry[];
  /** All or nothing, in one write; returns them as stored. `at`, in milliseconds, is the time of the whole write. */
  append(entries: readonly NewEntry[], at: number): Promise<readonly HistoryEntry[]>;
  /** Nobody else has written since: a look, not a promise. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

export interface HistoryStore {
  /**
   * For the driver. Drops a torn last line with a warning; throws `Fault('history_damaged')` (file, line) for any
   * other damage.
   */
  open(identity: TaskIdentity): Promise<HistoryLog>;
  /** For readers; an empty list when there is no such task. */
  read(taskId: string): Promise<readonly HistoryEntry[]>;
  /** The same, but of a damaged history what stands before the damage: to tell people, never to go on from. */
  readUndamaged(taskId: string): Promise<readonly HistoryEntry[]>;
  /** Tasks that have a history without an end, without reading the histories of those that ended. */
  unfinished(): Promise<readonly string[]>;
  /** All tasks of one issue in the order in which they began, without opening any history. */
  ofIssue(issue: string): Promise<readonly string[]>;
  /**
   * Tasks of a repository (`owner/name`) that are over and changed one of these files, in the order in which they
   * began, without opening any history.
   */
  touching(repository: string, paths: readonly string[]): Promise<readonly string[]>;
  /** Newest first; the page costs the same however many there are. */
  recent(limit: number): Promise<readonly string[]>;
}

/** `plan` or `revision`, whichever is newest. Pure readers over entries, shared by every store. */
export function latestPlan(entries: readonly HistoryEntry[]): HistoryEntry | null {
  return entries.findLast((entry) => entry.type === 'plan' || entry.type === 'revision') ?? null;
}

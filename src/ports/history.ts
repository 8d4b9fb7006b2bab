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

/** A UUID, or what a person called it: fit for the name of a file and of a container. */
const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isTaskId(taskId: string): boolean {
  return TASK_ID.test(taskId);
}

/** What is kept of the task as it is after these entries, as JSON; asked at any time from their write on. */
export type Summarise = (stored: readonly HistoryEntry[]) => unknown;

export interface SummaryReader<Summary> {
  /** Null where it cannot be used: another version kept it. */
  read(kept: unknown): Summary | null;
  make(entries: readonly HistoryEntry[]): { readonly kept: unknown; readonly summary: Summary } | null;
}

/** One driver's hold on one task's record. */
export interface HistoryLog {
  /** All that was recorded before it was opened, in order; handed over once, and not held any longer than that. */
  takeFound(): readonly HistoryEntry[];
  /**
   * All or nothing, in one write; returns them as stored. `at`, in milliseconds, is the time of the whole write. What
   * `summarise` makes of them is kept with the record, for lists.
   */
  append(entries: readonly NewEntry[], at: number, summarise?: Summarise): Promise<readonly HistoryEntry[]>;
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
  /**
   * Of each of these tasks, in their order, what was kept with its record; null where there is none that can be read. The
   * history is the truth: where what was kept is missing, or older than it, that is made of it again, and kept.
   */
  summaries<Summary>(taskIds: readonly string[], reader: SummaryReader<Summary>): Promise<readonly (Summary | null)[]>;
}

/** `plan` or `revision`, whichever is newest. Pure readers over entries, shared by every store. */
export function latestPlan(entries: readonly HistoryEntry[]): HistoryEntry | null {
  return entries.findLast((entry) => entry.type === 'plan' || entry.type === 'revision') ?? null;
}

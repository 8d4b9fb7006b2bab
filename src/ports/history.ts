/**
 * The append-only record of a task (PLAN-4). Only the task's driver appends; anybody may read. An append is durable
 * when it resolves. Appends are compare-and-set on the sequence number: a driver that was overtaken gets `Fenced` and
 * must stop silently. A write that fails for any other reason throws `Fault('history_failed')`.
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

/** What a driver passes; the store adds `seq`, `timestamp`, and the identity given at `open`. */
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

/** A UUID, or a name given by a person; usable as a file and container name. */
const TASK_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isTaskId(taskId: string): boolean {
  return TASK_ID.test(taskId);
}

/**
 * Called while the entries are being written. What it returns makes the task's list entry after them, as JSON; that is
 * called at any time.
 */
export type Summarise = (stored: readonly HistoryEntry[]) => () => unknown;

export interface SummaryReader<Summary> {
  /** Null if it is unusable because another version stored it. */
  read(kept: unknown): Summary | null;
  make(entries: readonly HistoryEntry[]): { readonly kept: unknown; readonly summary: Summary } | null;
}

/** A driver's handle on one task's record. */
export interface HistoryLog {
  /** All entries from before it was opened, in order; passed once and not kept in memory afterwards. */
  takeFound(): readonly HistoryEntry[];
  /**
   * Atomic, in one write; returns the entries as stored. `at`, in milliseconds, is the time of the whole write. The
   * result of `summarise` is stored with the record, for lists.
   */
  append(entries: readonly NewEntry[], at: number, summarise?: Summarise): Promise<readonly HistoryEntry[]>;
  /** Nobody else has written so far; this guarantees nothing for later. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

export interface HistoryStore {
  /**
   * For the driver. Drops a torn last line with a warning; throws `Fault('history_damaged')` (file, line) for any other
   * damage.
   */
  open(identity: TaskIdentity): Promise<HistoryLog>;
  /** For readers; an empty list if there is no such task. */
  read(taskId: string): Promise<readonly HistoryEntry[]>;
  /**
   * The same, but for a damaged history only the entries before the damage: for telling people, never for continuing.
   */
  readUndamaged(taskId: string): Promise<readonly HistoryEntry[]>;
  /** Tasks whose history has no end, without reading the histories of ended ones. */
  unfinished(): Promise<readonly string[]>;
  /** All tasks of one issue by start time, without opening any history. */
  ofIssue(issue: string): Promise<readonly string[]>;
  /**
   * Finished tasks of a repository (`owner/name`) that changed one of these files, by start time, without opening any
   * history.
   */
  touching(repository: string, paths: readonly string[]): Promise<readonly string[]>;
  /** Newest first; the cost does not depend on their total number. */
  recent(limit: number): Promise<readonly string[]>;
  /**
   * The stored summaries of these tasks, in order; null if there is no readable one. The history is the truth: a
   * missing or outdated summary is made again from it, and stored.
   */
  summaries<Summary>(taskIds: readonly string[], reader: SummaryReader<Summary>): Promise<readonly (Summary | null)[]>;
}

/** `plan` or `revision`, whichever is newest. A pure function over entries, shared by every store. */
export function latestPlan(entries: readonly HistoryEntry[]): HistoryEntry | null {
  return entries.findLast((entry) => entry.type === 'plan' || entry.type === 'revision') ?? null;
}

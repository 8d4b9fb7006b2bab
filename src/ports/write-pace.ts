/**
 * The order of writes: reactions, questions, results and final states first, then the progress of running tasks, then
 * queue places of waiting ones (GH-10).
 */
export type WriteRank = 'first' | 'progress' | 'place';

export interface AskedWrite {
  readonly installationId: number;
  readonly rank: WriteRank;
  /** Identifies this write, which keeps its place in the order by it. */
  readonly id: string;
}

/** Paces the writes to an installation over all processes. Rejects if they cannot be counted. */
export interface WritePace {
  /** 0: it may be sent now, and is counted. Otherwise in how many ms to ask again. */
  ask(write: AskedWrite): Promise<number>;
  /** It will not be sent. */
  giveUp(write: AskedWrite): Promise<void>;
  /** GitHub asked for a pause: no process sends anything meanwhile. */
  keepQuiet(installationId: number, ms: number): Promise<void>;
  /** The rest of that pause; 0 if there is none. */
  quietMs(installationId: number): Promise<number>;
}

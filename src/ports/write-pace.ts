/**
 * In which order writes go out: reactions, questions, results and final states first, then the progress of tasks at
 * work, then the places of those that wait (GH-10).
 */
export type WriteRank = 'first' | 'progress' | 'place';

export interface AskedWrite {
  readonly installationId: number;
  readonly rank: WriteRank;
  /** Of this one wish to write; it keeps its place in the order by it. */
  readonly id: string;
}

/** How often an installation is written to, counted over all processes. Rejects where that cannot be counted. */
export interface WritePace {
  /** 0: it may be sent now, and is counted. Otherwise in how many ms to ask again. */
  ask(write: AskedWrite): Promise<number>;
  /** It will not be sent. */
  giveUp(write: AskedWrite): Promise<void>;
  /** GitHub asked to be left alone for so long: nothing is sent meanwhile, by no process. */
  keepQuiet(installationId: number, ms: number): Promise<void>;
  /** How long that still lasts; 0 when it does not. */
  quietMs(installationId: number): Promise<number>;
}

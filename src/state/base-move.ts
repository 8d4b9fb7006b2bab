/** One move of the base branch during the work (GH-7). */
export interface BaseMove {
  readonly sha: string;
  /** Number of commits, counted up to 1,000. */
  readonly commits: number;
  /** The files in conflict (the first of very many); none if git could not merge at all. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** `open`: to be resolved in the sandbox; `left`: not merged, people have to resolve it. */
  readonly is: 'merged' | 'open' | 'resolved' | 'left';
  /** How often files with conflict marks were handed in for saving. */
  readonly marksLeft?: number;
}

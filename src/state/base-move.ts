/** One time that the base branch had moved on while the work was done (GH-7). */
export interface BaseMove {
  readonly sha: string;
  /** By so many commits, counted up to 1,000. */
  readonly commits: number;
  /** In conflict; of very many the first. None where git could not merge at all. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** `open`: to be resolved in the sandbox; `left`: not merged, for people to resolve. */
  readonly is: 'merged' | 'open' | 'resolved' | 'left';
  /** How often it was to be saved with marks of the conflict in it. */
  readonly marksLeft?: number;
}

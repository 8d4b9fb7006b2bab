/**
 * Pictures that people attached on GitHub. What is fetched is kept below the task, so that each later call shows the
 * model the same bytes; `keep` rejects only with the signal's reason, `RetryLater` or a `Fault` of GitHub's.
 */
import type { RepositoryRef } from './github.ts';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

export interface KeptImage {
  readonly sha256: string;
  readonly media_type: ImageType;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

export type Keeping =
  | { readonly kind: 'kept'; readonly image: KeptImage }
  /** `why` completes "It was left out, because …". */
  | { readonly kind: 'left_out'; readonly why: string }
  /** Trouble that may pass; `afterMs` is how long the host wants to be left alone, where it says. */
  | { readonly kind: 'not_now'; readonly why: string; readonly afterMs: number | null };

export interface Images {
  keep(taskId: string, repo: RepositoryRef, url: string, signal: AbortSignal): Promise<Keeping>;
  /** Null when it is not there any more, or not what was kept. */
  load(taskId: string, sha256: string): Promise<Buffer | null>;
  remove(taskId: string): Promise<void>;
  /** The tasks of which there are pictures on this machine. */
  kept(): Promise<readonly string[]>;
}

/**
 * Images that people attached on GitHub. Fetched ones are stored with the task, so that each later call shows the model
 * the same bytes. `keep` rejects only with the signal's reason, `RetryLater` or a `Fault` of GitHub.
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
  /** A temporary error; `afterMs` is the pause the host asked for, if any. */
  | { readonly kind: 'not_now'; readonly why: string; readonly afterMs: number | null };

export interface Images {
  keep(taskId: string, repo: RepositoryRef, url: string, signal: AbortSignal): Promise<Keeping>;
  /** Null if it is gone, or differs from what was stored. */
  load(taskId: string, sha256: string): Promise<Buffer | null>;
  remove(taskId: string): Promise<void>;
  /** The tasks with images on this machine. */
  kept(): Promise<readonly string[]>;
}

/**
 * What the package managers of a repository downloaded and installed in a sandbox's home folder, kept for its later
 * tasks (ENV-6).
 */
export interface DownloadsKey {
  /** Never shared with another repository. */
  readonly repositoryId: number;
  /** Of the image and the lock files. */
  readonly digest: string;
}

export interface Downloads {
  /** Into a sandbox whose home folder is unused. After `broken` the folder may contain a part of it. */
  restore(taskId: string, key: DownloadsKey, signal: AbortSignal): Promise<'restored' | 'nothing' | 'broken'>;
  /** Only what nobody kept under this key; a failure is logged, since a later task can keep it. */
  keep(taskId: string, key: DownloadsKey, signal: AbortSignal): Promise<void>;
  /** Removes what is too old to be used; returns how many were removed. */
  removeOld(): Promise<number>;
}

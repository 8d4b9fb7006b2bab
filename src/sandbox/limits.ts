/** What one sandbox may use, and how long things in it may take. */
export interface SandboxLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly processes: number;
  readonly openFiles: number;
  readonly tmpBytes: number;
  /** The workspace, measured: the storage drivers in common use have no quota for a volume. */
  readonly diskBytes: number;
  readonly diskFiles: number;
  /** Free space of the machine's disk below which no workspace may grow. */
  readonly diskReserveBytes: number;
  /** Kept of each output stream of a command, half from its beginning and half from its end. */
  readonly outputBytes: number;
  /** Between asking a command to end and killing it. */
  readonly graceMs: number;
  /** For a new container's agent to answer. */
  readonly helloTimeoutMs: number;
  /** For the engine to answer a call. */
  readonly engineTimeoutMs: number;
  /** For the engine to say anything while it pulls an image. */
  readonly pullSilenceMs: number;
}

export const defaultLimits: SandboxLimits = {
  memoryBytes: 2 * 1024 ** 3,
  cpus: 2,
  processes: 512,
  openFiles: 16_384,
  tmpBytes: 512 * 1024 ** 2,
  diskBytes: 10 * 1024 ** 3,
  diskFiles: 1_000_000,
  diskReserveBytes: 2 * 1024 ** 3,
  outputBytes: 32 * 1024,
  graceMs: 5_000,
  helloTimeoutMs: 15_000,
  engineTimeoutMs: 60_000,
  pullSilenceMs: 120_000,
};

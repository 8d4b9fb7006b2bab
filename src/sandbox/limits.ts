/** What one sandbox may use, and how long things in it may take. */
export interface SandboxLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly processes: number;
  readonly openFiles: number;
  readonly tmpBytes: number;
  /** Kept of each output stream of a command, half from its beginning and half from its end. */
  readonly outputBytes: number;
  /** Between asking a command to end and killing it. */
  readonly graceMs: number;
  /** For a new container's agent to answer. */
  readonly helloTimeoutMs: number;
}

export const defaultLimits: SandboxLimits = {
  memoryBytes: 2 * 1024 ** 3,
  cpus: 2,
  processes: 512,
  openFiles: 16_384,
  tmpBytes: 512 * 1024 ** 2,
  outputBytes: 32 * 1024,
  graceMs: 5_000,
  helloTimeoutMs: 15_000,
};

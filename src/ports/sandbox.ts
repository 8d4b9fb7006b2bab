/**
 * One task, one container (EXEC-2). A sandbox runs each keyed operation once: if the same key is requested again, by
 * this process or by another after a crash, it answers with the stored result (or waits for the running operation).
 */
import type { Server } from 'node:http';

export interface SandboxSpec {
  readonly taskId: string;
  readonly repository: string;
  readonly traceId: string;
  readonly image: string;
}

export interface CommandRequest {
  readonly key: string;
  /** Run by `bash -c`. */
  readonly command: string;
  /** Relative to the project folder; may not leave it. */
  readonly cwd?: string;
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Everything else that runs in the sandbox is ended first. */
  readonly alone?: true;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /**
   * Standard output and standard error: start and end within the limit, with the number of omitted bytes between them.
   */
  readonly stdout: string;
  readonly stderr: string;
  readonly omittedBytes: number;
  readonly durationMs: number;
  /** A network connection to the host broke while it ran, because the service restarted: worth a retry. */
  readonly connectionLost: boolean;
  /** The sandbox ended while it ran and was restarted: its progress is unknown. */
  readonly interrupted?: boolean;
  /** Connections denied since the previous command, as recorded by the host; absent if there were none. */
  readonly denied?: Denials;
}

export interface Denials {
  /** Each once; a host that is not a valid name is ''. */
  readonly to: readonly { readonly host: string; readonly port: number; readonly why: string }[];
  /** The number of others. */
  readonly more: number;
}

/** The model's file tools, run inside the container and confined to the project folder. */
export type FileOperation =
  | {
      readonly op: 'read_file';
      readonly path: string;
      readonly start_line?: number | undefined;
      readonly end_line?: number | undefined;
    }
  | { readonly op: 'write_file'; readonly path: string; readonly content: string }
  | {
      readonly op: 'edit_file';
      readonly path: string;
      readonly old_text: string;
      readonly new_text: string;
      readonly replace_all?: boolean | undefined;
    }
  | { readonly op: 'list_files'; readonly path?: string | undefined; readonly depth?: number | undefined }
  | {
      readonly op: 'search_files';
      readonly pattern: string;
      readonly path?: string | undefined;
      readonly glob?: string | undefined;
    };

export interface FileResult {
  readonly ok: boolean;
  /** For the model: the requested content, or what went wrong and what to do about it. */
  readonly text: string;
}

export interface Sandbox {
  readonly containerId: string;
  readonly image: string;
  /** If aborted, rejects with the signal's reason after the command's whole process tree is gone. */
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
  file(key: string, operation: FileOperation, signal: AbortSignal): Promise<FileResult>;
  /** The results of these keys are recorded and may be forgotten. */
  acknowledge(keys: readonly string[]): void;
  /** Closes the stream; the container and what runs in it stay. */
  detach(): Promise<void>;
}

/** Answers the HTTP requests that a sandbox sends to its own loopback port; only that sandbox can reach it. */
export interface SandboxGateway extends Server {
  /** What was denied since the last call; null: nothing. */
  takeDenied(): Denials | null;
}

export interface Sandboxes {
  /** Attaches to the task's container, restarting it if it ended; null if there is none. */
  attach(taskId: string, gateway: SandboxGateway, signal?: AbortSignal): Promise<Sandbox | null>;
  /** A new container that replaces any other of this task. */
  create(spec: SandboxSpec, gateway: SandboxGateway, signal?: AbortSignal): Promise<Sandbox>;
  /** Ends everything in the container and keeps its workspace; harmless if there is none. */
  stop(taskId: string, signal?: AbortSignal): Promise<void>;
  /** Removes container and volume; harmless if there are none. */
  remove(taskId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Removes this installation's objects of tasks that are no longer alive, and containers that were stopped longer than
   * `keepStoppedMs` ago; returns the ids of those tasks. `isAlive` is called only after the objects were listed.
   */
  reap(rule: {
    readonly isAlive: (taskId: string) => Promise<boolean>;
    readonly keepStoppedMs: number;
  }): Promise<readonly string[]>;
  /** Throws a `Fault` or `RetryLater` with advice if the engine does not answer or an image is missing. */
  check(): Promise<void>;
}

/**
 * One task, one container (EXEC-2). A sandbox runs each keyed operation once: asked again with the same key, by
 * this process or by another after a crash, it answers with the kept result (or waits for the running one).
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
  /** Whatever else runs in the sandbox is ended before. */
  readonly alone?: true;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Standard output and standard error: head and tail within the limit, what was left out counted between them. */
  readonly stdout: string;
  readonly stderr: string;
  readonly omittedBytes: number;
  readonly durationMs: number;
  /** A network connection to the host broke while it ran, because the service restarted: worth another try. */
  readonly connectionLost: boolean;
  /** The sandbox ended while it ran and was started again: how far it came is not known. */
  readonly interrupted?: boolean;
  /** Connections that were denied since the command before it, as the host knows; absent where none was. */
  readonly denied?: Denials;
}

export interface Denials {
  /** Each once; a host that is not written as one is ''. */
  readonly to: readonly { readonly host: string; readonly port: number; readonly why: string }[];
  /** How many others there were. */
  readonly more: number;
}

/** What the model's file tools do, inside the container, confined to the project folder. */
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
  /** What the model is shown: the content asked for, or what went wrong and what to do about it. */
  readonly text: string;
}

export interface Sandbox {
  readonly containerId: string;
  readonly image: string;
  /** Rejects with the signal's reason after the command's whole process tree is gone when aborted. */
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
  file(key: string, operation: FileOperation, signal: AbortSignal): Promise<FileResult>;
  /** The results of these keys are safely recorded and may be forgotten. */
  acknowledge(keys: readonly string[]): void;
  /** Lets go of the stream; the container and what runs in it stay. */
  detach(): Promise<void>;
}

/** Answers the HTTP requests that a sandbox sends to its own loopback port; reachable by that sandbox alone. */
export interface SandboxGateway extends Server {
  /** What was denied since this was asked last; null: nothing. */
  takeDenied(): Denials | null;
}

export interface Sandboxes {
  /** Attaches to the task's container, starting it again where it ended; null when there is none that lives. */
  attach(taskId: string, gateway: SandboxGateway, signal?: AbortSignal): Promise<Sandbox | null>;
  /** A new container, in place of any other of this task. */
  create(spec: SandboxSpec, gateway: SandboxGateway, signal?: AbortSignal): Promise<Sandbox>;
  /** Ends whatever runs in the container and keeps its workspace; harmless when there is none. */
  stop(taskId: string, signal?: AbortSignal): Promise<void>;
  /** Removes container and volume; harmless when there are none. */
  remove(taskId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Removes what this installation made for tasks that are no longer alive, and what was stopped longer ago than
   * `keepStoppedMs`; returns the ids of those tasks. `isAlive` is asked only after what is there was listed.
   */
  reap(rule: {
    readonly isAlive: (taskId: string) => Promise<boolean>;
    readonly keepStoppedMs: number;
  }): Promise<readonly string[]>;
  /** Throws a `Fault` or `RetryLater` that says what to do when the engine does not answer or an image is missing. */
  check(): Promise<void>;
}

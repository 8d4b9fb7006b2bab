/** What the command line asks for about tasks on this machine (OPS-3). */
import type { Spoken } from '../people/spoken-to-task.ts';

/** process: without isolation. */
export type SandboxKind = 'container' | 'process';

export interface RunAsked {
  /** Null: as in the Task YAML, or the working directory. */
  readonly repo: string | null;
  /** A text, or the path of a file with it; null: a task that is continued, or a Task YAML on standard input. */
  readonly issue: string | null;
  /** The id of a started task. */
  readonly resume: string | null;
  /** The id of a finished task whose request is repeated. */
  readonly retry: string | null;
  /** Repeats it by its plan. */
  readonly samePlan: boolean;
  /** Ends the task as soon as it is continued. */
  readonly stops: boolean;
  readonly base: string | null;
  readonly metaModel: string | null;
  /** The path of a file. */
  readonly plan: string | null;
  /** The path of a file. */
  readonly answers: string | null;
  readonly assumes: boolean;
  readonly json: boolean;
  readonly sandbox: SandboxKind;
}

export type ReadAsked = { readonly repo: string; readonly json: boolean } & (
  | { readonly what: 'tasks' }
  | { readonly what: 'show' | 'history' | 'plan'; readonly task: string; readonly taskYaml?: boolean }
);

/** A message to a task (OPS-3). */
export interface SpeakAsked {
  readonly what: Spoken;
  /** Its id, or the beginning of it. */
  readonly task: string;
  /** Null: from standard input. */
  readonly text: string | null;
  readonly repo: string;
  readonly samePlan: boolean;
  /** The address of a service; null: from HOST and PORT. */
  readonly at: string | null;
}

export type LocalCommand =
  | { readonly kind: 'run'; readonly asked: RunAsked }
  | { readonly kind: 'read'; readonly asked: ReadAsked }
  | { readonly kind: 'speak'; readonly asked: SpeakAsked }
  | { readonly kind: 'prune'; readonly repo: string };

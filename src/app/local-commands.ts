/** What the command line asks for of tasks on this machine (OPS-3). */
export interface RunAsked {
  /** Null: as the Task YAML says, or here. */
  readonly repo: string | null;
  /** A text, or the path of a file with it; null: a task that goes on, or a Task YAML on standard input. */
  readonly issue: string | null;
  /** The id of a task that was begun. */
  readonly resume: string | null;
  readonly base: string | null;
  readonly metaModel: string | null;
  /** The path of a file. */
  readonly plan: string | null;
  /** The path of a file. */
  readonly answers: string | null;
  readonly assumes: boolean;
  readonly json: boolean;
}

export type ReadAsked = { readonly repo: string; readonly json: boolean } & (
  | { readonly what: 'tasks' }
  | { readonly what: 'show' | 'history' | 'plan'; readonly task: string; readonly taskYaml?: boolean }
);

/** Changes of the plan that people asked for and that could not be made: they are told once, and at the end again. */
export interface RefusedChange {
  /** Index of the comment that asked for it. */
  readonly comment: number;
  /** What the model took it to ask for; '' when it said nothing that could be read. */
  readonly understanding: string;
  readonly refused: WhyRefused;
  readonly told: boolean;
}

/** In terms that people know: the boxes of the checklist. */
export type WhyRefused =
  | { readonly why: 'finished'; readonly subtasks: readonly string[] }
  | { readonly why: 'unknown'; readonly subtasks: readonly string[] }
  | { readonly why: 'too_many'; readonly most: number }
  /** Every subtask would be taken out. */
  | { readonly why: 'nothing_left' }
  /** The operations contradict each other or the plan. */
  | { readonly why: 'inconsistent' }
  /** The model's answer was none. */
  | { readonly why: 'unreadable' };

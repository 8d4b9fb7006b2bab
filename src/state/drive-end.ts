/** How a drive of a task ends. */
import type { Task } from './task.ts';

export type DriveEnd =
  | { readonly kind: 'ended'; readonly task: Task }
  | { readonly kind: 'again'; readonly task: Task }
  | { readonly kind: 'wait'; readonly until: number; readonly task: Task }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'nothing' };

/** `unknown`: not even the beginning can be read, so that nobody knows whom to tell, and what it kept is removed. Null: to be tried again later. */
export type UnrecordedEnd = Task | 'unknown' | null;

/**
 * What was written on the issue before the task was asked for, as it reads it (PLAN-1, GH-2): chosen, bounded and
 * cleaned of hidden text when it was read, recorded once, and never looked at again.
 */
import type { TroubleCode } from './outcome.ts';
import type { Person } from '../ports/github.ts';

export interface EarlierComment {
  readonly id: number;
  readonly by: Person;
  /** When it was written, as GitHub says it. */
  readonly at: string;
  /** By the requester or somebody with write access. */
  readonly trusted: boolean;
  readonly text: string;
  /** Characters of hidden text that were taken out of it. */
  readonly hidden: number;
}

export interface Discussion {
  /** Oldest first. */
  readonly comments: readonly EarlierComment[];
  /** Whether the author of the issue itself may write here. */
  readonly authorTrusted: boolean;
  /** Those there was no room for. */
  readonly leftOut: number;
  /** Those that were changed after the request. */
  readonly edited: number;
  /** Those of people without write access, where these are not wanted. */
  readonly ignored: number;
  /** Characters of hidden text that no model is shown: in the issue and what was asked, and in the comments. */
  readonly hidden: { readonly request: number; readonly comments: number };
  /** Why the comments could not be read. */
  readonly problem: string | null;
  /** The same, told in the language of the people; absent where there is no problem. */
  readonly trouble?: TroubleCode;
}

export type DiscussionFact = {
  readonly type: 'environment';
  readonly name: 'discussion';
  readonly discussion: Discussion;
  readonly github_ms: number;
};

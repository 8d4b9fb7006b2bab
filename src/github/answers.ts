/** The fields that Planwright reads from GitHub's answers, and no others. */
import { z } from 'zod';
import type { Person } from '../ports/github.ts';

export const AppAnswer = z.object({ id: z.number(), slug: z.string() });

export const UserAnswer = z.object({ id: z.int(), type: z.string() });

export const HookAttemptAnswer = z.object({
  /** As text where it was too long for a number. */
  id: z.union([z.number(), z.string()]),
  guid: z.string(),
  event: z.string(),
  delivered_at: z.string(),
  status: z.string().nullish(),
  status_code: z.number().nullish(),
});
export type HookAttemptAnswer = z.infer<typeof HookAttemptAnswer>;

export const PermissionAnswer = z.object({
  permission: z.string(),
  role_name: z.string().nullish(),
  user: z.object({ id: z.number(), login: z.string(), type: z.string().nullish() }).nullish(),
});
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

export const RepositoryAnswer = z.object({
  id: z.number(),
  default_branch: z.string(),
  archived: z.boolean().default(false),
});

/** GitHub's stand-in for deleted accounts. */
export const DELETED_ACCOUNT = { id: 10_137, login: 'ghost' };

const Author = z.object({ id: z.number().nullish(), login: z.string(), type: z.string().nullish() }).nullish();

/** Who is named, or `gone` where the account is. */
export function personOr<Gone>(gone: Gone, user: z.infer<typeof Author>): Person | Gone {
  return user?.id ? { id: user.id, login: user.login } : gone;
}

export const IssueAnswer = z.object({
  state: z.enum(['open', 'closed']),
  locked: z.boolean().default(false),
  repository_url: z.string().nullish(),
  pull_request: z.unknown().optional(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  title: z.string().nullish(),
  body: z.string().nullish(),
  user: Author,
});
export type IssueAnswer = z.infer<typeof IssueAnswer>;

export const CommentAnswer = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  user: Author,
  performed_via_github_app: z.object({ id: z.number() }).nullish(),
});
export type CommentAnswer = z.infer<typeof CommentAnswer>;

export const PullRequestAnswer = z.object({
  number: z.number(),
  node_id: z.string(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().nullish(),
  state: z.string().nullish(),
  closed_at: z.string().nullish(),
  head: z.object({ ref: z.string(), repo: z.object({ id: z.number() }).nullish() }),
  base: z.object({ ref: z.string() }),
});
export type PullRequestAnswer = z.infer<typeof PullRequestAnswer>;

/** What is read of a pull request that somebody writes on. */
export const PullRequestFactsAnswer = z.object({
  state: z.enum(['open', 'closed']),
  user: Author,
  head: z.object({ ref: z.string(), repo: z.object({ id: z.number() }).nullish() }),
});

export const ReviewAnswer = z.object({ state: z.string(), body: z.string().nullish(), user: Author });

/** Lists of one review lack `line`; the hunk ends with it. */
export const LineCommentAnswer = z.object({
  id: z.number(),
  path: z.string(),
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  diff_hunk: z.string().nullish(),
  body: z.string().nullish(),
  user: Author,
});
export type LineCommentAnswer = z.infer<typeof LineCommentAnswer>;

export const GraphQLAnswer = z.object({
  errors: z.array(z.object({ message: z.string() })).nullish(),
});

/** For calls whose answer is not used. */
export const AnyAnswer = z.unknown();

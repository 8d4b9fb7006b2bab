/** The fields that Planwright reads from GitHub's answers, and no others. */
import { z } from 'zod';
import type { Person } from '../ports/github.ts';

const string = z.string();
const number = z.number();
const maybeText = string.nullish();
/** Used only in what people are shown. */
const link = string.default('');
const maybeNumber = number.nullish();

export const AppAnswer = z.object({ id: number, slug: string });

const Permissions = z.record(string, string).default({});

export const RegistrationAnswer = AppAnswer.extend({
  html_url: string,
  owner: z.object({ login: maybeText, slug: maybeText, type: maybeText }).nullish(),
  permissions: Permissions,
  events: z.array(string).default([]),
});
export type RegistrationAnswer = z.infer<typeof RegistrationAnswer>;

export const InstallationAnswer = z.object({
  account: z.object({ login: maybeText, slug: maybeText }).nullish(),
  html_url: string,
  permissions: Permissions,
  suspended_at: maybeText,
});

export const HookSettingsAnswer = z.object({ url: maybeText, content_type: maybeText, secret: maybeText });

export const SentDeliveryAnswer = z.object({
  request: z.object({ headers: z.record(string, z.coerce.string()).nullish(), payload: z.unknown() }),
  response: z.object({ payload: z.unknown() }),
});

export const UserAnswer = z.object({ id: z.int(), type: string });

export const HookAttemptAnswer = z.object({
  /** As text if it is too long for a number. */
  id: z.union([number, string]),
  guid: string,
  event: string,
  delivered_at: string,
  redelivery: z.boolean().default(false),
  status: maybeText,
  status_code: maybeNumber,
});
export type HookAttemptAnswer = z.infer<typeof HookAttemptAnswer>;

export const PermissionAnswer = z.object({
  permission: string,
  role_name: maybeText,
  user: z.object({ id: number, login: string, type: maybeText }).nullish(),
});
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

export const RepositoryAnswer = z.object({
  id: number,
  default_branch: string,
  archived: z.boolean().default(false),
  private: z.boolean().default(true),
});

export const BranchAnswer = z.object({ commit: z.object({ sha: string }) });

/** The content at a path; for a folder, its list of entries. */
export const ContentAnswer = z.union([
  z.object({ type: string, size: number, content: maybeText, encoding: maybeText }),
  z.array(z.unknown()),
]);
export type ContentAnswer = z.infer<typeof ContentAnswer>;

const Author = z.object({ id: maybeNumber, login: string, type: maybeText }).nullish();

/** The person, or `gone` if the account was deleted. */
export function personOr<Gone>(gone: Gone, user: z.infer<typeof Author>): Person | Gone {
  return user?.id ? { id: user.id, login: user.login } : gone;
}

export const IssueAnswer = z.object({
  state: z.enum(['open', 'closed']),
  repository_url: maybeText,
  pull_request: z.unknown().optional(),
  labels: z.array(z.union([string, z.object({ name: maybeText })])),
  title: maybeText,
  body: maybeText,
  user: Author,
});
export const BlockersAnswer = z.array(
  z.object({ id: number, number, title: maybeText, html_url: link, state: z.enum(['open', 'closed']) }),
);
export type IssueAnswer = z.infer<typeof IssueAnswer>;

export const CommentAnswer = z.object({
  id: number,
  html_url: link,
  body: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  user: Author,
  performed_via_github_app: z.object({ id: number }).nullish(),
});
export type CommentAnswer = z.infer<typeof CommentAnswer>;

const Head = z.object({ ref: string, repo: z.object({ id: number }).nullish() });

export const PullRequestAnswer = z.object({
  number: number,
  node_id: string.default(''),
  html_url: link,
  title: string,
  body: maybeText,
  draft: z.boolean().nullish(),
  state: maybeText,
  closed_at: maybeText,
  head: Head,
  base: z.object({ ref: string }),
});
export type PullRequestAnswer = z.infer<typeof PullRequestAnswer>;

/** What is read of a pull request that somebody writes on. */
export const PullRequestFactsAnswer = z.object({
  state: z.enum(['open', 'closed']),
  user: Author,
  head: Head,
});

export const OpenPullRequestAnswer = PullRequestFactsAnswer.extend({
  number: number,
  title: string,
  draft: z.boolean().nullish(),
});
export type OpenPullRequestAnswer = z.infer<typeof OpenPullRequestAnswer>;

export const PullRequestHeadsAnswer = z.array(
  z.object({
    number: number,
    user: Author,
    head: Head.extend({ sha: string }),
    base: z.object({ sha: string, ref: string }),
  }),
);

/** Only pull requests whose branch is in the check's own repository; none if the branch is in a fork. */
const PullsOfCheck = z
  .array(z.object({ number: number, head: z.object({ repo: z.object({ id: number }) }) }))
  .nullish();
const CheckApp = z.object({ id: number, slug: maybeText, name: maybeText }).nullish();

export const CheckRunsAnswer = z.object({
  total_count: number,
  check_runs: z.array(
    z.object({
      id: number,
      name: string,
      status: string,
      conclusion: maybeText,
      html_url: maybeText,
      started_at: maybeText,
      output: z.object({ title: maybeText, summary: maybeText, text: maybeText }).nullish(),
      app: CheckApp,
      check_suite: z.object({ id: number }).nullish(),
      pull_requests: PullsOfCheck,
    }),
  ),
});

export const CheckSuitesAnswer = z.object({
  total_count: number,
  check_suites: z.array(
    z.object({
      status: maybeText,
      conclusion: maybeText,
      created_at: maybeText,
      updated_at: maybeText,
      latest_check_runs_count: number,
      app: CheckApp,
      id: number,
      head_branch: maybeText,
      pull_requests: PullsOfCheck,
    }),
  ),
});

/** A run whose repository is gone belonged to a fork. */
export const WorkflowRunsAnswer = z.object({
  total_count: number,
  workflow_runs: z.array(
    z.object({ check_suite_id: maybeNumber, head_repository: z.object({ id: number }).nullish() }),
  ),
});

export const AnnotationsAnswer = z.array(z.object({ path: string, start_line: number, message: maybeText }));

export const ChangedFileAnswer = z.object({ filename: string });

export const ReviewAnswer = z.object({ state: string, body: maybeText, user: Author });

/** Lists of one review lack `line`; the hunk ends with that line. */
export const LineCommentAnswer = z.object({
  id: number,
  path: string,
  line: maybeNumber,
  original_line: maybeNumber,
  diff_hunk: maybeText,
  body: maybeText,
  user: Author,
});
export type LineCommentAnswer = z.infer<typeof LineCommentAnswer>;

export const GraphQLAnswer = z.object({
  errors: z.array(z.object({ message: string, type: z.unknown().optional() })).nullish(),
});

/** For calls whose answer is not used. */
export const AnyAnswer = z.unknown();

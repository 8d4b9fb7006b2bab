/**
 * The few fields of GitHub's webhooks that we read. Permissive where GitHub may leave something out or add to it;
 * what an intent cannot do without is required, and bounded, since it becomes part of paths and messages.
 */
import { z } from 'zod';
import { cut } from '../people/plain-text.ts';

const MAX_TITLE = 1024;
const MAX_BODY = 262_144;
const MAX_REF = 255;

/** GitHub's stand-in for deleted accounts; nobody can sign in as it. */
export const GHOST = { id: 10_137, login: 'ghost', type: 'User' } as const;

const Id = z.int().positive();
const Login = z.string().regex(/^[A-Za-z0-9._-]{1,100}(?:\[bot\])?$/);
const Time = z.string().max(40);

export const Account = z.object({ id: Id, login: Login, type: z.string() });
export type Account = z.infer<typeof Account>;

const ViaApp = z.object({ id: z.number() }).nullish().catch(null);

export const Issue = z.object({
  id: Id,
  number: Id,
  title: z
    .string()
    .nullish()
    .transform((title) => cut(title ?? '', MAX_TITLE)),
  body: z
    .string()
    .nullish()
    .transform((body) => cut(body ?? '', MAX_BODY)),
  user: Account.nullish().catch(null),
  created_at: Time.nullish().catch(null),
  state: z.string().nullish().catch(null),
  updated_at: Time,
  pull_request: z.unknown().optional(),
  labels: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .catch(null),
  performed_via_github_app: ViaApp,
});
export type Issue = z.infer<typeof Issue>;

export const Comment = z.object({
  id: Id,
  body: z
    .string()
    .nullish()
    .transform((body) => cut(body ?? '', MAX_BODY)),
  user: Account,
  created_at: Time.nullish().catch(null),
  updated_at: Time,
  performed_via_github_app: ViaApp,
});

const Text = z
  .string()
  .nullish()
  .transform((text) => cut(text ?? '', MAX_BODY));

/** Where it comes from is asked of GitHub: forks may have a branch of any name. */
const PullRequest = z.object({
  number: Id,
  user: Account,
  head: z.object({ ref: z.string().max(MAX_REF), repo: z.object({ id: Id }).nullish().catch(null) }),
});
export type PullRequest = z.infer<typeof PullRequest>;

const Review = z.object({
  id: Id,
  body: Text,
  state: z.string(),
  user: Account,
  submitted_at: Time,
  performed_via_github_app: ViaApp,
});

const LineComment = z.object({
  id: Id,
  /** Null in old ones: each is part of a review, if only of one made for it alone. */
  pull_request_review_id: Id.nullish().catch(null),
  path: z.string().transform((path) => cut(path, MAX_TITLE)),
  line: Id.nullish().catch(null),
  original_line: Id.nullish().catch(null),
  diff_hunk: Text,
  body: Text,
  user: Account,
  created_at: Time,
  performed_via_github_app: ViaApp,
});

const Repository = z
  .object({
    id: Id,
    name: z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/),
    full_name: z.string(),
    owner: z.object({ login: Login }),
    private: z.boolean(),
  })
  .refine((repository) => repository.full_name === `${repository.owner.login}/${repository.name}`);

/** What every event that we can act on has. */
export const Envelope = z.object({
  action: z.string(),
  installation: z.object({ id: Id }),
  repository: Repository,
  sender: Account.nullish().catch(null),
});
export type Envelope = z.infer<typeof Envelope>;

export const IssuePayload = z.object({ issue: Issue });
export const LabelPayload = z.object({ label: z.object({ name: z.string() }) });
export const CommentPayload = z.object({ issue: Issue, comment: Comment });
export type CommentPayload = z.infer<typeof CommentPayload>;
export const ReviewPayload = z.object({ pull_request: PullRequest, review: Review });
export const LineCommentPayload = z.object({ pull_request: PullRequest, comment: LineComment });

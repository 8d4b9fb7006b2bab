/**
 * The few fields of GitHub's webhooks that we read. Permissive where GitHub may leave something out or add to it;
 * what an intent cannot do without is required, and bounded, since it becomes part of paths and messages.
 */
import { z } from 'zod';
import { beginningOf } from '../people/comment-prose.ts';

const MAX_TITLE = 1024;
const MAX_BODY = 262_144;
const MAX_REF = 255;

/** GitHub's stand-in for deleted accounts; nobody can sign in as it. */
export const DELETED_ACCOUNT = { id: 10_137, login: 'ghost', type: 'User' } as const;

const Id = z.int().positive();
const Login = z.string().regex(/^[A-Za-z0-9._-]{1,100}(?:\[bot\])?$/);
const Time = z.string().max(40);
const Title = z.string().nullish().transform(upTo(MAX_TITLE));
const Body = z.string().nullish().transform(upTo(MAX_BODY));

export const Account = z.object({ id: Id, login: Login, type: z.string() });
export type Account = z.infer<typeof Account>;

/** Whatever people write on GitHub. */
const Text = z.object({
  id: Id,
  body: Body,
  user: Account,
  performed_via_github_app: orNull(z.object({ id: z.number() })),
});

const Issue = Text.extend({
  number: Id,
  title: Title,
  user: orNull(Account),
  created_at: orNull(Time),
  state: orNull(z.string()),
  updated_at: Time,
  pull_request: z.unknown().optional(),
  labels: orNull(z.array(z.object({ name: z.string() }))),
});
export type Issue = z.infer<typeof Issue>;

const Comment = Text.extend({ created_at: orNull(Time), updated_at: Time });

/** Where it comes from is asked of GitHub: forks may have a branch of any name. */
const PullRequest = z.object({
  number: Id,
  user: Account,
  head: z.object({ ref: z.string().max(MAX_REF), repo: orNull(z.object({ id: Id })) }),
});
export type PullRequest = z.infer<typeof PullRequest>;

const Review = Text.extend({ state: z.string(), submitted_at: Time });

const LineComment = Text.extend({
  /** Null in old ones: each is part of a review, if only of one made for it alone. */
  pull_request_review_id: orNull(Id),
  path: z.string().transform(upTo(MAX_TITLE)),
  line: orNull(Id),
  original_line: orNull(Id),
  diff_hunk: Body,
  created_at: Time,
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
  sender: orNull(Account),
});
export type Envelope = z.infer<typeof Envelope>;

export const IssuePayload = z.object({ issue: Issue });
export const LabelPayload = z.object({ label: z.object({ name: z.string() }) });
export const CommentPayload = z.object({ issue: Issue, comment: Comment });
export type CommentPayload = z.infer<typeof CommentPayload>;
export const ReviewPayload = z.object({ pull_request: PullRequest, review: Review });
export const LineCommentPayload = z.object({ pull_request: PullRequest, comment: LineComment });

/** Left out, null, or not as it should be: null. */
function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(null);
}

function upTo(maxLength: number): (text: string | null | undefined) => string {
  return (text) => beginningOf(text ?? '', maxLength);
}

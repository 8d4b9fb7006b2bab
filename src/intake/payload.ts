/**
 * The few fields of GitHub's webhooks that we read. Permissive where GitHub may omit or add something; what an intent
 * needs is required, and bounded, since it becomes part of paths and messages.
 */
import { z } from 'zod';
import { beginningOf } from '../people/comment-prose.ts';

const MAX_TITLE = 1024;
const MAX_BODY = 262_144;
const MAX_REF = 255;

const string = z.string();
const Id = z.int().positive();
const Login = z.string().regex(/^[A-Za-z0-9._-]{1,100}(?:\[bot\])?$/);
const Time = z.string().max(40);
const Title = z.string().nullish().transform(upTo(MAX_TITLE));
const Body = z.string().nullish().transform(upTo(MAX_BODY));

export const Account = z.object({ id: Id, login: Login, type: string });
export type Account = z.infer<typeof Account>;

/** Any text people write on GitHub. */
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
  state: orNull(string),
  updated_at: Time,
  pull_request: z.unknown().optional(),
  labels: orNull(z.array(z.object({ name: string }))),
});
export type Issue = z.infer<typeof Issue>;

const Comment = Text.extend({ created_at: orNull(Time), updated_at: Time });

/** Its origin is checked with GitHub later, since forks may have a branch of any name. */
const PullRequest = z.object({
  number: Id,
  user: Account,
  head: z.object({ ref: z.string().max(MAX_REF), repo: orNull(z.object({ id: Id })) }),
});
export type PullRequest = z.infer<typeof PullRequest>;

export const PullRequestEnd = z.object({
  pull_request: PullRequest.extend({ id: Id, merged: z.boolean().default(false), updated_at: Time }),
});

const Review = Text.extend({ state: string, submitted_at: Time });

const LineComment = Text.extend({
  /** Null in old comments; every line comment belongs to a review, even if to one made only for it. */
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
    full_name: string,
    owner: z.object({ login: Login }),
    private: z.boolean(),
  })
  .refine((repository) => repository.full_name === `${repository.owner.login}/${repository.name}`);

/** Fields of every event that we handle. */
export const Envelope = z.object({
  /** Some events have none. */
  action: string.default(''),
  installation: z.object({ id: Id }),
  repository: Repository,
  sender: orNull(Account),
});
export type Envelope = z.infer<typeof Envelope>;

/** `changes.old_issue`: of a new issue that was transferred here. */
export const IssuePayload = z.object({ issue: Issue, changes: orNull(z.object({ old_issue: z.unknown() })) });
/** The repository is that of the blocked issue. */
export const DependencyPayload = z.object({ blocked_issue: z.object({ number: Id }) });
export const LabelPayload = z.object({ label: z.object({ name: string }) });
export const CommentPayload = z.object({ issue: Issue, comment: Comment });
export type CommentPayload = z.infer<typeof CommentPayload>;
export const ReviewPayload = z.object({ pull_request: PullRequest, review: Review });
/** Null for a branch of a fork. */
const HeadBranch = orNull(z.string().max(MAX_REF));
const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const CheckApp = orNull(z.object({ id: Id }));

export const CheckSuitePayload = z.object({
  check_suite: z.object({
    head_branch: HeadBranch,
    head_sha: Sha,
    conclusion: orNull(string),
    updated_at: Time,
    app: CheckApp,
  }),
});
export const CheckRunPayload = z.object({
  check_run: z.object({
    head_sha: Sha,
    conclusion: orNull(string),
    completed_at: Time,
    app: CheckApp,
    check_suite: z.object({ head_branch: HeadBranch }),
  }),
});

export const LineCommentPayload = z.object({ pull_request: PullRequest, comment: LineComment });

/** Absent, null and invalid values become null. */
function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(null);
}

function upTo(maxLength: number): (text: string | null | undefined) => string {
  return (text) => beginningOf(text ?? '', maxLength);
}

/** Turns verified bytes into a JSON object; anything else is answered with the reason. */
type PayloadOutcome =
  | { readonly kind: 'payload'; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** GitHub's payloads stay below 15. Deeper ones would overflow the stack of a recursive walk. */
const MAX_DEPTH = 100;

const TOO_DEEP = Symbol('too deep');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** A payload up to this size cannot hurt the parser; its depth is checked afterwards, at a tenth of the cost. */
const SMALL_BYTES = 256 * 1024;

export function parsePayload(body: Buffer): PayloadOutcome {
  const isSmall = body.length <= SMALL_BYTES;
  const value = isSmall || !isTooDeep(body) ? parseJson(body) : TOO_DEEP;
  if (value === TOO_DEEP || (isSmall && isDeeper(value, MAX_DEPTH)))
    return { kind: 'unreadable', reason: 'The body is nested too deeply.' };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      kind: 'unreadable',
      reason: 'The body is not a JSON object. Set the content type of the webhook to application/json.',
    };
  }
  return { kind: 'payload', payload: value as Readonly<Record<string, unknown>> };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
  }
  return false;
}

/** Descends no further than allowed. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  const fields = value as Readonly<Record<string, unknown>>;
  // A list of the values would cost as much again.
  for (const name in fields) if (isDeeper(fields[name], levels - 1)) return true;
  return false;
}

/** Schemas of outcomes outside the model: what came from the inbox, what effects did, what the sandbox and the repository are like. */
import { z } from 'zod';
import { checkAbout, FaultCode, RefusalCause, Service, StoredEffectKind, TroubleCode } from './stored-effect.ts';
import { Person, StoredRequest, StoredSettings } from './stored-request.ts';

const texts = z.array(z.string());
const nothing = z.object({});

const AnswerReading = z.object({
  question_id: z.number(),
  by: Person,
  settles: z.record(z.number(), z.string()),
  verdict: z.enum(['yes', 'no', 'unclear']).nullable(),
  remark: z.string().exactOptional(),
});

export const task = z.object({ request: StoredRequest, settings: StoredSettings });

export const asked = {
  stop: z.object({ by: z.string().nullable(), reason: z.string() }),
  pause: z.object({ by: z.string() }),
  resume: z.object({ by: z.string() }),
  comment: z.object({
    by: Person,
    text: z.string(),
    answer: z.string().exactOptional(),
    was_asked: z.literal(true).exactOptional(),
  }),
};

export const answers = {
  given: AnswerReading.extend({
    text: z.string(),
    comment_id: z.number().exactOptional(),
    edited_at: z.string().exactOptional(),
  }),
  edited: AnswerReading.extend({ comment_id: z.number(), edited_at: z.string(), text: z.string().nullable() }),
};

export const reflectionOfPerson = z.object({
  person: z.object({ by: Person, source: z.enum(['review', 'comment']), pull_request: z.number(), text: z.string() }),
});

const Posted = z.object({ comment_id: z.number(), url: z.string() });
const MaybePosted = z.object({ comment_id: z.number().nullable(), url: z.string().nullable() });
const Reminded = MaybePosted.extend({ question_id: z.number() });

const Change = z.object({
  sha: z.string(),
  files: z.array(z.object({ path: z.string(), status: z.string() })),
  file_count: z.number().exactOptional(),
  insertions: z.number(),
  deletions: z.number(),
});

/** What it is has to fit the effect: `checkAbout`. */
const About = z.custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object');

export const effects = {
  started: z.object({ effect: StoredEffectKind, with: About.exactOptional(), key: z.string() }).superRefine(checkAbout),
  progress_comment: Posted,
  checkpoint: z.object({
    subtask: z.string(),
    change: Change.nullable(),
    command_ms: z.number().exactOptional(),
    github_ms: z.number().exactOptional(),
  }),
  push_refused: z.object({ subtask: z.string(), cause: RefusalCause, reason: z.string(), paths: texts }),
  pull_request: z.object({ number: z.number(), url: z.string(), draft: z.boolean(), title: z.string() }),
  reminded: Reminded,
  explained: Reminded,
  refused_change_told: MaybePosted.extend({ comment: z.number() }),
  result_comment: Posted,
  progress_finished: nothing,
  sandbox_removed: nothing,
  reported: nothing,
  time_over: nothing,
};

export const questionsPosted = {
  posted: Posted.extend({ question_id: z.number(), texts }),
  not_posted: z.object({ question_id: z.number() }),
};

export const paused = z.object({ by: z.string() });

export const troubles = {
  retry_later: z.object({ effect: StoredEffectKind, message: z.string(), of: Service, due_at: z.number() }),
  fault: z.object({ effect: StoredEffectKind, code: FaultCode, message: z.string(), advice: z.string() }),
};

/** Of thousands of paths it is enough to know that they are a list. */
const manyTexts = z.custom<string[]>(Array.isArray, 'expected a list');

const Snapshot = z.object({
  baseBranch: z.string(),
  baseSha: z.string(),
  branchSha: z.string().nullable(),
  authorEmail: z.string(),
  branch: z.string(),
  files: manyTexts,
  fileCount: z.number(),
  environmentFiles: z.record(z.string(), z.string()),
  projectRules: z.record(z.string(), z.string()),
});

const EarlierComment = z.object({
  id: z.number(),
  by: Person,
  at: z.string(),
  trusted: z.boolean(),
  text: z.string(),
  hidden: z.number(),
});

const Discussion = z.object({
  comments: z.array(EarlierComment),
  authorTrusted: z.boolean(),
  leftOut: z.number(),
  edited: z.number(),
  ignored: z.number(),
  hidden: z.object({ request: z.number(), comments: z.number() }),
  problem: z.string().nullable(),
  trouble: TroubleCode.exactOptional(),
});

const Image = z.object({
  sha256: z.string(),
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  where: z.string(),
  url: z.string(),
});

const Command = z.object({
  command: z.string(),
  exit_code: z.number().nullable(),
  timed_out: z.boolean(),
  output: z.string(),
  stdout: z.string(),
  duration_ms: z.number(),
});
const OneCommand = z.object({ command: Command });

export const environment = {
  repository: z.object({ snapshot: Snapshot, earlier_tasks: z.string(), github_ms: z.number().exactOptional() }),
  discussion: z.object({ discussion: Discussion, github_ms: z.number() }),
  images: z.object({
    looked: texts,
    kept: z.array(Image),
    left_out: z.array(z.object({ where: z.string(), url: z.string(), why: z.string() })),
  }),
  images_refused: z.object({ message: z.string() }),
  repository_empty: z.object({ branch: z.string() }),
  container: z.object({ container_id: z.string(), image: z.string() }),
  cloned: OneCommand,
  setup: OneCommand,
  check: z.object({ command: Command, expected: z.string(), passed: z.boolean() }),
  settled: nothing,
  sandbox_released: z.object({ container_id: z.string().exactOptional() }),
  resumed: z.object({ container_id: z.string() }),
  workspace_lost: z.object({ container_id: z.string(), cause: z.string().exactOptional() }),
  saved_work_lost: nothing,
};

export const verification = { tests: OneCommand };

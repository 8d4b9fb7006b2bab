/**
 * Everything that is recorded in a task's history, as one union. `type` is one of the public history types (OPS-9),
 * `name` distinguishes facts of a type. Outcomes say what happened; decided facts (`decided-facts.ts`) say what the
 * rules made of it at that moment. The state of a task is the fold of its facts. Each fact is defined by its schema.
 */
import { z } from 'zod';
import { Around } from './around-task.ts';
import { DECIDED_FACTS } from './decided-facts.ts';
import { MODEL_FACTS } from './model-facts.ts';
import { Reflection } from './judgements.ts';
import { Blocker } from './question.ts';
import { BudgetLimit, Person, TaskRequest, TaskSettings } from './request.ts';
import { trueOrAbsent, number, string, boolean, nothing, strings, type Stored } from './stored-data.ts';
import { checkAbout, CheckedOn, EffectKind } from './effect.ts';
import { FirstLook, Found, Snapshot } from './gathered.ts';
import { Neighbours } from './neighbours.ts';
import { Discussion, IssueImage, LeftOut } from './issue-content.ts';
import { CheckKind } from './checks.ts';
import { EARLIER } from './earlier.ts';
import { SelectedEnvironment } from './plan.ts';
import { ChangeRecord, CommandRecord, FaultCode, HeldChange, RefusalCause, Service, StateLabel } from './outcome.ts';

const Posted = z.object({ comment_id: number, url: string });
/** Null if GitHub refused it. */
const MaybePosted = z.object({ comment_id: number.nullable(), url: string.nullable() });
const OneCommand = z.object({ command: CommandRecord });

const EFFECT_FACTS = {
  effect: {
    started: z
      .object({
        effect: EffectKind,
        /** The effect's parameters; `checkAbout` checks that they belong to its kind. */
        with: z
          .custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object')
          .exactOptional(),
        key: string,
      })
      .superRefine(checkAbout),
    progress_comment: Posted,
    checkpoint: z.object({
      subtask: string,
      change: ChangeRecord.nullable(),
      command_ms: number.exactOptional(),
      github_ms: number.exactOptional(),
    }),
    push_refused: z.object({ subtask: string, cause: RefusalCause, reason: string, paths: strings }),
    /** Files contain marks of a conflict with the base branch, so nothing was pushed. */
    marks_left: z.object({ subtask: string, places: strings, place_count: number }),
    /** The change touches protected paths and nobody has approved it. */
    push_held: z.object({ subtask: string, held: HeldChange }),
    /** `not_asked`: reviewers that the repository names but GitHub did not ask. */
    pull_request: z.object({ number, url: string, draft: boolean, title: string, not_asked: strings.exactOptional() }),
    pull_request_missing: nothing,
    reminded: MaybePosted.extend({ question_id: number }),
    explained: MaybePosted.extend({ question_id: number }),
    refused_change_told: MaybePosted.extend({ comment: number }),
    replied: MaybePosted.extend({ comment: number }),
    result_comment: Posted,
    progress_finished: nothing,
    /** The label was set, or the attempt failed. It is set once, so later changes by people stay. */
    labelled: z.object({ label: StateLabel }),
    label_finished: nothing,
    sandbox_removed: nothing,
    reported: nothing,
    /** The time for an answer, or of a pause, is over. */
    time_over: nothing,
  },
  question: {
    posted: Posted.extend({ question_id: number, texts: strings }),
    /** GitHub refused a question beside the work. */
    not_posted: z.object({ question_id: number }),
  },
  control: { paused: z.object({ by: string }) },
  error: {
    retry_later: z.object({ effect: EffectKind, message: string, of: Service, due_at: number }),
    fault: z.object({ effect: EffectKind, code: FaultCode, message: string, advice: string }),
  },
  environment: {
    repository: z.object({
      snapshot: Snapshot,
      /** Only if a plan is to be made. */
      first_look: FirstLook.exactOptional(),
      ...EARLIER,
      github_ms: number.exactOptional(),
    }),
    /** What the model asked to see. */
    gathered: z.object({ found: Found }),
    neighbours: z.object({ neighbours: Neighbours, github_ms: number }),
    discussion: z.object({ discussion: Discussion, github_ms: number }),
    images: z.object({ looked: strings, kept: z.array(IssueImage), left_out: z.array(LeftOut) }),
    images_refused: z.object({ message: string }),
    /** The task does not start while these are open. */
    blocked: z.object({ blockers: z.array(Blocker) }),
    repository_empty: z.object({ branch: string }),
    /** `is_unused`: made just now. */
    container: z.object({ container_id: string, image: string, is_unused: z.literal(true).exactOptional() }),
    /** `with_downloads`: of earlier tasks of the repository. */
    cloned: OneCommand.extend({ sha: string.exactOptional(), with_downloads: z.literal(true).exactOptional() }),
    setup: OneCommand,
    check: OneCommand.extend({ expected: string, passed: boolean }),
    /** Other set-up commands and the checks for them. */
    set_up_corrected: SelectedEnvironment.pick({ setup_commands: true, verification: true }),
    set_up_not_corrected: nothing,
    settled: nothing,
    /**
     * The work was saved in quarantine and the container stopped. It is restarted if it still exists (`container_id`),
     * else rebuilt from there.
     */
    sandbox_released: z.object({ container_id: string.exactOptional() }),
    /** The container runs again, with its content. */
    resumed: z.object({ container_id: string }),
    workspace_lost: z.object({ container_id: string, cause: string.exactOptional() }),
    /** The work was saved on another machine, and the part that was not pushed is missing here. */
    saved_work_lost: nothing,
  },
  /** Tests come first. `checked`: build and lint, or a failed check repeated on the same tree or the base commit. */
  verification: {
    tests: OneCommand,
    checked: OneCommand.extend({ check: CheckKind, on: CheckedOn }),
    /** The work contains everything of the base branch (GH-7). */
    base_current: nothing,
    /** The base branch had moved and was merged into the work; its container was removed. */
    base_merged: z.object({ sha: string, commits: number }),
    /** The base branch conflicts with the work. `taken`: files contain both sides, and the container was removed. */
    base_conflicts: z.object({ sha: string, commits: number, files: strings, file_count: number, taken: boolean }),
  },
};

/** `more`: in addition to the current limit; else a new total. */
const SaidAmount = z.object({ limit: BudgetLimit, amount: number, more: boolean });

/** The reading of an answer (GH-6, REPLAN-6): who wrote it, and which texts it settles. */
export type AnswerReading = Stored<typeof AnswerReading>;
const AnswerReading = z.object({
  question_id: number,
  by: Person,
  /** By the index of the question's text. */
  settles: z.record(number, string),
  verdict: z.enum(['yes', 'no', 'unclear']).nullable(),
  /** The amount of a yes to more budget (MODEL-6). */
  amount: SaidAmount.exactOptional(),
  /** Text beside a yes or no: an instruction to consider. */
  remark: string.exactOptional(),
});

/** Copied from the task's inbox: what people asked for, said, or edited later. */
const INBOX_FACTS = {
  task: z.object({ request: TaskRequest, settings: TaskSettings }),
  control: {
    stop: z.object({ by: string.nullable(), reason: string }),
    pause: z.object({ by: string }),
    resume: z.object({ by: string }),
    around: z.object({ what: Around }),
    /** The issue may no longer be blocked. */
    blockers_changed: nothing,
    /** Recorded when somebody starts the task on their machine: whether assumptions may be made, and after how long. */
    attended: z.object({ assumes: boolean, assume_after_ms: number }),
    comment: z.object({
      by: Person,
      /** As the model is told it. */
      text: string,
      /** For an answer: what the person wrote, without the question. */
      answer: string.exactOptional(),
      /** For an answer that was waited for: it asks for no change by itself. */
      was_asked: trueOrAbsent,
      /** For an answer: the index of the comment it is considered with. */
      about: number.exactOptional(),
      /** GitHub's id of the comment; comments made by the rules have none. */
      comment_id: number.exactOptional(),
    }),
    /** An edit of a text that was used already: the new text is displayed, and nothing follows (P12). */
    comment_edited: z.object({ by: Person, comment_id: number, edited_at: string, text: string }),
  },
  answer: {
    given: AnswerReading.extend({
      text: string,
      comment_id: number.exactOptional(),
      /** Set if the comment was edited before it was read. */
      edited_at: string.exactOptional(),
    }),
    /** An edit of an answer that is not used yet; it replaces the earlier text. */
    edited: AnswerReading.extend({
      comment_id: number,
      edited_at: string,
      /** Null if it was deleted. */
      text: string.nullable(),
    }),
  },
  reflection: {
    /** What somebody said on a pull request of ours, for readers of the history (PLAN-1); nothing follows from it. */
    person: z.object({
      person: z.object({ by: Person, source: z.enum(['review', 'comment']), pull_request: number, text: string }),
      evaluation: Reflection,
    }),
  },
};

/** The schema of every fact, by type and, where needed, name. */
export const FACTS = {
  ...INBOX_FACTS,
  ...EFFECT_FACTS,
  ...MODEL_FACTS,
  ...DECIDED_FACTS,
  phase: { ...MODEL_FACTS.phase, ...DECIDED_FACTS.phase },
  reflection: { ...INBOX_FACTS.reflection, ...MODEL_FACTS.reflection },
  action: { ...MODEL_FACTS.action, ...DECIDED_FACTS.action },
  environment: { ...EFFECT_FACTS.environment, ...DECIDED_FACTS.environment },
  question: { ...EFFECT_FACTS.question, ...DECIDED_FACTS.question },
  answer: { ...INBOX_FACTS.answer, ...DECIDED_FACTS.answer },
  control: { ...INBOX_FACTS.control, ...EFFECT_FACTS.control, ...MODEL_FACTS.control, ...DECIDED_FACTS.control },
  effect: { ...EFFECT_FACTS.effect, ...DECIDED_FACTS.effect },
  verification: { ...EFFECT_FACTS.verification, ...DECIDED_FACTS.verification },
  error: { ...EFFECT_FACTS.error, ...MODEL_FACTS.error },
};

type FactsIn<Schemas> = { [Type in keyof Schemas]: OfType<Type, Schemas[Type]> }[keyof Schemas];
type OfType<Type, Schemas> = Schemas extends z.ZodType
  ? Told<{ type: Type }, Stored<Schemas>>
  : { [Name in keyof Schemas]: OfName<Type, Name, Schemas[Name]> }[keyof Schemas];
type OfName<Type, Name, Schema> = Schema extends z.ZodType ? Told<{ type: Type; name: Name }, Stored<Schema>> : never;
type Told<Head, Body> = Body extends unknown ? { readonly [Key in keyof (Head & Body)]: (Head & Body)[Key] } : never;

export type Fact = FactsIn<typeof FACTS>;
/** In the order in which they happened or follow from each other. */
export type Facts = readonly Fact[];
export type FactOf<Type extends keyof typeof FACTS> = FactsIn<Pick<typeof FACTS, Type>>;
export type FactNamed<Name extends string> = Named<Fact, Name>;
type Named<One, Name> = One extends { readonly name: Name } ? One : never;
export type InboxFact = FactsIn<typeof INBOX_FACTS>;
export type EffectFact = FactsIn<typeof EFFECT_FACTS>;
export type ModelFact = FactsIn<typeof MODEL_FACTS>;
export type ReviewFact = Extract<ModelFact, { readonly type: 'review' }>;

/** A fact as it is stored in the history. */
export type Recorded = Fact & FactEnvelope;
export type FactEnvelope = Stored<typeof FactEnvelope>;
export const FactEnvelope = z.object({
  seq: number,
  timestamp: string.refine((time) => !Number.isNaN(Date.parse(time)), 'expected a time'),
  task_uuid: string,
  issue: string.nullable(),
  trace_id: string,
  /** The inbox item that it was copied from. */
  inbox_id: string.exactOptional(),
});

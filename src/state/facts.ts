/**
 * What is recorded in a task's history: one union, whose `type` is one of the public history types (OPS-9) and
 * whose `name` tells apart what shares a type. Outcomes tell what happened; decided facts (`decided-facts.ts`)
 * tell what the rules made of it at that moment. The state of a task is the fold of its facts, nothing else. Each
 * fact is written down once, as its schema.
 */
import { z } from 'zod';
import { Around } from './around-task.ts';
import { DECIDED_FACTS } from './decided-facts.ts';
import { MODEL_FACTS } from './model-facts.ts';
import { Reflection } from './judgements.ts';
import { Blocker, Said } from './question.ts';
import { BudgetLimit, Person, TaskRequest, TaskSettings } from './request.ts';
import { trueOrAbsent, number, string, boolean, nothing, strings, type Stored } from './stored-data.ts';
import { checkAbout, CheckedOn, EffectKind } from './effect.ts';
import { FirstLook, Found, Snapshot } from './gathered.ts';
import { Neighbours } from './neighbours.ts';
import { Discussion, IssueImage, LeftOut } from './issue-content.ts';
import { CheckKind } from './checks.ts';
import { SelectedEnvironment } from './plan.ts';
import { ChangeRecord, CommandRecord, FaultCode, HeldChange, RefusalCause, Service, StateLabel } from './outcome.ts';

const Posted = z.object({ comment_id: number, url: string });
/** Null where GitHub would not have it. */
const MaybePosted = z.object({ comment_id: number.nullable(), url: string.nullable() });
const OneCommand = z.object({ command: CommandRecord });

const EFFECT_FACTS = {
  effect: {
    started: z
      .object({
        effect: EffectKind,
        /** What else the effect is about; that it fits is checked by `checkAbout`. */
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
    /** Files hold marks of a conflict with the base branch: nothing of it was pushed. */
    marks_left: z.object({ subtask: string, places: strings, place_count: number }),
    /** It touches protected paths, and nobody let this change of them through. */
    push_held: z.object({ subtask: string, held: HeldChange }),
    /** `not_asked`: whom GitHub did not ask for a review, though the repository names them. */
    pull_request: z.object({ number, url: string, draft: boolean, title: string, not_asked: strings.exactOptional() }),
    pull_request_missing: nothing,
    reminded: MaybePosted.extend({ question_id: number }),
    explained: MaybePosted.extend({ question_id: number }),
    refused_change_told: MaybePosted.extend({ comment: number }),
    replied: MaybePosted.extend({ comment: number }),
    result_comment: Posted,
    progress_finished: nothing,
    /** Shown on the issue, or tried to: it is shown once, and what people make of it is theirs. */
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
      /** Only where a plan is to be made. */
      first_look: FirstLook.exactOptional(),
      earlier_tasks: string,
      /** What people said in those. */
      earlier_said: z.array(Said).exactOptional(),
      github_ms: number.exactOptional(),
    }),
    /** What the model asked to see. */
    gathered: z.object({ found: Found }),
    neighbours: z.object({ neighbours: Neighbours, github_ms: number }),
    discussion: z.object({ discussion: Discussion, github_ms: number }),
    images: z.object({ looked: strings, kept: z.array(IssueImage), left_out: z.array(LeftOut) }),
    images_refused: z.object({ message: string }),
    /** Nothing is begun while these are open. */
    blocked: z.object({ blockers: z.array(Blocker) }),
    repository_empty: z.object({ branch: string }),
    container: z.object({ container_id: string, image: string }),
    cloned: OneCommand,
    setup: OneCommand,
    check: OneCommand.extend({ expected: string, passed: boolean }),
    /** Other commands for the set-up, and what shows that it worked. */
    set_up_corrected: SelectedEnvironment.pick({ setup_commands: true, verification: true }),
    set_up_not_corrected: nothing,
    settled: nothing,
    /**
     * Saved in the quarantine and stopped; started again where it is still there (`container_id`), else rebuilt
     * from there.
     */
    sandbox_released: z.object({ container_id: string.exactOptional() }),
    /** That container runs again, with everything in it. */
    resumed: z.object({ container_id: string }),
    workspace_lost: z.object({ container_id: string, cause: string.exactOptional() }),
    /** The machine that saved the work is another one, and what it did not push is not here. */
    saved_work_lost: nothing,
  },
  /** Tests begin it. `checked`: build and lint; or what failed, once more on the same tree or on the base commit. */
  verification: {
    tests: OneCommand,
    checked: OneCommand.extend({ check: CheckKind, on: CheckedOn }),
    /** The work has all that the base branch has (GH-7). */
    base_current: nothing,
    /** The base branch had moved on by so many commits, and is merged into the work; its container is gone. */
    base_merged: z.object({ sha: string, commits: number }),
    /** It contradicts the work there. `taken`: both sides stand in the files, and the container is gone. */
    base_conflicts: z.object({ sha: string, commits: number, files: strings, file_count: number, taken: boolean }),
  },
};

/** `more`: beside what it may spend already; else in all. */
const SaidAmount = z.object({ limit: BudgetLimit, amount: number, more: boolean });

/** What came back to a question (GH-6, REPLAN-6): who said it, and which texts it settles. */
export type AnswerReading = Stored<typeof AnswerReading>;
const AnswerReading = z.object({
  question_id: number,
  by: Person,
  /** By the index of the question's text. */
  settles: z.record(number, string),
  verdict: z.enum(['yes', 'no', 'unclear']).nullable(),
  /** With a yes to more budget: how much (MODEL-6). */
  amount: SaidAmount.exactOptional(),
  /** Said beside a yes or no: an instruction to weigh. */
  remark: string.exactOptional(),
});

/** What people asked for, said, or made of it later: copied in from the task's inbox. */
const INBOX_FACTS = {
  task: z.object({ request: TaskRequest, settings: TaskSettings }),
  control: {
    stop: z.object({ by: string.nullable(), reason: string }),
    pause: z.object({ by: string }),
    resume: z.object({ by: string }),
    around: z.object({ what: Around }),
    /** What blocked the issue may block it no more. */
    blockers_changed: nothing,
    /** From now on somebody is there to be asked, or nobody, or nothing may be assumed: whoever starts it on their machine says so. */
    attended: z.object({ assumes: boolean, assume_after_ms: number }),
    comment: z.object({
      by: Person,
      /** As the model is told. */
      text: string,
      /** Of an answer: what the person wrote, without what was asked. */
      answer: string.exactOptional(),
      /** Of an answer that was waited for: it asks for no change by itself. */
      was_asked: trueOrAbsent,
      /** Of an answer: the index of the comment that could not be weighed without it. */
      about: number.exactOptional(),
      /** GitHub's number of it; what the rules make a comment of has none. */
      comment_id: number.exactOptional(),
    }),
    /** What its author made of what was used already: it is shown as it is now, and asks for nothing (P12). */
    comment_edited: z.object({ by: Person, comment_id: number, edited_at: string, text: string }),
  },
  answer: {
    given: AnswerReading.extend({
      text: string,
      comment_id: number.exactOptional(),
      /** Set when the comment was edited before it was read. */
      edited_at: string.exactOptional(),
    }),
    /** What its author made of an answer before it was used: this replaces what the comment said before. */
    edited: AnswerReading.extend({
      comment_id: number,
      edited_at: string,
      /** Null: taken back. */
      text: string.nullable(),
    }),
  },
  reflection: {
    /**
     * What somebody said on a pull request of ours, for those who look for it (PLAN-1); nothing follows from this.
     */
    person: z.object({
      person: z.object({ by: Person, source: z.enum(['review', 'comment']), pull_request: number, text: string }),
      evaluation: Reflection,
    }),
  },
};

/** The schema of every fact by its type and, where types are told apart further, its name. */
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
/** In the order in which they happened, or follow from each other. */
export type Facts = readonly Fact[];
/** The facts of a type, and those of a name. */
export type FactOf<Type extends keyof typeof FACTS> = FactsIn<Pick<typeof FACTS, Type>>;
export type FactNamed<Name extends string> = Named<Fact, Name>;
type Named<One, Name> = One extends { readonly name: Name } ? One : never;
export type InboxFact = FactsIn<typeof INBOX_FACTS>;
/** What came of a step. */
export type EffectFact = FactsIn<typeof EFFECT_FACTS>;
export type ModelFact = FactsIn<typeof MODEL_FACTS>;
export type ReviewFact = Extract<ModelFact, { readonly type: 'review' }>;

/** A fact as it stands in the history. */
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

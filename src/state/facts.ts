/**
 * What is recorded in a task's history: one union, whose `type` is one of the public history types (OPS-9) and
 * whose `name` tells apart what shares a type. Outcomes tell what happened; decided facts (`decided-facts.ts`)
 * tell what the rules made of it at that moment. The state of a task is the fold of its facts, nothing else. Each
 * fact is written down once, as its schema.
 */
import { z } from 'zod';
import { DECIDED_FACTS } from './decided-facts.ts';
import { EFFECT_FACTS } from './effect-facts.ts';
import { MODEL_FACTS } from './model-facts.ts';
import { Person, TaskRequest, TaskSettings } from './request.ts';
import { trueOrAbsent, number, string, type Stored } from './stored-data.ts';

/** What came back to a question (GH-6, REPLAN-6): who said it, and which texts it settles. */
export type AnswerReading = Stored<typeof AnswerReading>;
const AnswerReading = z.object({
  question_id: number,
  by: Person,
  /** By the index of the question's text. */
  settles: z.record(number, string),
  verdict: z.enum(['yes', 'no', 'unclear']).nullable(),
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
    comment: z.object({
      by: Person,
      /** As the model is told. */
      text: string,
      /** Of an answer: what the person wrote, without what was asked. */
      answer: string.exactOptional(),
      /** Of an answer that was waited for: it asks for no change by itself. */
      was_asked: trueOrAbsent,
    }),
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
  error: { ...EFFECT_FACTS.error, ...MODEL_FACTS.error },
};

type FactsIn<Schemas> = { [Type in keyof Schemas]: OfType<Type, Schemas[Type]> }[keyof Schemas];
type OfType<Type, Schemas> = Schemas extends z.ZodType
  ? Told<{ type: Type }, Stored<Schemas>>
  : { [Name in keyof Schemas]: OfName<Type, Name, Schemas[Name]> }[keyof Schemas];
type OfName<Type, Name, Schema> = Schema extends z.ZodType ? Told<{ type: Type; name: Name }, Stored<Schema>> : never;
type Told<Head, Body> = Body extends unknown ? { readonly [Key in keyof (Head & Body)]: (Head & Body)[Key] } : never;

export type Fact = FactsIn<typeof FACTS>;
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

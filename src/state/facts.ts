/**
 * What is recorded in a task's history: one union, whose `type` is one of the public history types (OPS-9) and whose `name` tells apart
 * what shares a type. Outcomes tell what happened; decided facts (`decided-facts.ts`) tell what the rules made of it at that moment. The
 * state of a task is the fold of its facts, nothing else.
 */
import type { DecidedFact } from './decided-facts.ts';
import type { EffectFact, EnvironmentFact } from './effect-facts.ts';
import type { ModelFact } from './model-facts.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { Person } from '../ports/github.ts';
import type { HistoryEntry } from '../ports/history.ts';

export type Fact = InboxFact | EffectFact | ModelFact | EnvironmentFact | DecidedFact;

/** A fact as it stands in the history. */
export type Recorded = Fact & Envelope;
export type Envelope = Pick<HistoryEntry, 'seq' | 'timestamp' | 'task_uuid' | 'issue' | 'trace_id'> & {
  /** The inbox item that it was copied from. */
  readonly inbox_id?: string;
};

/** What people asked for, said, or made of it later: copied in from the task's inbox. */
export type InboxFact =
  | { readonly type: 'task'; readonly request: TaskRequest; readonly settings: TaskSettings }
  | { readonly type: 'control'; readonly name: 'stop'; readonly by: string | null; readonly reason: string }
  | { readonly type: 'control'; readonly name: 'pause' | 'resume'; readonly by: string }
  | {
      readonly type: 'control';
      readonly name: 'comment';
      readonly by: Person;
      /** As the model is told. */
      readonly text: string;
      /** Of an answer: what the person wrote, without what was asked. */
      readonly answer?: string;
      /** Of an answer that was waited for: it asks for no change by itself. */
      readonly was_asked?: true;
    }
  | ({
      readonly type: 'answer';
      readonly name: 'given';
      readonly text: string;
      readonly comment_id?: number;
      /** Set when the comment was edited before it was read. */
      readonly edited_at?: string;
    } & AnswerReading)
  /** What its author made of an answer before it was used: this replaces what the comment said before. */
  | ({
      readonly type: 'answer';
      readonly name: 'edited';
      readonly comment_id: number;
      readonly edited_at: string;
      /** Null: taken back. */
      readonly text: string | null;
    } & AnswerReading)
  /** What somebody said on a pull request of ours, for those who look for it (PLAN-1); nothing follows from this. */
  | {
      readonly type: 'reflection';
      readonly name: 'person';
      readonly person: {
        readonly by: Person;
        readonly source: 'review' | 'comment';
        readonly pull_request: number;
        readonly text: string;
      };
    };

/** What came back to a question (GH-6, REPLAN-6): who said it, and which texts it settles. */
export type AnswerReading = {
  readonly question_id: number;
  readonly by: Person;
  /** By the index of the question's text. */
  readonly settles: Readonly<Record<number, string>>;
  readonly verdict: 'yes' | 'no' | 'unclear' | null;
  /** Said beside a yes or no: an instruction to weigh. */
  readonly remark?: string;
};

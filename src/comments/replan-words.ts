/** What people read about questions and changed plans. The English is the specification's (REPLAN-6, 7). */
import { replanEn } from './replan-words-en.ts';
import { replanJa } from './replan-words-ja.ts';
import type { QuestionKind } from '../state/question.ts';
import type { OverrideReason, ReplanKind } from '../state/replanning.ts';
import type { DecisionPoint } from '../state/judgements.ts';

export interface QuestionWords {
  readonly title: string;
  readonly intro: string;
  /** The label before what is asked: one thing, or several. */
  readonly asked: (count: number) => string;
  /** What is done when nobody answers in time. */
  readonly unanswered: {
    readonly withAssumptions: string;
    readonly without: string;
    readonly waits: string;
    readonly waitsWithAssumptions: string;
  };
  readonly howToAnswer: string;
}

export interface ReplanWords {
  readonly questions: { readonly [Kind in QuestionKind]: QuestionWords };
  readonly context: string;
  readonly assumed: string;
  /** The same when the task is over. */
  readonly hadAssumed: string;
  readonly ifNoResponse: string;
  /** Why no assumption takes the place of an answer. */
  readonly neverAssumed: string;
  readonly more: (count: number) => string;
  /** What a person is told who has to step in (PLAN-6). */
  readonly standing: {
    readonly title: string;
    readonly notReached: string;
    readonly subtasks: (completed: number, failed: number) => string;
    readonly revisions: (count: number) => string;
    readonly recommendations: string;
  };
  readonly reminder: {
    readonly title: string;
    readonly text: (mention: string) => string;
  };
  /** To an answer that was neither yes nor no. */
  readonly explanation: {
    readonly title: string;
    /** What is needed, whether or not the question ends by itself. */
    readonly text: string;
  };
  /** To what was said about a plan and changes nothing of it. */
  readonly unchanged: { readonly title: string; readonly text: string };
  /** Who may answer, and until when. */
  readonly toRequester: (mention: string, minutes: number | null) => string;
  /** To several questions in one comment. */
  /** Of questions that are too many for one comment. */
  readonly notAsked: (count: number) => string;
  readonly freely: string;

  readonly revisedTitle: (revision: number) => string;
  readonly revisionReason: string;
  readonly previousProgress: string;
  readonly newPlan: string;
  readonly additional: string;
  readonly progress: (done: number, all: number, percent: number) => string;
  readonly revisedAt: (revision: number, time: string) => string;
  readonly revisions: (count: number) => string;
  readonly currentPlan: (number: number, time: string) => string;
  readonly moreBoxes: (count: number, done: number) => string;
  readonly history: string;
  readonly revision: (revision: number, time: string) => string;
  readonly doneOf: (done: number, all: number) => string;
  readonly moreRevisions: (count: number) => string;

  readonly log: (count: number) => string;
  readonly notice: string;
  readonly phase: string;
  readonly confidence: string;
  readonly reasoning: string;
  readonly issues: string;
  readonly recommended: string;
  readonly outcome: string;
  readonly moreNotices: (count: number) => string;
  readonly points: { readonly [Point in DecisionPoint]: string };
  /** What the re-plan does, as a short noun phrase. */
  readonly kinds: { readonly [Kind in ReplanKind]: string };
  readonly overrides: { readonly [Reason in OverrideReason]: string };
  readonly outcomes: {
    readonly started: string;
    /** Another judgement followed before there was a plan. */
    readonly judgedAnew: string;
    readonly completed: string;
    readonly failed: string;
    readonly waiting: string;
    readonly skipped: string;
    readonly overridden: (why: string) => string;
  };
}

export function replanWordsFor(language: 'en' | 'ja'): ReplanWords {
  return language === 'ja' ? replanJa : replanEn;
}

/** `2026-11-18 12:00:00 UTC`. */
export function timeText(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '–' : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** What people read, in their language. Both languages have the same shape; a missing sentence is a compile error. */
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';
import type { EffectKind } from '../state/effect.ts';
import type { TooMany } from '../state/plan.ts';
import type { Budget, PlanningSettings } from '../state/request.ts';
import type { EndReason } from '../state/outcome.ts';
import type { Reviewed } from '../state/reviews.ts';

export type DisplayPhase =
  | 'pre_planning'
  | 'planning'
  | 'environment_setup'
  | 'execution'
  | 'reflection'
  | 'verification'
  | 'complete';

/** What happened and what a person can do next. */
export interface EndingWords {
  readonly title: string;
  readonly happened: string;
  readonly next: string;
}

export interface Words {
  readonly working: string;
  /** While people are asked. */
  readonly isWaiting: string;
  readonly phases: { readonly [Phase in DisplayPhase]: string };
  readonly now: string;
  readonly doing: {
    readonly looking: string;
    readonly understanding: string;
    readonly decomposing: string;
    readonly sequencing: string;
    readonly reconsidering: string;
    readonly starting: string;
    readonly cloning: string;
    readonly setUp: (command: string) => string;
    readonly checking: (command: string) => string;
    readonly thinking: string;
    readonly tool: (tool: string) => string;
    readonly settling: string;
    readonly saving: string;
    readonly testing: (command: string) => string;
    readonly reviewing: { readonly [Of in Reviewed]: string };
    readonly reporting: string;
    readonly waiting: string;
  };
  /** While somebody has asked for a pause. */
  readonly paused: {
    readonly title: string;
    readonly soon: string;
    readonly now: (login: string, about: { readonly slug: string; readonly isAsked: boolean }) => string;
    readonly reminder: { readonly title: string; readonly text: (mention: string, slug: string) => string };
  };
  readonly reading: {
    /** Characters in what was asked, and in the comments before it. */
    readonly hidden: (request: number, comments: number) => string;
    readonly edited: (count: number, slug: string) => string;
    readonly unread: (reason: string | null, slug: string) => string;
  };
  readonly planTitle: string;
  readonly progress: (done: number, all: number, percent: number) => string;
  readonly duration: (hours: number, minutes: number, seconds: number) => string;
  readonly tokens: (count: string) => string;
  readonly limits: { readonly [Limit in keyof Budget]: (value: string) => string };
  readonly branch: string;
  readonly pullRequest: string;
  readonly details: string;
  readonly howToAskAgain: (slug: string) => string;
  readonly howToStop: (slug: string) => string;
  readonly requestedBy: (login: string) => string;
  readonly criteria: string;
  readonly environmentFailed: string;
  readonly environment: string;
  readonly error: string;
  readonly changedFiles: (count: number, insertions: number, deletions: number) => string;
  /** Between two sentences, and at the end of one. */
  readonly gap: string;
  readonly stop: string;
  /** Between a step and what became of it. */
  readonly colon: string;
  readonly tests: string;
  readonly testOutput: string;
  readonly testsPassed: (command: string) => string;
  readonly testsFailed: (command: string, exit: string) => string;
  readonly exit: (code: number | null) => string;
  readonly timedOut: string;
  readonly testsUnknown: string;
  readonly testsNotRun: (command: string) => string;
  readonly draftBecause: string;
  readonly draftRefused: string;
  readonly draftUnfinished: string;
  readonly subtasksDone: (completed: number, all: number) => string;
  readonly problems: string;
  readonly found: string;
  readonly skipped: string;
  readonly steps: { readonly [Step in EffectKind]?: string };
  /** Where the work of a task is that ended early. */
  readonly saved: (branch: string) => string;
  readonly nothingSaved: string;
  readonly leftOut: string;
  readonly what: string;
  readonly plan: string;
  readonly assumptions: string;
  readonly endings: { readonly [Reason in EndReason]: EndingWords };
  /** A plan that was carried out without passing tests, or whose pull request could not be opened. */
  readonly unverified: EndingWords;
  readonly unopened: EndingWords;
  /** Over what the review said: it failed, or it passed and would do some things better. */
  readonly review: {
    readonly failed: string;
    readonly suggestions: string;
    /** In place of what a review should have said: what is revised by it, and people read it. */
    readonly withoutReason: string;
    /** The API of the model refused the call. */
    readonly notMade: string;
  };
  readonly stoppedBy: (login: string) => string;
  readonly tooMany: (
    counts: TooMany,
    settings: { readonly max: number; readonly level: PlanningSettings['level'] },
  ) => string;
  readonly withdrawn: { readonly [reason: string]: string };
}

export function wordsFor(language: 'en' | 'ja'): Words {
  return language === 'ja' ? ja : en;
}

/** What people read, in their language. Both languages have the same shape; a missing sentence is a compile error. */
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';
import type { EndReason } from '../task/task.ts';

export type DisplayPhase = 'pre_planning' | 'planning' | 'environment_setup' | 'execution' | 'reflection' | 'verification' | 'complete';

/** What happened and what a person can do next. */
export interface EndingWords {
  readonly title: string;
  readonly happened: string;
  readonly next: string;
}

export interface Words {
  readonly working: string;
  readonly phases: { readonly [Phase in DisplayPhase]: string };
  readonly now: string;
  readonly doing: {
    readonly looking: string; readonly understanding: string; readonly decomposing: string; readonly sequencing: string;
    readonly starting: string; readonly cloning: string; readonly setUp: (command: string) => string; readonly checking: (command: string) => string;
    readonly thinking: string; readonly tool: (tool: string) => string; readonly saving: string; readonly testing: (command: string) => string; readonly reporting: string; readonly waiting: string;
    readonly outage: (message: string) => string;
  };
  readonly planTitle: string;
  readonly progress: (done: number, all: number, percent: number) => string;
  readonly spent: (time: string, tokens: string, usd: string) => string;
  readonly branch: string;
  readonly pullRequest: string;
  readonly details: string;
  readonly howToStop: (slug: string) => string;
  readonly requestedBy: (login: string) => string;
  readonly criteria: string;
  readonly environmentFailed: string;
  readonly environment: string;
  readonly error: string;
  readonly changedFiles: (count: number, insertions: number, deletions: number) => string;
  readonly tests: string;
  readonly testsPassed: (command: string) => string;
  readonly testsFailed: (command: string, exit: string) => string;
  readonly testsUnknown: string;
  readonly draftBecause: string;
  readonly problems: string;
  readonly skipped: string;
  readonly leftOut: string;
  readonly what: string;
  readonly goal: string;
  readonly cost: string;
  readonly plan: string;
  readonly assumptions: string;
  readonly endings: { readonly [Reason in EndReason]: EndingWords };
  readonly withdrawn: { readonly [reason: string]: string };
}

export function wordsFor(language: 'en' | 'ja'): Words {
  return language === 'ja' ? ja : en;
}

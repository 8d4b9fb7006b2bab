/** What the terminal says around the life of a task; both languages have the same shape. */
import { en } from './words-en.ts';
import { ja } from './words-ja.ts';

export type Label =
  | 'accepted'
  | 'comment'
  | 'repository'
  | 'goal'
  | 'plan'
  | 'actions'
  | 'sandbox'
  | 'clone'
  | 'setUp'
  | 'check'
  | 'saved'
  | 'tests'
  | 'review'
  | 'pullRequest'
  | 'result'
  | 'tidied'
  | 'end'
  | 'trouble'
  | 'person';

export interface DemoWords {
  readonly title: string;
  readonly setting: {
    readonly model: string;
    readonly github: string;
    readonly service: string;
    readonly issue: string;
    readonly scripted: (latency: string) => string;
    readonly real: (model: string) => string;
    readonly githubIs: string;
    readonly serviceIs: string;
    readonly labelled: (login: string, label: string) => string;
  };
  readonly labels: { readonly [Name in Label]: string };
  readonly accepted: (login: string, trigger: 'label' | 'mention' | 'review' | 'checks') => string;
  readonly commented: string;
  readonly looked: (branch: string, sha: string, files: number) => string;
  readonly empty: string;
  readonly subtasks: (count: number) => string;
  readonly planned: (actions: number, environment: string, tests: string | null) => string;
  readonly container: (id: string, image: string) => string;
  readonly cloned: string;
  readonly lines: (count: number) => string;
  readonly printed: (output: string) => string;
  readonly exit: (code: number | null, timedOut: boolean) => string;
  readonly saved: (sha: string, files: number, insertions: number, deletions: number) => string;
  readonly nothingToSave: string;
  readonly refused: (reason: string) => string;
  readonly draft: string;
  readonly ready: string;
  readonly resultPosted: string;
  readonly removed: string;
  readonly reminded: string;
  readonly explained: string;
  readonly ended: { readonly succeeded: string; readonly failed: string; readonly stopped: string };
  readonly subtasksDone: (done: number, all: number) => string;
  readonly asksAgain: (problem: string) => string;
  readonly workspaceLost: string;
  readonly working: { readonly [Effect in string]?: string };
  readonly summary: {
    readonly diff: (branch: string) => string;
    readonly pullRequest: string;
    readonly page: string;
    readonly proof: string;
    readonly before: string;
    readonly after: string;
    readonly spent: string;
    readonly modelCalls: string;
    readonly tokens: string;
    readonly tokenParts: (cached: string, output: string) => string;
    readonly cost: string;
    readonly costUnknown: string;
    readonly scriptedModel: (name: string) => string;
    readonly scriptedCost: string;
    readonly time: string;
    readonly inAll: string;
    readonly model: string;
    readonly commands: string;
    readonly github: string;
    readonly waiting: string;
    readonly own: string;
    readonly fromLabel: string;
    readonly githubNote: string;
    readonly commandNote: string;
    readonly ownNote: (sandbox: string, rest: string) => string;
  };
  readonly success: (number: number) => string;
  readonly failure: {
    readonly noPullRequest: (why: string) => string;
    readonly unsuccessful: (status: string, reason: string) => string;
    readonly isDraft: (number: number) => string;
    readonly testsFail: (branch: string) => string;
    readonly tooLong: (minutes: number) => string;
    readonly interrupted: string;
    readonly serviceEnded: string;
    readonly notReady: string;
  };
  /** What the user does to set the App up in a browser, and what the terminal says meanwhile. */
  readonly setUp: {
    readonly title: string;
    readonly steps: (at: {
      readonly link: string;
      readonly repository: string;
      readonly issue: string;
    }) => readonly string[];
    readonly seen: string;
    readonly created: string;
    readonly installed: string;
    readonly asked: string;
  };
  readonly keep: { readonly title: string; readonly untilCtrlC: string };
}

export function wordsFor(language: 'en' | 'ja'): DemoWords {
  return language === 'ja' ? ja : en;
}

/** What came of a step: on GitHub, in the sandbox, about the repository. */
import type { DiscussionFact } from './discussion.ts';
import type { EffectKind } from './effect.ts';
import type { ImagesFact } from './issue-images.ts';
import type { ChangeRecord, CommandRecord, RefusalCause } from './outcome.ts';
import type { FaultCode, Service } from '../errors.ts';
import type { Snapshot } from '../ports/repositories.ts';

/** What came of a step outside the sandbox. */
export type EffectFact =
  | {
      readonly type: 'effect';
      readonly name: 'started';
      readonly effect: EffectKind;
      /** What else the effect is about. */
      readonly with?: object;
      readonly key: string;
    }
  | { readonly type: 'effect'; readonly name: 'progress_comment'; readonly comment_id: number; readonly url: string }
  | {
      readonly type: 'effect';
      readonly name: 'checkpoint';
      readonly subtask: string;
      readonly change: ChangeRecord | null;
      readonly command_ms?: number;
      readonly github_ms?: number;
    }
  | {
      readonly type: 'effect';
      readonly name: 'push_refused';
      readonly subtask: string;
      readonly cause: RefusalCause;
      readonly reason: string;
      readonly paths: readonly string[];
    }
  | {
      readonly type: 'effect';
      readonly name: 'pull_request';
      readonly number: number;
      readonly url: string;
      readonly draft: boolean;
      readonly title: string;
    }
  | {
      readonly type: 'effect';
      readonly name: 'reminded' | 'explained';
      readonly question_id: number;
      readonly comment_id: number | null;
      readonly url: string | null;
    }
  | {
      readonly type: 'effect';
      readonly name: 'refused_change_told';
      readonly comment: number;
      readonly comment_id: number | null;
      readonly url: string | null;
    }
  | { readonly type: 'effect'; readonly name: 'result_comment'; readonly comment_id: number; readonly url: string }
  | { readonly type: 'effect'; readonly name: 'progress_finished' }
  | { readonly type: 'effect'; readonly name: 'sandbox_removed' }
  /** Nothing is left to do. */
  | { readonly type: 'effect'; readonly name: 'reported' }
  /** The time for an answer, or of a pause, is over. */
  | { readonly type: 'effect'; readonly name: 'time_over' }
  | {
      readonly type: 'question';
      readonly name: 'posted';
      readonly question_id: number;
      readonly comment_id: number;
      readonly url: string;
      readonly texts: readonly string[];
    }
  /** GitHub refused a question beside the work. */
  | { readonly type: 'question'; readonly name: 'not_posted'; readonly question_id: number }
  | { readonly type: 'control'; readonly name: 'paused'; readonly by: string }
  | {
      readonly type: 'error';
      readonly name: 'retry_later';
      readonly effect: EffectKind;
      readonly message: string;
      readonly of: Service;
      readonly due_at: number;
    }
  | {
      readonly type: 'error';
      readonly name: 'fault';
      readonly effect: EffectKind;
      readonly code: FaultCode;
      readonly message: string;
      readonly advice: string;
    };

/** What came of a step in or about the sandbox and the repository. */
export type EnvironmentFact =
  | {
      readonly type: 'environment';
      readonly name: 'repository';
      readonly snapshot: Snapshot;
      readonly earlier_tasks: string;
      readonly github_ms?: number;
    }
  | DiscussionFact
  | ImagesFact
  | { readonly type: 'environment'; readonly name: 'repository_empty'; readonly branch: string }
  | { readonly type: 'environment'; readonly name: 'container'; readonly container_id: string; readonly image: string }
  | { readonly type: 'environment'; readonly name: 'cloned' | 'setup'; readonly command: CommandRecord }
  | {
      readonly type: 'environment';
      readonly name: 'check';
      readonly command: CommandRecord;
      readonly expected: string;
      readonly passed: boolean;
    }
  | { readonly type: 'environment'; readonly name: 'settled' }
  /** Saved in the quarantine and stopped; started again where it is still there (`container_id`), else rebuilt from there. */
  | { readonly type: 'environment'; readonly name: 'sandbox_released'; readonly container_id?: string }
  /** That container runs again, with everything in it. */
  | { readonly type: 'environment'; readonly name: 'resumed'; readonly container_id: string }
  | {
      readonly type: 'environment';
      readonly name: 'workspace_lost';
      readonly container_id: string;
      readonly cause?: string;
    }
  /** The machine that saved the work is another one, and what it did not push is not here. */
  | { readonly type: 'environment'; readonly name: 'saved_work_lost' }
  | { readonly type: 'verification'; readonly name: 'tests'; readonly command: CommandRecord };

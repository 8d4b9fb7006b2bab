/** The common interface of effects: what they are given, what they may use, and what they return. */
import type { Logger } from 'pino';
import type { Effect, EffectKind } from '../state/effect.ts';
import type { EffectFact, Facts, InboxFact, ModelFact } from '../state/facts.ts';
import type { NeighbourTask } from '../state/neighbours.ts';
import type { TaskRequest, TaskSettings } from '../state/request.ts';
import type { Said } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { Settled } from '../state/work.ts';
import type { Clock } from '../ports/clock.ts';
import type { Downloads } from '../ports/downloads.ts';
import type { GitHub } from '../ports/github.ts';
import type { Images } from '../ports/images.ts';
import type { Model } from '../ports/model.ts';
import type { RepositorySpending } from '../state/day-spending.ts';
import type { Repositories } from '../ports/repositories.ts';
import type { Queued } from '../ports/service-control.ts';
import type { Sandboxes } from '../ports/sandbox.ts';
import type { Prompts } from '../model-calls/catalogue.ts';
import type { SandboxSessions } from './sandbox-sessions.ts';

/**
 * What earlier tasks of the issue did, in words for the model; what people said in them, and what they decided and left
 * open.
 */
export interface EarlierTasks {
  readonly told: string;
  readonly said: readonly Said[];
  readonly decisions: readonly Settled[];
  readonly open: readonly string[];
}

/** Given to every performer; `key` is the same whenever the same effect is repeated. */
export interface Performing<Kind extends EffectKind> {
  readonly effect: Extract<Effect, { readonly kind: Kind }>;
  readonly key: string;
  readonly task: Task;
  readonly tools: Toolbox;
  readonly signal: AbortSignal;
}

/** What happened; `flow/` decides what follows. */
export type Outcome = InboxFact | EffectFact | ModelFact;

export type Performer<Kind extends EffectKind> = (performing: Performing<Kind>) => Promise<readonly Outcome[]>;

/** The ports, and what was set up at start. */
export interface Toolbox {
  readonly clock: Clock;
  readonly log: Logger;
  readonly github: GitHub;
  readonly images: Images;
  readonly model: Model;
  readonly maxOutputTokens: number;
  readonly sandboxes: Sandboxes;
  readonly sessions: SandboxSessions;
  readonly repositories: Repositories;
  /** Null where commands run without a container. */
  readonly downloads: Downloads | null;
  readonly prompts: Prompts;
  /** Receives each fact about a task, for the metrics (OPS-7). */
  readonly count?: (facts: Facts, before: Task, after: Task) => void;
  /** The image of a configured environment. */
  imageOf(environment: string, pinned: TaskSettings['pinned']): string;
  /** Masks every secret of the service in text from outside. */
  redact(text: string): string;
  /** 128 bits that mark the blocks of this task's prompts: constant, and unknown outside. */
  nonceOf(taskId: string): string;
  earlierTasks(taskId: string, about: Pick<TaskRequest, 'repo' | 'issue'>): Promise<EarlierTasks>;
  /** What other tasks of the repository are doing, limited to some. */
  activeTasks(about: Pick<TaskRequest, 'repo' | 'issue'>): Promise<readonly NeighbourTask[]>;
  /** What tasks of other issues did to these files, in words for the model. */
  earlierWork(about: Pick<TaskRequest, 'repo' | 'issue'>, files: readonly string[]): Promise<string>;
  /** Has the task check GitHub again when one of these issues is closed; true if it was not watched before. */
  watchIssues(taskId: string, issueIds: readonly number[]): Promise<boolean>;
  /** The daily spending of repositories; null if it is not shared between tasks. */
  readonly spending: RepositorySpending | null;
  /** Set while no worker is free and only the progress comment is posted. */
  readonly queued: Queued | null;
  /** Where people can follow the task, or null without a public address. */
  noteUrl(taskId: string): string | null;
}

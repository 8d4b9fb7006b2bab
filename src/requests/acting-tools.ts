/** What acting on a delivery needs. */
import type { Redis } from 'ioredis';
import type { Delivery } from '../people/intent.ts';
import type { GitHub, Person, RepositoryRef } from '../ports/github.ts';
import type { RepositorySpending } from '../state/day-spending.ts';
import type { ConfigMistake } from '../repository-config/config-mistake.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Logger } from 'pino';
import type { Beginning } from '../queue/begin-script.ts';
import type { RedisInbox } from '../queue/redis-inbox.ts';
import type { IssueWords } from '../people/issue-language.ts';
import type { TaskSettings } from '../state/request.ts';

/** What counts in a repository (GH-9). */
export interface RepositorySettings {
  readonly enabled: boolean;
  readonly triggerLabel: string;
  /** The names of the operator's profiles of models, of which people may choose; the usual one is the first. */
  readonly profiles: readonly string[];
  /** Every plan is shown first. */
  readonly plansFirst: boolean;
  /** Absent where nothing is limited. */
  readonly dailyBudget?: TaskSettings['dailyBudget'];
  /** Ids of the bots that are listened to. */
  readonly allowedBots: readonly number[];
  /** The files that cannot be used: nothing begins then, and of them nothing but the label counts. */
  readonly mistaken: readonly MistakenFile[];
  forTask(asked?: AskedFor): Promise<TaskSettings>;
}

export interface MistakenFile {
  /** `owner/name`. */
  readonly repository: string;
  /** Whether the repository that it is in is private. */
  readonly isPrivate: boolean;
  readonly mistakes: readonly ConfigMistake[];
}

interface AskedFor {
  /** Asked only where the language is that of the issue; without it, that is English. */
  readonly issueText?: () => Promise<IssueWords | null>;
  /** Whose own settings count, too. */
  readonly requester?: Person;
  /** One of `profiles` that somebody asked for. */
  readonly profile?: string;
}

export interface ActingTools {
  /** The name of this installation, on which the ids of its tasks depend (`app/join-installation.ts`). */
  readonly instance: string;
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly github: GitHub;
  readonly log: Logger;
  /** As the service, the repository and its organisation have them now. */
  readonly settingsOf: (repo: RepositoryRef) => Promise<RepositorySettings>;
  /** Answers who holds the issue: if that is another task, nothing has happened. */
  readonly begin: (beginning: Beginning) => Promise<string>;
  readonly wake: (taskId: string) => Promise<void>;
  readonly spending: Pick<RepositorySpending, 'spentOn'>;
  /** A task that is to stop waits behind no other of its installation. */
  readonly hurry: (taskId: string) => Promise<void>;
  /** Tells people that it waits for its turn; nothing where it does not. */
  readonly announce: (taskId: string) => Promise<void>;
  /** Acts on the delivery again after that time. */
  readonly actLater: (delivery: Delivery, afterMs: number) => Promise<void>;
  /** Follow-ups that failing checks may begin by themselves before a person asks for more; 0: none. */
  readonly ciFixAttempts: number;
  readonly history: Pick<HistoryStore, 'read' | 'ofIssue'>;
  readonly redact: (text: string) => string;
}

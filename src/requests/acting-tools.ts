/** What acting on a delivery needs. */
import type { Redis } from 'ioredis';
import type { Delivery, Intent } from '../people/intent.ts';
import type { GitHub, Person, RepositoryRef } from '../ports/github.ts';
import type { RepositorySpending } from '../state/day-spending.ts';
import type { ConfigMistake } from '../repository-config/config-mistake.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Logger } from 'pino';
import type { Beginning } from '../queue/begin-script.ts';
import type { RedisInbox } from '../queue/redis-inbox.ts';
import type { IssueWords } from '../people/issue-language.ts';
import type { TaskSettings } from '../state/request.ts';

/** The settings that apply in a repository (GH-9). */
export interface RepositorySettings {
  readonly enabled: boolean;
  readonly triggerLabel: string;
  /** The names of the operator's model profiles that people may choose from; the first is the default. */
  readonly profiles: readonly string[];
  /** Every plan is shown first. */
  readonly plansFirst: boolean;
  /** Absent if nothing is limited. */
  readonly dailyBudget?: TaskSettings['dailyBudget'];
  /** Ids of the bots whose requests are accepted. */
  readonly allowedBots: readonly number[];
  /** Unusable configuration files: nothing starts then, and only their trigger label applies. */
  readonly mistaken: readonly MistakenFile[];
  forTask(asked?: AskedFor): Promise<TaskSettings>;
}

export interface MistakenFile {
  /** `owner/name`. */
  readonly repository: string;
  /** Whether the file's repository is private. */
  readonly isPrivate: boolean;
  readonly mistakes: readonly ConfigMistake[];
}

interface AskedFor {
  /** Called only if the language is that of the issue; absent means English. */
  readonly issueText?: () => Promise<IssueWords | null>;
  /** Person whose own settings apply, too. */
  readonly requester?: Person;
  /** One of `profiles` that somebody asked for. */
  readonly profile?: string;
}

export interface ActingTools {
  /** The name of this installation, which task ids depend on (`app/join-installation.ts`). */
  readonly instance: string;
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly github: GitHub;
  readonly log: Logger;
  /** The current settings of service, organisation and repository. */
  readonly settingsOf: (repo: RepositoryRef) => Promise<RepositorySettings>;
  /** Returns who holds the issue; if that is another task, nothing was done. */
  readonly begin: (beginning: Beginning) => Promise<string>;
  readonly wake: (taskId: string) => Promise<void>;
  /** Whether a request to start on that issue was accepted and is not handled yet. */
  readonly isStartComing: (of: Pick<Intent, 'repo' | 'issue'>) => Promise<boolean>;
  readonly spending: Pick<RepositorySpending, 'spentOn'>;
  /** Moves a task that has to stop to the front of its installation's queue. */
  readonly hurry: (taskId: string) => Promise<void>;
  /** Tells people that the task waits for its turn, if it does. */
  readonly announce: (taskId: string) => Promise<void>;
  /** Acts on the delivery again after that time. */
  readonly actLater: (delivery: Delivery, afterMs: number) => Promise<void>;
  /** Follow-ups that failing checks may start by themselves before a person has to ask; 0: none. */
  readonly ciFixAttempts: number;
  readonly history: Pick<HistoryStore, 'read' | 'ofIssue'>;
  readonly redact: (text: string) => string;
}

/** What acting on a delivery needs. */
import type { Redis } from 'ioredis';
import type { GitHub } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Logger } from 'pino';
import type { RedisInbox } from '../queue/redis-inbox.ts';
import type { IssueWords } from '../people/issue-language.ts';
import type { TaskSettings } from '../state/request.ts';

export interface ActingTools {
  /** The name of this installation, on which the ids of its tasks depend (`app/join-installation.ts`). */
  readonly instance: string;
  readonly redis: Redis;
  readonly inbox: RedisInbox;
  readonly github: GitHub;
  readonly log: Logger;
  /** `issueText` is asked only where the language is that of the issue; without it, that is English. */
  readonly settingsFor: (issueText?: () => Promise<IssueWords | null>) => Promise<TaskSettings>;
  readonly wake: (taskId: string, beganIn?: number) => Promise<void>;
  readonly history: Pick<HistoryStore, 'read' | 'ofIssue'>;
  readonly redact: (text: string) => string;
}

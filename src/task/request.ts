/** What a task was asked to do and within which bounds, fixed when it begins. */
import type { Person, ReactionTarget, RepositoryRef } from '../ports/github.ts';

export interface TaskRequest {
  readonly repo: RepositoryRef;
  readonly issue: number;
  readonly trigger: 'label' | 'mention';
  readonly target: ReactionTarget;
  readonly title: string;
  readonly body: string;
  readonly author: Person;
  readonly requester: Person;
  readonly instruction: string | null;
  /** The delivery that began it, for the trace. */
  readonly deliveryId: string;
}

/** The settings a task keeps for its whole life, so that its history replays alike under a changed configuration. */
export interface TaskSettings {
  readonly language: 'en' | 'ja';
  readonly triggerLabel: string;
  readonly budget: Budget;
  readonly maxSubtasks: number;
  readonly environments: readonly string[];
  readonly commandTimeoutMs: number;
  readonly outageMs: number;
  readonly protectedPaths: readonly string[];
  readonly botSlug: string;
}

export interface Budget {
  readonly tokens: number;
  readonly usd: number;
  readonly minutes: number;
  readonly modelCalls: number;
}

export function issueKey(request: Pick<TaskRequest, 'repo' | 'issue'>): string {
  return `${request.repo.owner}/${request.repo.name}#${request.issue}`;
}

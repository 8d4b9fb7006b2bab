/** The pull request of a task: what it should be, and what GitHub made of it. */
export interface PullRequestPlace {
  readonly head: string;
  readonly base: string;
  /** If somebody closed one after this time, that is a decision: no other one is opened instead. */
  readonly since?: number;
}

export interface PullRequestDraft extends PullRequestPlace {
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  /** Begins the body if GitHub does not make it the draft that it should be. */
  readonly noDraftNotice: string;
}

interface PullRequestRef {
  readonly number: number;
  readonly url: string;
  readonly draft: boolean;
}

export interface FoundPullRequest extends PullRequestRef {
  readonly title: string;
}

export interface EnsuredPullRequest extends PullRequestRef {
  /** GitHub's reason if it is not in the draft state that was asked for. */
  readonly refusal: string | null;
}

/**
 * A stand-in for GitHub on this machine (OPS-3): comments are stored in files and shown at the terminal, the result is
 * a branch. There is one person, who may do everything, and no labels, pull requests, checks or other issues.
 */
import { Fault } from '../errors.ts';
import { randomBytes } from 'node:crypto';
import { carriesMarker } from '../ports/comment-marker.ts';
import type { GitHub, Person, RepositoryRef } from '../ports/github.ts';
import type { LocalComment, LocalIssues } from './local-issues.ts';

/** The owner of repositories on this machine. */
export const LOCAL_OWNER = 'local';

interface LocalGitHubParts {
  readonly issues: LocalIssues;
  readonly person: Person;
  readonly baseBranch: string;
  /** The task that is driven. */
  readonly task: () => string;
  readonly hasBranch: (branch: string) => Promise<boolean>;
  readonly fileOnBase: (
    path: string,
  ) => Promise<{ readonly commit: string; readonly text: string; readonly isFile: boolean } | null>;
  /** Called for a new comment of ours. */
  readonly posted: (body: string) => void;
}

/** As GitHub names an App's own account. */
const BOT: Person = { id: 1, login: 'planwright[bot]' };

export function createLocalGitHub(parts: LocalGitHubParts): GitHub {
  const { issues, person, baseBranch, hasBranch, fileOnBase, posted } = parts;
  /** Local git needs no token; this one is never used. */
  const token = randomBytes(20).toString('hex');

  function known(number: number) {
    const issue = issues.read(number);
    if (issue === null) throw new Fault('github_gone', `There is no issue ${number} here.`, 'Start the task anew.');
    return issue;
  }

  function urlOf({ owner, name }: RepositoryRef, place: string): string {
    return `planwright://${owner}/${name}/${place}`;
  }

  async function edited(commentId: number, body: string): Promise<'edited' | 'gone'> {
    return (await issues.edit(commentId, body)) ? 'edited' : 'gone';
  }

  return {
    identity: async () => ({ appId: 0, slug: 'planwright' }),
    permission: async (_repo, { id }) => (id === person.id ? 'admin' : 'none'),
    repository: async () => ({ defaultBranch: baseBranch, archived: false, isPrivate: true }),
    async defaultFile({ owner, name }, path, of) {
      const file = of === 'owner' ? null : await fileOnBase(path);
      if (file === null) return null;
      const { commit, text, isFile } = file;
      return { repository: `${owner}/${name}`, isPrivate: true, commit, isFile, text, bytes: Buffer.byteLength(text) };
    },
    issue: async (_repo, number) => ({ state: known(number) && 'open', labels: [] }),
    async issueText(_repo, number) {
      const { title, body } = known(number);
      return { title, body, author: person, labels: [] };
    },
    async pullRequest() {
      throw noneHere('pull request');
    },
    openPullRequests: async () => ({ pulls: [], hasMore: false }),
    openPullRequestFrom: async () => null,
    async checksOf() {
      throw noneHere('check');
    },
    async checkReport() {
      throw noneHere('check');
    },
    async review() {
      throw noneHere('review');
    },
    hasBranch: (_repo, branch) => hasBranch(branch),
    hasComment: async (_repo, commentId) => issues.hasComment(commentId),
    async commentsUntil(_repo, number, untilMs) {
      const { comments } = known(number);
      const until = comments.filter(({ at }) => Date.parse(at) <= untilMs);
      return { comments: until.map((comment) => asOnGitHub(comment, person)), older: 0 };
    },
    showLabel: async () => undefined,
    react: async () => undefined,
    async ensureComment(repo, number, marker, body) {
      const there = known(number).comments.find((one) => one.isOurs && carriesMarker(one.body, marker));
      const comment = there ?? (await issues.comment(number, { isOurs: true, body, task: parts.task() }));
      if (there === undefined) posted(body);
      return { id: comment.id, url: urlOf(repo, `issues/${number}#${comment.id}`) };
    },
    editComment: (_repo, commentId, body) => edited(commentId, body),
    async editLater(_repo, commentId, { isWanted, newest }) {
      const body = isWanted() ? await newest() : null;
      return body === null ? 'not sent' : edited(commentId, body);
    },
    // The branch is the result; there is nothing to open beside it.
    ensurePullRequest: async (repo, { head, draft }) => ({
      number: numberOf(head),
      url: urlOf(repo, `branch/${head}`),
      draft,
      refusal: null,
    }),
    findPullRequest: async () => null,
    requestReview: async () => undefined,
    isBranchFinished: async () => false,
    openBlockers: async () => [],
    botUserId: async () => BOT.id,
    gitToken: async () => token,
  };
}

/** The issue that it is for. */
function numberOf(branch: string): number {
  return Number(/\/(\d+)-/.exec(branch)?.[1] ?? 0);
}

function asOnGitHub({ id, isOurs, body, at }: LocalComment, person: Person) {
  return { id, author: isOurs ? BOT : person, isBot: isOurs, isOurs, body, createdAt: at, updatedAt: at };
}

function noneHere(what: string): Fault {
  return new Fault('internal', `On this machine there is no ${what}.`, 'Please report this as a bug.');
}

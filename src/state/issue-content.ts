/**
 * What a task has read on its issue: what was written there before it was asked for (PLAN-1, GH-2), and the
 * pictures in what people write (PLAN-2). Recorded once, and never looked at again; the bytes of the pictures are
 * kept beside the task (ports/images.ts).
 */
import { z } from 'zod';
import { TroubleCode } from './outcome.ts';
import { Person, type TaskRequest } from './request.ts';
import { boolean, number, string, type Stored } from './stored-data.ts';
import type { Question } from './question.ts';
import type { CommentSeen } from './work.ts';

export interface EarlierComment extends Stored<typeof EarlierComment> {}
const EarlierComment = z.object({
  id: number,
  by: Person,
  /** When it was written, as GitHub says it. */
  at: string,
  /** By the requester or somebody with write access. */
  trusted: boolean,
  text: string,
  /** Characters of hidden text that were taken out of it. */
  hidden: number,
});

/** Chosen, bounded and cleaned of hidden text when it was read. */
export interface Discussion extends Stored<typeof Discussion> {}
export const Discussion = z.object({
  /** Oldest first. */
  comments: z.array(EarlierComment),
  /** Whether the author of the issue itself may write here. */
  authorTrusted: boolean,
  /** Those there was no room for. */
  leftOut: number,
  /** Those that were changed after the request. */
  edited: number,
  /** Those of people without write access, where these are not wanted. */
  ignored: number,
  /** Characters of hidden text that no model is shown: in the issue and what was asked, and in the comments. */
  hidden: z.object({ request: number, comments: number }),
  /** Why the comments could not be read. */
  problem: string.nullable(),
  /** The same, told in the language of the people; absent where there is no problem. */
  trouble: TroubleCode.exactOptional(),
});

export type IssueImage = Stored<typeof IssueImage>;
export const IssueImage = z.object({
  sha256: string,
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  bytes: number,
  width: number,
  height: number,
  /** Whose text it stands in, in words. */
  where: string,
  url: string,
});

export type LeftOut = Stored<typeof LeftOut>;
export const LeftOut = z.object({ where: string, url: string, why: string });

export interface IssueImages {
  /** Keys of the texts that were looked through. */
  readonly looked: readonly string[];
  readonly kept: readonly IssueImage[];
  readonly leftOut: readonly LeftOut[];
  /** The model's API would not have them; they are not shown again. */
  readonly refused: boolean;
}

export interface WrittenText {
  readonly key: string;
  readonly where: string;
  readonly text: string;
}

/** Anything that may show a picture in Markdown; which of it does is looked at when they are fetched. */
const MAY_SHOW = /!\[|<img/i;

interface Written {
  readonly request: TaskRequest;
  readonly discussion?: Discussion;
  readonly comments: readonly CommentSeen[];
  readonly questions: readonly Question[];
}

/**
 * Texts with pictures that were not looked through yet: the issue, what was said on it by those who may steer,
 * what was answered.
 */
export function unlookedAt(task: Written & { readonly images?: IssueImages }): readonly WrittenText[] {
  const looked = new Set(task.images?.looked);
  return written(task).filter(({ key, text: shown }) => !looked.has(key) && MAY_SHOW.test(shown));
}

function written({ request, discussion, comments, questions }: Written): readonly WrittenText[] {
  const saidBefore = (discussion?.comments ?? []).filter(({ trusted }) => trusted);
  return [
    { key: 'issue', where: `the issue, by @${request.author.login}`, text: request.body },
    ...(request.instruction === null
      ? []
      : [{ key: 'instruction', where: `the request of @${request.requester.login}`, text: request.instruction }]),
    ...saidBefore.map(({ id, ...said }) => ({ key: `earlier-comment-${id}`, ...commentOf(said) })),
    ...comments.map((said, index) => ({ key: `comment-${index}`, ...commentOf(said) })),
    ...questions.flatMap(({ id, answers }) =>
      Object.entries(answers).map(([index, answer]) => ({
        key: `answer-${id}-${index}`,
        where: `an answer of @${answer.by.login}`,
        text: answer.text,
      })),
    ),
  ];
}

function commentOf(said: Pick<CommentSeen, 'by' | 'text'>): Omit<WrittenText, 'key'> {
  return { where: `a comment by @${said.by.login}`, text: said.text };
}

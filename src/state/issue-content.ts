/**
 * What a task has read on its issue: texts from before the request (PLAN-1, GH-2), and images (PLAN-2). Recorded once
 * and not read again; the images' bytes are stored beside the task (ports/images.ts).
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
  /** When it was written, according to GitHub. */
  at: string,
  /** By the requester or somebody with write access. */
  trusted: boolean,
  text: string,
  /** Characters of hidden text that were removed from it. */
  hidden: number,
});

/** Selected, shortened and cleaned of hidden text when it was read. */
export interface Discussion extends Stored<typeof Discussion> {}
export const Discussion = z.object({
  /** Oldest first. */
  comments: z.array(EarlierComment),
  /** Whether the issue's author has write access. */
  authorTrusted: boolean,
  /** Comments left out for lack of room. */
  leftOut: number,
  /** Comments edited after the request. */
  edited: number,
  /** Comments of people without write access, if the settings exclude them. */
  ignored: number,
  /** Characters of hidden text that no model is shown: in the issue and the request, and in the comments. */
  hidden: z.object({ request: number, comments: number }),
  /** Why the comments could not be read. */
  problem: string.nullable(),
  /** The same as a code, for people; absent if there is no problem. */
  trouble: TroubleCode.exactOptional(),
});

export type IssueImage = Stored<typeof IssueImage>;
export const IssueImage = z.object({
  sha256: string,
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  bytes: number,
  width: number,
  height: number,
  /** Whose text contains it, in words. */
  where: string,
  url: string,
});

export type LeftOut = Stored<typeof LeftOut>;
export const LeftOut = z.object({ where: string, url: string, why: string });

export interface IssueImages {
  /** Keys of the texts that were searched. */
  readonly looked: readonly string[];
  readonly kept: readonly IssueImage[];
  readonly leftOut: readonly LeftOut[];
  /** The model's API refused the images; they are not shown again. */
  readonly refused: boolean;
}

export interface WrittenText {
  readonly key: string;
  readonly where: string;
  readonly text: string;
}

/** Anything that may show an image in Markdown; what really does is determined when they are fetched. */
const MAY_SHOW = /!\[|<img/i;

interface Written {
  readonly request: TaskRequest;
  readonly discussion?: Discussion;
  readonly comments: readonly CommentSeen[];
  readonly questions: readonly Question[];
}

/** Texts with images that were not searched yet: the issue, comments of people who may steer, answers. */
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

/**
 * The pictures of an issue as the task knows them (PLAN-2): which texts were looked through, what was kept, what was
 * left out and why. The bytes are not here but beside the task (ports/images.ts).
 */
import type { KeptImage } from '../ports/images.ts';
import type { CommentSeen } from './conversation.ts';
import type { Discussion } from './discussion.ts';
import type { Question } from './question.ts';
import type { TaskRequest } from './request.ts';

export interface IssueImage extends KeptImage {
  /** Whose text it stands in, in words. */
  readonly where: string;
  readonly url: string;
}

export interface LeftOut {
  readonly where: string;
  readonly url: string;
  readonly why: string;
}

export interface IssueImages {
  /** Keys of the texts that were looked through. */
  readonly looked: readonly string[];
  readonly kept: readonly IssueImage[];
  readonly leftOut: readonly LeftOut[];
  /** The model's API would not have them; they are not shown again. */
  readonly refused: boolean;
}

export type ImagesFact =
  | {
      readonly type: 'environment';
      readonly name: 'images';
      readonly looked: readonly string[];
      readonly kept: readonly { readonly [Key in keyof IssueImage]: IssueImage[Key] }[];
      readonly left_out: readonly { readonly [Key in keyof LeftOut]: LeftOut[Key] }[];
    }
  | { readonly type: 'environment'; readonly name: 'images_refused'; readonly message: string };

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

/** Texts with pictures that were not looked through yet: the issue, what was said on it by those who may steer, what was answered. */
export function unlookedAt(task: Written & { readonly images?: IssueImages }): readonly WrittenText[] {
  const looked = new Set(task.images?.looked);
  return written(task).filter(({ key, text }) => !looked.has(key) && MAY_SHOW.test(text));
}

function written({ request, discussion, comments, questions }: Written): readonly WrittenText[] {
  return [
    { key: 'issue', where: `the issue, by @${request.author.login}`, text: request.body },
    ...(request.instruction === null
      ? []
      : [{ key: 'instruction', where: `the request of @${request.requester.login}`, text: request.instruction }]),
    ...(discussion?.comments ?? [])
      .filter(({ trusted }) => trusted)
      .map(({ id, by, text }) => ({ key: `earlier-comment-${id}`, where: `a comment by @${by.login}`, text })),
    ...comments.map(({ by, text }, index) => ({ key: `comment-${index}`, where: `a comment by @${by.login}`, text })),
    ...questions.flatMap(({ id, answers }) =>
      Object.entries(answers).map(([index, { by, text }]) => ({
        key: `answer-${id}-${index}`,
        where: `an answer of @${by.login}`,
        text,
      })),
    ),
  ];
}

export function withImages(images: IssueImages | undefined, fact: ImagesFact): IssueImages {
  const { looked, kept, leftOut, refused } = images ?? { looked: [], kept: [], leftOut: [], refused: false };
  if (fact.name === 'images_refused') return { looked, kept, leftOut, refused: true };
  return {
    looked: [...looked, ...fact.looked],
    kept: [...kept, ...fact.kept],
    leftOut: [...leftOut, ...fact.left_out],
    refused,
  };
}

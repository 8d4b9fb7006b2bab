/** Whether an issue is written in Japanese (GH-9): its author's own prose counts, not code, quotes or links. */
import { beginningOfProse, proseBlocks } from './comment-prose.ts';

export interface IssueWords {
  readonly title: string;
  readonly body: string;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ーｰ]/gu;
const HAN = /\p{Script=Han}/gu;
/** A word counts as much as a character of Japanese: names of functions and files stand in any prose. */
const OTHER_WORD = /[\p{L}\p{N}](?<![\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ーｰ])[\w'’.-]*/gu;
/** Addresses, and what somebody else wrote, such as a label of the program. */
const NOT_OWN = /https?:\/\/[!-~]+|"[^"\n]{0,300}"|“[^”\n]{0,300}”|「[^」\n]{0,300}」|『[^』\n]{0,300}』/gu;
/** Chinese has none; terse Japanese has few. */
const MOST_HAN_FOR_ONE_KANA = 12;

/** By its title where that is Japanese: below it may be nothing but what a program has said. */
export function isInJapanese({ title, body }: IssueWords): boolean {
  const own = [title, body].map(ownProse);
  return isJapanese(own[0] ?? '') || isJapanese(own.join('\n'));
}

function isJapanese(prose: string): boolean {
  const kana = countOf(prose, KANA);
  const han = countOf(prose, HAN);
  return kana > 0 && han <= kana * MOST_HAN_FOR_ONE_KANA && kana + han > countOf(prose, OTHER_WORD);
}

function ownProse(text: string): string {
  const blocks = proseBlocks(beginningOfProse(text)).map((block) =>
    block.text.replace(/[^]/g, (unit, index: number) => (block.isExcluded(index) ? ' ' : unit)),
  );
  return blocks.join('\n').replace(NOT_OWN, ' ');
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

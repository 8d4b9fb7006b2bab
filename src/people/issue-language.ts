/** Whether an issue is written in Japanese (GH-9), judged by its author's own prose, without code, quotes and links. */
import { beginningOfProse, proseBlocks } from './comment-prose.ts';

export interface IssueWords {
  readonly title: string;
  readonly body: string;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ーｰ]/gu;
const HAN = /\p{Script=Han}/gu;
/** A word counts as much as one Japanese character, since names of functions and files occur in any prose. */
const OTHER_WORD = /[\p{L}\p{N}](?<![\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ーｰ])[\w'’.-]*/gu;
/** Addresses and other people's words, such as a label of the program. */
const NOT_OWN = /https?:\/\/[!-~]+|"[^"\n]{0,300}"|“[^”\n]{0,300}”|「[^」\n]{0,300}」|『[^』\n]{0,300}』/gu;
/** Chinese has no kana; terse Japanese has few. */
const MOST_HAN_FOR_ONE_KANA = 12;

/** A Japanese title decides, since the body may be nothing but program output. */
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

/** The pictures that a text shows on GitHub, in their order. Pure, and linear in the length of the text. */
import { withoutInvisible } from '../prompts/invisible.ts';

const MARKDOWN = /!\[[^\]\n]{0,500}\]\(\s{0,3}<?([^\s<>()]{1,2000})/g;
const HTML = /<img\s[^>]{0,1000}?\bsrc\s?=\s?["']?([^"'\s>]{1,2000})/gi;
const CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?[^`\n]\2(?!`)/gm;
const MAX_TEXT = 60_000;

/** Each address once. What is hidden from readers, and what stands there as code, shows nothing. */
export function imageReferences(text: string): readonly string[] {
  const shown = withoutInvisible(text.slice(0, MAX_TEXT)).text.replace(CODE, ' ');
  const found = [...shown.matchAll(MARKDOWN), ...shown.matchAll(HTML)];
  const urls = found.toSorted((one, other) => one.index - other.index).map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
  return [...new Set(urls)];
}

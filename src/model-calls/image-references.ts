/** The pictures that a text shows on GitHub, in their order. Linear in the length of the text. */
import { withoutInvisible } from '../people/hidden-text.ts';

const MARKDOWN = /!\[[^\]\n]{0,500}\]\(\s{0,3}<?([^\s<>()]{1,2000})/g;
const HTML = /<img\s[^>]{0,1000}?\bsrc\s?=\s?["']?([^"'\s>]{1,2000})/gi;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MAX_TEXT = 60_000;

/** Each address once. What is hidden from readers, and what stands there as code, shows nothing. */
export function imageReferences(text: string): readonly string[] {
  const shown = withoutCode(withoutInvisible(text.slice(0, MAX_TEXT)).text);
  const found = [...shown.matchAll(MARKDOWN), ...shown.matchAll(HTML)];
  const urls = found
    .toSorted((one, other) => one.index - other.index)
    .map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
  return [...new Set(urls)];
}

/** Line by line, not by one expression: a long run of backticks would take quadratic time. */
function withoutCode(text: string): string {
  let fence: string | null = null;
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence === null && mark === null) kept.push(withoutSpans(line));
    else if (fence === null) fence = mark;
    else if (mark?.startsWith(fence)) fence = null;
  }
  return kept.join('\n');
}

/** A run of backticks is closed by the next one that is as long. */
function withoutSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ from: run.index, length: run[0].length }));
  const latest = new Map<number, number>();
  const closing = new Map<number, number>();
  for (const [at, { length }] of [...runs.entries()].toReversed()) {
    const next = latest.get(length);
    if (next !== undefined) closing.set(at, next);
    latest.set(length, at);
  }
  let shown = '';
  let from = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const end = closing.get(at);
    if (end === undefined) continue;
    shown += `${line.slice(from, runs[at]?.from)} `;
    from = (runs[end]?.from ?? 0) + (runs[end]?.length ?? 0);
    at = end;
  }
  return shown + line.slice(from);
}

/** Where links point in Markdown, and what they are called, as CommonMark reads it. */

const SPACE = /[ \t]*\n?[ \t]*/y;
const BRACKETED = /<(?:[^<>\n\\]|\\.)*>/y;
const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;
const LABEL = /\[((?:[^[\]\\]|\\[^]){0,999})\]/y;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
const MAX_DEPTH = 32;

export interface Definition {
  readonly label: string;
  /** From the end of the target to that of the title. */
  readonly title: readonly [from: number, to: number];
  /** Behind its last line. */
  readonly to: number;
}

/** `[label]: target "title"`; a title that is none ends it before, where that is the end of a line. */
export function definitionAt(text: string, at: number): Definition | null {
  const label = labelAt(text, afterSpaces(text, at));
  if (label === null || label.label === '' || text[label.to] !== ':') return null;
  const target = targetAt(text, behind(SPACE, text, label.to + 1));
  if (target === null) return null;
  const title = titleAt(text, target);
  for (const end of title === target ? [target] : [title, target]) {
    REST_OF_LINE.lastIndex = end;
    if (REST_OF_LINE.test(text)) return { label: label.label, title: [target, end], to: REST_OF_LINE.lastIndex };
  }
  return null;
}

export interface Resource {
  readonly target: readonly [from: number, to: number];
  readonly hasTitle: boolean;
  readonly to: number;
}

/** `(target "title")`. */
export function resourceAt(text: string, at: number): Resource | null {
  if (text[at] !== '(') return null;
  const from = behind(SPACE, text, at + 1);
  const target = targetAt(text, from) ?? from;
  const title = titleAt(text, target);
  const to = behind(SPACE, text, title);
  return text[to] === ')' ? { target: [from, target], hasTitle: title > target, to: to + 1 } : null;
}

/** `[label]`, as labels are compared. */
export function labelAt(text: string, at: number): { readonly label: string; readonly to: number } | null {
  LABEL.lastIndex = at;
  const label = LABEL.exec(text)?.[1];
  return label === undefined ? null : { label: labelOf(label), to: LABEL.lastIndex };
}

export function labelOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function targetAt(text: string, from: number): number | null {
  if (text[from] === '<') {
    const end = behind(BRACKETED, text, from);
    return end === from ? null : end;
  }
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (letter <= ' ' || letter === '\u007f') break;
    if (letter === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) at += 1;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth < 0) break;
    if (depth > MAX_DEPTH) return null;
  }
  return at === from || depth > 0 ? null : at;
}

/** Where there is none, the place itself. */
function titleAt(text: string, target: number): number {
  const from = behind(SPACE, text, target);
  const end = behind(TITLE, text, from);
  return from === target || end === from ? target : end;
}

function afterSpaces(text: string, at: number): number {
  return behind(/[ \t]*/y, text, at);
}

function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

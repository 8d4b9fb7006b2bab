/** The targets and labels of links in Markdown, according to CommonMark. */

const SPACE = /[ \t]*\n?[ \t]*/y;
const BRACKETED = /<(?:[^<>\n\\]|\\.)*>/y;
const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;
const LABEL = /\[((?:[^[\]\\]|\\[^]){0,999})\]/y;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
const MAX_DEPTH = 32;
/** A longer text, or one with a blank, could be a sentence. */
const ADDRESS = /^\S{0,300}$/;

export interface Definition {
  readonly label: string;
  /** Without its title. */
  readonly shown: string;
  /** After its last line. */
  readonly to: number;
}

/** `[label]: target "title"`; an invalid title is not part of it, if the target ends its line. */
export function definitionAt(text: string, at: number): Definition | null {
  const label = labelAt(text, afterSpaces(text, at));
  if (label === null || label.label === '' || text[label.to] !== ':') return null;
  const from = behind(SPACE, text, label.to + 1);
  const target = targetAt(text, from);
  if (target === null) return null;
  const title = titleAt(text, target);
  for (const end of title === target ? [target] : [title, target]) {
    REST_OF_LINE.lastIndex = end;
    if (!REST_OF_LINE.test(text)) continue;
    const shown = text.slice(at, from) + addressIn(text.slice(from, target)) + text.slice(end, REST_OF_LINE.lastIndex);
    return { label: label.label, shown, to: REST_OF_LINE.lastIndex };
  }
  return null;
}

export interface Resource {
  /** The target, without its title. */
  readonly shown: string;
  /** Whether there is nothing else. */
  readonly isWhole: boolean;
  readonly to: number;
}

/** `(target "title")`. */
export function resourceAt(text: string, at: number): Resource | null {
  if (text[at] !== '(') return null;
  const from = behind(SPACE, text, at + 1);
  const target = targetAt(text, from) ?? from;
  const title = titleAt(text, target);
  const to = behind(SPACE, text, title);
  if (text[to] !== ')') return null;
  const given = text.slice(from, target);
  const shown = addressIn(given);
  return { shown, isWhole: title === target && shown === given, to: to + 1 };
}

function addressIn(target: string): string {
  return ADDRESS.test(target) ? target : '<>';
}

/** `[label]`, normalised for comparison. */
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

/** The position itself if there is no title. */
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

/**
 * Finds what looks like a credential, for masking. Runs of characters are walked by hand: an unbounded regular
 * expression keeps a backtracking point for every step, which overflows the stack on a run of some megabytes.
 */
import { type CharacterKind, kindOf, type MaskRule, PRIVATE_KEY_HEADER, TOKEN_PATTERNS } from './token-patterns.ts';

/** Text that was found before is part of any run around it. */
export type TokenFinder = (text: string, isFound: Uint8Array) => readonly Range[];

export interface Range {
  readonly start: number;
  readonly end: number;
}

const PRIVATE_KEY_END = /-----END [A-Z0-9 ]{0,60}-----/y;
const PRIVATE_KEY_BODY = kindOf(/[A-Za-z0-9+/=\s\\]/);
const LONGEST_PRIVATE_KEY = 20_000;
const BASE64URL = kindOf(/[\w-]/);
const RULES = TOKEN_PATTERNS.flatMap(({ masked }) => masked ?? []);
const SHAPES = TOKEN_PATTERNS.flatMap(({ masked, inChanges = {} }) => (masked ? [] : Object.values(inChanges)));

export const TOKEN_FINDERS: readonly TokenFinder[] = [
  findPrivateKeys,
  findWebTokens,
  ...TOKEN_PATTERNS.flatMap(({ masked, inChanges = {} }) =>
    masked ? [byRule(masked)] : Object.values(inChanges).map(byShape),
  ),
];

/** The beginnings of all patterns; most texts contain none, and are read only once. */
export const TOKEN_BEGINNING = new RegExp(
  [PRIVATE_KEY_HEADER, /\.eyJ/, ...RULES.map(({ start }) => start), ...SHAPES].map(({ source }) => source).join('|'),
  'i',
);

function byRule({ start, run, least, next = '', keepsStart }: MaskRule): TokenFinder {
  return (text, isFound) => {
    const found: Range[] = [];
    let end = 0;
    for (const { index, 0: introduction } of text.matchAll(start)) {
      const from = index + introduction.length;
      // What is introduced within a run has the same end, so no run is walked twice.
      if (from >= end) end = endOfRun(text, from, run, isFound);
      else if (found.at(-1)?.end === end) continue;
      if (end - from >= least && text.startsWith(next, end)) found.push({ start: keepsStart ? from : index, end });
    }
    return found;
  };
}

function byShape(shape: RegExp): TokenFinder {
  return (text) =>
    [...text.matchAll(shape)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** PEM blocks, including unfinished ones and ones with line breaks written as `\n`. */
function findPrivateKeys(text: string, isFound: Uint8Array): readonly Range[] {
  const found: Range[] = [];
  for (const { index, 0: header } of text.matchAll(PRIVATE_KEY_HEADER)) {
    if (index >= (found.at(-1)?.end ?? 0))
      found.push({ start: index, end: endOfPrivateKey(text, index + header.length, isFound) });
  }
  return found;
}

function endOfPrivateKey(text: string, start: number, isFound: Uint8Array): number {
  const dashes = text.indexOf('-----', start);
  PRIVATE_KEY_END.lastIndex = dashes;
  return dashes !== -1 && dashes - start <= LONGEST_PRIVATE_KEY && PRIVATE_KEY_END.test(text)
    ? PRIVATE_KEY_END.lastIndex
    : endOfRun(text, start, PRIVATE_KEY_BODY, isFound);
}

/** JSON web tokens, `eyJ….eyJ….…`, also directly after other characters. */
function findWebTokens(text: string): readonly Range[] {
  const found: Range[] = [];
  let done = 0;
  for (let dot = text.indexOf('.eyJ'); dot !== -1; dot = text.indexOf('.eyJ', Math.max(dot + 1, done))) {
    const start = text.slice(0, dot).indexOf('eyJ', Math.max(done, startOfRun(text, dot, BASE64URL)));
    const endOfPayload = endOfRun(text, dot + 1, BASE64URL);
    if (start === -1 || dot - start < 10 || text[endOfPayload] !== '.') continue;
    done = endOfRun(text, endOfPayload + 1, BASE64URL);
    found.push({ start, end: done });
  }
  return found;
}

function endOfRun(text: string, start: number, kind: CharacterKind, isFound?: Uint8Array): number {
  let end = start;
  while (end < text.length && (kind(text.charCodeAt(end)) || isFound?.[end] === 1)) end += 1;
  return end;
}

function startOfRun(text: string, end: number, kind: CharacterKind): number {
  let start = end;
  while (start > 0 && kind(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/**
 * What a text by people names of a repository (PLAN-2): paths, file names, lines of stack traces in any language,
 * quoted texts, and words that look like names in code. Whether they exist is checked against the repository. Linear
 * time.
 */
import type { NamedFile, NamedSymbol, Names } from '../ports/repository-look.ts';

const MAX_TEXT = 60_000;
const MAX_FILES = 40;
const MAX_SYMBOLS = 20;
const MAX_WORDS = 40;
const MAX_PATH = 300;

/**
 * Letters of other scripts end a path, since in Japanese nothing else does. A path that contains such letters is found
 * when quoted.
 */
const PATH = /[\w@+~$%[\].-]+(?:[\\/]+[\w@+~$%[\].-]+)*/g;
const EXTENSION = /\.[A-Za-z]\w{0,9}$/;
/** `:12`, `:12-20`, `(12)`, `(12,5)`, `#L12`, `", line 12`, `:line 12`, ` on line 12`. */
const LINE = /^(?::(\d{1,7})|\((\d{1,7})[,)]|#L(\d{1,7})|["']?(?:,|:| on)? ?line (\d{1,7}))/;
/** The text before a path that marks it as an address. */
const ADDRESS = /\b[a-z][a-z+.-]{1,20}:\/{2,3}$/i;
const OF_OTHERS = /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor)\//;
/** `at com.acme.pay.Invoice.total(Invoice.java:42)`: the class name contains the folders. */
const FRAME_OF_CLASS = /\bat ((?:[\w$]+\.){2,20})[\w$<>]+\(([\w$]+\.[a-z]{2,6}):(\d{1,7})\)/g;

const IN_BACKTICKS = /(?<!`)`([^`\n]{2,120})`(?!`)/g;
const IN_QUOTES = /["“「『]([^"”」』\n]{3,80})["”」』]|(?<![\w])['‘]([^\s'’]{3,80})['’](?![\w])/g;
/** Example values in code: `'abc'` occurs in every test. */
const A_VALUE = /^[a-z]{3,5}$/;
/** Keywords of languages occur everywhere, even in licences; quoting one names no place. */
const OF_A_LANGUAGE =
  /^(?:this|self|super|null|undefined|[Tt]rue|[Ff]alse|[Nn]one|nil|void|import|export|return|class|function|const|static|async|await|catch|throws?|else|while|break|continue|default|delete|typeof|instanceof|yield|public|private|protected)$/;
const CODE_WORD = /[A-Za-z_$][\w$]{3,79}(?:\(\))?/g;
const LOOKS_LIKE_CODE = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z]|\(\)$/;
const QUALIFIED = /^[\w$]+(?:(?:\.|::|#|->)[\w$]+)+$/;

export function namesIn(text: string): Names {
  const read = text.slice(0, MAX_TEXT);
  const files = new Map<string, NamedFile>();
  const symbols = new Map<string, NamedSymbol>();
  const addFile = (path: string, line: number | null): void => {
    const key = `${path}:${line ?? ''}`;
    if (files.size < MAX_FILES && path.length <= MAX_PATH && !files.has(key)) files.set(key, { path, line });
  };
  const addSymbol = (symbol: string, isQuoted: boolean): void => {
    const known = symbols.get(symbol);
    if (known === undefined ? symbols.size < MAX_SYMBOLS : isQuoted && !known.isQuoted)
      symbols.set(symbol, { text: symbol, isQuoted });
  };
  for (const [, folders = '', name = '', line] of read.matchAll(FRAME_OF_CLASS))
    addFile(`${folders.split('.').slice(0, -2).join('/')}/${name}`, Number(line));
  for (const quoted of read.matchAll(IN_BACKTICKS)) namesInQuotes(quoted[1] ?? '', { addFile, addSymbol });
  for (const [, quoted, single = ''] of read.matchAll(IN_QUOTES))
    if (!A_VALUE.test(single)) namesInQuotes(quoted ?? single, { addFile, addSymbol });
  for (const found of read.matchAll(PATH)) {
    const named = pathAt(read, found.index, found[0]);
    if (named !== null) addFile(named.path, named.line);
  }
  for (const [word] of read.matchAll(CODE_WORD))
    if (LOOKS_LIKE_CODE.test(word)) addSymbol(word.replace('()', ''), false);
  return { files: [...files.values()], symbols: [...symbols.values()], words: wordsIn(read) };
}

interface Adding {
  readonly addFile: (path: string, line: number | null) => void;
  readonly addSymbol: (symbol: string, isQuoted: boolean) => void;
}

/** A quoted path may have spaces and letters of any script; a quoted name its class and arguments. */
function namesInQuotes(quoted: string, { addFile, addSymbol }: Adding): void {
  const text = quoted.trim();
  const [, path = '', line] = /^(.*?)(?::(\d{1,7})(?:[:-]\d{1,7})?)?$/.exec(text) ?? [];
  const isPath = path.includes('/') || EXTENSION.test(path);
  if (isPath) addFile(tidy(path), line === undefined ? null : Number(line));
  if (isPath && !path.includes(' ')) return;
  const symbol = text.replace(/\([^()]*\)$/, '');
  if (symbol.length < 3 || OF_A_LANGUAGE.test(symbol)) return;
  addSymbol(symbol, true);
  const last = QUALIFIED.test(symbol) ? (/[\w$]+$/.exec(symbol)?.[0] ?? '') : '';
  if (last.length >= 3) addSymbol(last, true);
}

/** Null if it is an ordinary word. */
function pathAt(text: string, start: number, found: string): NamedFile | null {
  const written = withoutMarks(found);
  const before = text.slice(Math.max(0, start - 24), start);
  const at = LINE.exec(text.slice(start + written.length, start + written.length + 24));
  const line = at === null ? null : Number(at.slice(1).find((digits) => digits !== undefined));
  const path = tidy(ADDRESS.test(before) ? pathOfAddress(written) : written);
  const isPath = EXTENSION.test(path) || path.includes('/') || line !== null;
  return path === '' || !isPath || !/[A-Za-z]/.test(path) || OF_OTHERS.test(path) ? null : { path, line };
}

/** Punctuation at the end of a sentence is not part of a path. A regular expression would restart at each mark. */
function withoutMarks(found: string): string {
  let end = found.length;
  while (end > 0 && '.-[]'.includes(found[end - 1] ?? '')) end -= 1;
  return found.slice(0, end);
}

/** Of web addresses, only those that show a repository on GitHub or a developer's own server. */
function pathOfAddress(address: string): string {
  const shown = /\/(?:blob|tree|raw|blame)\/[^/]+\/(.+)$/.exec(address)?.[1];
  if (shown !== undefined) return shown;
  const [host = '', ...path] = address.split('/');
  return /\w\.\w/.test(host) && path.length > 0 ? '' : address;
}

function tidy(path: string): string {
  return path
    .replaceAll(/[\\/]+/g, '/')
    .replace(/^(?:[A-Za-z]:)?(?:\.{0,2}\/)+/, '')
    .replace(/\/$/, '');
}

function wordsIn(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[A-Za-z][A-Za-z0-9]{3,30}/g)) {
    words.add(word.toLowerCase());
    if (words.size === MAX_WORDS) break;
  }
  return [...words];
}

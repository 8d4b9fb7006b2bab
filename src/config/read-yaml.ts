/** Reads YAML that people wrote: its content with the position of everything, or why it is unreadable. */
import { CST, isMap, isScalar, Lexer, LineCounter, parseDocument, Parser, type Document } from 'yaml';

export const MAX_YAML_BYTES = 256 * 1024;
export const MAX_ALIASES = 100;
/** The reader recurses per level, and looks at all keys of a map for each of them (GH-9, I11). */
export const MAX_YAML_DEPTH = 20;
/** Words and signs; blanks, line breaks and comments count a fifth. */
export const MAX_YAML_PARTS = 10_000;
const MAX_YAML_MISTAKES = 5;

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface YamlMistake extends Place {
  /** The parser's code, or `ALIASES` or `TOO_COMPLEX`. The parser's text may quote the line and is not repeated. */
  readonly code: string;
}

export interface ReadYaml {
  /** As far as it is readable, if there are mistakes. */
  readonly content: unknown;
  readonly mistakes: readonly YamlMistake[];
  /** The position of the key at this path, or of its value, if known. */
  placeOf(path: readonly PropertyKey[], part?: 'key' | 'value'): Place | null;
}

export function readYaml(source: string): ReadYaml {
  const tooComplex = whereTooComplex(source);
  if (tooComplex !== null)
    return { content: undefined, mistakes: [{ code: 'TOO_COMPLEX', ...tooComplex }], placeOf: () => null };
  const lines = new LineCounter();
  const document = parseDocument(source, {
    lineCounter: lines,
    schema: 'core',
    stringKeys: true,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const broken = [...document.errors, ...document.warnings]
    .slice(0, MAX_YAML_MISTAKES)
    .map(({ code, pos }): YamlMistake => ({ code, ...placeAt(pos[0]) }));
  const { content, mistakes } = contentOf(document);
  return {
    content,
    mistakes: broken.length > 0 ? broken : mistakes,
    placeOf(path, part = 'key') {
      const offset = offsetOf(document, path, part);
      return offset === undefined ? null : placeAt(offset);
    },
  };
}

/** Checked before anything is built: deep enough nesting would end the whole process. */
function whereTooComplex(source: string): Place | null {
  const parser = new Parser();
  let parts = 0;
  for (const lexeme of new Lexer().lex(source)) {
    for (const _ of parser.next(lexeme));
    parts += BETWEEN_PARTS.has(CST.tokenType(lexeme)) ? 0.2 : 1;
    if (parts > MAX_YAML_PARTS || parser.stack.length > MAX_YAML_DEPTH + 2) return placeIn(source, parser.offset);
  }
  return null;
}

const BETWEEN_PARTS: ReadonlySet<CST.TokenType | null> = new Set(['space', 'newline', 'comment']);

function placeIn(source: string, offset: number): Place {
  const lines = source.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function contentOf(document: Document): Pick<ReadYaml, 'content' | 'mistakes'> {
  try {
    return { content: document.toJS({ maxAliasCount: MAX_ALIASES }), mistakes: [] };
  } catch {
    return { content: undefined, mistakes: [{ code: 'ALIASES', line: 1, column: 1 }] };
  }
}

function offsetOf(document: Document, path: readonly PropertyKey[], part: 'key' | 'value'): number | undefined {
  const parent = path.length < 2 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = path.at(-1);
  const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === name) : undefined;
  const value = path.length === 0 ? document.contents : document.getIn(path, true);
  const key = isScalar(pair?.key) ? pair.key : undefined;
  const node = (part === 'key' ? (key ?? value) : (value ?? key)) as
    | { readonly range?: readonly number[] | null }
    | null
    | undefined;
  return node?.range?.[0] ?? key?.range?.[0];
}

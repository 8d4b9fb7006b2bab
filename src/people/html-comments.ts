/**
 * Removes HTML comments from Markdown. For plain fences and code spans, "inside code" is decided as CommonMark does.
 * Anything in which our reading could differ from GitHub's (fences in lists or quotes, raw HTML, escapes, tables, spans
 * over several lines) counts as doubtful, and then comments are removed there, too.
 */
const PLAIN_FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const ANY_FENCE = /^[\s>*+\-\d.)]*(?:`{3}|~{3})/;
const LONG_HTML = /<(?:pre|script|style|textarea|\?|![A-Za-z[])/i;
const HTML = /<[A-Za-z/?!]/;
const HTML_START = /^[\s>*+\-\d.)]*<[A-Za-z/?!]/;
const END = /--!?>/g;
const [LESS, BANG, DASH] = [0x3c, 0x21, 0x2d];

/** Removes every comment, also in code. Afterwards no `<!--` is left. */
export function withoutComments(text: string): string {
  return strip(text, false).text;
}

/** Removes the comments that are not certainly shown as code. */
export function withoutVisibleComments(text: string): string {
  const lines = text.split('\n');
  return hasDoubt(lines) ? withoutComments(text) : linewise(lines);
}

interface Stripped {
  readonly text: string;
  /** The text ends inside a comment. */
  readonly inComment: boolean;
}

type Ranges = readonly (readonly [start: number, end: number])[];

/** One pass with a growing output: a comment assembled by a removal is found as soon as it is complete. */
function strip(text: string, startsInComment: boolean): Stripped {
  let at = startsInComment ? afterComment(text, 0, false) : 0;
  if (at < 0) return { text: '', inComment: true };
  if (!text.includes('<!--', at)) return { text: text.slice(at), inComment: false };
  const out = new Uint16Array(text.length);
  let length = 0;
  while (at < text.length) {
    out[length] = text.charCodeAt(at);
    length += 1;
    at += 1;
    if (out[length - 1] !== DASH || out[length - 2] !== DASH || out[length - 3] !== BANG || out[length - 4] !== LESS)
      continue;
    length -= 4;
    at = afterComment(text, at, true);
    if (at < 0) return { text: written(out, length), inComment: true };
  }
  return { text: written(out, length), inComment: false };
}

function written(units: Uint16Array, length: number): string {
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
}

/**
 * The index after the comment that began before `at`; -1 if it does not end. `<!-->` and `<!--->` are whole comments.
 */
function afterComment(text: string, at: number, justBegun: boolean): number {
  if (justBegun && text.startsWith('>', at)) return at + 1;
  if (justBegun && text.startsWith('->', at)) return at + 2;
  END.lastIndex = at;
  const match = END.exec(text);
  return match === null ? -1 : match.index + match[0].length;
}

function hasDoubt(lines: readonly string[]): boolean {
  let fence = '';
  let inHtml = false;
  for (const line of lines) {
    if (/\r./s.test(line) || line.includes('--!>')) return true;
    if (fence !== '') {
      if (closes(line, fence)) fence = '';
      continue;
    }
    if (LONG_HTML.test(line)) return true;
    if (line.trim() === '') {
      inHtml = false;
      continue;
    }
    if (HTML_START.test(line) && withoutComments(line).trim() !== '') inHtml = true;
    if (!ANY_FENCE.test(line)) continue;
    const opened = PLAIN_FENCE.exec(line)?.[1];
    if (opened === undefined || inHtml) return true;
    fence = opened;
  }
  return false;
}

/**
 * For a text without doubtful fences: comments stay inside fences, and elsewhere only inside code spans of one line.
 */
function linewise(lines: readonly string[]): string {
  const out: string[] = [];
  let fence = '';
  let inComment = false;
  let spansTrusted = true;
  for (const line of lines) {
    if (fence !== '') {
      out.push(line);
      if (closes(line, fence)) fence = '';
      continue;
    }
    const opened = PLAIN_FENCE.exec(line)?.[1];
    if (opened !== undefined) {
      if (inComment) return withoutComments(lines.join('\n'));
      fence = opened;
      spansTrusted = true;
      out.push(line);
      continue;
    }
    if (line.trim() === '') spansTrusted = true;
    else if (inComment || HTML_START.test(line)) spansTrusted = false;
    const code: CodeSpans = spansTrusted ? codeSpans(line) : NO_SPANS;
    spansTrusted &&= code.sure;
    const stripped = stripOutside(line, code.spans, inComment);
    inComment = stripped.inComment;
    out.push(stripped.text);
  }
  return out.join('\n');
}

/** Strips what is outside `spans`. */
function stripOutside(line: string, spans: Ranges, startsInComment: boolean): Stripped {
  const carriageReturn = line.endsWith('\r') ? '\r' : '';
  const end = line.length - carriageReturn.length;
  let text = '';
  let inComment = startsInComment;
  let at = 0;
  for (const [from, to] of [...spans, [end, end]] as const) {
    const before = strip(line.slice(at, from), inComment);
    text += before.text;
    inComment = before.inComment;
    if (inComment) break;
    text += line.slice(from, to);
    at = to;
  }
  return { text: text + carriageReturn, inComment };
}

interface CodeSpans {
  readonly spans: Ranges;
  /** False if the rest of the paragraph cannot be read with certainty. */
  readonly sure: boolean;
}

const NO_SPANS: CodeSpans = { spans: [], sure: false };

/** The code spans of one line, up to the first tag or comment outside them; from there on everything is doubtful. */
function codeSpans(line: string): CodeSpans {
  if (line.includes('`') && (line.includes('\\`') || line.includes('|'))) return NO_SPANS;
  const spans: (readonly [number, number])[] = [];
  let open: RegExpExecArray | null = null;
  let end = 0;
  for (const run of line.matchAll(/`+/g)) {
    if (open === null) {
      if (HTML.test(line.slice(end, run.index))) return { spans, sure: false };
      open = run;
    } else if (run[0].length === open[0].length) {
      end = run.index + run[0].length;
      spans.push([open.index, end]);
      open = null;
    }
  }
  return open === null ? { spans, sure: !HTML.test(line.slice(end)) } : NO_SPANS;
}

function closes(line: string, fence: string): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?$/.exec(line);
  return match?.[1] !== undefined && match[1][0] === fence[0] && match[1].length >= fence.length;
}

/** The invisible parts of a formula: spacing, names, comments, and text in the page's colour. */

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly stays: string;
}

const COMMAND = /\\([A-Za-z]+)\*?(?:\s*\[[^[\]{}$]*\])?(?=\s*\{)/y;
/** The number of arguments of each that are never visible. Which colours are readable depends on the reader. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  phantom: 1,
  hphantom: 1,
  vphantom: 1,
  label: 1,
  tag: 1,
  color: 2,
  textcolor: 2,
  colorbox: 2,
  fcolorbox: 3,
  definecolor: 3,
  style: 2,
  mathchoice: 4,
};
const OPEN = /\s*\{/y;

export function unseenInFormula(text: string, from: number, to: number): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = from; at < to; ) {
    const unseen = text[at] === '\\' || text[at] === '%' ? formulaEditAt(text, at, to) : null;
    if (unseen !== null) edits.push(unseen);
    at = unseen?.to ?? at + (text[at] === '\\' ? 2 : 1);
  }
  return edits;
}

export function formulaEditAt(text: string, at: number, end: number): Edit | null {
  if (text[at] === '%') {
    const next = text.indexOf('\n', at);
    return { from: at, to: next === -1 ? end : Math.min(next, end), stays: '' };
  }
  COMMAND.lastIndex = at;
  const [command, name = ''] = COMMAND.exec(text) ?? [''];
  const count = Object.hasOwn(ARGUMENTS, name) ? (ARGUMENTS[name] ?? 0) : 0;
  if (count === 0) return null;
  let to = at + command.length;
  for (let left = count; left > 0 && to < end; left -= 1) {
    OPEN.lastIndex = to;
    // Without braces the rest of the formula can be the argument.
    to = OPEN.test(text) ? groupEnd(text, OPEN.lastIndex, end) : end;
  }
  return { from: at, to: Math.min(to, end), stays: '' };
}

/** An unclosed group breaks the formula, and GitHub shows an error instead. */
function groupEnd(text: string, from: number, end: number): number {
  let to = from;
  for (let open = 1; open > 0 && to < end; to += 1) {
    if (text[to] === '\\') to += 1;
    else if (text[to] === '{') open += 1;
    else if (text[to] === '}') open -= 1;
  }
  return to;
}

/**
 * What a reader on GitHub does not see of a paragraph: HTML attributes and processing instructions, link titles,
 * alternative texts, labels, targets that are no addresses, links without a text. Code spans stay. Linear time.
 */
import { markupIn } from './html-blocks.ts';
import type { Quote } from './html-tag-end.ts';
import { labelAt, labelOf, resourceAt } from './link-parts.ts';
import { type Edit, formulaEditAt, unseenInFormula } from './unseen-formula.ts';

/** What brackets in a text refer to, by label. */
export interface References {
  /** Whether a link with this label is defined somewhere. */
  readonly isDefined: (label: string) => boolean;
  readonly links: Set<string>;
  readonly footnotes: Set<string>;
}

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
}

const FORMULA = /\$\$[^$]+\$\$|\$(?=[^\s$])(?:[^$\\\n]|\\.)*(?<=\S)\$(?!\d)/y;
/** A bare address is a link as a whole, including any brackets in it. */
const ADDRESS = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[\p{L}\p{N}][^\s<]*/iuy;
const LONGEST_LABEL = 1_001;
/** A single short word or number; more could be a sentence. */
const NAME = /^[^\s]{1,20}$/;
/** GitHub's own alternative text for an image. */
const OWN_ALTERNATIVE = /^image$/i;

export interface Unseen {
  readonly edits: readonly Edit[];
  /** The text after it is invisible, too. */
  readonly hidesRest: boolean;
  /** The text ends within a quoted value of a tag. */
  readonly opens: Quote | null;
}

/** In raw HTML only the tags are markup. */
export function unseenIn(text: string, isRaw: boolean, references: References): Unseen {
  const edits: Edit[] = [];
  let hidesRest = false;
  let opens: Quote | null = null;
  const markup = markupIn(text, isRaw);
  const codeEnd = isRaw ? () => null : codeSpans(text);
  const brackets: Bracket[] = [];
  /** Links do not nest: brackets before this position are text. */
  let closedTo = 0;
  let formulaEnd = 0;
  for (let at = 0; at < text.length; ) {
    let next = at + 1;
    switch (text[at]) {
      case '<': {
        const found = markup(at);
        if (found === null) break;
        next = found.to;
        edits.push({ from: at, to: found.to, stays: found.stays });
        hidesRest = found.hidesRest === true;
        opens = found.opens ?? null;
        break;
      }
      case '`': {
        const end = codeEnd(at);
        next = end ?? afterRun(text, at);
        if (end !== null && text[at - 1] === '$' && text[end] === '$')
          edits.push(...unseenInFormula(text, at, end - runAt(text, at).length));
        break;
      }
      case '\\':
      case '%': {
        const unseen = at < formulaEnd ? formulaEditAt(text, at, formulaEnd - 1) : null;
        if (unseen !== null) edits.push(unseen);
        next = unseen?.to ?? at + (text[at] === '%' || isRaw ? 1 : 2);
        break;
      }
      case '$':
        if (!isRaw && at >= formulaEnd) formulaEnd = at + (matched(FORMULA, text, at)?.[0].length ?? 0);
        break;
      case '[':
        if (!isRaw) brackets.push({ at, isImage: text[at - 1] === '!' });
        break;
      case ']': {
        const bracket = brackets.pop();
        if (bracket === undefined) break;
        const isText = brackets.length < closedTo && !bracket.isImage;
        closedTo = Math.min(closedTo, brackets.length);
        if (isText) break;
        const link = linkAt(text, bracket, at, references);
        if (link === null) break;
        next = link.to;
        if (!bracket.isImage && link.isLink) closedTo = brackets.length;
        for (const edit of link.edits) {
          while ((edits.at(-1)?.from ?? -1) >= edit.from) edits.pop();
          edits.push(edit);
        }
        break;
      }
      case 'h':
      case 'H':
      case 'w':
      case 'W':
        if (brackets.length === 0 && !isRaw) next = at + (matched(ADDRESS, text, at)?.[0].length ?? 1);
        break;
      default:
    }
    at = next;
  }
  return { edits, hidesRest, opens };
}

interface Link {
  readonly to: number;
  readonly isLink: boolean;
  readonly edits: readonly Edit[];
}

function linkAt(text: string, { at: open, isImage }: Bracket, close: number, references: References): Link | null {
  const inner = text.slice(open + 1, Math.min(close, open + LONGEST_LABEL));
  if (!isImage && /^\^[^\s[\]]+$/.test(inner)) {
    references.footnotes.add(labelOf(inner.slice(1)));
    return null;
  }
  const alternative =
    isImage && !OWN_ALTERNATIVE.test(inner) && close > open + 1 ? [{ from: open + 1, to: close, stays: '' }] : [];
  const whole = (to: number) => [{ from: isImage ? open - 1 : open, to, stays: '' }];
  const resource = resourceAt(text, close + 1);
  if (resource !== null) {
    const { isWhole, shown, to } = resource;
    if (!isImage && inner.trim() === '') return { to, isLink: true, edits: whole(to) };
    const hidden = isWhole ? [] : [{ from: close + 1, to, stays: `(${shown})` }];
    return { to, isLink: true, edits: [...alternative, ...hidden] };
  }
  const own = labelAt(text, open);
  const second = labelAt(text, close + 1);
  const hasOwn = second === null || second.label === '';
  const label = hasOwn ? (own?.to === close + 1 ? own.label : '') : second.label;
  if (label === '' || !references.isDefined(label)) return null;
  const to = second?.to ?? close + 1;
  if (!isImage && inner.trim() === '') return { to, isLink: true, edits: whole(to) };
  const isName = NAME.test(label);
  if (hasOwn) {
    // The text is the label; for an image it is invisible.
    if (isImage && !isName) return { to, isLink: true, edits: whole(to) };
    references.links.add(label);
    return { to, isLink: true, edits: [] };
  }
  if (isName) references.links.add(label);
  const hidden = isName ? [] : [{ from: close + 1, to, stays: '' }];
  return { to, isLink: true, edits: [...alternative, ...hidden] };
}

/** For each run of backticks, in text order: where the code that it opens ends. */
function codeSpans(text: string): (at: number) => number | null {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length);
    if (known) known.push(index);
    else runs.set(run.length, [index]);
  }
  for (const places of runs.values()) places.reverse();
  return (at) => {
    const { length } = runAt(text, at);
    const places = runs.get(length) ?? [];
    while ((places.at(-1) ?? Infinity) <= at) places.pop();
    const close = places.at(-1);
    return close === undefined ? null : close + length;
  };
}

function runAt(text: string, at: number): string {
  return matched(/`+/y, text, at)?.[0] ?? '';
}

function afterRun(text: string, at: number): number {
  return at + Math.max(1, runAt(text, at).length);
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

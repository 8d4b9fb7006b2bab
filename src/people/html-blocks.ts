/** Where raw HTML begins and ends in Markdown according to CommonMark, and what a reader sees of a tag. */
import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name';
import { endOfTag, type Quote } from './html-tag-end.ts';

/** What the last line of a block contains; `blank`: a blank line follows it. */
export type HtmlEnd = RegExp | 'blank';

const ATTRIBUTE = String.raw`[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;
const NAME = String.raw`(\/?)([A-Za-z][A-Za-z0-9-]*)`;
/** A tag within text, according to CommonMark. */
const TAG = new RegExp(String.raw`<${NAME}((?:\s+${ATTRIBUTE})*)\s*\/?>`, 'y');
/** The beginning of a tag within raw HTML, as a browser reads it. */
const RAW_TAG = /<(\/?)([A-Za-z][^\s/>]*)/y;
const ALONE = new RegExp(String.raw`^<(?:${NAME}(?:\s+${ATTRIBUTE})*\s*\/?)>\s*$`);
const LISTED = new RegExp(String.raw`^<\/?(?:${htmlBlockNames.join('|')})(?=[\s>]|\/>|$)`, 'i');
const RAW = new RegExp(String.raw`^<(?:${htmlRawNames.join('|')})(?=[\s>]|$)`, 'i');
const END_OF_RAW = new RegExp(String.raw`<\/(?:${htmlRawNames.join('|')})>`, 'i');
/** As a browser reads it. */
const UNSEEN_RAW = /<(?:[?!]|\/[^A-Za-z])/y;
/** Within text each is markup only if its own end follows; a browser ends all of them at the first `>`. */
const UNSEEN = [
  { start: /<\?/y, end: '?>' },
  { start: /<![A-Za-z]/y, end: '>' },
  { start: /<!\[CDATA\[/y, end: ']]>' },
];

/** Null if the line begins no raw HTML. */
export function endOfHtml(line: string, isInParagraph: boolean): HtmlEnd | null {
  if (!line.startsWith('<')) return null;
  if (RAW.test(line)) return END_OF_RAW;
  if (line.startsWith('<!--')) return /-->/;
  if (line.startsWith('<?')) return /\?>/;
  if (line.startsWith('<![CDATA[')) return /\]\]>/;
  if (/^<![A-Za-z]/.test(line)) return />/;
  return LISTED.test(line) || (!isInParagraph && ALONE.test(line)) ? 'blank' : null;
}

/** The markup at a position: where it ends, and what remains visible. */
export interface Markup {
  readonly to: number;
  readonly stays: string;
  /** The rest after the block is invisible, too. */
  readonly hidesRest?: boolean;
  /** A value in the tag is unclosed: text after the block belongs to it, up to the next quote of that kind. */
  readonly opens?: Quote | null;
}

/** For each position of a `<`: null if GitHub shows it. */
export function markupIn(text: string, isRaw: boolean): (at: number) => Markup | null {
  const unseen = UNSEEN.map(({ start, end }) => ({ start, last: text.lastIndexOf(end) }));
  return (at) => {
    const isUnseen = isRaw
      ? matches(UNSEEN_RAW, text, at)
      : unseen.some(({ start, last }) => last > at && matches(start, text, at));
    if (!isUnseen) return tagAt(text, at, isRaw);
    const close = text.indexOf('>', at);
    return { to: close === -1 ? text.length : close + 1, stays: '' };
  };
}

function tagAt(text: string, at: number, isRaw: boolean): Markup | null {
  const pattern = isRaw ? RAW_TAG : TAG;
  pattern.lastIndex = at;
  const tag = pattern.exec(text);
  if (tag === null) return null;
  const [start, slash = '', name = ''] = tag;
  const end = isRaw ? endOfTag(text, at + start.length) : { to: at + start.length, opens: null };
  // In a browser, an unclosed tag swallows what follows.
  if (end.to === null) return { to: text.length, stays: '', opens: end.opens };
  const whole = text.slice(at, end.to);
  const undrawn = slash === '' ? undrawnAt(text, end.to, name.toLowerCase(), isRaw) : null;
  if (undrawn !== null) return undrawn;
  const isKnown = name.length <= LONGEST_NAME && TAG_NAME.test(name);
  const opening = `<${slash}${name}`;
  return { to: end.to, stays: isKnown ? seen(whole, opening, whole.slice(opening.length, -1)) : '' };
}

const TAG_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** Longer names are unknown to GitHub and could be sentences. */
const LONGEST_NAME = 20;
const GIVEN = /([^\s=/>"'<]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;
/** Addresses, sizes, and GitHub's own attributes of images: their effect is visible, and they are no sentences. */
const SEEN =
  /^(?:(?:src|href)=["']?[^\s"']{1,300}["']?|(?:width|height)=["']?\d{1,5}(?:%|px)?["']?|align=["']?(?:left|right|center|top|middle|bottom)["']?|alt=["']?image["']?|open(?:=["']{2})?)$/i;

function seen(whole: string, start: string, given: string): string {
  let rest = given;
  const kept: string[] = [];
  if (given !== '')
    rest = given.replace(GIVEN, (attribute: string, name: string, value?: string) => {
      if (!SEEN.test(value === undefined ? name : `${name}=${value}`)) return attribute;
      kept.push(` ${attribute}`);
      return '';
    });
  if (/^[\s/]*$/.test(rest)) return whole;
  return `${start}${kept.join('')}${whole.endsWith('/>') ? ' />' : '>'}`;
}

/**
 * Browsers do not show the content of these, and GitHub keeps the elements. Of other elements GitHub removes the tags
 * and keeps the content.
 */
const KEPT = ['rp', 'video', 'audio'];
const UNDRAWN = [...KEPT, 'template', 'noscript'];
/** Elements whose content is certainly no markup, up to their end. */
const CONTENTS = new Map(
  UNDRAWN.map((name) => [
    name,
    new RegExp(String.raw`(?:[^<\x60\\[$]|<\/?(?:a|br|img|source|track)(?=[\s\/>])[^<>\x60]*>)*<\/${name}\s*>`, 'iy'),
  ]),
);

function undrawnAt(text: string, from: number, name: string, isRaw: boolean): Markup | null {
  const content = CONTENTS.get(name);
  if (content === undefined) return null;
  if (matches(content, text, from)) return { to: content.lastIndex, stays: '' };
  if (!KEPT.includes(name)) return null;
  // A paragraph closes what is inside it, except elements that prevent closing.
  return { to: text.length, stays: '', hidesRest: isRaw || /<[A-Za-z]/.test(text.slice(from)) };
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

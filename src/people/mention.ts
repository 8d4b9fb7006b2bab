/** Is this text to us (GH-2), and what does it ask? Only a real mention in the author's own prose counts. */
import { endOfNameAt, findNames } from './handle.ts';
import { proseBlocks } from './comment-prose.ts';

const SLASH_COMMAND = '/planwright';

/** A comment is to us when it starts with a mention or `/planwright`. Answers what follows, or null. */
export function instructionInComment(text: string, handles: readonly string[]): string | null {
  const start = text.length - text.trimStart().length;
  if (isIndentedCode(text, start)) return null;
  const end = endOfNameAt(text, start, [...handles.map((handle) => `@${handle}`), SLASH_COMMAND]);
  return end === null ? null : instructionFrom(text, end);
}

/** An issue's body is to us when it mentions us anywhere in its prose. Answers the rest of that paragraph, or null. */
export function instructionInBody(text: string, handles: readonly string[]): string | null {
  const names = handles.map((handle) => `@${handle}`);
  if (findNames(text, names).length === 0) return null;
  for (const block of proseBlocks(text)) {
    const mention = findNames(block.text, names).find(({ start }) => !block.isExcluded(start));
    if (mention !== undefined) return instructionFrom(block.text, mention.end);
  }
  return null;
}

function instructionFrom(text: string, end: number): string {
  return text
    .slice(end)
    .replace(/^[,.:;!、。，：！]*\s*/, '')
    .trimEnd();
}

/** Four columns of white space at the start of a text make it a code block. */
function isIndentedCode(text: string, start: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const indent = start === 0 ? '' : text.slice(lineStart, start);
  return indent.includes('\t') || /^ {4}/.test(indent);
}

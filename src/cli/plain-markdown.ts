/** Our comments as terminal lines: the words, without Markdown and HTML syntax. */
import { plainLines } from './terminal-text.ts';

export function plainMarkdown(text: string): readonly string[] {
  const lines = plainLines(text.replace(/<!--[^]*?-->/g, ''));
  const shown = lines
    .filter((line) => !/^\s*<\/?(?:details|sub|br)>\s*$/.test(line) && !/^\s*(?:```|~~~)/.test(line))
    .map(plainInline);
  // Collapses several empty lines to one.
  return shown.filter((line, at) => line !== '' || (at > 0 && shown[at - 1] !== '')).slice(0, MOST_LINES);
}

const MOST_LINES = 400;

/** A single line. */
export function plainInline(line: string): string {
  return line
    .replace(/<summary>(.*?)<\/summary>/g, '▾ $1')
    .replace(/<\/?(?:details|sub|br|summary|code|strong|b|em|i)>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^#{1,6} /, '')
    .replace(/(?<!\\)\*\*/g, '')
    .replace(/(?<!\\)`+/g, '')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trimEnd();
}

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" } as const;

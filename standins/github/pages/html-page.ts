/** The common frame of the stand-in's pages. */
import type { Answer } from '../answer.ts';
import { escaped, GITHUB_STYLE } from './markdown-html.ts';

const STYLE = `
nav { padding-bottom: 8px; margin-bottom: 16px; border-bottom: 1px solid #d1d9e0; color: #59636e; }
form { margin: 0 0 16px; }
input:not([type]), textarea { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 6px 12px; border: 1px solid #d1d9e0; border-radius: 6px; margin: 4px 0 12px; }
button { font: inherit; font-weight: 500; padding: 5px 16px; border: 1px solid #1f232826; border-radius: 6px; background: #1f883d; color: #fff; cursor: pointer; }
button.plain { background: #f6f8fa; color: #25292e; }
.label { display: inline-block; border-radius: 2em; padding: 0 10px; margin-right: 4px; font-size: 12px; font-weight: 500; line-height: 20px; border: 1px solid #1f232826; }
.state { color: #59636e; margin: -8px 0 16px; }
.reactions { padding: 0 16px 12px; }
`;

/** `above`: the parent pages, as links. */
export function htmlPage(status: number, title: string, content: string, above = ''): Answer {
  const nav = above === '' ? '' : `<nav>${above}</nav>`;
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title><style>${GITHUB_STYLE}${STYLE}</style>`;
  const text = `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${nav}<h1>${escaped(title)}</h1>${content}</body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, text };
}

/** After a form's request was carried out. */
export function leadOn(location: string): Answer {
  return { status: 303, headers: { location }, text: '' };
}

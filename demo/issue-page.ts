/** An issue as GitHub shows it, as a separate page: the comments of the demo for a browser. */
import { escaped, GITHUB_STYLE, markdownHtml } from '../standins/github/pages/markdown-html.ts';

export interface Post {
  /** Set if this post begins an issue or a pull request. */
  readonly title?: string;
  readonly author: string;
  readonly markdown: string;
  /** Also shown in the README's picture: the page's address with `#picture`. */
  readonly isPictured: boolean;
}

const BESIDE = `
body { display: grid; grid-template-columns: 860px 860px; gap: 0 16px; align-items: start; }
h1, i { grid-column: 1 / -1; }
`;

/** `beside`: two in a row. */
export function issuePage(posts: readonly Post[], beside = false): string {
  const style = beside ? GITHUB_STYLE + BESIDE : GITHUB_STYLE;
  return [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><title>${escaped(posts[0]?.title ?? '')}</title><style>${style}</style></head><body><i id="picture"></i>`,
    ...posts.map(article),
    '</body></html>',
    '',
  ].join('\n');
}

function article({ title, author, markdown, isPictured }: Post): string {
  const shown = isPictured ? ' class="pictured"' : '';
  const heading = title === undefined ? '' : `<h1${shown}>${escaped(title)}</h1>\n`;
  return `${heading}<article${shown}><header>${escaped(author)}</header><div>${markdownHtml(markdown)}</div></article>`;
}

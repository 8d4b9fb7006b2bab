/** Markdown as GitHub shows it, for the few constructs that comments use. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
type Item = Extract<Node, { readonly type: 'listItem' }>;
type Table = Extract<Node, { readonly type: 'table' }>;

export const GITHUB_STYLE = `
body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px/1.5 -apple-system, "Segoe UI", "Liberation Sans", "Noto Sans CJK JP", Helvetica, Arial, sans-serif, "Noto Color Emoji"; }
body > * { max-width: 860px; }
h1 { font-weight: 400; margin: 8px 0 16px; }
article { border: 1px solid #d1d9e0; border-radius: 6px; margin: 0 0 16px; background: #fff; }
article > header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; font-weight: 600; }
article > div { padding: 16px; overflow-wrap: break-word; }
article > div > :first-child { margin-top: 0; }
article > div > :last-child { margin-bottom: 0; }
h2 { font-size: 1.5em; padding-bottom: .3em; border-bottom: 1px solid #d1d9e0b3; margin: 24px 0 16px; line-height: 1.25; }
h3 { font-size: 1.25em; margin: 24px 0 16px; }
p, ul, ol, pre, details, table { margin: 0 0 16px; }
table { border-collapse: collapse; }
th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left; }
ul, ol { padding-left: 2em; }
li + li { margin-top: .25em; }
li.task { list-style: none; margin-left: -1.4em; }
li > p { margin: 0; }
code { background: #818b981f; border-radius: 6px; padding: .2em .4em; font: 85% "Liberation Mono", Menlo, monospace; }
pre { background: #f6f8fa; border-radius: 6px; padding: 16px; overflow: auto; }
pre code { background: none; padding: 0; }
a { color: #0969da; text-decoration: none; }
body:has(#picture:target) > :not(.pictured) { display: none; }
`;

/** The few HTML tags that comments use are passed on; others are shown as text. */
export function markdownHtml(markdown: string): string {
  return html(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
}

function html(node: Node): string {
  switch (node.type) {
    case 'text':
      return linked(escaped(node.value)).replaceAll('\n', '<br>');
    case 'break':
      return '<br>';
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'code':
      return `<pre><code>${escaped(node.value)}</code></pre>`;
    case 'html':
      return tags(node.value);
    case 'thematicBreak':
      return '<hr>';
    case 'heading':
      return `<h${node.depth}>${within(node)}</h${node.depth}>`;
    case 'list':
      return node.ordered === true ? `<ol start="${node.start ?? 1}">${within(node)}</ol>` : `<ul>${within(node)}</ul>`;
    case 'listItem':
      return item(node);
    case 'table':
      return table(node);
    case 'link':
      return `<a href="${escaped(/^https?:/.test(node.url) ? node.url : '#')}">${within(node)}</a>`;
    case 'paragraph':
      return `<p>${within(node)}</p>`;
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'blockquote': {
      const tag = { strong: 'strong', emphasis: 'em', delete: 'del', blockquote: 'blockquote' }[node.type];
      return `<${tag}>${within(node)}</${tag}>`;
    }
    default:
      return within(node);
  }
}

function within(node: Node): string {
  return 'children' in node ? node.children.map((child) => html(child)).join('') : '';
}

/** The first row is the head. */
function table({ children: rows }: Table): string {
  const lines = rows.map(({ children: cells }, at) => {
    const tag = at === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${tag}>${within(cell)}</${tag}>`).join('')}</tr>`;
  });
  return `<table>${lines.join('')}</table>`;
}

function item(node: Item): string {
  if (typeof node.checked !== 'boolean') return `<li>${within(node)}</li>`;
  return `<li class="task"><input type="checkbox" disabled${node.checked ? ' checked' : ''}> ${within(node).replace(/^<p>|<\/p>$/g, '')}</li>`;
}

/** Mentions and references to other issues become links, as on GitHub. */
function linked(text: string): string {
  return text.replace(/(?<![\w/])([#@][\w-]+)/g, (name) =>
    /^#\D|^#\d+\D/.test(name) ? name : `<a href="#">${name}</a>`,
  );
}

function tags(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '').replace(/<(?!\/?(?:details|summary|sub)>)/g, '&lt;');
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Threads from trials with the relay, stored as they were written, and checked against the rules for such texts. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Nodes } from 'mdast';

const FOLDER = join(import.meta.dirname, 'threads');
const threads = await Promise.all(
  (await readdir(FOLDER)).map(async (name) => [name, await readFile(join(FOLDER, name), 'utf8')] as const),
);

/** The comments and pull requests of the App. */
function postsIn(thread: string): readonly string[] {
  return thread.split('\n---\n\n').filter((post) => post.includes('**planwright[bot]**'));
}

function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])];
}

function rootOf(markdown: string) {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Text in paragraphs and lists, without code. */
function statements(post: string): readonly string[] {
  return post
    .replace(/```[^]*?```/g, '')
    .replace(/<details>[^]*<\/details>/g, '')
    .split('\n')
    .filter((line) => !/^(?:#|\||<|\*\*planwright|$)/.test(line))
    .map((line) => line.replace(/^- (?:\[[ x]\] )?/, ''));
}

describe.each(threads)('%s, as people read it (GH-4, GH-7)', (_name, thread) => {
  const posts = postsIn(thread);

  it('has a progress comment, a result and a pull request, and besides them questions alone', () => {
    const others = posts.filter((post) => !post.includes('<!-- planwright:question '));
    expect(others.map((post) => /<!-- planwright:(\w+) /.exec(post)?.[1])).toEqual(['progress', 'result', undefined]);
  });

  it('says nothing twice in one place, but what it assumes and settled in other words', () => {
    for (const post of posts) {
      const said = statements(post);
      expect(said.filter((line, at) => said.indexOf(line) !== at)).toEqual([]);
    }
  });

  it('cuts no sentence', () => {
    for (const post of posts)
      for (const line of statements(post)) expect(line.replace(/`[^`]*`/g, '')).not.toMatch(/…|\.\.\.$/);
  });

  it('shows as code what was written, and not how it was made safe', () => {
    for (const post of posts)
      for (const node of nodesOf(rootOf(post.replace(/^# .*/m, ''))))
        if (node.type === 'inlineCode')
          expect(node.value).not.toMatch(/&(?:lt|gt|amp);|\\[`$<>[\]]|^[,;: ]|^'(?!\w+'$)|\s(?:and|for|in)$/);
  });

  it('has tables whose rows have as many cells as their head', () => {
    for (const post of posts)
      for (const node of rootOf(post).children)
        if (node.type === 'table')
          for (const row of node.children) expect(row.children).toHaveLength(node.children[0]?.children.length ?? 0);
  });
});

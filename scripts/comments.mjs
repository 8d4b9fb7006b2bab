#!/usr/bin/env node
// Renders the comments in test/progress/rendered as GitHub shows them: a page and a picture of each task, both
// languages side by side.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const kept = join(root, 'test/progress/rendered');
const into = join(root, 'dist/comments');
const built = join(root, 'dist/demo/issue-page.js');
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'];
const WIDTH = 1768;

if (!existsSync(built)) throw new Error('Run "npm run build" first.');
const { issuePage } = await import(pathToFileURL(built).href);
const all = readdirSync(kept).map((file) => file.replace(/\.md$/, ''));
mkdirSync(into, { recursive: true });
for (const task of process.argv.length > 2 ? process.argv.slice(2) : all) pictured(task, postsOf(task));

/** For each comment the English version, then the Japanese. */
function postsOf(task) {
  const text = readFileSync(join(kept, `${task}.md`), 'utf8');
  const posts = text.split(/^(?=<!-- (?:en|ja): )/m).map((part) => {
    const [, language, what] = /^<!-- (en|ja): (.*) -->/.exec(part) ?? [];
    return { language, author: what, markdown: part, isPictured: true };
  });
  const [english, japanese] = ['en', 'ja'].map((one) => posts.filter(({ language }) => language === one));
  const rows = english.flatMap((post, at) => [post, japanese[at]]);
  return rows.map((post, at) => (at === 0 ? { ...post, title: task } : post));
}

function pictured(task, posts) {
  const page = join(into, `${task}.html`);
  const picture = join(into, `${task}.png`);
  const tall = '<script>document.title = document.body.scrollHeight</script></body>';
  // Folded parts are shown, too.
  const html = issuePage(posts, true).replaceAll('<details>', '<details open>').replace('</body>', tall);
  writeFileSync(page, html);
  const { href } = pathToFileURL(page);
  const height = /<title>(\d+)/.exec(chromium(`--window-size=${WIDTH},600`, '--dump-dom', href))?.[1] ?? '4000';
  chromium(`--window-size=${WIDTH},${height}`, `--screenshot=${picture}`, href);
  console.log(picture);
}

function chromium(...args) {
  return execFileSync('chromium', [...flags, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

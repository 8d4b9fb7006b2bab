/**
 * The pages of repositories and issues that are needed to try the App in a browser: opening, labelling and commenting
 * on an issue, and seeing the result.
 */
import type { Answer } from '../answer.ts';
import { addComment } from '../deeds/comments.ts';
import { addLabels, findLabel, openIssue, removeLabel } from '../deeds/issues.ts';
import { person, type Actor, type Stage } from '../deeds/stage.ts';
import { diffText } from '../git/compare.ts';
import {
  findRepository,
  findUser,
  fullName,
  type Issue,
  type Reaction,
  type Repository,
  type World,
} from '../world.ts';
import { htmlPage, leadOn } from './html-page.ts';
import { escaped, markdownHtml } from './markdown-html.ts';

const EMOJI: Readonly<Record<string, string>> = { eyes: '👀', '+1': '👍', '-1': '👎', confused: '😕', rocket: '🚀' };
/** The content of the element is reloaded repeatedly; fields in which people type are outside. */
const FOLLOW = `<script>setInterval(async () => {
  const text = await fetch(location.href).then((answer) => answer.text(), () => null);
  const found = text === null ? null : new DOMParser().parseFromString(text, 'text/html').getElementById('thread');
  const shown = document.getElementById('thread');
  if (found === null || found.innerHTML === shown.dataset.last) return;
  shown.dataset.last = found.innerHTML;
  shown.innerHTML = found.innerHTML;
}, 1000)</script>`;

/** Undefined if it is not one of these pages. */
export async function repositoryPage(
  stage: Stage,
  method: string,
  path: string,
  form: URLSearchParams,
): Promise<Answer | undefined> {
  const { world } = stage;
  if (method === 'GET' && path === '/') return home(world);
  const [, owner = '', name = '', rest = ''] = /^\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const repository = findRepository(world, decodeURIComponent(owner), decodeURIComponent(name));
  const user = findUser(world, world.signedIn);
  if (repository === undefined || user === undefined) return undefined;
  const [, number, deed] = /^\/(?:issues|pull)\/(\d+)(?:\/(comments|labels))?$/.exec(rest) ?? [];
  const issue = repository.issues.find((one) => String(one.number) === number && one.gone === null);
  if (method === 'GET') {
    if (rest === '' || rest === '/issues') return issuesOf(repository);
    if (rest.startsWith('/tree/'))
      return branchPage(world, repository, decodeURIComponent(rest.slice('/tree/'.length)));
    return issue === undefined || deed !== undefined ? undefined : threadPage(repository, issue);
  }
  if (rest === '/issues') return open(stage, repository, person(user), form);
  if (issue === undefined || deed === undefined) return undefined;
  await act(stage, { repository, issue, actor: person(user) }, deed, form);
  return leadOn(pathOf(repository, issue));
}

interface Deed {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly actor: Actor;
}

async function act(
  stage: Stage,
  { repository, issue, actor }: Deed,
  deed: string,
  form: URLSearchParams,
): Promise<void> {
  if (deed === 'comments') {
    const body = form.get('body') ?? '';
    if (body.trim() !== '') await addComment(stage, repository, issue, body, actor).told;
    return;
  }
  const wanted = (form.get('label') ?? '').trim();
  const label = findLabel(repository, wanted);
  if (label !== undefined && issue.labels.includes(label))
    await removeLabel(stage, repository, issue, label, actor).told;
  else if (wanted !== '') await addLabels(stage, repository, issue, [wanted], actor).told;
}

async function open(stage: Stage, repository: Repository, actor: Actor, form: URLSearchParams): Promise<Answer> {
  const title = (form.get('title') ?? '').trim();
  if (title === '') return htmlPage(422, "Title can't be blank", '');
  const { value, told } = openIssue(stage, repository, actor, { title, body: form.get('body') ?? '' });
  await told;
  return leadOn(pathOf(repository, value));
}

function home({ repositories, signedIn, app }: World): Answer {
  const listed = repositories.map((one) => `<li>${link(`/${fullName(one)}`, fullName(one))}</li>`).join('');
  const install = link(`/apps/${app.slug}/installations/new`, `Install ${app.name}`);
  return htmlPage(
    200,
    'Your repositories',
    `<p>Signed in as ${escaped(signedIn)}</p><ul>${listed}</ul><p>${install}</p>`,
  );
}

function issuesOf(repository: Repository): Answer {
  const listed = repository.issues
    .filter(({ gone }) => gone === null)
    .map((one) => `<li>${link(pathOf(repository, one), `#${one.number} ${one.title}`)} ${labels(one)}</li>`);
  const form = `<h2>New issue</h2><form method="post" action="/${fullName(repository)}/issues">
<label>Title <input name="title"></label><label>Description <textarea name="body" rows="5"></textarea></label>
<button>Create</button></form>`;
  return htmlPage(200, fullName(repository), `<ul>${listed.join('')}</ul>${form}`, link('/', 'Repositories'));
}

function branchPage({ url }: World, repository: Repository, branch: string): Answer {
  const command = `git clone --branch ${branch} ${url}/${fullName(repository)}.git`;
  return htmlPage(200, branch, `<pre><code>${escaped(command)}</code></pre>`, above(repository));
}

async function threadPage(repository: Repository, issue: Issue): Promise<Answer> {
  const { pull } = issue;
  const own = { author: issue.author, body: issue.body ?? '', reactions: issue.reactions };
  const comments = repository.comments.filter(({ issueNumber }) => issueNumber === issue.number);
  const diff = pull === null ? '' : await diffText(repository.gitDir, `${pull.baseSha}...${pull.headSha}`);
  const what = pull === null ? 'Issue' : pull.draft ? 'Draft pull request' : 'Pull request';
  const thread = [
    `<p class="state">${what} · ${issue.state} ${labels(issue)}</p>`,
    ...[own, ...comments].map((one) => post(one, repository)),
    diff === '' ? '' : `<h2>Files changed</h2><pre><code>${escaped(diff)}</code></pre>`,
  ];
  const path = pathOf(repository, issue);
  const given = new Set(issue.labels.map(({ name }) => name));
  // The App sets its own labels.
  const choices = repository.labels.filter(({ name }) => !/^planwright:(?!plan$)/.test(name)).map(({ name }) => name);
  const buttons = choices.map((name) => {
    const said = `${given.has(name) ? 'Remove' : 'Add'} label ${name}`;
    return `<button class="plain" name="label" value="${escaped(name)}">${escaped(said)}</button> `;
  });
  const forms = `<form method="post" action="${path}/labels">${buttons.join('')}</form>
<form method="post" action="${path}/comments"><textarea name="body" rows="4" aria-label="Comment"></textarea><button>Comment</button></form>`;
  return htmlPage(
    200,
    `${issue.title} #${issue.number}`,
    `<div id="thread">${thread.join('')}</div>${forms}${FOLLOW}`,
    above(repository),
  );
}

interface Post extends Pick<Issue, 'author' | 'reactions'> {
  readonly body: string;
}

/** References to another issue become links; mentions do not. */
function post({ author, body, reactions }: Post, repository: Repository): string {
  const said = markdownHtml(body)
    .replaceAll(/<a href="#">#(\d+)<\/a>/g, (_, number: string) =>
      link(`/${fullName(repository)}/issues/${number}`, `#${number}`),
    )
    .replaceAll(' href="#"', '');
  return `<article><header>${escaped(author.login)}</header><div>${said}</div>${reacted(reactions)}</article>`;
}

function reacted(reactions: readonly Reaction[]): string {
  if (reactions.length === 0) return '';
  const shown = reactions.map(
    ({ content, user }) => `<span title="${escaped(user.login)}">${EMOJI[content] ?? content}</span>`,
  );
  return `<div class="reactions">${shown.join(' ')}</div>`;
}

function labels({ labels: given }: Issue): string {
  return given
    .map(({ name, color }) => `<span class="label" style="background: #${escaped(color)}33">${escaped(name)}</span>`)
    .join('');
}

function above(repository: Repository): string {
  return `${link('/', 'Repositories')} / ${link(`/${fullName(repository)}`, fullName(repository))}`;
}

function pathOf(repository: Repository, { number, pull }: Issue): string {
  return `/${fullName(repository)}/${pull === null ? 'issues' : 'pull'}/${number}`;
}

function link(href: string, text: string): string {
  return `<a href="${escaped(href)}">${escaped(text)}</a>`;
}

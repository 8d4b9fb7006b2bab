/** GitHub's own pages: those for creating an App from a manifest and installing it, and repositories. */
import type { Answer } from '../answer.ts';
import { settingsActs } from '../acts/settings.ts';
import type { Stage } from '../deeds/stage.ts';
import type { Deliveries } from '../deliveries.ts';
import { findUser, fullName, type User, type World } from '../world.ts';
import { htmlPage } from './html-page.ts';
import { escaped } from './markdown-html.ts';
import { repositoryPage } from './repository-pages.ts';
import { createFrom, type Manifest, manifestMistakes, nameMistakes } from './app-manifest.ts';

export interface PageRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly origin: string | undefined;
}

export type ServePage = (request: PageRequest) => Promise<Answer | undefined>;

/** Undefined if it is not one of these pages. */
export function createPages(stage: Stage, deliveries: Deliveries): ServePage {
  const { world } = stage;
  const { install } = settingsActs(stage, deliveries);

  return async ({ method, url, body, origin }) => {
    const form = new URLSearchParams(body);
    const [, , login, end] = /^(\/organizations\/([^/]+))?\/settings\/apps(\/new)?$/.exec(url.pathname) ?? [];
    if (method === 'POST' && /\/settings\/apps(\/new)?$/.test(url.pathname)) {
      const owner = ownerNamed(world, login);
      if (owner === undefined) return htmlPage(404, 'Not Found', '');
      return end === undefined ? createApp(world, form, owner) : confirm(world, url, form, owner);
    }
    const [, slug, rest] = /^\/apps\/([^/]+)(\/installations(?:\/new)?)?$/.exec(url.pathname) ?? [];
    if (slug === undefined) {
      // Another site in the user's browser must not act in their name.
      const isOwn = method === 'GET' || origin === undefined || origin === world.url;
      return isOwn ? repositoryPage(stage, method, url.pathname, form) : undefined;
    }
    if (slug !== world.app.slug) return htmlPage(404, 'Not Found', '');
    if (method === 'GET' && rest === '/installations/new') return choose(world);
    if (method === 'POST' && rest === '/installations') {
      if (!form.has('repository')) return choose(world, 'Select at least one repository.');
      for (const repository of form.getAll('repository')) await install({ repository, by: world.app.owner.login });
      const listed = form.getAll('repository').map((name) => `<p><a href="/${escaped(name)}">${escaped(name)}</a></p>`);
      return htmlPage(200, `Okay, ${world.app.name} was installed`, listed.join(''));
    }
    return htmlPage(200, world.app.name, `<p>${escaped(world.app.description)}</p>`);
  };
}

/** The signed-in user owns their account and every organization. */
function ownerNamed(world: World, login: string | undefined): User | undefined {
  if (login === undefined) return findUser(world, world.signedIn);
  const found = findUser(world, decodeURIComponent(login));
  return found?.type === 'Organization' ? found : undefined;
}

function confirm(world: World, url: URL, form: URLSearchParams, owner: User): Answer {
  const text = form.get('manifest') ?? '';
  const manifest = parsed(text);
  const mistakes = manifestMistakes(world, manifest);
  if (mistakes.length > 0) return invalid(mistakes);
  const { name = '' } = manifest as Manifest;
  const action = url.pathname.replace(/\/new$/, '');
  return htmlPage(
    200,
    `Create GitHub App for ${owner.login}`,
    `<form method="post" action="${escaped(action)}">
<input type="hidden" name="manifest" value="${escaped(text)}">
<input type="hidden" name="state" value="${escaped(url.searchParams.get('state') ?? '')}">
<label>GitHub App name <input name="name" value="${escaped(name)}"></label>
<button type="submit">Create GitHub App for ${escaped(owner.login)}</button></form>`,
  );
}

function createApp(world: World, form: URLSearchParams, owner: User): Answer {
  const manifest = parsed(form.get('manifest') ?? '');
  const name = (form.get('name') ?? '').trim();
  const mistakes = [...manifestMistakes(world, manifest), ...nameMistakes(world, name)];
  if (mistakes.length > 0) return invalid([...new Set(mistakes)]);
  const { redirect_url: redirect } = manifest as Manifest;
  const { code } = createFrom(world, manifest as Manifest, name, owner);
  const to = new URL(redirect ?? `${world.url}/settings/apps/${world.app.slug}`);
  to.searchParams.set('code', code);
  const state = form.get('state') ?? '';
  if (state !== '') to.searchParams.set('state', state);
  return { status: 302, headers: { location: to.href }, text: '' };
}

/** A private App is only for its owner's repositories. */
function choose(world: World, missing: string | null = null): Answer {
  const own = world.repositories.filter((one) => one.owner.id === world.app.owner.id);
  const boxes = own.map((one) => {
    const name = escaped(fullName(one));
    const checked = own.length === 1 ? ' checked' : '';
    return `<p><label><input type="checkbox" name="repository" value="${name}"${checked}> ${name}</label></p>`;
  });
  return htmlPage(
    missing === null ? 200 : 422,
    `Install ${world.app.name}`,
    `${missing === null ? '' : `<p>${missing}</p>`}<form method="post" action="/apps/${world.app.slug}/installations">${boxes.join('')}
<button type="submit">Install</button></form>`,
  );
}

function invalid(mistakes: readonly string[]): Answer {
  const listed = mistakes.map((mistake) => `<p>Error: ${escaped(mistake)}</p>`).join('');
  return htmlPage(422, 'Invalid GitHub App configuration', listed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

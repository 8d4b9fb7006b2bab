/** GitHub's own pages that a browser goes through to create an App from a manifest and to install it. Somebody is signed in. */
import type { Answer } from '../answer.ts';
import { settingsActs } from '../acts/settings.ts';
import type { Stage } from '../deeds/stage.ts';
import type { Deliveries } from '../deliveries.ts';
import { findUser, fullName, type User, type World } from '../world.ts';
import { createFrom, type Manifest, manifestMistakes, nameMistakes } from './app-manifest.ts';

export type ServePage = (method: string, url: URL, body: string) => Promise<Answer | undefined>;

/** Undefined for what is no page of these. */
export function createPages(stage: Stage, deliveries: Deliveries): ServePage {
  const { world } = stage;
  const { install } = settingsActs(stage, deliveries);

  return async (method, url, body) => {
    const form = new URLSearchParams(body);
    const [, , login, end] = /^(\/organizations\/([^/]+))?\/settings\/apps(\/new)?$/.exec(url.pathname) ?? [];
    if (method === 'POST' && /\/settings\/apps(\/new)?$/.test(url.pathname)) {
      const owner = ownerNamed(world, login);
      if (owner === undefined) return page(404, 'Not Found', '');
      return end === undefined ? createApp(world, form, owner) : confirm(world, url, form, owner);
    }
    const [, slug, rest] = /^\/apps\/([^/]+)(\/installations(?:\/new)?)?$/.exec(url.pathname) ?? [];
    if (slug === undefined) return undefined;
    if (slug !== world.app.slug) return page(404, 'Not Found', '');
    if (method === 'GET' && rest === '/installations/new') return choose(world);
    if (method === 'POST' && rest === '/installations') {
      for (const repository of form.getAll('repository')) await install({ repository, by: world.app.owner.login });
      return page(200, `Okay, ${world.app.name} was installed`, '');
    }
    return page(200, world.app.name, `<p>${escape(world.app.description)}</p>`);
  };
}

/** Whoever is signed in owns what is theirs and every organization. */
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
  return page(
    200,
    `Create GitHub App for ${owner.login}`,
    `<form method="post" action="${escape(action)}">
<input type="hidden" name="manifest" value="${escape(text)}">
<input type="hidden" name="state" value="${escape(url.searchParams.get('state') ?? '')}">
<label>GitHub App name <input name="name" value="${escape(name)}"></label>
<button type="submit">Create GitHub App for ${escape(owner.login)}</button></form>`,
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

/** An App that is not public is for its owner's repositories alone. */
function choose(world: World): Answer {
  const own = world.repositories.filter((one) => one.owner.id === world.app.owner.id);
  const boxes = own.map((one) => {
    const name = escape(fullName(one));
    return `<p><label><input type="checkbox" name="repository" value="${name}"> ${name}</label></p>`;
  });
  return page(
    200,
    `Install ${world.app.name}`,
    `<form method="post" action="/apps/${world.app.slug}/installations">${boxes.join('')}
<button type="submit">Install</button></form>`,
  );
}

function invalid(mistakes: readonly string[]): Answer {
  const listed = mistakes.map((mistake) => `<p>Error: ${escape(mistake)}</p>`).join('');
  return page(422, 'Invalid GitHub App configuration', listed);
}

function page(status: number, title: string, content: string): Answer {
  const text = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><h1>${escape(title)}</h1>${content}</html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

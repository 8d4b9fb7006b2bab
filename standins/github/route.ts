import type { Answer } from './answer.ts';
import type { Auth } from './auth.ts';
import type { Events } from './events.ts';
import type { Access, Repository, World } from './world.ts';

/** Any one of these permissions, at this level, admits the token. */
export interface Permit {
  readonly access: Access;
  readonly anyOf: readonly string[];
  /** Whether public repositories can be read without a permission, as on github.com. */
  readonly publicRead: boolean;
}

export type Needs =
  | { readonly as: 'anyone' }
  | { readonly as: 'app' }
  | { readonly as: 'installation' }
  | { readonly as: 'repository'; readonly permit: Permit };

export interface Call {
  readonly world: World;
  readonly events: Events;
  readonly method: string;
  /** Path below /api/v3, as requested. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly accept: string;
  readonly auth: Auth;
}

export interface RepositoryCall extends Call {
  readonly repository: Repository;
}

export interface Route {
  readonly method: string;
  readonly template: string;
  readonly needs: Needs;
  readonly handle: (call: RepositoryCall) => Answer | Promise<Answer>;
}

export const REPO = '/repos/{owner}/{repo}';

export function read(...anyOf: readonly string[]): Needs {
  return { as: 'repository', permit: { access: 'read', anyOf, publicRead: true } };
}

export function readPrivileged(...anyOf: readonly string[]): Needs {
  return { as: 'repository', permit: { access: 'read', anyOf, publicRead: false } };
}

export function write(...anyOf: readonly string[]): Needs {
  return { as: 'repository', permit: { access: 'write', anyOf, publicRead: false } };
}

export function route(method: string, template: string, needs: Needs, handle: Route['handle']): Route {
  return { method, template, needs, handle };
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** These may contain slashes: branch names and file paths are not always encoded. */
const GREEDY = new Set(['ref', 'branch', 'path']);

export function createMatcher(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const compiled = routes.map((entry) => ({ entry, pattern: compile(entry.template) }));
  return (method, path) => {
    for (const { entry, pattern } of compiled) {
      if (entry.method !== method) continue;
      const groups = pattern.exec(path)?.groups;
      if (groups !== undefined) return { route: entry, params: decodeAll(groups) };
    }
    return undefined;
  };
}

function compile(template: string): RegExp {
  const source = template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (GREEDY.has(name) ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`));
  return new RegExp(`^${source}(?<end>)$`);
}

function decodeAll(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeSafely(value)]));
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A number in the path, or `NaN`, which finds nothing. */
export function numberParam(call: Call, name: string): number {
  const text = call.params[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

export function textField(call: Call, name: string): string | undefined {
  const value = call.body[name];
  return typeof value === 'string' ? value : undefined;
}

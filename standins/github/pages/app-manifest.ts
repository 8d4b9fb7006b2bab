/** Validates a manifest with GitHub's error texts, and creates the App from it. */
import { randomBytes } from 'node:crypto';
import { registerApp } from '../create-world.ts';
import { type App, findUser, type Permissions, type User, type World } from '../world.ts';

export interface Manifest {
  readonly name?: string;
  readonly url: string;
  readonly description?: string;
  readonly hook_attributes?: { readonly url: string; readonly active?: boolean };
  readonly redirect_url?: string;
  readonly public?: boolean;
  readonly default_permissions?: Permissions;
  readonly default_events?: readonly string[];
}

const HOUR_MS = 3_600_000;
const LONGEST_NAME = 34;
const LEVELS = ['read', 'write', 'admin'];
const PERMISSIONS = (
  'actions administration checks contents deployments discussions environments issues members metadata ' +
  'organization_administration packages pages pull_requests repository_hooks repository_projects secrets ' +
  'security_events single_file statuses workflows'
).split(' ');
/**
 * The permission that lets an App subscribe to each event. Events that GitHub sends to every App cannot be subscribed
 * to.
 */
const EVENTS: Readonly<Record<string, string>> = {
  check_run: 'checks',
  check_suite: 'checks',
  create: 'contents',
  delete: 'contents',
  discussion: 'discussions',
  issue_comment: 'issues',
  issue_dependencies: 'issues',
  issues: 'issues',
  label: 'metadata',
  organization: 'members',
  pull_request: 'pull_requests',
  pull_request_review: 'pull_requests',
  pull_request_review_comment: 'pull_requests',
  pull_request_review_thread: 'pull_requests',
  push: 'contents',
  repository: 'metadata',
  status: 'statuses',
  workflow_job: 'actions',
  workflow_run: 'actions',
};

/** What GitHub's page says is wrong; empty for a valid one. */
export function manifestMistakes(world: World, manifest: unknown): readonly string[] {
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest))
    return ['The configuration does not appear to be a valid GitHub App manifest.'];
  const { name, url, hook_attributes: hook, redirect_url: redirect, ...rest } = manifest as Partial<Manifest>;
  const permissions = rest.default_permissions ?? {};
  const events = rest.default_events ?? [];
  const unknown = events.filter((event) => EVENTS[event] === undefined);
  const uncovered = events.filter((event) => permissions[EVENTS[event] ?? ''] === undefined);
  return [
    ...(isWebAddress(url) ? [] : ['"url" wasn\'t supplied.']),
    ...(hook === undefined || isWebAddress(hook.url) ? [] : ['"url" wasn\'t supplied.']),
    ...(hook !== undefined && !world.localWebhooks && isWebAddress(hook.url) ? unreachable(hook.url) : []),
    ...(redirect === undefined || isWebAddress(redirect) ? [] : ['Redirect url must be a valid URL']),
    ...Object.entries(permissions).flatMap(([permission, level]) =>
      PERMISSIONS.includes(permission) && LEVELS.includes(level)
        ? []
        : ['Default permission records resource is not included in the list'],
    ),
    ...(unknown.length > 0 ? [`Default events unsupported: ${unknown.join(' and ')}`] : []),
    ...(uncovered.length > 0 ? [`Default events are not supported by permissions: ${uncovered.join(' and ')}`] : []),
    ...(name === undefined ? [] : nameMistakes(world, name)),
  ];
}

export function nameMistakes(world: World, name: string): readonly string[] {
  if (name.trim() === '') return ["Name can't be blank"];
  if (name.length > LONGEST_NAME) return [`Name is too long (maximum is ${LONGEST_NAME} characters)`];
  const slug = slugOf(name);
  if (slug === '') return ['Name must contain at least one letter or digit'];
  const isTaken = slug === world.app.slug || findUser(world, slug) !== undefined;
  return isTaken ? ['Name is already taken'] : [];
}

/** The App exists from now on, whether its keys are fetched or not. */
export function createFrom(world: World, manifest: Manifest, name: string, owner: User): { readonly code: string } {
  const slug = slugOf(name);
  const bot: User = { id: world.nextId(), login: `${slug}[bot]`, type: 'Bot', createdAtMs: world.now() };
  world.users.push(bot);
  const webhookUrl = manifest.hook_attributes?.active === false ? undefined : manifest.hook_attributes?.url;
  world.app = registerApp(
    {
      id: world.nextId(),
      slug,
      name,
      description: manifest.description ?? '',
      permissions: { metadata: 'read', ...manifest.default_permissions },
      events: manifest.default_events ?? [],
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
    },
    owner,
    bot,
  );
  // Those were of the previous App.
  world.installations.splice(0);
  return { code: manifestCodeFor(world, world.app) };
}

export function manifestCodeFor(world: World, app: App): string {
  const code = randomBytes(20).toString('hex');
  world.manifestCodes.set(code, { app, expiresAtMs: world.now() + HOUR_MS });
  return code;
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function unreachable(url: string): readonly string[] {
  const { hostname } = new URL(url);
  return /^(?:localhost|127\.|10\.|192\.168\.|\[)/.test(hostname)
    ? [`Webhook URL is not supported because it isn't reachable over the public Internet (${hostname})`]
    : [];
}

function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url);
}

import type { App, Installation, World } from '../world.ts';
import { iso, isoOrNull, nodeId, simpleUser } from './user.ts';

export function integration(world: World, app: App = world.app) {
  const madeAt = iso(app.bot.createdAtMs);
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('App', app.id),
    client_id: app.clientId,
    owner: simpleUser(world, app.owner),
    name: app.name,
    description: app.description,
    external_url: `${world.url}/apps/${app.slug}`,
    html_url: `${world.url}/apps/${app.slug}`,
    created_at: madeAt,
    updated_at: madeAt,
    permissions: app.permissions,
    events: [...app.events],
  };
}

export function fullInstallation(world: World, installation: Installation) {
  const api = `${world.url}/api/v3`;
  return {
    id: installation.id,
    account: simpleUser(world, installation.account),
    repository_selection: installation.selection,
    access_tokens_url: `${api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${api}/installation/repositories`,
    html_url: `${world.url}/settings/installations/${installation.id}`,
    app_id: world.app.id,
    client_id: world.app.clientId,
    app_slug: world.app.slug,
    target_id: installation.account.id,
    target_type: installation.account.type === 'Organization' ? 'Organization' : 'User',
    permissions: installation.permissions,
    events: [...world.app.events],
    created_at: iso(installation.createdAtMs),
    updated_at: iso(installation.createdAtMs),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: isoOrNull(installation.suspendedAtMs),
  };
}

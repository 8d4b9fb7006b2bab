import type { User, World } from '../world.ts';

export function nodeId(kind: string, id: number): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url');
}

export function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

export function simpleUser(world: World, user: User) {
  const api = `${world.url}/api/v3/users/${encodeURIComponent(user.login)}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId(user.type, user.id),
    avatar_url: `${world.url}/avatars/u/${user.id}`,
    gravatar_id: '',
    url: api,
    html_url:
      user.type === 'Bot' ? `${world.url}/apps/${user.login.replace('[bot]', '')}` : `${world.url}/${user.login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: user.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

export function publicUser(world: World, user: User) {
  const owned = world.repositories.filter((repository) => repository.owner.id === user.id && !repository.isPrivate);
  return {
    ...simpleUser(world, user),
    name: user.login,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: owned.length,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: iso(user.createdAtMs),
    updated_at: iso(user.createdAtMs),
  };
}

import { randomBytes } from 'node:crypto';
import { type Answer, created, noContent, notFound, ok, refuse } from '../answer.ts';
import { issueToken } from '../auth.ts';
import { page } from '../paginate.ts';
import { type Call, numberParam, REPO, type Route, route } from '../route.ts';
import { fullInstallation, integration } from '../shapes/app.ts';
import { repositoryShape } from '../shapes/repository.ts';
import { iso } from '../shapes/user.ts';
import {
  type Access,
  findRepository,
  holds,
  type Installation,
  installationOf,
  type Permissions,
  type Repository,
  type World,
} from '../world.ts';
import { moved } from './find.ts';

const APP = { as: 'app' } as const;
const LEVEL: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 };

export const appRoutes: readonly Route[] = [
  route('GET', '/app', APP, ({ world }) => ok(integration(world))),
  route('GET', '/app/installations', APP, (call) =>
    page(call, call.world.installations, (one) => fullInstallation(call.world, one)),
  ),
  route('GET', '/app/installations/{installation_id}', APP, (call) =>
    ok(fullInstallation(call.world, installationIn(call))),
  ),
  route('POST', '/app/installations/{installation_id}/access_tokens', APP, makeToken),
  route('GET', `${REPO}/installation`, APP, repositoryInstallation),
  route('GET', '/installation/repositories', { as: 'installation' }, listRepositories),
  route('DELETE', '/installation/token', { as: 'installation' }, revokeToken),
  route('POST', '/app-manifests/{code}/conversions', { as: 'anyone' }, convertManifest),
];

function installationIn(call: Call): Installation {
  const id = numberParam(call, 'installation_id');
  const found = call.world.installations.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

function makeToken(call: Call): Answer {
  const installation = installationIn(call);
  if (installation.suspendedAtMs !== null) throw refuse(403, 'This installation has been suspended');
  const permissions = narrowedPermissions(installation, call.body['permissions'] as Permissions | undefined);
  const repositories = narrowedRepositories(call, installation);
  const token = issueToken(call.world, installation, permissions, repositories?.map(({ id }) => id) ?? null);
  return created({
    token: token.value,
    expires_at: iso(token.expiresAtMs),
    permissions,
    repository_selection: repositories === null ? installation.selection : 'selected',
    ...(repositories === null ? {} : { repositories: repositories.map((one) => repositoryShape(call.world, one)) }),
  });
}

function narrowedPermissions(installation: Installation, wanted: Permissions | undefined): Permissions {
  if (wanted === undefined) return installation.permissions;
  for (const [name, access] of Object.entries(wanted)) {
    const granted = installation.permissions[name];
    if (granted === undefined || (LEVEL[granted] ?? 0) < (LEVEL[access] ?? 9))
      throw refuse(422, 'The permissions requested are not granted to this installation.');
  }
  const always: Record<string, Access> = { metadata: 'read' };
  return { ...wanted, ...always };
}

function narrowedRepositories(call: Call, installation: Installation): readonly Repository[] | null {
  const ids = call.body['repository_ids'] as readonly number[] | undefined;
  const names = call.body['repositories'] as readonly string[] | undefined;
  if (ids === undefined && names === undefined) return null;
  const reachable = call.world.repositories.filter((one) => holds(installation, one));
  const found = [
    ...(ids ?? []).map((id) => reachable.find((one) => one.id === id)),
    ...(names ?? []).map((name) => reachable.find((one) => one.name.toLowerCase() === name.toLowerCase())),
  ];
  if (found.includes(undefined))
    throw refuse(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  return [...new Set(found.filter((one) => one !== undefined))];
}

function repositoryInstallation(call: Call): Answer {
  const { owner = '', repo = '' } = call.params;
  const former = call.world.repositories.find((one) => one.formerNames.includes(`${owner}/${repo}`.toLowerCase()));
  if (former !== undefined) throw moved(call.world, `/repositories/${former.id}/installation`);
  const repository = findRepository(call.world, owner, repo);
  const installation = repository && installationOf(call.world, repository);
  if (installation === undefined) throw notFound();
  return ok(fullInstallation(call.world, installation));
}

function listRepositories(call: Call): Answer {
  const { world, auth } = call;
  if (auth.kind !== 'installation') throw notFound();
  const { token, installation } = auth;
  const reachable = world.repositories.filter(
    (one) => holds(installation, one) && (token.repositoryIds?.includes(one.id) ?? true),
  );
  return page(
    call,
    reachable,
    (one) => repositoryShape(world, one),
    (repositories) => ({ total_count: reachable.length, repository_selection: installation.selection, repositories }),
  );
}

function revokeToken({ world, auth }: Call): Answer {
  if (auth.kind === 'installation') world.tokens.delete(auth.token.value);
  return noContent();
}

/** The end of the manifest flow: exchanges a code, valid once and for an hour, for the App's credentials. */
function convertManifest({
  world,
  params,
}: {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
}): Answer {
  const code = params['code'] ?? '';
  const found = world.manifestCodes.get(code);
  world.manifestCodes.delete(code);
  if (found === undefined || found.expiresAtMs <= world.now()) throw notFound();
  const { clientId, webhookSecret, privateKey } = found.app;
  const secret = {
    client_id: clientId,
    client_secret: randomBytes(20).toString('hex'),
    webhook_secret: webhookSecret,
    pem: privateKey,
  };
  return created({ ...integration(world, found.app), ...secret });
}

import { createVerify, randomBytes } from 'node:crypto';
import { notAccessible, notFound, refuse } from './answer.ts';
import type { Needs, Permit } from './route.ts';
import {
  type Access,
  holds,
  type Installation,
  type Permissions,
  type Repository,
  type Token,
  type World,
} from './world.ts';

export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'app' }
  | { readonly kind: 'installation'; readonly token: Token; readonly installation: Installation };

const LEVEL: Readonly<Record<Access, number>> = { read: 1, write: 2, admin: 3 };
const MAX_JWT_SECONDS = 600;
/** GitHub's clock and ours may differ slightly. */
const CLOCK_SKEW_SECONDS = 60;
const TOKEN_LIFE_MS = 3_600_000;
/** Length of today's installation tokens (`ghs_<app>_<jwt>`). */
const TOKEN_LENGTH = 520;

export function authenticate(world: World, header: string | undefined): Auth {
  if (header === undefined) return { kind: 'none' };
  const [, scheme, credential] = /^(bearer|token|basic)\s+(\S+)$/i.exec(header) ?? [];
  if (scheme === undefined || credential === undefined) throw refuse(401, 'Bad credentials');
  if (scheme.toLowerCase() === 'basic')
    return tokenAuth(world, Buffer.from(credential, 'base64').toString().split(':')[1] ?? '');
  if (credential.split('.').length === 3 && !credential.startsWith('ghs_')) return jwtAuth(world, credential);
  return tokenAuth(world, credential);
}

export function tokenAuth(world: World, value: string): Auth {
  const token = world.tokens.get(value);
  const installation = world.installations.find((one) => one.id === token?.installationId);
  if (token === undefined || installation === undefined || token.expiresAtMs <= world.now())
    throw refuse(401, 'Bad credentials');
  if (installation.suspendedAtMs !== null) throw refuse(403, 'This installation has been suspended');
  return { kind: 'installation', token, installation };
}

function jwtAuth(world: World, jwt: string): Auth {
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const claims = decode(payload);
  const genuine =
    decode(header)?.['alg'] === 'RS256' &&
    createVerify('RSA-SHA256').update(`${header}.${payload}`).verify(world.app.publicKey, signature, 'base64url');
  if (!genuine || claims === undefined) throw refuse(401, 'A JSON web token could not be decoded');
  if (![String(world.app.id), world.app.clientId].includes(String(claims['iss'])))
    throw refuse(401, "'Issuer' claim ('iss') must be an Integer or a valid client ID");
  const nowSeconds = Math.floor(world.now() / 1000);
  const issued = Number(claims['iat']);
  const expires = Number(claims['exp']);
  if (!Number.isInteger(expires) || expires <= nowSeconds)
    throw refuse(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (expires - nowSeconds > MAX_JWT_SECONDS + CLOCK_SKEW_SECONDS)
    throw refuse(401, "'Expiration time' claim ('exp') is too far in the future");
  if (!Number.isInteger(issued) || issued > nowSeconds + CLOCK_SKEW_SECONDS)
    throw refuse(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  return { kind: 'app' };
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function issueToken(
  world: World,
  installation: Installation,
  permissions: Permissions,
  repositoryIds: readonly number[] | null,
): Token {
  const expiresAtMs = world.now() + TOKEN_LIFE_MS;
  const head = Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url');
  const claims = Buffer.from(
    JSON.stringify({
      iss: 'github',
      aud: world.app.id,
      sub: installation.id,
      exp: Math.floor(expiresAtMs / 1000),
      jti: randomBytes(12).toString('hex'),
    }),
  );
  const start = `ghs_${world.app.id}_${head}.${claims.toString('base64url')}.`;
  const value = `${start}${randomBytes(TOKEN_LENGTH)
    .toString('base64url')
    .slice(0, Math.max(40, TOKEN_LENGTH - start.length))}`;
  const token: Token = { value, installationId: installation.id, permissions, repositoryIds, expiresAtMs };
  world.tokens.set(value, token);
  return token;
}

/** Admits the caller, or throws as GitHub would: 404 for what it must not know of, 403 for what it must not do. */
export function authorize(auth: Auth, needs: Needs, repository: Repository | undefined): void {
  switch (needs.as) {
    case 'anyone':
      return;
    case 'app':
      if (auth.kind !== 'app') throw refuse(401, 'A JSON web token could not be decoded');
      return;
    case 'installation':
      if (auth.kind === 'none') throw refuse(401, 'Requires authentication');
      if (auth.kind === 'app')
        throw refuse(
          403,
          'You must authenticate with an installation access token in order to list repositories for an installation.',
        );
      return;
    case 'repository':
      if (repository === undefined) throw notFound();
      authorizeRepository(auth, needs.permit, repository);
  }
}

function authorizeRepository(auth: Auth, permit: Permit, repository: Repository): void {
  if (permit.publicRead && !repository.isPrivate) return;
  if (auth.kind === 'none') throw repository.isPrivate ? notFound() : refuse(401, 'Requires authentication');
  if (auth.kind === 'app') throw notAccessible();
  if (!reaches(auth, repository)) throw repository.isPrivate ? notFound() : notAccessible();
  if (!permit.anyOf.some((name) => allows(auth.token, name, permit.access))) throw notAccessible();
  if (permit.access !== 'read' && repository.archived) throw refuse(403, 'Repository was archived so is read-only.');
}

export function reaches(
  auth: { readonly token: Token; readonly installation: Installation },
  repository: Repository,
): boolean {
  if (!holds(auth.installation, repository)) return false;
  return auth.token.repositoryIds === null || auth.token.repositoryIds.includes(repository.id);
}

export function allows(token: Token, permission: string, access: Access): boolean {
  const granted = token.permissions[permission];
  return granted !== undefined && LEVEL[granted] >= LEVEL[access];
}

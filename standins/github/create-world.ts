import { generateKeyPairSync, createPublicKey, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createGitRepository } from './git/repository.ts';
import {
  type AppOptions,
  DEFAULT_EVENTS,
  DEFAULT_PERMISSIONS,
  type GitHubOptions,
  type RepositoryOptions,
  type UserOptions,
} from './options.ts';
import { type App, findUser, type Installation, type Repository, type User, type World } from './world.ts';

const FIRST_ID = 1_000_001;
const FIRST_USER_ID = 9_001;
const GHOST_ID = 10_137;
const OPERATOR = 'planwright-operator';

export async function createWorld(options: GitHubOptions, folder: string): Promise<World> {
  const now = options.now ?? Date.now;
  let lastId = FIRST_ID;
  const users: User[] = [
    { id: GHOST_ID, login: 'ghost', type: 'User', createdAtMs: now() },
    { id: 9_919, login: 'github', type: 'Organization', createdAtMs: now() },
  ];
  const world: World = {
    folder,
    app: createApp(options.app ?? {}, users, now()),
    users,
    repositories: [],
    installations: [],
    tokens: new Map(),
    manifestCodes: new Map(),
    attachments: new Map(),
    signedIn: options.app?.owner ?? OPERATOR,
    localWebhooks: options.localWebhooks ?? true,
    listLagMs: options.listLagMs ?? 0,
    now,
    nextId: () => (lastId += 7),
    url: '',
  };
  for (const user of options.users ?? []) addUser(world, user);
  for (const repository of options.repositories ?? []) await addRepository(world, repository);
  return world;
}

function createApp(options: AppOptions, users: User[], nowMs: number): App {
  const owner: User = { id: 9_000, login: options.owner ?? OPERATOR, type: 'User', createdAtMs: nowMs };
  const slug = options.slug ?? 'planwright';
  const bot: User = { id: 41_898_282, login: `${slug}[bot]`, type: 'Bot', createdAtMs: nowMs };
  users.push(owner, bot);
  return registerApp({ ...options, id: options.id ?? 424_242, slug }, owner, bot);
}

/** An App with its own keys. */
export function registerApp(
  options: AppOptions & { readonly id: number; readonly slug: string },
  owner: User,
  bot: User,
): App {
  const privateKey =
    options.privateKey ??
    generateKeyPairSync('rsa', {
      modulusLength: 1024,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey;
  return {
    id: options.id,
    slug: options.slug,
    name: options.name ?? 'Planwright',
    description: options.description ?? '',
    clientId: `Iv23li${randomBytes(7).toString('hex')}`,
    owner,
    bot,
    privateKey,
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    events: options.events ?? DEFAULT_EVENTS,
    permissions: options.permissions ?? DEFAULT_PERMISSIONS,
    webhookSecret: options.webhookSecret ?? randomBytes(20).toString('hex'),
    webhookUrl: options.webhookUrl ?? null,
    webhookContentType: 'json',
  };
}

export function addUser(world: World, { login, id, type = 'User' }: UserOptions): User {
  const found = findUser(world, login);
  if (found !== undefined) return found;
  const free = Math.max(
    FIRST_USER_ID,
    ...world.users.filter((user) => user.id < GHOST_ID - 1000).map((user) => user.id + 1),
  );
  if (id !== undefined && world.users.some((user) => user.id === id))
    throw new Error(`User id ${id} is taken: an id stays with its person.`);
  const user: User = { id: id ?? free, login, type, createdAtMs: world.now() };
  world.users.push(user);
  return user;
}

export async function addRepository(world: World, options: RepositoryOptions): Promise<Repository> {
  const owner = addUser(world, { login: options.owner });
  const id = world.nextId();
  const gitDir = join(world.folder, 'repositories', `${id}.git`);
  await rm(gitDir, { recursive: true, force: true });
  const repository: Repository = {
    id,
    owner,
    name: options.name,
    defaultBranch: options.defaultBranch ?? 'main',
    isPrivate: options.private ?? true,
    archived: options.archived ?? false,
    gitDir,
    roles: new Map(Object.entries(options.roles ?? {}).map(([login, role]) => [addUser(world, { login }).id, role])),
    teams: options.teams ?? [],
    hasDrafts: options.hasDrafts ?? true,
    labels: (options.labels ?? []).map((name) => ({ id: world.nextId(), name, color: 'ededed', description: null })),
    issues: [],
    comments: [],
    reviews: [],
    reviewComments: [],
    checkRuns: [],
    protectedBranches: options.protectedBranches ?? [],
    formerNames: [],
    createdAtMs: world.now(),
    pushedAtMs: world.now(),
  };
  await createGitRepository(gitDir, repository.defaultBranch, options.files ?? { 'README.md': `# ${options.name}\n` });
  world.repositories.push(repository);
  if (options.installed ?? true) installationFor(world, owner).repositoryIds.add(id);
  return repository;
}

/** One installation per account, as on GitHub. */
export function installationFor(world: World, account: User): Installation {
  const found = world.installations.find((one) => one.account.id === account.id);
  if (found !== undefined) return found;
  const installation: Installation = {
    id: world.nextId(),
    account,
    permissions: world.app.permissions,
    selection: 'selected',
    repositoryIds: new Set(),
    suspendedAtMs: null,
    createdAtMs: world.now(),
  };
  world.installations.push(installation);
  return installation;
}

import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { allows, type Auth, reaches, tokenAuth } from '../auth.ts';
import { moveRefs, type RefChange } from '../deeds/refs.ts';
import { type Stage, theApp } from '../deeds/stage.ts';
import type { Journal } from '../journal.ts';
import { findRepository, fullName, type Repository } from '../world.ts';
import { askBackend, type BackendAnswer } from './http-backend.ts';

export interface GitAnswer extends BackendAnswer {
  readonly auth: Auth;
}

const GIT_PATH =
  /^\/(?<owner>[^/]+)\/(?<name>[^/]+?)(?:\.git)?\/(?<service>info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitPath(path: string): boolean {
  return GIT_PATH.test(path);
}

/** Real git, through its own http-backend, with GitHub's access control. */
export async function serveGit(
  stage: Stage,
  journal: Journal,
  request: IncomingMessage,
  url: URL,
  body: Buffer,
): Promise<GitAnswer> {
  const { owner = '', name = '', service = '' } = GIT_PATH.exec(url.pathname)?.groups ?? {};
  const isPush = service === 'git-receive-pack' || url.searchParams.get('service') === 'git-receive-pack';
  const auth = gitAuth(stage, request.headers.authorization);
  const repository = repositoryFor(stage, owner, name);
  const refusal = refuseGit(stage, auth, repository, isPush);
  if (refusal !== undefined || repository === undefined || auth === 'bad')
    return refusal ?? plain(404, 'Repository not found.', { kind: 'none' });
  const env = {
    STANDIN_WORKFLOWS: auth.kind === 'installation' && allows(auth.token, 'workflows', 'write') ? '1' : '0',
    STANDIN_PROTECTED: JSON.stringify(repository.protectedBranches),
  };
  const user = auth.kind === 'installation' ? 'x-access-token' : '';
  const ask = () => askBackend({ gitDir: repository.gitDir, service, request, url, body, user, env });
  if (service !== 'git-receive-pack') return { ...(await ask()), auth };
  let answer: BackendAnswer | undefined;
  const moved = await moveRefs(stage, repository, theApp(stage.world), async () => {
    answer = await ask();
  });
  record(stage, journal, repository, body, request.headers['content-encoding'], moved.value);
  return { ...(answer ?? plain(500, 'The push got lost.', auth)), auth };
}

function repositoryFor({ world }: Stage, owner: string, name: string): Repository | undefined {
  return (
    findRepository(world, owner, name) ??
    world.repositories.find((one) => one.formerNames.includes(`${owner}/${name}`.toLowerCase()))
  );
}

function gitAuth({ world }: Stage, header: string | undefined): Auth | 'bad' {
  if (header === undefined) return { kind: 'none' };
  const [user, token = ''] = Buffer.from(/^basic (\S+)$/i.exec(header)?.[1] ?? '', 'base64')
    .toString()
    .split(':');
  if (user !== 'x-access-token') return 'bad';
  try {
    return tokenAuth(world, token);
  } catch {
    return 'bad';
  }
}

function refuseGit(
  { world }: Stage,
  auth: Auth | 'bad',
  repository: Repository | undefined,
  isPush: boolean,
): GitAnswer | undefined {
  const nobody: Auth = { kind: 'none' };
  if (auth === 'bad')
    return challenge('Invalid username or token. Password authentication is not supported for Git operations.');
  if (auth.kind !== 'installation') {
    if (repository !== undefined && !repository.isPrivate && !isPush) return undefined;
    return challenge('No anonymous write access.');
  }
  const isPublicRead = repository !== undefined && !repository.isPrivate && !isPush;
  if (repository === undefined || (!reaches(auth, repository) && repository.isPrivate))
    return plain(404, 'Repository not found.', auth);
  if (isPublicRead) return undefined;
  const wanted = isPush ? 'write' : 'read';
  if (!reaches(auth, repository) || !allows(auth.token, 'contents', wanted)) {
    return plain(
      403,
      isPush
        ? `Permission to ${fullName(repository)}.git denied to ${world.app.bot.login}.`
        : 'Write access to repository not granted.',
      auth,
    );
  }
  if (isPush && repository.archived) return plain(403, 'This repository was archived so it is read-only.', auth);
  return undefined;

  function challenge(text: string): GitAnswer {
    const answer = plain(401, text, nobody);
    return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Basic realm="GitHub"' } };
  }
}

function plain(status: number, text: string, auth: Auth): GitAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text), auth };
}

function record(
  { world }: Stage,
  journal: Journal,
  repository: Repository,
  body: Buffer,
  encoding: string | undefined,
  moved: readonly RefChange[],
): void {
  for (const line of commandLines(encoding === 'gzip' ? gunzipSync(body) : body)) {
    const [before = '', after = '', ref = ''] = line.split('\0')[0]?.trim().split(' ') ?? [];
    // Pushes from shallow clones also contain `shallow <id>`.
    if (!ref.startsWith('refs/')) continue;
    const change = moved.find((one) => one.ref === ref && one.after === after);
    journal.pushes.push({
      atMs: world.now(),
      repository: fullName(repository),
      ref,
      before,
      after,
      forced: change?.forced ?? false,
      accepted: change !== undefined,
    });
  }
}

/** The refs of a push precede the pack, as packets of `<old> <new> <ref>` up to an empty one. */
function commandLines(body: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at + 4 <= body.length; ) {
    const size = Number.parseInt(body.toString('latin1', at, at + 4), 16);
    if (!(size > 4)) return lines;
    lines.push(body.toString('utf8', at + 4, at + size));
    at += size;
  }
  return lines;
}

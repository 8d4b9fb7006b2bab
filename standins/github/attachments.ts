/**
 * Files that people dropped into comments: served on the web side under a UUID, for private repositories only with a
 * token.
 */
import { randomUUID } from 'node:crypto';
import { authenticate, type Auth } from './auth.ts';
import type { Repository, World } from './world.ts';

export interface Attachment {
  readonly repository: Repository;
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Redirects instead of serving the file: GitHub redirects to its file hosts, and a test may redirect anywhere. */
  readonly redirect: string | null;
}

export interface Served {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly auth: Auth | 'refused';
}

const PATH = /^\/user-attachments\/assets\/([0-9a-f-]{36})$/;
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

export function attach(world: World, attachment: Attachment): string {
  const id = randomUUID();
  world.attachments.set(id, attachment);
  return `${world.url}/user-attachments/assets/${id}`;
}

/** Undefined if the path is not an attachment's. */
export function serveAttachment(world: World, path: string, authorization: string | undefined): Served | undefined {
  const [, id] = PATH.exec(path) ?? [];
  if (id === undefined) return undefined;
  const found = world.attachments.get(id);
  const auth = identified(world, authorization);
  const mayRead =
    found !== undefined &&
    (!found.repository.isPrivate ||
      (auth !== 'refused' && auth.kind === 'installation' && auth.installation.repositoryIds.has(found.repository.id)));
  // GitHub does not reveal the existence of files that the caller may not see.
  if (found === undefined || !mayRead) return { status: 404, headers: TEXT, body: 'Not Found', auth };
  if (found.redirect !== null) return { status: 302, headers: { ...TEXT, location: found.redirect }, body: '', auth };
  return { status: 200, headers: { 'content-type': found.contentType }, body: found.bytes, auth };
}

function identified(world: World, authorization: string | undefined): Auth | 'refused' {
  try {
    return authenticate(world, authorization);
  } catch {
    return 'refused';
  }
}

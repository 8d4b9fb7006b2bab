/** Files that people dropped into comments: served on the web side under a UUID, to a token where the repository is private. */
import { randomUUID } from 'node:crypto';
import { authenticate, type Auth } from './auth.ts';
import type { Repository, World } from './world.ts';

export interface Attachment {
  readonly repository: Repository;
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Instead of the file: GitHub sends browsers on to its file hosts, and a test may send them anywhere. */
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

/** Undefined when the path is none of an attachment. */
export function serveAttachment(world: World, path: string, authorization: string | undefined): Served | undefined {
  const [, id] = PATH.exec(path) ?? [];
  if (id === undefined) return undefined;
  const found = world.attachments.get(id);
  const auth = identified(world, authorization);
  const mayRead =
    found !== undefined &&
    (!found.repository.isPrivate ||
      (auth !== 'refused' && auth.kind === 'installation' && auth.installation.repositoryIds.has(found.repository.id)));
  // GitHub does not say that there is something which one may not see.
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

/**
 * Reads files from the default branch (GH-9, P18): first its commit, then the file in exactly that commit. GitHub
 * answers "not modified" to most of it and does not count the call.
 */
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { FoundFile, GitHub, RepositoryRef } from '../ports/github.ts';
import { BranchAnswer, ContentAnswer } from './answers.ts';
import type { Api } from './api.ts';
import { unlessGone } from './translate-error.ts';
import { readRepository } from './read-facts.ts';

/** Where GitHub itself looks for an owner's defaults. */
const OWNERS_REPOSITORY = '.github';
/**
 * How long "the App is installed there" is cached; finding out takes a token. A removal is noticed by a failing call.
 */
const KNOWN_MS = 10 * 60_000;
const KNOWN_ABSENT_MS = 60_000;

export function createDefaultFiles(api: Api, clock: Clock): Pick<GitHub, 'defaultFile'> {
  const known = new Map<number, { readonly repo: RepositoryRef | null; readonly untilMs: number }>();

  async function ownersRepository(repo: RepositoryRef): Promise<RepositoryRef | null> {
    const kept = known.get(repo.installationId);
    if (kept !== undefined && kept.untilMs > clock.now()) return kept.repo && { ...kept.repo, owner: repo.owner };
    const found = await api.neighbour(repo, OWNERS_REPOSITORY);
    known.set(repo.installationId, {
      repo: found,
      untilMs: clock.now() + (found === null ? KNOWN_ABSENT_MS : KNOWN_MS),
    });
    return found;
  }

  return {
    async defaultFile(repo, path, of) {
      if (of === 'repository') return readFile(api, repo, path);
      // The owner's repository has its own file already.
      if (repo.name.toLowerCase() === OWNERS_REPOSITORY) return null;
      const owners = await ownersRepository(repo);
      if (owners === null) return null;
      try {
        return await readFile(api, owners, path);
      } catch (error) {
        // It was renamed, deleted or removed from the installation.
        if (!(error instanceof Fault) || (error.code !== 'github_gone' && error.code !== 'github_not_installed'))
          throw error;
        known.delete(repo.installationId);
        return null;
      }
    },
  };
}

async function readFile(api: Api, repo: RepositoryRef, path: string): Promise<FoundFile | null> {
  const { defaultBranch, isPrivate } = await readRepository(api, repo);
  const branch = await unlessGone(
    api.call(repo, {
      what: 'Reading the default branch',
      route: 'GET /repos/{owner}/{repo}/branches/{branch}',
      parameters: { branch: defaultBranch },
      answer: BranchAnswer,
    }),
    null,
  );
  // A repository without commits has no branch.
  if (branch === null) return null;
  const commit = branch.commit.sha;
  const content = await unlessGone(
    api.call(repo, {
      what: `Reading ${path}`,
      route: 'GET /repos/{owner}/{repo}/contents/{+path}',
      parameters: { path, ref: commit },
      answer: ContentAnswer,
    }),
    null,
  );
  return content && { repository: `${repo.owner}/${repo.name}`, isPrivate, commit, ...fileIn(content) };
}

function fileIn(content: ContentAnswer): Pick<FoundFile, 'isFile' | 'text' | 'bytes'> {
  if (!('type' in content) || content.type !== 'file') return { isFile: false, text: null, bytes: 0 };
  const { size: bytes, encoding, content: encoded } = content;
  return { isFile: true, bytes, text: encoding === 'base64' ? decoded(encoded ?? '') : null };
}

function decoded(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}

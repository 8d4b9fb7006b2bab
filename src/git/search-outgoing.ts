import { Fault } from '../errors.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { parseAddedLines } from './parse-diff.ts';
import { assertSizes } from './read-change.ts';
import { runGit } from './run-git.ts';
import { scanForSecrets, type SecretFinding } from '../publish/secret-scan.ts';

export interface OutgoingCommits {
  readonly gitDirectory: string;
  /** This one and its ancestors, as far as GitHub does not have them. */
  readonly sha: string;
  /** Values that must never leave this machine. */
  readonly knownSecrets: readonly string[];
}

const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
const MAX_NAMED = 5;
/** What came from GitHub needs no search. */
const KNOWN_TO_GITHUB = '--glob=refs/planwright/*';

/**
 * The last gate before anything leaves this machine: every commit that would be new to GitHub is searched for
 * secrets, with its message. A secret that a later commit removed is in the history all the same.
 */
export async function searchOutgoingCommits(host: GitHost, commits: OutgoingCommits): Promise<string | null> {
  const outgoing = [commits.sha, '--not', KNOWN_TO_GITHUB];
  try {
    await assertSizes(host, commits.gitDirectory, outgoing);
  } catch (error) {
    if (error instanceof Fault && error.message.startsWith('The change is too large')) return error.message;
    throw error;
  }
  const patches = await log(host, commits, [
    '--patch',
    '--text',
    '--unified=0',
    '--diff-merges=first-parent',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--format=',
    ...outgoing,
  ]);
  const headers = await log(host, commits, ['--no-patch', '--no-color', '--format=raw', ...outgoing]);
  const names = await log(host, commits, ['--name-only', '-z', '--diff-merges=first-parent', '--format=', ...outgoing]);
  if (patches === null || headers === null || names === null) {
    return 'The commits are too large to be searched for secrets: they add more than 16 MB of text.';
  }
  const inNames = scanForSecrets(nameLines(names), commits.knownSecrets);
  // A name that is a secret itself is not shown again as the place of another.
  if (inNames.length > 0) return describe(inNames);
  const findings = scanForSecrets([...parseAddedLines(patches), ...headerLines(headers)], commits.knownSecrets);
  return findings.length === 0 ? null : describe(findings);
}

async function log(host: GitHost, { gitDirectory }: OutgoingCommits, args: readonly string[]): Promise<string | null> {
  const result = await runGit(host, {
    gitDirectory,
    args: ['log', ...args, '--'],
    maxOutputBytes: MAX_SEARCHED_BYTES,
  });
  if (result.truncated) return null;
  if (result.exitCode !== 0) throw gitBroken('Searching the commits for secrets', result);
  return result.stdout.toString('utf8');
}

interface Line {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Author, message and whatever else a commit holds; only git's own line with the id begins with `commit`. */
function headerLines(headers: string): readonly Line[] {
  const lines: Line[] = [];
  let path = '';
  let line = 0;
  for (const text of headers.split('\n')) {
    const id = /^commit ([0-9a-f]{7})[0-9a-f]{33,57}$/.exec(text)?.[1];
    line = id === undefined ? line + 1 : 0;
    if (id !== undefined) path = `the message of commit ${id}`;
    lines.push({ path, line, text });
  }
  return lines;
}

function nameLines(names: string): readonly Line[] {
  return names.split('\0').map((text) => ({ path: 'the name of a file', line: 1, text }));
}

function describe(findings: readonly SecretFinding[]): string {
  const places = [...new Set(findings.map((found) => `${found.path}, line ${found.line} (${found.kind})`))];
  const named = places.slice(0, MAX_NAMED).join('; ');
  const more = places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : '';
  return `Nothing was pushed, because a commit holds what looks like a secret: ${named}${more}. Take it out of every commit, and revoke it if it is real.`;
}

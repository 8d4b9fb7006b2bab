import { setImmediate } from 'node:timers/promises';
import type { TaskRepository } from './git-environment.ts';
import { createDiffReader, diffTrees, parseRawDiff, RENAMES } from './read-diff.ts';
import type { TooLarge } from '../ports/repositories.ts';
import { createSecretSearch, scanForSecrets, type SecretFinding } from '../secrets/secret-scan.ts';

export interface OutgoingCommit {
  /** The one commit that would be new to GitHub, and its only parent, which GitHub has. */
  readonly sha: string;
  readonly parent: string;
  readonly message: string;
  /** Values that must never leave this machine. */
  readonly knownSecrets: readonly string[];
}

export type Objection = { readonly kind: 'secret'; readonly places: readonly string[] } | TooLarge;

/** The search must be complete, so a larger change is refused. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
const MAX_NAMED = 20;
/** Searched in one step, before other work on the event loop gets its turn. */
const STEP_BYTES = 16 * 1024;
const SEARCHING = 'Searching the change for secrets';
const TOO_LARGE: TooLarge = { kind: 'too_large', places: [] };

/**
 * The last check before anything leaves this machine: names, added lines and the commit message are searched for
 * secrets. Bounded in memory, and never blocks the service for long.
 */
export async function searchOutgoingCommit(
  repository: TaskRepository,
  { sha, parent, message, knownSecrets }: OutgoingCommit,
): Promise<Objection | null> {
  const range = [...RENAMES, parent, sha];
  const named = await diffTrees(repository, SEARCHING, ['--raw', '-z', ...range]);
  if (named === null) return TOO_LARGE;
  const inNames = await searchNames(
    parseRawDiff(named).entries.map(({ path }) => path),
    knownSecrets,
  );
  // A name that is a secret must not be shown as the place of another one.
  if (inNames.length > 0) return { kind: 'secret', places: describe(inNames, ({ path, kind }) => `${path} (${kind})`) };

  const lines = createSecretSearch(knownSecrets);
  const read = createDiffReader(lines);
  const onStdout = async (chunk: Buffer): Promise<void> => {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      read(chunk.subarray(at, at + STEP_BYTES));
      await setImmediate();
    }
  };
  // `--text`: a NUL byte or an attribute must not hide lines from the search.
  const patch = await diffTrees(repository, SEARCHING, ['--patch', '--text', '--unified=0', ...range], {
    maxOutputBytes: MAX_SEARCHED_BYTES,
    onStdout,
  });
  if (patch === null) return TOO_LARGE;
  const inMessage = scanForSecrets([{ path: 'the message of the commit', line: 1, text: message }], knownSecrets);
  const findings = [...lines.end(), ...inMessage];
  return findings.length === 0
    ? null
    : { kind: 'secret', places: describe(findings, ({ path, line, kind }) => `${path}:${line} (${kind})`) };
}

async function searchNames(
  names: readonly string[],
  knownSecrets: readonly string[],
): Promise<readonly SecretFinding[]> {
  const search = createSecretSearch(knownSecrets);
  let bytes = 0;
  for (const name of names) {
    const line = Buffer.from(name, 'utf8');
    search.startLine('the name of a file', 1);
    search.append(line);
    bytes += line.length + 1;
    if (bytes < STEP_BYTES) continue;
    bytes = 0;
    await setImmediate();
  }
  return search.end();
}

function describe(findings: readonly SecretFinding[], place: (finding: SecretFinding) => string): readonly string[] {
  const places = [...new Set(findings.map(place))];
  const more = places.length - MAX_NAMED;
  return more > 0 ? [...places.slice(0, MAX_NAMED), `+${more}`] : places;
}

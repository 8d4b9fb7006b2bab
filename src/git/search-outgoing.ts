import { setImmediate } from 'node:timers/promises';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { createDiffReader, parseRawDiff } from './parse-diff.ts';
import { runGit, type GitResult } from './run-git.ts';
import { createSecretSearch, scanForSecrets, type SecretFinding } from '../secrets/secret-scan.ts';

export interface OutgoingCommit {
  readonly gitDirectory: string;
  /** The one commit that would be new to GitHub, and its only parent, which GitHub has. */
  readonly sha: string;
  readonly parent: string;
  readonly message: string;
  /** Values that must never leave this machine. */
  readonly knownSecrets: readonly string[];
}

export type Objection =
  | { readonly kind: 'secret'; readonly places: readonly string[] }
  | { readonly kind: 'too_large' };

/** What is searched must be complete: beyond this the change is refused. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
const MAX_NAME_BYTES = 4 * 1024 * 1024;
const MAX_NAMED = 20;
const TIMEOUT_MS = 120_000;
/** What is looked through in one step, before others have their turn. */
const STEP_BYTES = 16 * 1024;
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/', '-M', '-l400'];

/**
 * The last gate before anything leaves this machine: the names, the added lines and the message of the commit
 * are searched for secrets. Bounded in memory, and it never keeps the service from other things for long.
 */
export async function searchOutgoingCommit(host: GitHost, commit: OutgoingCommit): Promise<Objection | null> {
  const range = [commit.parent, commit.sha];
  const named = await diff(host, commit, { args: ['--raw', '-z', ...range], maxOutputBytes: MAX_NAME_BYTES });
  if (named === null) return { kind: 'too_large' };
  const names = parseRawDiff(named.stdout.toString('utf8')).map(({ path }) => path);
  const inNames = await search(commit.knownSecrets, names.map(nameLine));
  // A name that is a secret itself is not shown again as the place of another.
  if (inNames.length > 0) return { kind: 'secret', places: describe(inNames, ({ path, kind }) => `${path} (${kind})`) };

  const lines = createSecretSearch(commit.knownSecrets);
  const read = createDiffReader(lines);
  const onStdout = async (chunk: Buffer): Promise<void> => {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      read(chunk.subarray(at, at + STEP_BYTES));
      await setImmediate();
    }
  };
  // `--text`: a NUL byte or an attribute must not hide lines from those who search them.
  const patch = await diff(host, commit, {
    args: ['--patch', '--text', '--unified=0', ...range],
    maxOutputBytes: MAX_SEARCHED_BYTES,
    onStdout,
  });
  if (patch === null) return { kind: 'too_large' };
  const message = scanForSecrets(
    [{ path: 'the message of the commit', line: 1, text: commit.message }],
    commit.knownSecrets,
  );
  const findings = [...lines.end(), ...message];
  return findings.length === 0
    ? null
    : { kind: 'secret', places: describe(findings, ({ path, line, kind }) => `${path}:${line} (${kind})`) };
}

interface DiffOptions {
  readonly args: readonly string[];
  readonly maxOutputBytes: number;
  readonly onStdout?: (chunk: Buffer) => Promise<void>;
}

/** Null when it says too much or takes too long: both follow from the change alone, so trying again does not help. */
async function diff(
  host: GitHost,
  { gitDirectory }: OutgoingCommit,
  { args, ...options }: DiffOptions,
): Promise<GitResult | null> {
  const result = await runGit(host, {
    gitDirectory,
    args: ['diff', ...PLAIN, ...args, '--'],
    timeoutMs: TIMEOUT_MS,
    ...options,
  });
  if (result.truncated || result.timedOut) return null;
  if (result.exitCode !== 0) throw gitBroken('Searching the change for secrets', result);
  return result;
}

interface Line {
  readonly path: string;
  readonly line: number;
  readonly bytes: Buffer;
}

function nameLine(name: string): Line {
  return { path: 'the name of a file', line: 1, bytes: Buffer.from(name, 'utf8') };
}

async function search(knownSecrets: readonly string[], lines: readonly Line[]): Promise<readonly SecretFinding[]> {
  const names = createSecretSearch(knownSecrets);
  let bytes = 0;
  for (const line of lines) {
    names.startLine(line.path, line.line);
    names.append(line.bytes);
    bytes += line.bytes.length + 1;
    if (bytes < STEP_BYTES) continue;
    bytes = 0;
    await setImmediate();
  }
  return names.end();
}

function describe(findings: readonly SecretFinding[], place: (finding: SecretFinding) => string): readonly string[] {
  const places = [...new Set(findings.map(place))];
  const more = places.length - MAX_NAMED;
  return more > 0 ? [...places.slice(0, MAX_NAMED), `+${more}`] : places;
}

/** Searches the files of a commit, with a time limit for any pattern. */
import { gitIn } from './task-repository.ts';
import type { TaskRepository } from './git-environment.ts';

export interface Search {
  readonly patterns: readonly string[];
  /** Fixed text, or an extended regular expression. */
  readonly as: 'text' | 'pattern';
  /** Whole words only. */
  readonly isWord?: boolean;
  readonly glob?: string | undefined;
  /** Only the match, without the line around it. */
  readonly onlyMatch?: boolean;
}

export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface Searched {
  readonly ended: 'whole' | 'cut' | 'too_slow' | 'refused';
  readonly hits: readonly Hit[];
}

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const MAX_PATTERN = 500;

export async function grepTree(repository: TaskRepository, sha: string, search: Search): Promise<Searched> {
  const { patterns, as, isWord = false, glob, onlyMatch = false } = search;
  const isOdd = patterns.some((pattern) => pattern.length > MAX_PATTERN || /[\0\n]/.test(pattern));
  if (isOdd || (glob !== undefined && !isGlob(glob))) return { ended: 'refused', hits: [] };
  const args = [
    'grep',
    '-Inz',
    '--no-color',
    '--full-name',
    '--threads=2',
    as === 'text' ? '-F' : '-E',
    ...(isWord ? ['-w'] : []),
    ...(onlyMatch ? ['-o'] : []),
    ...patterns.flatMap((pattern) => ['-e', pattern]),
    sha,
    '--',
    ...(glob === undefined ? [] : [glob.includes('/') ? glob : `**/${glob}`]),
  ];
  const { exitCode, stdout, truncated, timedOut } = await gitIn(repository, args, {
    isPatient: true,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    environment: { GIT_LITERAL_PATHSPECS: '0', GIT_GLOB_PATHSPECS: '1' },
  });
  if (!truncated && !timedOut && exitCode !== 0 && exitCode !== 1) return { ended: 'refused', hits: [] };
  const hits = stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => hitIn(line, sha));
  return { ended: timedOut ? 'too_slow' : truncated ? 'cut' : 'whole', hits };
}

/** False for a text that git would read as more than a path pattern. */
function isGlob(glob: string): boolean {
  return glob !== '' && glob.length <= 200 && !/^[:/!^]|\0|(?:^|\/)\.\.(?:\/|$)/.test(glob);
}

function hitIn(line: string, sha: string): readonly Hit[] {
  const [name = '', number = '', text] = line.split('\0');
  return text === undefined || !name.startsWith(`${sha}:`)
    ? []
    : [{ path: name.slice(sha.length + 1), line: Number(number), text }];
}

/**
 * A repository on this machine may have come whole from somewhere else, in an archive, with hooks and settings of its own.
 * What these name is never run by a git of ours (G1, G2), neither here nor at the other end of a fetch or push, which is a
 * process of its own in that repository.
 */
import { isOnThisMachine, type GitHost } from './git-environment.ts';

/** They win over what the repository says. The second: what git asks for branches of repositories that it borrows from. */
const NOTHING_RUNS = [
  'core.hooksPath=/dev/null',
  'core.alternateRefsCommand=true',
  'core.fsmonitor=false',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.askPass=',
  'core.pager=cat',
  'credential.helper=',
  'diff.external=',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  // A bare repository that a clone brought along in a folder is none.
  'safe.bareRepository=explicit',
];
const OF_RECEIVING = ['receive.denyCurrentBranch=refuse', 'receive.autogc=false'];

/** Objects that are missing are fetched from nowhere: the way there would be one more program. */
export const FETCHES_NOTHING = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' } as const;

export const QUIETLY = flags(NOTHING_RUNS);

/**
 * Options for filters that the repository itself sets. What is listed: `git config --list --null --show-scope`. Those of the
 * person and of the machine stay.
 */
export function withoutOwnFilters(listed: string): readonly string[] {
  const parts = listed.split('\0');
  const names = parts.flatMap((scope, at) => {
    const key = at % 2 === 0 && /^(?:local|worktree)$/.test(scope) ? (parts[at + 1] ?? '').split('\n')[0] : undefined;
    return key !== undefined && /^filter\..*\.(?:clean|smudge|process|required)$/s.test(key) ? [key] : [];
  });
  return flags([...new Set(names)].map((key) => `${key}=${key.endsWith('.required') ? 'false' : ''}`));
}

/** What a fetch or a push says about the git that answers it, where that is on this machine. */
export function otherEnd(host: GitHost, program: 'upload-pack' | 'receive-pack'): readonly string[] {
  if (!isOnThisMachine(host)) return [];
  const variables = Object.entries(FETCHES_NOTHING).map(([name, value]) => `${name}=${value}`);
  const settings = program === 'receive-pack' ? [...NOTHING_RUNS, ...OF_RECEIVING] : NOTHING_RUNS;
  return [`--${program}=${[...variables, 'git', ...flags(settings), program].join(' ')}`];
}

function flags(settings: readonly string[]): readonly string[] {
  return settings.flatMap((one) => ['-c', one]);
}

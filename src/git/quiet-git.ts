/**
 * A repository on this machine may come from an archive, with hooks and settings of its own. Our git never runs what
 * these name (G1, G2), neither here nor at the other end of a fetch or push, which is a separate process in that
 * repository.
 */
import { isOnThisMachine, type GitHost } from './git-environment.ts';

/**
 * Override the repository's settings. The second is what git runs for branches of repositories it borrows objects from.
 */
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
  // A bare repository inside a folder of a clone is ignored.
  'safe.bareRepository=explicit',
];
const OF_RECEIVING = ['receive.denyCurrentBranch=refuse', 'receive.autogc=false'];

/** Missing objects are not fetched, since the transport would be another program. */
export const FETCHES_NOTHING = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' } as const;

export const QUIETLY = flags(NOTHING_RUNS);

/**
 * Options that disable filters set by the repository itself. `listed`: the output of `git config --list --null
 * --show-scope`. Filters set by the person or the machine stay.
 */
export function withoutOwnFilters(listed: string): readonly string[] {
  const parts = listed.split('\0');
  const names = parts.flatMap((scope, at) => {
    const key = at % 2 === 0 && /^(?:local|worktree)$/.test(scope) ? (parts[at + 1] ?? '').split('\n')[0] : undefined;
    return key !== undefined && /^filter\..*\.(?:clean|smudge|process|required)$/s.test(key) ? [key] : [];
  });
  return flags([...new Set(names)].map((key) => `${key}=${key.endsWith('.required') ? 'false' : ''}`));
}

/** The options for the other end of a fetch or push, if it is on this machine. */
export function otherEnd(host: GitHost, program: 'upload-pack' | 'receive-pack'): readonly string[] {
  if (!isOnThisMachine(host)) return [];
  const variables = Object.entries(FETCHES_NOTHING).map(([name, value]) => `${name}=${value}`);
  const settings = program === 'receive-pack' ? [...NOTHING_RUNS, ...OF_RECEIVING] : NOTHING_RUNS;
  return [`--${program}=${[...variables, 'git', ...flags(settings), program].join(' ')}`];
}

function flags(settings: readonly string[]): readonly string[] {
  return settings.flatMap((one) => ['-c', one]);
}

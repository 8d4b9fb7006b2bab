/** Whether this machine's git is new enough. */
import type { Finding } from './finding.ts';

const part = 'Programs';
/** The version that introduced `git merge-tree --write-tree`, which merges a base branch without a checkout. */
const SINCE = { major: 2, minor: 38 };

/** `said`: the output of `git --version`; null if there is no git. */
export function gitFinding(said: string | null): Finding {
  if (said === null)
    return { part, grade: 'mend', said: 'There is no git on this machine.', todo: 'sudo apt-get install git' };
  const name = said.trim();
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(name) ?? []).slice(1).map(Number);
  if (major > SINCE.major || (major === SINCE.major && minor >= SINCE.minor))
    return { part, grade: 'fine', said: `Node ${process.versions.node}, ${name}.` };
  return {
    part,
    grade: 'mend',
    said: `This is ${name}. Merging a base branch that moved while a task worked needs git ${SINCE.major}.${SINCE.minor} or newer.`,
    todo: 'Install a newer one. On Ubuntu: sudo add-apt-repository ppa:git-core/ppa && sudo apt-get install git. On Debian 11: the same package from bullseye-backports. Else: https://git-scm.com/downloads',
  };
}

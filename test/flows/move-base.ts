import { gitOf } from './stories.ts';
import type { World } from './world.ts';

/** Changes a file of the base branch: once, however often the model is asked in between. */
export function moveBase(world: World, repository: string, path: string, content: string): void {
  const git = gitOf(world, repository);
  const entry = `100644 blob ${gitOf(world, repository, content)('hash-object', '-w', '--stdin').trim()}\t${path}`;
  const listed = git('ls-tree', 'main').split('\n').filter(Boolean);
  if (listed.includes(entry)) return;
  const kept = listed.filter((one) => !one.endsWith(`\t${path}`));
  const tree = gitOf(world, repository, `${[...kept, entry].join('\n')}\n`)('mktree').trim();
  const who = ['-c', 'user.name=mika', '-c', 'user.email=mika@localhost'];
  git('update-ref', 'refs/heads/main', git(...who, 'commit-tree', tree, '-p', 'main', '-m', 'Move on').trim());
}

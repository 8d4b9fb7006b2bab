/** What planning knows of the repository, read from the commit it starts from: the same for every call (PLAN-2). */
import { repositoryBlocks } from '../model-calls/repository-block.ts';
import { piecesOf } from '../state/gathered.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from './performer.ts';

export async function repositoryContext(
  task: Task,
  { repositories, redact, nonceOf }: Toolbox,
): Promise<readonly string[]> {
  const { id, snapshot, gathering } = task;
  if (snapshot === null) throw new TypeError(`There is no repository at ${task.stage.is}.`);
  const pieces = gathering === undefined ? [] : piecesOf(gathering);
  const texts = pieces.length === 0 ? [] : await repositories.showPieces(id, snapshot.startSha, pieces);
  return repositoryBlocks({ snapshot, gathering, texts: texts.map(redact), nonce: nonceOf(id) });
}

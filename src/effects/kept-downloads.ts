/**
 * Lets a task use what earlier tasks of its repository downloaded, and keeps what it downloads itself (ENV-6). Kept only
 * if nothing of the task had a part in it: what ran is the base branch's own set-up, on exactly that commit.
 */
import { createHash } from 'node:crypto';
import { defaultSetup } from '../environments/detect-environment.ts';
import { lastInstall, lockFilesIn } from '../environments/installs.ts';
import { runInSandbox } from './command.ts';
import type { DownloadsKey } from '../ports/downloads.ts';
import type { Task } from '../state/task.ts';
import type { Performing } from './performer.ts';

type SetUp = Performing<'run_setup'>;

/** A part of an installed package would pass for the whole. */
const EMPTY_HOME = 'find "$HOME" -mindepth 1 -delete';

interface Kept {
  readonly key: DownloadsKey;
  /** The sandbox was cloned from the base itself. */
  readonly isBase: boolean;
}

/** Before the first command. Returns whether there was something. */
export async function useDownloads({ effect, key, task, tools, signal }: SetUp): Promise<boolean> {
  if (effect.index > 0 || triedBefore(task)) return false;
  const kept = await keptFor({ task, tools });
  const outcome = kept === null ? 'nothing' : await tools.downloads?.restore(task.id, kept.key, signal);
  if (outcome === 'broken')
    await runInSandbox(task, tools, signal, { key: `${key}-home`, command: EMPTY_HOME, cwd: '.', againIfCutOff: true });
  return outcome === 'restored';
}

/** After a command that succeeded. */
export async function keepDownloads({ effect, task, tools, signal }: SetUp): Promise<void> {
  const { plan, snapshot } = task;
  if (plan === null || snapshot === null || triedBefore(task)) return;
  const { name, setup_commands: commands } = plan.selected_environment;
  const usual = [...defaultSetup(name, snapshot.environmentFiles), ...(task.settings.pinned.setup ?? [])];
  if (effect.index !== lastInstall(commands, usual)) return;
  const kept = await keptFor({ task, tools });
  if (kept?.isBase === true) await tools.downloads?.keep(task.id, kept.key, signal);
}

/** The model corrected the set-up in this container. */
function triedBefore({ workspace }: Task): boolean {
  return workspace.is !== 'preparing' || workspace.tried.repairs > 0;
}

/** Null where nothing is kept, or nothing says what would be installed. */
async function keptFor({ task, tools }: Pick<SetUp, 'task' | 'tools'>): Promise<Kept | null> {
  const { snapshot, workspace, request } = task;
  if (!tools.downloads || snapshot === null || workspace.is !== 'preparing' || workspace.image === null) return null;
  const files = lockFilesIn(Object.keys(snapshot.environmentFiles));
  const { sha, ids } = await tools.repositories.clonedFrom(task.id, files);
  if (sha === null || ids.every((id) => id === null)) return null;
  const { repositoryId, owner, name } = request.repo;
  // With the name, since all repositories on a person's own machine have the same number.
  const about = JSON.stringify([owner, name, workspace.image, files, ids]);
  const digest = createHash('sha256').update(about).digest('hex');
  return { key: { repositoryId, digest }, isBase: sha === snapshot.baseSha };
}

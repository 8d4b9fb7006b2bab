/**
 * Lets a task begin with what earlier tasks of its repository downloaded, and keeps what it downloads itself (ENV-6).
 * Kept only if nothing of the task had a part in it: in a container made for this, only the base branch's own installs
 * have run, on exactly that commit. What was cloned is known from before any command ran.
 */
import { createHash } from 'node:crypto';
import { defaultSetup } from '../environments/detect-environment.ts';
import { leadingInstalls, type Installs } from '../environments/installs.ts';
import { runInSandbox } from './command.ts';
import { WorkspaceLost } from './sandbox-sessions.ts';
import type { DownloadsKey } from '../ports/downloads.ts';
import type { Task } from '../state/task.ts';
import type { Performing } from './performer.ts';

/** A part of an installed package would pass for the whole. Some package managers make their folders read-only. */
const EMPTY_HOME = 'chmod -R u+w "$HOME" && find "$HOME" -mindepth 1 -delete';

/** After the clone of `sha`, before the first command of the set-up. Returns whether there was something. */
export async function useDownloads(
  { key, task, tools, signal }: Performing<'clone'>,
  sha: string | null,
): Promise<boolean> {
  const installs = installsOf(task);
  const { workspace } = task;
  if (!tools.downloads || installs === null || sha === null || workspace.is !== 'preparing' || !workspace.isUnused)
    return false;
  const kept = await keyOf({ task, tools }, installs, sha);
  const outcome = kept === null ? 'nothing' : await tools.downloads.restore(task.id, kept, signal);
  if (outcome === 'broken') {
    const call = { key: `${key}-home`, command: EMPTY_HOME, cwd: '.', againIfCutOff: true };
    const { exit_code: code } = await runInSandbox(task, tools, signal, call);
    if (code !== 0) throw new WorkspaceLost(workspace.containerId ?? '', 'Its home folder could not be emptied.');
  }
  return outcome === 'restored';
}

/** After a set-up command that succeeded. */
export async function keepDownloads({ effect, task, tools, signal }: Performing<'run_setup'>): Promise<void> {
  const installs = installsOf(task);
  const { workspace, snapshot } = task;
  if (!tools.downloads || installs === null || workspace.is !== 'preparing') return;
  const isOfBase = workspace.clonedSha !== null && workspace.clonedSha === snapshot?.baseSha;
  if (!isOfBase || workspace.tried.repairs > 0 || effect.index !== installs.commands.length - 1) return;
  const kept = await keyOf({ task, tools }, installs, workspace.clonedSha);
  if (kept !== null) await tools.downloads.keep(task.id, kept, signal);
}

function installsOf({ plan, snapshot, settings }: Task): Installs | null {
  if (plan === null || snapshot === null) return null;
  const { name, setup_commands: commands } = plan.selected_environment;
  const usual = [...defaultSetup(name, snapshot.environmentFiles), ...(settings.pinned.setup ?? [])];
  return leadingInstalls(commands, usual, Object.keys(snapshot.environmentFiles));
}

/** Null if a file that decides what is installed is missing. */
async function keyOf(
  { task, tools }: Pick<Performing<'clone'>, 'task' | 'tools'>,
  { commands, files }: Installs,
  sha: string,
): Promise<DownloadsKey | null> {
  const ids = await tools.repositories.idsOf(task.id, sha, files);
  if (ids.length === 0 || ids.includes(null)) return null;
  const { repositoryId, owner, name } = task.request.repo;
  // With the name, since all repositories on a person's own machine have the same number.
  const about = JSON.stringify([owner, name, commands, files, ids]);
  return { repositoryId, digest: createHash('sha256').update(about).digest('hex') };
}

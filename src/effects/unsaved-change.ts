/**
 * The changes in the workspace since the last checkpoint, according to git there. For the model they are data like any
 * output.
 */
import { runInSandbox } from './command.ts';
import { SHOW_UNSAVED, WORKSPACE_ENV } from './save-work.ts';
import { WorkspaceLost } from './sandbox-sessions.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Performing } from './performer.ts';

const MAX_CHARACTERS = 24_000;
const TIMEOUT_MS = 30_000;

/** '' if there are none, or they cannot be read. */
export async function unsavedChange({
  key,
  task,
  tools,
  signal,
}: Omit<Performing<EffectKind>, 'effect'>): Promise<string> {
  if (task.workspace.is !== 'ready') return '';
  try {
    const shown = await runInSandbox(task, tools, signal, {
      key,
      command: SHOW_UNSAVED,
      env: WORKSPACE_ENV,
      timeoutMs: TIMEOUT_MS,
      againIfCutOff: false,
    });
    return shown.exit_code === 0 ? shown.stdout.slice(0, MAX_CHARACTERS) : '';
  } catch (error) {
    // The next effect that needs the workspace notices and has it rebuilt.
    if (signal.aborted || !(error instanceof WorkspaceLost)) throw error;
    return '';
  }
}

/** What was changed in the workspace since the last checkpoint, as git sees it there. For the model it is data like any output. */
import { runInSandbox } from './command.ts';
import { SHOW_UNSAVED, WORKSPACE_ENV } from './save-work.ts';
import { WorkspaceLost } from './sandbox-sessions.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Performing } from './performer.ts';

const MAX_CHARACTERS = 24_000;
const TIMEOUT_MS = 30_000;

/** '' where nothing is, or where it cannot be read. */
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
    // Whoever needs the workspace next finds out and has it made anew.
    if (signal.aborted || !(error instanceof WorkspaceLost)) throw error;
    return '';
  }
}

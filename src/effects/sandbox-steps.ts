/** Container, clone, set-up and checks before the work begins, and stopping the container during a wait. */
import { Fault } from '../errors.ts';
import { authorOf } from '../plan/publication.ts';
import { baseShaOf } from '../state/base-merges.ts';
import { issueKey } from '../state/request.ts';
import { runInSandbox } from './command.ts';
import { keepDownloads, useDownloads } from './kept-downloads.ts';
import { inSetUpShell } from './set-up-shell.ts';
import { NEVER_COMMITTED, saveWork } from './save-work.ts';
import { commitMessage } from '../comments/pull-request-text.ts';
import { containerOf, isHalted } from '../state/select.ts';
import type { Performer, Performing } from './performer.ts';
import type { EffectKind } from '../state/effect.ts';
import type { CommandRecord } from '../state/outcome.ts';

const CLONE = `set -e
cd ..
rm -rf incoming
git clone --quiet "$PLANWRIGHT_GATEWAY" incoming
find project -mindepth 1 -delete
cp -a incoming/. project/
rm -rf incoming .planwright
mkdir .planwright
cd project
git config user.name "$PLANWRIGHT_NAME"
git config user.email "$PLANWRIGHT_EMAIL"
printf '%s\\n' "$PLANWRIGHT_EXCLUDE" >> .git/info/exclude
cp .git/info/exclude ../.planwright/exclude`;

/**
 * Untracked files made by the set-up are not part of the change. The list is also kept beside the clone, where saving
 * uses it.
 */
const EXCLUDE_LEFTOVERS = `git ls-files --others --exclude-standard --directory --no-empty-directory | sed 's/^/\\//' >> .git/info/exclude
cp .git/info/exclude ../.planwright/exclude`;

export const startSandbox: Performer<'start_sandbox'> = async ({ effect, task, tools, signal }) => {
  const image = tools.imageOf(effect.environment, task.settings.pinned);
  const spec = {
    taskId: task.id,
    repository: `${task.request.repo.owner}/${task.request.repo.name}`,
    traceId: task.traceId,
    image,
    hosts: task.settings.network.hosts,
  };
  const { sandbox, isNew } = await tools.sessions.openOrCreate(spec, signal);
  tools.log.info(
    { task: task.id, trace: task.traceId, issue: issueKey(task.request), container: sandbox.containerId, image },
    'sandbox started',
  );
  if (task.workspace.is === 'preparing' && task.workspace.kept?.containerId === sandbox.containerId)
    return [{ type: 'environment', name: 'resumed', container_id: sandbox.containerId }];
  const container = { container_id: sandbox.containerId, image, ...(isNew ? { is_unused: true as const } : {}) };
  return [{ type: 'environment', name: 'container', ...container }];
};

export const cloneProject: Performer<'clone'> = async (performing) => {
  const { key, task, tools, signal } = performing;
  const { name, email } = authorOf(task);
  const env = {
    PLANWRIGHT_NAME: name,
    PLANWRIGHT_EMAIL: email,
    PLANWRIGHT_EXCLUDE: NEVER_COMMITTED,
  };
  // Asked before any command of the task could push.
  const sha = await tools.repositories.workSha(task.id);
  const command = await runInSandbox(task, tools, signal, { key, command: CLONE, cwd: '.', env, againIfCutOff: true });
  const hasDownloads = command.exit_code === 0 && (await useDownloads(performing, sha));
  return [
    {
      type: 'environment',
      name: 'cloned',
      command: { ...command, command: 'git clone' },
      ...(sha === null ? {} : { sha }),
      ...(hasDownloads ? { with_downloads: true } : {}),
    },
  ];
};

export const runSetup: Performer<'run_setup'> = async (performing) => {
  const { effect, task } = performing;
  const given = known(task.plan?.selected_environment.setup_commands[effect.index], effect);
  const command = await planned(given, effect.index === 0, performing);
  if (command.exit_code === 0) await keepDownloads(performing);
  return [{ type: 'environment', name: 'setup', command }];
};

export const runEnvironmentCheck: Performer<'run_environment_check'> = async ({ effect, key, task, tools, signal }) => {
  const check = known(task.plan?.selected_environment.verification[effect.index], effect);
  const { expected_output: expected } = check;
  const isFirst = effect.index === 0 && task.plan?.selected_environment.setup_commands.length === 0;
  const command = await planned(check.command, isFirst, { key, task, tools, signal });
  const passed = command.exit_code === 0 && withoutFinalLf(command.stdout) === withoutFinalLf(expected);
  return [{ type: 'environment', name: 'check', command, expected, passed }];
};

function known<Step>(step: Step | undefined, { kind, index }: { readonly kind: string; readonly index: number }): Step {
  if (step === undefined) throw new TypeError(`The environment has nothing for ${kind} ${index}.`);
  return step;
}

type InTask = Omit<Performing<EffectKind>, 'effect'>;

/** A command from the plan. */
function planned(command: string, isFirst: boolean, { key, task, tools, signal }: InTask): Promise<CommandRecord> {
  const how = { ...inSetUpShell(command, isFirst), againIfCutOff: true, withinBudget: true } as const;
  return runInSandbox(task, tools, signal, { key, command, ...how });
}

export const settleWorkspace: Performer<'settle_workspace'> = async ({ key, task, tools, signal }) => {
  const command = await runInSandbox(task, tools, signal, { key, command: EXCLUDE_LEFTOVERS, againIfCutOff: true });
  if (command.exit_code !== 0)
    throw new Fault('sandbox_failed', 'The workspace could not be made ready.', command.output);
  return [{ type: 'environment', name: 'settled' }];
};

/** White space counts, except one final line feed (ENV-3). */
function withoutFinalLf(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/**
 * Saves the sandbox to the quarantine and stops the container (EXEC-1). Later it is restarted, or rebuilt from the
 * quarantine if it is gone. All of it may be repeated after an interruption.
 */
export const releaseSandbox: Performer<'release_sandbox'> = async ({ key, task, tools, signal }) => {
  const { workspace, snapshot } = task;
  const replaced = workspace.is === 'preparing' && !isHalted(task) ? workspace.replaces : null;
  const containerId = replaced ?? containerOf(task);
  // A workspace that is still being prepared contains no work.
  if (replaced !== null || workspace.is === 'ready') {
    const saved = await saveWork(task, tools, signal, {
      key,
      message: commitMessage(null, task),
    });
    const reading =
      saved.kind === 'saved' && snapshot !== null
        ? await tools.repositories.change(task.id, baseShaOf(task, snapshot), saved.sha)
        : null;
    if (saved.kind === 'failed' || reading?.kind === 'not_saved')
      throw new Fault(
        'sandbox_failed',
        `The work could not be saved from the sandbox: ${saved.kind === 'failed' ? saved.output.slice(-500) : 'it did not arrive on the host.'}`,
        'Earlier pushes are on the branch. Ask again to continue from there.',
      );
  }
  await tools.sessions.release(task.id);
  await tools.sandboxes.stop(task.id, signal);
  return [
    { type: 'environment', name: 'sandbox_released', ...(containerId === null ? {} : { container_id: containerId }) },
  ];
};

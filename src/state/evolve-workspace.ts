/**
 * The container of a task: prepared, ready, stopped, lost. It changes the work only when that is reset to its last
 * checkpoint.
 */
import { failedCommands, isHalted } from './select.ts';
import type { FactOf } from './facts.ts';
import { rewound } from './work-moves.ts';
import type { CommandRecord } from './outcome.ts';
import type { EnvironmentReport, Preparing, Task, Workspace } from './task.ts';

type Environment = FactOf<'environment'>;

export const NOTHING_PREPARED: Preparing = {
  is: 'preparing',
  containerId: null,
  image: null,
  cloned: false,
  cloneFailures: 0,
  setup: [],
  checks: [],
  kept: null,
  replaces: null,
  wentBack: false,
};

export function evolveWorkspace(task: Task, fact: Environment): Task {
  const { workspace, work, stage } = task;
  switch (fact.name) {
    case 'container':
      return { ...task, workspace: { ...preparingIn(workspace), containerId: fact.container_id, image: fact.image } };
    case 'cloned':
      return { ...task, workspace: cloned(preparingIn(workspace), fact.command) };
    case 'setup': {
      const preparing = preparingIn(workspace);
      return { ...task, workspace: { ...preparing, setup: [...preparing.setup, fact.command] } };
    }
    case 'check': {
      const preparing = preparingIn(workspace);
      const check = { command: fact.command, expected: fact.expected, passed: fact.passed };
      return { ...task, workspace: { ...preparing, checks: [...preparing.checks, check] } };
    }
    case 'settled':
      return ready(task, preparingIn(workspace).containerId);
    case 'resumed':
      return ready(task, fact.container_id);
    case 'sandbox_released':
      return { ...task, workspace: released(task, fact.container_id) };
    case 'workspace_lost':
      return {
        ...task,
        workspace: lost(task),
        ...(stage.is === 'report' ? { stage: { ...stage, savedAtEnd: true } } : {}),
      };
    case 'preparing':
      return {
        ...task,
        workspace: preparing(workspace, fact),
        ...(stage.is === 'work' ? { stage: { ...stage, passed: null } } : {}),
      };
    case 'saved_work_lost':
      return { ...task, workspace: { ...preparingIn(workspace), wentBack: true } };
    case 'rewound':
      return {
        ...task,
        work: work && rewound(work, task, fact.cause),
        ...(stage.is === 'work' ? { stage: { ...stage, passed: null } } : {}),
      };
    default:
      return task;
  }
}

/**
 * The work repeated a failed set-up command successfully. A check that failed by its output rather than its exit code
 * does not count.
 */
export function withMended(task: Task, { tool_use_id: id, tool, exit_code: exit }: FactOf<'tool'>): Task {
  const { workspace, work } = task;
  const waiting = work?.waitingTools[0];
  if (workspace.is !== 'ready' || tool !== 'run_command' || exit !== 0 || waiting?.id !== id) return task;
  const { environment } = workspace;
  const ran = commandIn(waiting.input);
  const failed = failedCommands(environment).find((one) => one.command.trim() === ran);
  if (failed === undefined || !hasFailed(failed)) return task;
  const mended = [...new Set([...environment.mended, failed.command])];
  return { ...task, workspace: { ...workspace, environment: { ...environment, mended } } };
}

/** In the project's own folder, where the set-up runs. */
function commandIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('command' in input)) return null;
  const isElsewhere = 'cwd' in input && input.cwd !== undefined && input.cwd !== '.';
  return isElsewhere || typeof input.command !== 'string' ? null : input.command.trim();
}

function preparingIn(workspace: Workspace): Preparing {
  return workspace.is === 'preparing' ? workspace : NOTHING_PREPARED;
}

function cloned(workspace: Preparing, command: CommandRecord): Workspace {
  return hasFailed(command)
    ? { ...workspace, cloneFailures: workspace.cloneFailures + 1 }
    : { ...workspace, cloned: true };
}

/** Prepared again from the beginning, under the same conditions. */
function anew({ kept, replaces, wentBack }: Preparing): Preparing {
  return { ...NOTHING_PREPARED, kept, replaces, wentBack };
}

function ready(task: Task, containerId: string | null): Task {
  const { workspace, stage } = task;
  if (containerId === null) return task;
  const preparing = preparingIn(workspace);
  const isKept = preparing.kept?.containerId === containerId;
  const environment = (isKept ? preparing.kept?.environment : undefined) ?? reportOn(task, preparing);
  return {
    ...task,
    workspace: { is: 'ready', containerId, environment },
    ...(stage.is === 'work' ? { stage: { ...stage, begun: true } } : {}),
  };
}

function released(task: Task, containerId: string | undefined): Workspace {
  const { workspace } = task;
  if (workspace.is === 'preparing') return isHalted(task) ? anew(workspace) : { ...workspace, replaces: null };
  return workspace.is === 'ready'
    ? { is: 'stopped', containerId: containerId ?? null, environment: workspace.environment }
    : workspace;
}

/**
 * A loss noticed during a wait or at the end only removes the container; during the work, `flow/` decides what follows.
 */
function lost(task: Task): Workspace {
  const { workspace, stage } = task;
  if (workspace.is === 'none' || (!isHalted(task) && stage.is !== 'report')) return workspace;
  return workspace.is === 'preparing'
    ? anew(workspace)
    : { is: 'stopped', containerId: null, environment: workspace.environment };
}

function preparing(workspace: Workspace, fact: Extract<Environment, { readonly name: 'preparing' }>): Workspace {
  if (workspace.is === 'preparing') return { ...anew(workspace), replaces: fact.replaces };
  const kept =
    fact.keeps_container && workspace.is === 'stopped' && workspace.containerId !== null
      ? { containerId: workspace.containerId, environment: workspace.environment }
      : null;
  return { ...NOTHING_PREPARED, kept, replaces: fact.replaces };
}

function reportOn({ plan }: Task, { image, setup, checks }: Preparing): EnvironmentReport {
  const failed = setup.some(hasFailed) || checks.some((check) => !check.passed);
  return { name: plan?.selected_environment.name ?? '', image: image ?? '', setup, checks, failed, mended: [] };
}

export function hasFailed(command: CommandRecord): boolean {
  return command.exit_code !== 0;
}

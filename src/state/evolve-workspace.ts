/**
 * The container of a task: prepared, ready, stopped, lost. It changes the work only when that is reset to its last
 * checkpoint.
 */
import { failedCommands, isHalted } from './select.ts';
import type { FactOf } from './facts.ts';
import { NOTHING_TRIED, type EnvironmentReport, type Tried } from './trouble-verdict.ts';
import { rewound } from './work-moves.ts';
import type { CommandRecord } from './outcome.ts';
import type { Preparing, Task, Workspace } from './task.ts';

type Environment = FactOf<'environment'>;
type Container = Extract<Environment, { readonly name: 'container' }>;
type Cloned = Extract<Environment, { readonly name: 'cloned' }>;
type Trouble = Extract<Environment, { readonly name: 'set_up_trouble' }>;
type Corrected = Extract<Environment, { readonly name: 'set_up_corrected' }>;

export const NOTHING_PREPARED: Preparing = {
  is: 'preparing',
  containerId: null,
  image: null,
  isUnused: false,
  cloned: false,
  clonedSha: null,
  cloneFailures: 0,
  setup: [],
  checks: [],
  kept: null,
  replaces: null,
  tried: NOTHING_TRIED,
  wentBack: false,
};

export function evolveWorkspace(task: Task, fact: Environment): Task {
  const { workspace, work, stage } = task;
  switch (fact.name) {
    case 'container':
      return { ...task, workspace: inContainer(preparingIn(workspace), fact) };
    case 'cloned':
      return { ...task, workspace: cloned(preparingIn(workspace), fact) };
    case 'setup': {
      const preparing = preparingIn(workspace);
      const setup = [...preparing.setup, fact.command];
      return {
        ...task,
        workspace: { ...preparing, setup, tried: afterStep(preparing.tried, !hasFailed(fact.command)) },
      };
    }
    case 'check': {
      const preparing = preparingIn(workspace);
      const check = { command: fact.command, expected: fact.expected, passed: fact.passed };
      const tried = afterStep(preparing.tried, fact.passed);
      return { ...task, workspace: { ...preparing, checks: [...preparing.checks, check], tried } };
    }
    case 'set_up_trouble':
      return { ...task, workspace: troubled(preparingIn(workspace), fact) };
    case 'set_up_corrected':
      return corrected(task, fact);
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

/** A success ends the retries of this step. */
function afterStep(tried: Tried, isDone: boolean): Tried {
  return { ...tried, verdict: null, ...(isDone ? { again: {} } : {}) };
}

/** The failed run of a retried command is removed, so that the next steps ignore it. */
function troubled(preparing: Preparing, { kind, then, due_at, most_repairs }: Trouble): Preparing {
  const { tried, setup, checks } = preparing;
  const verdict = { kind, then, most_repairs, ...(due_at === undefined ? {} : { due_at }) };
  if (then !== 'again') return { ...preparing, tried: { ...tried, verdict } };
  const again = { ...tried.again, [kind]: (tried.again[kind] ?? 0) + 1 };
  return {
    ...preparing,
    setup: checks.length > 0 ? setup : setup.slice(0, -1),
    checks: checks.slice(0, -1),
    tried: { ...tried, verdict, again, retries: tried.retries + 1 },
  };
}

/** All commands run again in the same container. Used-up retries are not granted again. */
function corrected(task: Task, { setup_commands, verification }: Corrected): Task {
  const { plan, workspace } = task;
  if (plan === null) return task;
  const preparing = preparingIn(workspace);
  const { tried } = preparing;
  return {
    ...task,
    plan: { ...plan, selected_environment: { ...plan.selected_environment, setup_commands, verification } },
    workspace: {
      ...preparing,
      setup: [],
      checks: [],
      tried: { ...tried, verdict: null, repairs: tried.repairs + 1 },
    },
  };
}

function preparingIn(workspace: Workspace): Preparing {
  return workspace.is === 'preparing' ? workspace : NOTHING_PREPARED;
}

function inContainer(workspace: Preparing, { container_id: containerId, image, is_unused: isUnused }: Container) {
  return { ...workspace, containerId, image, isUnused: isUnused === true, clonedSha: null };
}

function cloned(workspace: Preparing, { command, sha }: Cloned): Workspace {
  if (hasFailed(command)) return { ...workspace, cloneFailures: workspace.cloneFailures + 1 };
  const clonedSha = workspace.isUnused ? (sha ?? null) : null;
  return { ...workspace, cloned: true, isUnused: false, clonedSha };
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

function reportOn({ plan }: Task, { image, setup, checks, tried }: Preparing): EnvironmentReport {
  const failed = setup.some(hasFailed) || checks.some((check) => !check.passed);
  return { name: plan?.selected_environment.name ?? '', image: image ?? '', setup, checks, failed, tried, mended: [] };
}

export function hasFailed(command: CommandRecord): boolean {
  return command.exit_code !== 0;
}

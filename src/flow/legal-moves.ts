/**
 * The legal moves of each region, with their reasons. Every move is checked here before it is recorded. ARCHITECTURE's
 * diagrams are generated from these tables.
 */
import { Fault } from '../errors.ts';
import { blockingIn, isLimited } from '../state/select.ts';
import type { Stage } from '../state/stage.ts';
import type { Task, Workspace } from '../state/task.ts';

type Moves<State extends string> = { readonly [From in State]: { readonly [To in Exclude<State, From>]?: string } };

const STAGE: Moves<Stage['is']> = {
  orient: {
    plan: 'the repository was looked at',
    work: 'planning is disabled: the request itself is the plan',
    report: 'stopped, refused, or nothing to work on',
  },
  plan: {
    work: 'a plan was accepted, or the previous plan is used again',
    verify: 'a re-plan failed after the work was done',
    report: 'already done, unclear, no usable plan, or stopped',
  },
  work: {
    plan: 'a re-plan was granted',
    verify: 'all actions ended and all comments were considered',
    report: 'stopped, refused, out of budget, or container lost too often',
  },
  verify: {
    plan: 'a re-plan was granted',
    work: 'a comment, a failed review, a base branch that moved, or a lost container',
    report: 'verification is over, or the task was stopped',
  },
  report: {
    work: 'a comment arrived before the result was posted',
    ended: 'the result is posted and the container removed',
  },
  ended: {},
};

const WORKSPACE: Moves<Workspace['is']> = {
  none: { preparing: 'the first container is started' },
  preparing: {
    ready: 'cloned, set up and checked, or restarted',
    none: 'removed at the end',
  },
  ready: {
    preparing: 'the container was lost, the base branch was merged, or another environment was chosen',
    stopped: 'unused for a while, lost while unused, or removed at the end',
  },
  stopped: { preparing: 'restarted or rebuilt for more work' },
};

type AskedRegion = 'nothing' | 'waiting' | 'beside';
const ASKED: Moves<AskedRegion> = {
  nothing: { waiting: 'a blocking question is asked', beside: 'a question is asked beside the work' },
  waiting: {
    nothing: 'answered, assumed, or the task ended',
    beside: 'answered while others stay open, or postponed while a comment is considered',
  },
  beside: {
    nothing: 'answered, assumed, replaced, or the task ended',
    waiting: 'a blocking question is asked, or waited for again',
  },
};

type PausedRegion = 'running' | 'pausing' | 'paused';
const PAUSED: Moves<PausedRegion> = {
  running: { pausing: 'somebody asked for a pause' },
  pausing: { paused: 'the effect in flight ended', running: 'somebody resumed before the pause began' },
  paused: { running: 'somebody resumed, or the task ended' },
};

const ACCESS: Moves<'granted' | 'suspended'> = {
  granted: { suspended: 'an owner suspended the App' },
  suspended: { granted: 'the suspension was lifted, or the task ended' },
};

const MODEL: Moves<'answering' | 'limited'> = {
  answering: { limited: 'the provider named the end of a rate limit' },
  limited: { answering: 'the limit is over, or the task ended' },
};

/** The regions with their moves, in ARCHITECTURE's order. */
export const REGIONS = {
  stage: STAGE,
  workspace: WORKSPACE,
  asked: ASKED,
  paused: PAUSED,
  access: ACCESS,
  model: MODEL,
} as const;

export interface RegionStates {
  readonly stage: Stage['is'];
  readonly workspace: Workspace['is'];
  readonly asked: AskedRegion;
  readonly paused: PausedRegion;
  readonly access: 'granted' | 'suspended';
  readonly model: 'answering' | 'limited';
}

export function regionsOf(task: Task): RegionStates {
  return {
    stage: task.stage.is,
    workspace: task.workspace.is,
    asked: blockingIn(task) !== null ? 'waiting' : task.asked.length > 0 ? 'beside' : 'nothing',
    paused: task.paused !== null ? 'paused' : task.pausing !== null ? 'pausing' : 'running',
    access: task.suspended !== null ? 'suspended' : 'granted',
    model: isLimited(task) ? 'limited' : 'answering',
  };
}

export function isLegal<Region extends keyof RegionStates>(
  region: Region,
  from: RegionStates[Region],
  to: RegionStates[Region],
): boolean {
  const moves: Readonly<Record<string, Readonly<Record<string, string>>>> = REGIONS[region];
  return from === to || moves[from]?.[to] !== undefined;
}

export function checkMove(before: Task, after: Task): void {
  const [from, to] = [regionsOf(before), regionsOf(after)];
  for (const region of ['stage', 'workspace', 'asked', 'paused', 'access', 'model'] as const) {
    if (isLegal(region, from[region], to[region])) continue;
    throw new Fault(
      'internal',
      `A task cannot go from ${from[region]} to ${to[region]} (${region}).`,
      'Report this with the history of the task.',
    );
  }
}

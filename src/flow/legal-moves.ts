/**
 * Which move of each region is legal, and why it is made. Every decided move goes through here before it is
 * recorded; ARCHITECTURE's diagrams are made from these tables.
 */
import { Fault } from '../errors.ts';
import { blockingIn, isLimited } from '../state/select.ts';
import type { Stage } from '../state/stage.ts';
import type { Task, Workspace } from '../state/task.ts';

type Moves<State extends string> = { readonly [From in State]: { readonly [To in Exclude<State, From>]?: string } };

const STAGE: Moves<Stage['is']> = {
  orient: {
    plan: 'the repository was looked at',
    work: 'there is no planning: the request itself is the plan',
    report: 'stopped, refused, or nothing to work on',
  },
  plan: {
    work: 'a plan will do, or the one before it stands again',
    verify: 'a re-plan failed after the work was done',
    report: 'done already, unclear, no usable plan, stopped',
  },
  work: {
    plan: 'a re-plan was granted',
    verify: 'nothing is left to do and everything said was weighed',
    report: 'stopped, refused, out of budget, lost too often',
  },
  verify: {
    plan: 'a re-plan was granted',
    work: 'a comment, a failed review, a base branch that moved, or a lost container',
    report: 'it is carried out, for better or worse',
  },
  report: {
    work: 'a comment came before people could see a result',
    ended: 'everything is told and tidied up',
  },
  ended: {},
};

const WORKSPACE: Moves<Workspace['is']> = {
  none: { preparing: 'the first container is started' },
  preparing: {
    ready: 'cloned, set up and checked, or started again as it was',
    none: 'the end: it is removed',
  },
  ready: {
    preparing: 'the container was lost, the base branch was merged, or another environment was chosen',
    stopped: 'nothing is done in it for a while, it was lost then, or it is removed at the end',
  },
  stopped: { preparing: 'there is work again: it is started again, or rebuilt' },
};

type AskedRegion = 'nothing' | 'waiting' | 'beside';
const ASKED: Moves<AskedRegion> = {
  nothing: { waiting: 'a question that blocks is asked', beside: 'a question is asked beside the work' },
  waiting: {
    nothing: 'answered, assumed, or the task ended',
    beside: 'answered while others stay open, or put off while what was said is weighed',
  },
  beside: {
    nothing: 'answered, assumed, replaced, or the task ended',
    waiting: 'a question that blocks is asked, or waited for again',
  },
};

type PausedRegion = 'running' | 'pausing' | 'paused';
const PAUSED: Moves<PausedRegion> = {
  running: { pausing: 'somebody asked for a pause' },
  pausing: { paused: 'the step in hand is over', running: 'somebody asked to go on before it began' },
  paused: { running: 'somebody asked to go on, or the task ended' },
};

const ACCESS: Moves<'granted' | 'suspended'> = {
  granted: { suspended: 'an owner suspended the App' },
  suspended: { granted: 'that was lifted, or the task ended' },
};

const MODEL: Moves<'answering' | 'limited'> = {
  answering: { limited: 'its provider named a time before which it answers nothing' },
  limited: { answering: 'that time has come, or the task ended' },
};

/** The regions with their moves, in the order in which ARCHITECTURE shows them. */
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

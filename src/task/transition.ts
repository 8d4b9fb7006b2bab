/** Which phase may follow which. Every change of phase goes through here. */
import { Fault } from '../errors.ts';
import type { PhaseFields, PhaseName, Task, TaskCommon, TaskIn } from './task.ts';

const LEGAL: { readonly [From in PhaseName]: readonly PhaseName[] } = {
  orient: ['understand', 'approve', 'prepare', 'wait', 'pause', 'report'],
  understand: ['decompose', 'sequence', 'execute', 'verify', 'wait', 'pause', 'report'],
  decompose: ['sequence', 'understand', 'execute', 'verify', 'wait', 'pause', 'report'],
  sequence: ['approve', 'prepare', 'execute', 'verify', 'understand', 'decompose', 'wait', 'pause', 'report'],
  approve: ['prepare', 'wait', 'pause', 'report'],
  prepare: ['execute', 'verify', 'wait', 'pause', 'report'],
  execute: ['verify', 'prepare', 'understand', 'decompose', 'sequence', 'wait', 'pause', 'report'],
  verify: ['execute', 'prepare', 'understand', 'decompose', 'sequence', 'wait', 'pause', 'report'],
  wait: ['orient', 'understand', 'decompose', 'sequence', 'approve', 'prepare', 'execute', 'verify', 'pause', 'report'],
  pause: ['orient', 'understand', 'decompose', 'sequence', 'approve', 'prepare', 'execute', 'verify', 'wait', 'report'],
  report: ['ended', 'execute', 'prepare'],
  ended: [],
};

export function moveTo<Name extends PhaseName>(task: Task, phase: Name, fields: PhaseFields[Name]): TaskIn<Name> {
  if (task.phase !== phase && !LEGAL[task.phase].includes(phase)) {
    throw new Fault('internal', `A task cannot go from ${task.phase} to ${phase}.`, 'Report this with the history of the task.');
  }
  return { ...commonOf(task), ...fields, phase };
}

/** Every field that all phases share; one that is forgotten here is a compile error. */
const COMMON: { readonly [Field in keyof Required<TaskCommon>]: true } = {
  id: true,
  traceId: true,
  version: true,
  startedAt: true,
  updatedAt: true,
  request: true,
  settings: true,
  usage: true,
  progressComment: true,
  inFlight: true,
  retry: true,
  comments: true,
  workspaceLosses: true,
  earlierTasks: true,
  replanning: true,
  questions: true,
  discussion: true,
  images: true,
  extensions: true,
  pausing: true,
  refusedChanges: true,
  reviews: true,
};
const FIELDS = Object.keys(COMMON) as readonly (keyof TaskCommon)[];

export function commonOf(task: Task): TaskCommon {
  return Object.fromEntries(FIELDS.flatMap((field) => (task[field] === undefined ? [] : [[field, task[field]]]))) as unknown as TaskCommon;
}

/** An earlier state with what all phases share as it is now. */
export function withCommonOf<Of extends Task>(now: Task, earlier: Of): Of {
  const own = Object.fromEntries(Object.entries(earlier).filter(([field]) => !(field in COMMON)));
  return { ...own, ...commonOf(now) } as unknown as Of;
}

export function isLegal(from: PhaseName, to: PhaseName): boolean {
  return LEGAL[from].includes(to);
}

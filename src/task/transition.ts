/** Which phase may follow which. Every change of phase goes through here. */
import { Fault } from '../errors.ts';
import type { PhaseFields, PhaseName, Task, TaskCommon, TaskIn } from './task.ts';

const LEGAL: { readonly [From in PhaseName]: readonly PhaseName[] } = {
  orient: ['understand', 'prepare', 'wait', 'report'],
  understand: ['decompose', 'sequence', 'execute', 'verify', 'wait', 'report'],
  decompose: ['sequence', 'understand', 'execute', 'verify', 'wait', 'report'],
  sequence: ['prepare', 'execute', 'verify', 'understand', 'decompose', 'wait', 'report'],
  prepare: ['execute', 'verify', 'wait', 'report'],
  execute: ['verify', 'prepare', 'understand', 'decompose', 'sequence', 'wait', 'report'],
  verify: ['execute', 'prepare', 'understand', 'decompose', 'sequence', 'wait', 'report'],
  wait: ['orient', 'understand', 'decompose', 'sequence', 'prepare', 'execute', 'verify', 'report'],
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
  refusedChanges: true,
  reviews: true,
};
const FIELDS = Object.keys(COMMON) as readonly (keyof TaskCommon)[];

export function commonOf(task: Task): TaskCommon {
  return Object.fromEntries(FIELDS.flatMap((field) => (task[field] === undefined ? [] : [[field, task[field]]]))) as unknown as TaskCommon;
}

export function isLegal(from: PhaseName, to: PhaseName): boolean {
  return LEGAL[from].includes(to);
}

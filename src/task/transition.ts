/** Which phase may follow which. Every change of phase goes through here. */
import { Fault } from '../errors.ts';
import type { PhaseFields, PhaseName, Task, TaskCommon, TaskIn } from './task.ts';

const LEGAL: { readonly [From in PhaseName]: readonly PhaseName[] } = {
  orient: ['understand', 'report'],
  understand: ['decompose', 'report'],
  decompose: ['sequence', 'report'],
  sequence: ['prepare', 'report'],
  prepare: ['execute', 'verify', 'report'],
  execute: ['verify', 'prepare', 'report'],
  verify: ['report', 'prepare'],
  report: ['ended'],
  ended: [],
};

export function moveTo<Name extends PhaseName>(task: Task, phase: Name, fields: PhaseFields[Name]): TaskIn<Name> {
  if (!LEGAL[task.phase].includes(phase)) {
    throw new Fault('internal', `A task cannot go from ${task.phase} to ${phase}.`, 'Report this with the history of the task.');
  }
  return { ...commonOf(task), ...fields, phase };
}

export function commonOf(task: Task): TaskCommon {
  const {
    id,
    traceId,
    version,
    startedAt,
    updatedAt,
    request,
    settings,
    usage,
    progressComment,
    inFlight,
    retry,
    comments,
    workspaceLosses,
  } = task;
  return {
    id,
    traceId,
    version,
    startedAt,
    updatedAt,
    request,
    settings,
    usage,
    progressComment,
    inFlight,
    retry,
    comments,
    workspaceLosses,
  };
}

export function isLegal(from: PhaseName, to: PhaseName): boolean {
  return LEGAL[from].includes(to);
}

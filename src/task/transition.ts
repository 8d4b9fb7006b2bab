/** Which phase may follow which. Every change of phase goes through here. */
import { Fault } from '../errors.ts';
import type { PhaseFields, PhaseName, Task, TaskCommon, TaskIn } from './task.ts';

const LEGAL: { readonly [From in PhaseName]: readonly PhaseName[] } = {
  orient: ['understand', 'prepare', 'report'],
  understand: ['decompose', 'execute', 'verify', 'wait', 'report'],
  decompose: ['sequence', 'understand', 'execute', 'verify', 'wait', 'report'],
  sequence: ['prepare', 'execute', 'verify', 'understand', 'decompose', 'wait', 'report'],
  prepare: ['execute', 'verify', 'report'],
  execute: ['verify', 'prepare', 'understand', 'decompose', 'sequence', 'wait', 'report'],
  verify: ['prepare', 'understand', 'decompose', 'sequence', 'wait', 'report'],
  wait: ['understand', 'decompose', 'sequence', 'prepare', 'execute', 'verify', 'report'],
  report: ['ended'],
  ended: [],
};

export function moveTo<Name extends PhaseName>(task: Task, phase: Name, fields: PhaseFields[Name]): TaskIn<Name> {
  if (task.phase !== phase && !LEGAL[task.phase].includes(phase)) {
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
    earlierTasks,
    replanning,
    questions,
    images,
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
    earlierTasks,
    replanning,
    questions,
    ...(images === undefined ? {} : { images }),
  };
}

export function isLegal(from: PhaseName, to: PhaseName): boolean {
  return LEGAL[from].includes(to);
}

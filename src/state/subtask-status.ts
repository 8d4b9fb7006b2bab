/**
 * The progress of each subtask (PLAN-10): implemented when its actions succeeded; verified when its own acceptance
 * criteria have evidence, or, if it has none, when the whole work was verified.
 */
import { isPassed, type Assessment } from './assessment.ts';
import { boxesOf, type Box } from './replans.ts';
import { reportOf, shownPlan } from './select.ts';
import { titleOf } from './subtask-title.ts';
import type { AcceptanceCriterion } from './plan.ts';
import type { Task } from './task.ts';

export type SubtaskStatus = 'pending' | 'running' | 'failed' | 'implemented' | 'verified';

export interface SubtaskState {
  readonly id: string;
  readonly title: string;
  readonly status: SubtaskStatus;
  /** The subtask's criteria; null until they were judged. */
  readonly criteria: readonly { readonly id: string; readonly description: string; readonly passed: boolean | null }[];
}

const STATUS: { readonly [State in Box['state']]: SubtaskStatus } = {
  open: 'pending',
  running: 'running',
  paused: 'running',
  stopped: 'pending',
  done: 'implemented',
  failed: 'failed',
  partial: 'failed',
};

export function statesOfSubtasks(task: Task): readonly SubtaskState[] {
  const shown = shownPlan(task);
  if (shown === null) return [];
  const { plan, work } = shown;
  const assessment = assessmentIn(task);
  const isWhole = reportOf(task)?.ending.status === 'succeeded';
  const boxes = new Map(boxesOf(plan, work).map((box) => [box.id, STATUS[box.state]]));
  return plan.task_decomposition.subtasks.map((subtask) => {
    const criteria = plan.acceptance_criteria
      .filter(({ task_id: owner }) => owner === subtask.id)
      .map((one) => ({ id: one.id, description: one.description, passed: passedIn(assessment, one) }));
    const isVerified = criteria.length === 0 ? isWhole : criteria.every(({ passed }) => passed === true);
    const status = boxes.get(subtask.id) ?? 'pending';
    return {
      id: subtask.id,
      title: titleOf(subtask),
      status: status === 'implemented' && isVerified ? 'verified' : status,
      criteria,
    };
  });
}

function assessmentIn({ stage }: Pick<Task, 'stage'>): Assessment | null {
  return stage.is === 'verify' || stage.is === 'report' || stage.is === 'ended' ? stage.assessment : null;
}

/** A criterion that was reworded since counts as not judged. */
function passedIn(assessment: Assessment | null, { id, description }: AcceptanceCriterion): boolean | null {
  if (assessment === null || assessment === 'not_had') return null;
  const judged = assessment.find((one) => one.id === id && one.description === description);
  return judged === undefined ? null : isPassed(judged);
}

/** What an action is told at its start, including what its closing answer judges by (REPLAN-2). */
import { openFindings } from './findings.ts';
import type { Task } from './task.ts';
import type { ActionBrief, ActionState, Standing, Work } from './work.ts';

/** What is known at the start of an action besides the work. */
export type Known = Pick<Task, 'findings' | 'decisions' | 'replanning'>;

export type Saying = Pick<ActionBrief, 'whole' | 'said' | 'isRetry' | 'advice'>;

/** The actions this one builds on that did not succeed, with how they ended. */
function unmet(actions: readonly ActionState[], { needs = [] }: ActionState): Pick<ActionBrief, 'unmet'> {
  const failed = needs.flatMap((id) => {
    const ended = actions.findLast((one) => one.taskId === id && endedBadly(one));
    return ended ? [`${id} (${ended.status})`] : [];
  });
  return failed.length === 0 ? {} : { unmet: failed };
}

/** The current action as the model is told about it. */
export function briefOf(work: Work, known: Known, how: Saying): ActionBrief {
  const { actions, current } = work;
  const action = actions[current];
  if (!action) throw new TypeError('There is no action in hand.');
  return {
    number: current + 1,
    of: actions.length,
    subtask: action.taskId,
    description: action.description,
    action: action.planned,
    ...unmet(actions, action),
    ...(known.decisions.length === 0 ? {} : { decisions: known.decisions }),
    standing: standingOf(work, known),
    ...(action.about === undefined ? {} : { about: action.about }),
    ...how,
  };
}

/** Actions further ahead are only counted, so that a long plan is not repeated with each action. */
export const MAX_AHEAD = 12;

function standingOf({ actions, current, failuresInARow }: Work, { findings, replanning }: Known): Standing {
  const ahead = actions.slice(current + 1).map(({ planned: { task_id, purpose } }) => ({ task_id, purpose }));
  return {
    open: openFindings({ findings }),
    counts: replanning.counts,
    replans: replanning.records.map(({ point, kind, override, executed, result, decision }) => {
      const { confidence, reasoning } = decision;
      return { point, kind, override, executed, result, decision: { confidence, reasoning } };
    }),
    ahead: ahead.slice(0, MAX_AHEAD),
    further: Math.max(0, ahead.length - MAX_AHEAD),
    failed: actions.filter(endedBadly).length,
    failuresInARow,
  };
}

export function endedBadly({ status }: Pick<ActionState, 'status'>): boolean {
  return status === 'failure' || status === 'partial';
}

/** What an action is told as it begins; what its closing answer judges by stands in it, too (REPLAN-2). */
import { openFindings } from './findings.ts';
import type { Task } from './task.ts';
import type { ActionBrief, ActionState, Standing, Work } from './work.ts';

/** What an action is begun with, beside the work. */
export type Known = Pick<Task, 'findings' | 'decisions' | 'replanning'>;

export type Saying = Pick<ActionBrief, 'whole' | 'said' | 'isRetry' | 'advice'>;

/** What an action builds on and did not succeed, with how it ended. */
function unmet(actions: readonly ActionState[], { needs = [] }: ActionState): Pick<ActionBrief, 'unmet'> {
  const failed = needs.flatMap((id) => {
    const ended = actions.findLast((one) => one.taskId === id && endedBadly(one));
    return ended ? [`${id} (${ended.status})`] : [];
  });
  return failed.length === 0 ? {} : { unmet: failed };
}

/** The action in hand as the model is told of it. */
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

/** More of what is ahead is counted: a plan of many actions is not told anew with each. */
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

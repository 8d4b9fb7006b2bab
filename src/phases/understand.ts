/** What is wanted, and whether it is clear enough to begin. */
import { ask } from '../questions/ask.ts';
import { isNeverAssumed } from '../questions/never-assumed.ts';
import { mayAskPeople } from '../replan/counts.ts';
import { granted, noted } from '../replan/state.ts';
import { endWith } from '../task/ending.ts';
import { unlookedAt } from '../task/issue-images.ts';
import { afterDecision, carryOn } from './between/after-decision.ts';
import { afterWrongAnswer, isInvalidAnswer, replanFailed } from './between/wrong-answer.ts';
import type { GoalError } from '../plan/plan.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const understand: Phase<'understand'> = { name: 'understand', next, settle };

function next(task: TaskIn<'understand'>): Effect {
  if (task.found === null && unlookedAt(task).length > 0) return { kind: 'fetch_images' };
  if (task.found === null) return { kind: 'ask_model', call: 'goal_understanding', wrongAnswers: task.wrongAnswers };
  return { kind: 'ask_decision', point: 'goal_understanding', again: task.replanning.escalated };
}

function settle(task: TaskIn<'understand'>, fact: Fact): Task {
  if (isInvalidAnswer(fact)) return afterWrongAnswer(task, fact);
  if (fact.type === 'replan_decision' && fact.name === 'decided') return afterDecision(task, fact);
  if (fact.type !== 'phase') return task;
  if (fact.name === 'goal_understanding') {
    const found = { ...task, found: fact.goal_understanding, wrongAnswers: [] };
    return task.settings.planning.replanning.enabled ? found : carryOn(found);
  }
  if (fact.name !== 'goal_error') return task;
  if (fact.error.type === 'already_done') {
    return endWith(task, { status: 'succeeded', reason: 'already_done', detail: fact.error.message, list: fact.error.evidence });
  }
  return unclear(task, fact.error);
}

/** Nobody may be asked any more, and the model was told to assume; what is never assumed is asked all the same (PLAN-2). */
export function staysUnclear(task: Pick<Task, 'settings' | 'replanning'>, error: GoalError): boolean {
  const { settings, replanning } = task;
  const { planning } = settings;
  if (mayAskPeople(replanning.counts, planning.replanning) || mustAsk(error)) return false;
  return !planning.assumes || replanning.escalated;
}

function mustAsk({ clarification_needed: texts, assumptions }: GoalError): boolean {
  return isNeverAssumed([...texts, ...assumptions]);
}

/** People are asked as often as allowed; then the model is told to assume; then what stood before stands, or it ends (REPLAN-5, 6, 10). */
function unclear(task: TaskIn<'understand'>, error: GoalError): Task {
  const { planning } = task.settings;
  const { replanning } = task;
  const texts = error.clarification_needed.length > 0 ? error.clarification_needed : [error.message];
  const asking = { texts, context: error.message, assumptions: error.assumptions };
  if (mayAskPeople(replanning.counts, planning.replanning)) {
    const situation = { point: 'goal_understanding', subtask: null, action: null, cause: 'unclear goal' } as const;
    const counted = { ...task, wrongAnswers: [], replanning: granted(replanning, 'clarification', situation) };
    return ask(counted, { kind: 'clarification', ...asking });
  }
  if (mustAsk(error)) return ask({ ...task, wrongAnswers: [] }, { kind: 'intervention', ...asking });
  if (!staysUnclear(task, error)) {
    const note = 'People were asked as often as allowed. Go on with the most sensible assumptions and state them in `context`.';
    return { ...task, wrongAnswers: [], replanning: { ...noted(replanning, note), escalated: true } };
  }
  const stands = replanFailed(task, [error.message]);
  return stands ?? endWith(task, { status: 'failed', reason: 'unclear_goal', detail: error.message, list: error.clarification_needed });
}

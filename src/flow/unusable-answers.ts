/**
 * Handles unusable answers to structured calls: the call is repeated; after the limit the task continues without the
 * answer or ends (MODEL-3, MODEL-4, PLAN-1).
 */
import { askingLeftMs } from '../state/asked-since.ts';
import { draftIn, unusableTo } from '../state/select.ts';
import { endWith, failWith } from './ending.ts';
import { replanFailed } from './escalation.ts';
import { reviewNotMade } from './verification.ts';
import { withoutRepair } from './set-up-trouble.ts';
import { noted, completedReplans } from './replan-facts.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { UnusableAnswer } from '../state/model-facts.ts';
import type { Task } from '../state/task.ts';

/** Repairs of an answer that does not fit its schema (MODEL-3). */
export const MAX_SCHEMA_REPAIRS = 3;
/** Repairs of a plan that breaks the rules of plans (PLAN-1). */
export const MAX_RULE_REPAIRS = 1;
/** Repairs of a review without a verdict (MODEL-4). */
export const MAX_VERDICT_REPAIRS = 1;
/** Repetitions after the model declined. */
export const MAX_REFUSAL_REPAIRS = 1;
const MAX_REPAIRS = { schema: MAX_SCHEMA_REPAIRS, rules: MAX_RULE_REPAIRS, verdict: MAX_VERDICT_REPAIRS } as const;
/** Limits the problems that are listed; the same one may occur a hundred times. */
const MAX_TOLD = 10;
const COARSER =
  'Divide more coarsely this time: a few large subtasks in a plain list. Say in the description of the subtask concerned which part can be done, which cannot, and what is done instead.';

type Unreadable = Extract<Fact, { readonly name: 'invalid_answer' }>;

/**
 * `before`: the task with the earlier unusable answers. A repair is simply the next effect, so facts follow only from
 * the last failure.
 */
export function afterUnreadable(task: Task, fact: Unreadable, before: Task): Facts {
  const { call, problems, judging } = fact;
  const earlier = unusableTo(call, before);
  if (askingLeftMs(task, task.updatedAt) > 0 && isAskedAgain(fact, earlier)) return [];
  switch (call) {
    case 'review':
      return [reviewWithoutVerdict(task, fact)];
    case 'gathering':
      // Planning continues with what was found.
      return [{ type: 'phase', name: 'gathering', reason: '', wanted: { read: [], search: [], list: [] }, problems }];
    case 'environment_fix':
      return withoutRepair(task);
    case 'replan_decision':
      // The plan stays (REPLAN-10).
      return judging === undefined ? [] : [{ type: 'phase', name: 'judged', ...judging, decision: null }];
    case 'completion_assessment':
      return [
        { type: 'phase', name: 'completion_assessment', summary: '', criteria: [], remaining_risks: [], problems },
      ];
    case 'reflection': {
      const evaluation = [...earlier, fact].findLast((answer) => answer.evaluation !== undefined)?.evaluation ?? null;
      return [{ type: 'reflection', name: 'model', evaluation, plan_revision: null, problems }];
    }
    case 'plan_patch': {
      // The last readable try counts.
      const read = [...earlier, fact].findLast((answer) => answer.refused_change !== undefined)?.refused_change;
      const why = fact.stopped === 'refusal' ? 'declined' : 'unreadable';
      const refused = read ?? { understanding: '', refused: { why } };
      return [{ type: 'control', name: 'comment_weighed', ...refused, problems, questions: [] }];
    }
    case 'summary':
      // The pull request gets our own words.
      return [{ type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems }];
    default:
      return task.stage.is === 'plan' ? afterUnusablePlanning(task, fact) : [];
  }
}

function isAskedAgain({ broke, stopped }: Unreadable, earlier: readonly UnusableAnswer[]): boolean {
  if (stopped === 'refusal' && earlier.filter((answer) => answer.stopped === stopped).length >= MAX_REFUSAL_REPAIRS)
    return false;
  return earlier.filter((answer) => answer.broke === broke).length < MAX_REPAIRS[broke];
}

function afterUnusablePlanning(task: Task, fact: Unreadable): Facts {
  // A failed decomposition is repeated once with coarser parts (PLAN-6).
  if (fact.broke === 'rules' && draftIn(task, 'division')?.coarser === false) {
    const why = `No division held together: ${fact.problems.slice(0, MAX_TOLD).join(' ')} ${COARSER}`;
    return [{ type: 'phase', name: 'coarser' }, ...noted(why)];
  }
  return replanFailed(task, fact.problems, fact.stopped ?? 'misfit') ?? givenUp(task, fact);
}

function givenUp(task: Task, fact: Unreadable): Facts {
  const { too_many: tooMany, problems: list, broke, stopped, call: detail } = fact;
  const failed = completedReplans(task, { result: 'failure', plan: task.plan, which: ({ kind }) => kind !== 'retry' });
  if (tooMany !== undefined)
    return [...failed, ...endWith(task, { status: 'failed', reason: 'too_many_subtasks', detail, list: [], tooMany })];
  if (stopped !== undefined) return [...failed, ...failWith(task, 'fault', list.join(' '), { code: STOPPED[stopped] })];
  const reason = broke === 'rules' ? 'impossible_plan' : 'invalid_answers';
  return [...failed, ...endWith(task, { status: 'failed', reason, detail, list })];
}

const STOPPED = {
  max_tokens: 'answers_cut',
  refusal: 'model_declined',
  model_context_window_exceeded: 'context_full',
} as const;

/** A review without a verdict, or one that fits no schema, does not count as made (MODEL-4). */
function reviewWithoutVerdict(task: Task, { no_verdict: why }: Unreadable): Fact {
  return reviewNotMade(task, task.stage.is === 'plan' ? 'plan' : 'diff', why ?? 'unfit');
}

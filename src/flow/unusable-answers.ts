/** What becomes of an answer of the model that could not be used: asked for again, then given up (PLAN-1, MODEL-3). */
import { ownQuestions } from '../plan/own-questions.ts';
import { failuresSincePass } from '../state/reviews.ts';
import { draftIn } from '../state/select.ts';
import { endWith } from './ending.ts';
import { replanFailed } from './failed-replan.ts';
import { noted } from './facts-of.ts';
import { completedReplans } from './replan-records.ts';
import type { UnusableAnswer } from '../state/effect.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** An answer that does not fit its schema is asked for again this often (MODEL-3). */
export const MAX_SCHEMA_REPAIRS = 3;
/** A plan that breaks the rules of plans is shown to the model once (PLAN-1). */
export const MAX_RULE_REPAIRS = 1;
/** Of what was wrong; the same may be wrong a hundred times. */
const MAX_TOLD = 10;
const COARSER =
  'Divide more coarsely this time: a few large subtasks in a plain list. Say in the description of the subtask concerned which part can be done, which cannot, and what is done instead.';

type Unreadable = Extract<Fact, { readonly name: 'invalid_answer' }>;

export function afterUnreadable(task: Task, fact: Unreadable, before: Task): readonly Fact[] {
  if (fact.call === 'review') return afterUnreadableReview(task, before);
  const { stage } = before;
  if (stage.is !== 'plan' || !isLastRepair(stage.unusable, fact.broke)) return [];
  // What cannot be divided is divided more coarsely once (PLAN-6).
  if (fact.broke === 'rules' && draftIn(task, 'division')?.coarser === false) {
    const why = `No division held together: ${fact.problems.slice(0, MAX_TOLD).join(' ')} ${COARSER}`;
    return [{ type: 'phase', name: 'coarser' }, ...noted(why)];
  }
  return replanFailed(task, fact.problems, fact) ?? givenUp(task, fact);
}

function givenUp(task: Task, fact: Unreadable): readonly Fact[] {
  const { too_many: tooMany, for_people: forPeople, problems, broke, call: detail } = fact;
  const failed = completedReplans(task, { result: 'failure', plan: task.plan, which: ({ kind }) => kind !== 'retry' });
  if (tooMany !== undefined)
    return [...failed, ...endWith(task, { status: 'failed', reason: 'too_many_subtasks', detail, list: [], tooMany })];
  const reason = broke === 'rules' ? 'impossible_plan' : 'invalid_answers';
  const shown = forPeople === undefined ? {} : { listForPeople: true as const };
  return [...failed, ...endWith(task, { status: 'failed', reason, detail, list: forPeople ?? problems, ...shown })];
}

/** One more unusable answer of this kind, and there is no further repair. */
function isLastRepair(unusable: readonly UnusableAnswer[], broke: UnusableAnswer['broke']): boolean {
  const count = unusable.filter((answer) => answer.broke === broke).length;
  return count >= (broke === 'rules' ? MAX_RULE_REPAIRS : MAX_SCHEMA_REPAIRS);
}

/** Asked for as often as any other call, and still no verdict: that is a FAIL (MODEL-4), not the end of the task. */
function afterUnreadableReview(task: Task, { stage }: Task): readonly Fact[] {
  const unusable =
    stage.is === 'plan' ? stage.unusable : stage.is === 'verify' ? (stage.reviewing?.unusable ?? []) : [];
  if (unusable.length < MAX_SCHEMA_REPAIRS) return [];
  const of = stage.is === 'plan' ? 'plan' : 'diff';
  const feedback = ownQuestions(task.settings.language).reviewUnreadable;
  return [{ type: 'review', of, result: 'FAIL', feedback, how: 'nothing', attempt: failuresSincePass(task, of) + 1 }];
}

/**
 * A judgement that the plan stays may still contain questions and assumptions: people are asked or told (REPLAN-1,
 * PLAN-2).
 */
import { isNeverAssumed, mustBeAnswered } from '../replan/never-assumed.ts';
import { inOwnWords, ownQuestions } from '../plan/own-words.ts';
import { mayAskPeople } from '../replan/counts.ts';
import { draftIn } from '../state/select.ts';
import { grantedQuestion } from './replan-facts.ts';
import { askPeople, leftUnasked } from './questions.ts';
import type { Facts } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { Then } from '../state/question.ts';
import type { Task } from '../state/task.ts';

/**
 * Questions that only a person may settle are always asked; others within the limit, if the judgement is trusted. Null
 * if there is nothing to ask.
 */
export function askInstead(task: Task, decision: ReplanDecision): Facts | null {
  const { settings, replanning } = task;
  const { reasoning: context, assumptions_to_make: assumptions = [] } = decision;
  const isGoal = draftIn(task, 'goal') !== null;
  const questions = openQuestions(task, decision);
  const { mayIAssume } = ownQuestions(settings.language);
  const doubtful = isGoal
    ? assumptions.filter((text) => isNeverAssumed([text]) && notAskedYet(task, [mayIAssume(text)]).length > 0)
    : [];
  const then: Then = isGoal ? { is: 'understand_again' } : { is: 'judge_again', onTimeOver: 'go_on' };
  if (doubtful.length > 0 || mustBeAnswered(decision, questions))
    return askPeople(task, {
      kind: 'intervention',
      then,
      ...inOwnWords(task, (words) => ({
        texts: [...questions, ...doubtful.map(words.mayIAssume)],
        assumptions: [],
      })),
      context,
    });
  const mayAsk = isTrusted(task, decision) && mayAskPeople(replanning.counts, settings.planning.replanning);
  if (questions.length === 0 || !mayAsk) return null;
  return [
    ...grantedQuestion(task, 'question beside a judgement'),
    ...askPeople(task, { kind: 'clarification', then, texts: questions, context, assumptions }),
  ];
}

/** Tells people and the next model calls what the model assumes without having asked, or could not ask any more. */
export function stated(task: Task, decision: ReplanDecision): Facts {
  if (!isTrusted(task, decision)) return [];
  const { reasoning: context, assumptions_to_make: assumptions = [] } = decision;
  const own = draftIn(task, 'goal') === null ? [] : assumptions.filter((text) => !isNeverAssumed([text]));
  const left = openQuestions(task, decision);
  if (own.length + left.length === 0) return [];
  const said = inOwnWords(task, ({ leftToMe }) => ({
    texts: [...own, ...left],
    assumptions: [...own, ...left.map(leftToMe)],
  }));
  return leftUnasked(task, { ...said, context });
}

export function openQuestions(
  task: Task,
  { clarification_needed: isNeeded, replan_type: type, clarification_questions: questions }: ReplanDecision,
): readonly string[] {
  return isNeeded || type === 'clarification_request' ? notAskedYet(task, questions) : [];
}

/** Questions beside a re-plan that may not be asked any more are assumed, and people are told (REPLAN-5). */
export function leftOpen(task: Task, decision: ReplanDecision): Facts {
  const left = isTrusted(task, decision) ? openQuestions(task, decision) : [];
  if (left.length === 0) return [];
  const { reasoning: context, assumptions_to_make: own = [] } = decision;
  const said = inOwnWords(task, ({ leftToMe }) => ({
    texts: left,
    assumptions: own.length > 0 ? own : left.map(leftToMe),
  }));
  return leftUnasked(task, { ...said, context });
}

/** Each question is asked once. */
export function notAskedYet({ questions }: Pick<Task, 'questions'>, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !questions.some((question) => question.texts.includes(text)));
}

function isTrusted({ settings }: Task, { confidence }: ReplanDecision): boolean {
  return confidence >= settings.planning.replanning.confirmationThreshold;
}

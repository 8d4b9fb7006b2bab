/** A judgement that the plan will do may still leave questions and assumptions: people are asked or told (REPLAN-1, PLAN-2). Pure. */
import { ask, unasked } from '../../questions/ask.ts';
import { isNeverAssumed } from '../../questions/never-assumed.ts';
import { ownQuestions } from '../../questions/own-questions.ts';
import { mayAskPeople } from '../../replan/counts.ts';
import { granted, noted } from '../../replan/state.ts';
import type { Judged } from './after-decision.ts';
import type { ReplanDecision } from '../../calls/judgement-schemas.ts';
import type { Task } from '../../task/task.ts';

/** What nobody but a person decides is asked however often that was, anything else within the limit. Null: there is nothing to ask. */
export function askInstead(task: Judged, decision: ReplanDecision): Task | null {
  if (!isTrusted(task, decision)) return null;
  const { reasoning: context, assumptions_to_make: assumptions = [] } = decision;
  const { mayIAssume } = ownQuestions(task.settings.language);
  const questions = openQuestions(task, decision);
  const doubtful = task.phase === 'understand' ? unheard(task, assumptions.filter((text) => isNeverAssumed([text])).map(mayIAssume)) : [];
  if (doubtful.length > 0 || isNeverAssumed(questions))
    return ask(task, { kind: 'intervention', texts: [...questions, ...doubtful], context, assumptions: [] });
  const { counts } = task.replanning;
  if (questions.length === 0 || !mayAskPeople(counts, task.settings.planning.replanning)) return null;
  const situation = { point: 'execution', subtask: null, action: null, cause: 'question beside a judgement' } as const;
  const counted = { ...task, replanning: granted(task.replanning, 'clarification', situation) };
  return ask(counted, { kind: 'clarification', texts: questions, context, assumptions });
}

/** What the model goes by without having asked, and what it may not ask any more, is said and told to what comes next. */
export function stated(task: Judged, decision: ReplanDecision): Judged {
  if (!isTrusted(task, decision)) return task;
  const { reasoning: context, assumptions_to_make: assumptions = [] } = decision;
  const own = task.phase === 'understand' ? assumptions.filter((text) => !isNeverAssumed([text])) : [];
  const left = openQuestions(task, decision);
  if (own.length + left.length === 0) return task;
  const said = [...own, ...left.map(ownQuestions(task.settings.language).leftToMe)];
  const note = `Go on with these assumptions: ${said.join('; ')}`;
  return { ...unasked(task, { texts: [...own, ...left], context, assumptions: said }), replanning: noted(task.replanning, note) };
}

export function openQuestions(
  task: Judged,
  { clarification_needed: isNeeded, replan_type: type, clarification_questions: questions }: ReplanDecision,
): readonly string[] {
  return isNeeded || type === 'clarification_request' ? unheard(task, questions) : [];
}

/** What was to be asked beside a re-plan and may not be any more is said, too, to be assumed (REPLAN-5). */
export function leftOpen(task: Judged, decision: ReplanDecision): Judged {
  const left = isTrusted(task, decision) ? openQuestions(task, decision) : [];
  if (left.length === 0) return task;
  const { reasoning: context, assumptions_to_make: own = [] } = decision;
  const assumptions = own.length > 0 ? own : left.map(ownQuestions(task.settings.language).leftToMe);
  const note = `Not asked any more: ${left.join('; ')} Go on with these assumptions: ${assumptions.join('; ')}`;
  return { ...unasked(task, { texts: left, context, assumptions }), replanning: noted(task.replanning, note) };
}

/** The same question is put once. */
export function unheard({ questions }: Pick<Judged, 'questions'>, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !questions.some((question) => question.texts.includes(text)));
}

function isTrusted(task: Judged, { confidence }: ReplanDecision): boolean {
  return confidence >= task.settings.planning.replanning.confirmationThreshold;
}

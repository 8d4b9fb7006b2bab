/** Limits took away what the model wanted: it is asked for another way, then people are (REPLAN-5). */
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { ownQuestions } from '../plan/own-questions.ts';
import { carryOn } from './carry-on.ts';
import { noted } from './facts-of.ts';
import { leftOpen, openQuestions } from './leftover-questions.ts';
import { ask, leftUnasked, whyOf } from './questions.ts';
import type { Fact } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { Task } from '../state/task.ts';

type Decided = Extract<Fact, { readonly name: 'decided' | 'replan_pending' }>;

export function escalate(
  task: Task,
  { kind, override_reason: override }: Decided,
  decision: ReplanDecision,
): readonly Fact[] {
  const { replanning, settings } = task;
  const words = ownQuestions(settings.language);
  const { assumes } = settings.planning;
  const isLoop = override === 'infinite_loop';
  if (!replanning.escalated) {
    const why = isLoop
      ? 'The same re-plan for the same cause was granted as often as allowed'
      : 'The limit of re-plans of this kind is used up';
    return [
      ...noted(`${why} (${kind}). It was not carried out; take another approach.`),
      { type: 'phase', name: 'escalation', to: 'model' },
    ];
  }
  if (kind === 'clarification' && assumes) return assumedUnasked(task, decision);
  if (replanning.peopleTold) return [...leftOpen(task, decision), ...carryOn(task)];
  const open = openQuestions(task, decision);
  return [
    { type: 'phase', name: 'escalation', to: 'people' },
    ...ask(task, {
      kind: assumes ? 'clarification' : 'intervention',
      then: open.length === 0 ? { is: 'how_to_go_on' } : { is: 'judge_again', onSilence: 'go_on' },
      texts: [isLoop ? words.sameAgain : words.limitUsed, ...open],
      context: whyOf(decision),
      assumptions: [words.currentPlanGoesOn],
    }),
  ];
}

/** Nobody is asked more often than allowed: what would have been asked is assumed, and said (REPLAN-4, 5). */
function assumedUnasked(task: Task, decision: ReplanDecision): readonly Fact[] {
  const { clarification_questions: questions, assumptions_to_make: assumptions = [], reasoning } = decision;
  const asking = { texts: questions.length > 0 ? questions : [reasoning], context: reasoning, assumptions };
  if (isNeverAssumed([...asking.texts, ...assumptions]))
    return ask(task, { kind: 'intervention', then: { is: 'judge_again', onSilence: 'go_on' }, ...asking });
  const note = `Not asked any more, but assumed: ${assumptions.join('; ') || 'the most sensible reading'}`;
  return [...leftUnasked(task, asking), ...noted(note), ...carryOn(task)];
}

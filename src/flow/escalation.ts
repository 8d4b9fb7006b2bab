/**
 * A limit prevented what the model wanted (REPLAN-5), or a granted re-plan failed (REPLAN-10): first the model is asked
 * for an alternative, then people are asked.
 */
import { mustBeAnswered } from '../replan/never-assumed.ts';
import { inOwnWords, ownQuestions } from '../plan/own-words.ts';
import { proceed } from './proceed.ts';
import { noted, completedReplans } from './replan-facts.ts';
import { leftOpen, openQuestions } from './leftover-questions.ts';
import { askPeople, leftUnasked, whyOf } from './questions.ts';
import type { Facts, FactNamed } from '../state/facts.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { Task } from '../state/task.ts';
import { isQuestionOnly, type Replanning } from '../state/replans.ts';

type Decided = FactNamed<'decided' | 'replan_pending'>;

export function escalate(task: Task, { kind, override_reason: override }: Decided, decision: ReplanDecision): Facts {
  const { replanning, settings } = task;
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
  if (replanning.peopleTold) return [...leftOpen(task, decision), ...proceed(task)];
  const open = openQuestions(task, decision);
  return [
    { type: 'phase', name: 'escalation', to: 'people' },
    ...askPeople(task, {
      kind: assumes ? 'clarification' : 'intervention',
      then: open.length === 0 ? { is: 'how_to_go_on' } : { is: 'judge_again', onTimeOver: 'go_on' },
      ...inOwnWords(task, ({ sameAgain, limitUsed, currentPlanGoesOn }) => ({
        texts: [isLoop ? sameAgain : limitUsed, ...open],
        assumptions: [currentPlanGoesOn],
      })),
      context: whyOf(decision),
    }),
  ];
}

/** The limit of questions is reached: what would have been asked is assumed, and people are told (REPLAN-4, 5). */
function assumedUnasked(task: Task, decision: ReplanDecision): Facts {
  const { clarification_questions: questions, assumptions_to_make: assumptions = [], reasoning } = decision;
  const asking = { texts: questions.length > 0 ? questions : [reasoning], context: reasoning, assumptions };
  if (mustBeAnswered(decision, [...asking.texts, ...assumptions]))
    return askPeople(task, { kind: 'intervention', then: { is: 'judge_again', onTimeOver: 'go_on' }, ...asking });
  return [...leftUnasked(task, asking), ...proceed(task)];
}

/**
 * Null if there is no previous plan to go back to. `problems` are the model's words for people; for an unusable answer
 * they are our words for the model, and people find them below a fold.
 */
export function replanFailed(
  task: Task,
  problems: readonly string[],
  ofAnswer: keyof ReturnType<typeof ownQuestions>['noPlan'] | null = null,
): Facts | null {
  const { replanning, settings, work, stage, plan } = task;
  if (stage.is !== 'plan' || (work === null && stage.fallback === null)) return null;
  const to = work === null ? 'draft' : work.current >= work.actions.length ? 'verification' : 'work';
  const question = alternativeFailed(replanning)
    ? askPeople(task, {
        kind: settings.planning.assumes ? 'clarification' : 'intervention',
        then: { is: 'how_to_go_on' },
        ...inOwnWords(task, (own) => ({ texts: [own.replanFailed], assumptions: [own.earlierPlanGoesOn] })),
        isWork: to !== 'draft',
        ...(ofAnswer === null
          ? { context: problems.join('\n') }
          : { context: ownQuestions(settings.language).noPlan[ofAnswer], details: problems }),
      })
    : [];
  return [
    ...completedReplans(task, { result: 'failure', plan, which: () => true }),
    ...noted(`The re-plan failed, and the earlier plan stands: ${problems.join(' ')} Find another way.`),
    { type: 'phase', name: 'escalation', to: 'model' },
    { type: 'phase', name: 'restored', to },
    ...question,
  ];
}

/** The previous re-plan failed too: it was the alternative that the model had been asked for. */
function alternativeFailed({ records }: Replanning): boolean {
  return (
    records.filter((record) => record.executed && record.kind !== 'retry' && !isQuestionOnly(record)).at(-2)?.result ===
    'failure'
  );
}

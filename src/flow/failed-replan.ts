/** A granted re-plan that fails: the model is told and asked for another way, then people are (REPLAN-10). */
import { ownQuestions } from '../plan/own-questions.ts';
import { isQuestionOnly } from '../state/replanning.ts';
import { noted } from './facts-of.ts';
import { ask } from './questions.ts';
import { completedReplans } from './replan-records.ts';
import type { Fact } from '../state/facts.ts';
import type { Replanning } from '../state/replanning.ts';
import type { Task } from '../state/task.ts';

/**
 * Null where nothing stands. The problems are the model's words for people, or, of an unusable answer, ours for
 * the model: those people read below a fold.
 */
export function replanFailed(task: Task, problems: readonly string[], ofAnswer = false): readonly Fact[] | null {
  const { replanning, settings, work, stage, plan } = task;
  if (stage.is !== 'plan' || (work === null && stage.standing === null)) return null;
  const to = work === null ? 'draft' : work.current >= work.actions.length ? 'verification' : 'work';
  const words = ownQuestions(settings.language);
  const question = alternativeFailed(replanning)
    ? ask(task, {
        kind: settings.planning.assumes ? 'clarification' : 'intervention',
        then: { is: 'how_to_go_on' },
        texts: [words.replanFailed],
        isWork: to !== 'draft',
        assumptions: [words.earlierPlanGoesOn],
        ...(ofAnswer ? { context: words.noPlanHeld, details: problems } : { context: problems.join('\n') }),
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

/** The re-plan before this one failed too: it was the alternative that the model was asked for. */
function alternativeFailed({ records }: Replanning): boolean {
  return (
    records.filter((record) => record.executed && record.kind !== 'retry' && !isQuestionOnly(record)).at(-2)?.result ===
    'failure'
  );
}

/**
 * Carrying out the plan, action by action: what follows from an answer, a tool result, the end of an action and a
 * reflection.
 */
import { nestedRulesTouched } from '../plan/rules-in-folders.ts';
import { GIVEN_UP, inOwnWords } from '../plan/own-words.ts';
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { mayAskInWork } from '../replan/counts.ts';
import { withFinished } from '../plan/action-order.ts';
import { doneSubtasks, giveUp, takesAnswer } from '../state/work-moves.ts';
import { completedReplans, overtakenReplans } from './replan-facts.ts';
import { afterClosing, carriedVerdict, judgedOrNext } from './closing-judgement.ts';
import { orAsksHow } from './failures-in-a-row.ts';
import { askHowToGoOn, askPeople, leftUnasked } from './questions.ts';
import type { FactNamed, Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { IdleBecause, Work } from '../state/work.ts';

/** After this many answers in a row without a tool, the action counts as given up. */
export const MAX_IDLE_ANSWERS = 3;
/** The first answer and three repairs (MODEL-3). */
export const MAX_MISFITS_IN_A_ROW = 4;
/** Looking for a file under a dozen wrong names is normal work; more is not. */
export const MAX_FRUITLESS_IN_A_ROW = 16;

const IDLE_BECAUSE: { readonly [Reason in FactNamed<'answer'>['stop_reason']]?: IdleBecause } = {
  max_tokens: 'cut_off',
  refusal: 'refused',
  pause_turn: 'paused',
};

const GAVE_UP = 'partial';

export function afterAnswer({ work }: Task, fact: FactNamed<'answer'>, before: Task): Facts {
  if (work === null || before.work === null || !takesAnswer(before.work) || work.waitingTools.length > 0) return [];
  if (work.idleAnswers === 0) return [];
  const because = IDLE_BECAUSE[fact.stop_reason];
  if (work.idleAnswers >= MAX_IDLE_ANSWERS) return [givenUp(GIVEN_UP[because ?? 'idle'])];
  const why = because === undefined ? {} : { because };
  return [
    { type: 'action', name: 'reminded', ...why, ...(fact.cut_tool === undefined ? {} : { tool: fact.cut_tool }) },
  ];
}

function givenUp(evaluation: string): Fact {
  return { type: 'action', name: 'given_up', evaluation };
}

export function afterGivingUp(task: Task): Facts {
  return orAsksHow(task, [judgedOrNext(task, GAVE_UP)]);
}

export function afterTool(task: Task, before: Task): Facts {
  const { work } = task;
  if (work === null || work === before.work) return [];
  const why = whyGivenUp(work);
  if (why === null) return rulesShown(task);
  // If the next action begins at once, no message is left to show the rules with.
  const isJudged = judgedOrNext({ ...task, work: giveUp(work, why) }, GAVE_UP).name === 'judging';
  return [...(isJudged ? rulesShown(task) : []), givenUp(why)];
}

function whyGivenUp({ misfits }: Work): string | null {
  if (misfits === null) return null;
  if (misfits.answers >= MAX_MISFITS_IN_A_ROW) return GIVEN_UP.misfits;
  return misfits.fruitless >= MAX_FRUITLESS_IN_A_ROW ? GIVEN_UP.fruitless : null;
}

function rulesShown(task: Task): Facts {
  const paths = nestedRulesTouched(task);
  return paths.length === 0 ? [] : [{ type: 'action', name: 'rules_shown', paths }];
}

/** A granted retry ends with its action. */
export function afterAction(task: Task, fact: FactNamed<'finished'>, before: Task): Facts {
  if (task.work === before.work) return [];
  return [
    ...completedReplans(task, {
      result: fact.status === 'success' ? 'success' : 'failure',
      plan: task.plan,
      which: (record) => record.kind === 'retry',
    }),
    ...overtakenReplans(task, null),
    ...orAsksHow(task, afterClosing(task, fact)),
  ];
}

/**
 * The model asks people a question; their answer becomes the result of its tool call. Once the allowed number of
 * questions is used up, the model has to assume and people are told what (REPLAN-5), except where nothing may be
 * assumed.
 */
export function afterQuestionOfModel(task: Task, fact: FactNamed<'asked'> & { readonly type: 'action' }): Facts {
  const { question, context, assumptions, tool_use_id: toolUseId } = fact;
  const { replanning, settings } = task;
  const mustAsk = !settings.planning.assumes || isNeverAssumed([question, ...assumptions]);
  if (!mustAsk && !mayAskInWork(replanning.counts, settings.planning.replanning)) {
    const said = inOwnWords(task, ({ leftToMe }) => ({
      texts: [question],
      assumptions: assumptions.length > 0 ? assumptions : [leftToMe(question)],
    }));
    return [...leftUnasked(task, { ...said, context }), refusedQuestion(toolUseId, assumptions)];
  }
  const then = { is: 'tool_result', toolUseId } as const;
  return askPeople(task, { kind: 'clarification', then, texts: [question], context, assumptions });
}

function refusedQuestion(tool_use_id: string, assumptions: readonly string[]): Fact {
  const instead =
    assumptions.length === 0
      ? 'Go on with the most sensible assumption and name it in `issues_identified`.'
      : `Go on with what you would assume, which people are told: ${assumptions.join('; ')}`;
  const text = `People were asked as often as allowed. ${instead}`;
  return { type: 'tool', tool_use_id, tool: 'ask_human', ok: false, text, exit_code: null, duration_ms: 0 };
}

/**
 * Without re-planning, a reflection may revise the plan itself, within the limit; after that a person decides (PLAN-6).
 */
export function afterReflection(
  task: Task,
  { evaluation, plan_revision: revision }: FactNamed<'model'>,
  before: Task,
): Facts {
  const { settings, plan, replanning } = task;
  const judging = before.work?.judging ?? null;
  if (judging === null || plan === null) return [];
  const isWanted = evaluation?.plan_revision_needed === true;
  const isEnabled = settings.planning.replanning.enabled;
  if (judging.carried !== undefined) return [carriedVerdict(task, judging.carried)];
  if (judging.decide) return [];
  if (isWanted && isEnabled) return [{ type: 'action', name: 'judging', reflect: false, decide: true }];
  if (isWanted && replanning.revisions >= settings.planning.maxRevisions)
    return askHowToGoOn(task, revision?.reason ?? evaluation.evaluation);
  const updated = isWanted ? revision?.updated_action_plan : undefined;
  if (updated === undefined || revision === null) return orAsksHow(task, [{ type: 'action', name: 'next' }]);
  const { reason, changes } = revision;
  const { subtasks } = plan.task_decomposition;
  const whole =
    task.work === null ? updated : withFinished(updated, task.work, { subtasks, done: doneSubtasks(task.work) });
  return [
    { type: 'action', name: 'next' },
    { type: 'revision', reason, source: 'reflection', changes, updated_plan: { ...plan, action_plan: whole } },
  ];
}

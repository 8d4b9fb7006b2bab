/**
 * The work on the plan, action by action: what an answer, a tool, the end of an action and a reflection on it lead
 * to.
 */
import { nestedRulesTouched } from '../plan/rules-in-folders.ts';
import { GIVEN_UP, ownQuestions } from '../plan/own-words.ts';
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { mayAskInWork } from '../replan/counts.ts';
import { giveUp, takesAnswer } from '../state/work-moves.ts';
import { completedReplans, overtakenReplans } from './replan-facts.ts';
import { limitedVerdict } from './judgement.ts';
import { askPeople, leftUnasked } from './questions.ts';
import { peopleSpoke } from '../state/select.ts';
import type { FactNamed, Fact, Facts } from '../state/facts.ts';
import type { ActionStatus } from '../state/judgements.ts';
import type { Task } from '../state/task.ts';
import type { IdleBecause, Work } from '../state/work.ts';

/** A model that answers this often in a row without using a tool has given the action up. */
export const MAX_IDLE_ANSWERS = 3;
/** The first, and three with what was wrong before them (MODEL-3). */
export const MAX_MISFITS_IN_A_ROW = 4;
/** Looking for a file under a dozen wrong names is work; after that it is not. */
export const MAX_FRUITLESS_IN_A_ROW = 16;

const IDLE_BECAUSE: { readonly [Reason in FactNamed<'answer'>['stop_reason']]?: IdleBecause } = {
  max_tokens: 'cut_off',
  refusal: 'refused',
  pause_turn: 'paused',
};

const GAVE_UP = { status: 'partial', isJudged: false } as const;

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
  return [judgedOrNext(task, GAVE_UP)];
}

export function afterTool(task: Task, before: Task): Facts {
  const { work } = task;
  if (work === null || work === before.work) return [];
  const why = whyGivenUp(work);
  if (why === null) return rulesShown(task);
  // Where the next action begins at once, there is nothing left to show them with.
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

/** A judgement that came along stands; a retry that was granted is over with the action. */
export function afterAction(task: Task, fact: FactNamed<'finished'>, before: Task): Facts {
  if (task.work === before.work) return [];
  const { status, evaluation, issues_identified: issues, judgement } = fact;
  const isJudged = judgement !== undefined && task.settings.planning.replanning.enabled;
  return [
    ...completedReplans(task, {
      result: status === 'success' ? 'success' : 'failure',
      plan: task.plan,
      which: (record) => record.kind === 'retry',
    }),
    ...overtakenReplans(task, null),
    judgedOrNext(task, { status, isJudged }),
    ...(isJudged
      ? [
          limitedVerdict(task, 'execution', {
            id: judgement.replan_id,
            decision: judgement.decision,
            cause: issues.length > 0 ? issues : [evaluation],
          }),
        ]
      : []),
  ];
}

/**
 * What has to be judged before the next action begins (PLAN-1.5, REPLAN-2). The action has just ended as this;
 * `isJudged` where a judgement came with its own closing answer: then nothing more is asked (MODEL-2).
 */
function judgedOrNext(
  task: Task,
  { status, isJudged }: { readonly status: ActionStatus; readonly isJudged: boolean },
): FactNamed<'judging' | 'next'> {
  const { reflection, replanning } = task.settings.planning;
  const isBad = status !== 'success';
  const isDue =
    (reflection.interval > 0 && (task.work?.sinceReflection ?? 0) >= reflection.interval) || peopleSpoke(task);
  const reflect = !isJudged && reflection.enabled && (isDue || (isBad && reflection.onError));
  const decide = isJudged || (isBad && replanning.enabled);
  return reflect || decide ? { type: 'action', name: 'judging', reflect, decide } : { type: 'action', name: 'next' };
}

/**
 * A question of the model's to people; its answer is the result of its tool. Used up as often as questions are
 * allowed, it has to assume, and people are told what (REPLAN-5), but for what is never assumed and where nothing
 * may be.
 */
export function afterQuestionOfModel(task: Task, fact: FactNamed<'asked'> & { readonly type: 'action' }): Facts {
  const { question, context, assumptions, tool_use_id: toolUseId } = fact;
  const { replanning, settings } = task;
  const mustAsk = !settings.planning.assumes || isNeverAssumed([question, ...assumptions]);
  if (!mustAsk && !mayAskInWork(replanning.counts, settings.planning.replanning)) {
    const said = assumptions.length > 0 ? assumptions : [ownQuestions(settings.language).leftToMe(question)];
    return [
      ...leftUnasked(task, { texts: [question], context, assumptions: said }),
      refusedQuestion(toolUseId, assumptions),
    ];
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
 * Without re-planning a reflection may revise the plan itself, as often as allowed; then a person decides
 * (PLAN-6).
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
  if (judging.decide) return [];
  if (isWanted && isEnabled) return [{ type: 'action', name: 'judging', reflect: false, decide: true }];
  if (isWanted && replanning.revisions >= settings.planning.maxRevisions)
    return askPeople(task, {
      kind: 'intervention',
      then: { is: 'how_to_go_on' },
      texts: [ownQuestions(settings.language).revisedTooOften],
      context: revision?.reason ?? evaluation.evaluation,
      assumptions: [],
    });
  const updated = isWanted ? revision?.updated_action_plan : undefined;
  return [
    { type: 'action', name: 'next' },
    ...(updated === undefined || revision === null
      ? []
      : [
          {
            type: 'revision',
            reason: revision.reason,
            source: 'reflection',
            changes: revision.changes,
            updated_plan: { ...plan, action_plan: updated },
          } as const,
        ]),
  ];
}

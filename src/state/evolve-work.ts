/** The work on the plan: answers, tools, ends of actions, judgements about them, checkpoints, the conversation. */
import {
  actionAgain,
  answerGiven,
  checkpointed,
  finishAction,
  giveUp,
  nextAction,
  misfitsCounted,
  reopened,
  toolDone,
} from './work-moves.ts';
import { briefOf } from './action-brief.ts';
import { isHalted } from './select.ts';
import { whyReplaced } from './replans.ts';
import { told } from './untold.ts';
import type { FactOf, FactNamed, Recorded } from './facts.ts';
import type { Turn, Judging, Work } from './work.ts';
import type { Task } from './task.ts';

type Tool = FactOf<'tool'>;

export function evolveWork(task: Task, fact: Recorded): Task {
  const { work } = task;
  if (work === null) return task;
  const next = workAfter(work, task, fact);
  return next === work ? task : { ...task, work: next };
}

function workAfter(work: Work, task: Task, fact: Recorded): Work {
  switch (fact.type) {
    case 'tool':
      return toolSettled(work, task, fact);
    case 'reflection':
      return fact.name === 'model' ? reflected(work, task, fact) : work;
    case 'effect':
      if (fact.name === 'started') return fact.effect === 'ask_next_step' ? told(work, task.comments) : work;
      return fact.name === 'checkpoint' ? saved(work, task, fact) : work;
    case 'action':
      return actionSettled(work, task, fact);
    default:
      return work;
  }
}

function actionSettled(work: Work, task: Task, fact: FactOf<'action'>): Work {
  switch (fact.name) {
    case 'answer':
      return answerGiven(work, fact.content, fact.tools_run, fact.cut_tool);
    case 'finished':
      return finishAction(work, fact, task.comments);
    case 'asked':
      return work;
    case 'judging': {
      const { reflect, decide, carried } = fact;
      const judgement = carried === undefined ? {} : { carried };
      return { ...work, judging: { ...NOTHING_JUDGED, ...work.judging, reflect, decide, ...judgement } };
    }
    case 'next':
      return nextAction(work, task);
    case 'again':
      return actionAgain(work, fact.advice, task);
    case 'reopened':
      return reopened(work, fact.advice, task);
    case 'given_up':
      return giveUp(work, fact.evaluation);
    case 'reminded':
      return said(work, reminderOf(fact));
    case 'tool_answered':
      return toolDone(work, { type: 'tool_result', tool_use_id: fact.tool_use_id, content: fact.text }, task.comments);
    case 'rules_shown':
      return withRules(work, fact.paths);
    case 'budget_low': {
      const { percent, limit, extension } = fact;
      return said(work, { kind: 'budget_low', percent, limit, extension });
    }
    case 'begun_anew':
      return begunAnew(work, task, fact);
  }
}

function reminderOf({ because, tool }: FactNamed<'reminded'> & { readonly type: 'action' }): Turn {
  return {
    kind: 'reminder',
    ...(because === undefined ? {} : { because }),
    ...(tool === undefined ? {} : { tool }),
  };
}

const NOTHING_JUDGED: Judging = { reflect: false, decide: false, reflection: null, revision: null };

function said(work: Work, turn: Turn): Work {
  return { ...work, conversation: [...work.conversation, turn] };
}

function toolSettled(work: Work, { comments }: Task, fact: Tool): Work {
  const { tool_use_id, text: content, ok, not_understood: isMisfit = false } = fact;
  const done = toolDone(
    work,
    { type: 'tool_result', tool_use_id, content, ...(ok ? {} : { is_error: true }) },
    comments,
  );
  if (done === work) return work;
  return misfitsCounted(done, { isMisfit, worked: !isMisfit && (ok || fact.exit_code !== null) });
}

function reflected(work: Work, { comments }: Task, { evaluation, plan_revision: revision }: FactNamed<'model'>): Work {
  if (work.judging === null) return work;
  return {
    ...work,
    judging: { ...work.judging, reflect: false, reflection: evaluation, revision },
    sinceReflection: 0,
    reflections: work.reflections + 1,
    looksBack: evaluation === null ? work.looksBack : [...work.looksBack, evaluation],
    commentsReflected: comments.length,
  };
}

/** The work can be reset to a finished subtask; what is saved in between is only on the branch. */
function saved(work: Work, task: Task, { change }: FactNamed<'checkpoint'>): Work {
  const isWhole = !isHalted(task) && (task.stage.is === 'report' || work.toCheckpoint !== null);
  return isWhole ? checkpointed(work, change) : { ...work, checkpoint: { ...work.checkpoint, change } };
}

function withRules(work: Work, paths: readonly string[]): Work {
  const last = work.conversation.at(-1);
  if (last?.kind !== 'results') return work;
  return { ...work, conversation: [...work.conversation.slice(0, -1), { ...last, rules: paths }] };
}

/**
 * Thinking blocks are bound to what precedes them, so nothing is ever removed from a conversation; the new one contains
 * no answer of the old one.
 */
function begunAnew(before: Work, task: Task, fact: FactNamed<'begun_anew'>): Work {
  const { plan, comments, said, decisions, replanning } = task;
  const work = fact.too_long ? { ...before, tooLong: before.tooLong + 1 } : before;
  const { conversation, checkpoint } = work;
  if (plan === null) return work;
  const first: Turn = {
    kind: 'anew',
    brief: briefOf(work, task, { whole: plan, ...retryOf(work) }),
    past: {
      actions: work.actions,
      reason: replanning.versions.map(whyReplaced).at(-1) ?? '',
      said,
      decisions,
      steps: fact.steps,
      stepsLeftOut: fact.steps_left_out,
      room: fact.room,
    },
  };
  const lastAnswer = conversation.findLastIndex((turn) => turn.kind === 'answer');
  const stillTrue = conversation
    .slice(lastAnswer + 1)
    .filter((turn) => turn.kind === 'reminder' || turn.kind === 'workspace_rebuilt');
  const begun = [first, ...stillTrue];
  const isSaved = checkpoint.conversationLength === conversation.length && checkpoint.action === work.current;
  return {
    ...work,
    conversation: begun,
    commentsShown: comments.length,
    untold: [],
    checkpoint: { ...checkpoint, conversationLength: isSaved ? begun.length : 0 },
  };
}

function retryOf({ conversation, current }: Work) {
  const begun = conversation.findLast((turn) => turn.kind === 'begin' || turn.kind === 'anew');
  if (begun === undefined || begun.brief.number !== current + 1) return { isRetry: false };
  const { isRetry, advice } = begun.brief;
  return { isRetry, ...(advice === undefined ? {} : { advice }) };
}

/** Outcomes of effects: what was told during the work, and what was saved, opened, told and cleaned up at the end. */
import { resolved, withMarksLeft } from './base-merges.ts';
import { type Asked, NEVER } from './question.ts';
import { withAsked } from './evolve-questions.ts';
import { waitedInAll } from './evolve-controls.ts';
import { blockingIn, isHalted, shownWork } from './select.ts';
import type { FactOf, FactNamed } from './facts.ts';
import { namedPoints } from './findings.ts';
import { goalOf } from './evolve-planning.ts';
import type { Report, SkippedStep } from './stage.ts';
import type { Task } from './task.ts';

type EffectOf = FactOf<'effect'>;
type Summary = FactNamed<'summary'>;

export function evolveEffects(task: Task, fact: EffectOf): Task {
  switch (fact.name) {
    case 'reminded':
      return reminded(task);
    case 'explained':
      return withAsked(task, fact.question_id, { unread: 'explained' });
    case 'refused_change_told': {
      const told = task.refusedChanges.map((change) =>
        change.comment === fact.comment ? { ...change, told: true } : change,
      );
      return { ...task, refusedChanges: told };
    }
    case 'replied': {
      const replies = task.replies.map((reply) =>
        reply.comment === fact.comment ? { ...reply, isPosted: true } : reply,
      );
      return { ...task, replies };
    }
    case 'checkpoint':
      return isHalted(task) ? saved(task) : reported(withoutConflict(task), { savedAtEnd: true });
    case 'push_held':
      return isHalted(task) ? saved(task, { isHeldBack: true }) : reported(task, { savedAtEnd: true });
    case 'marks_left':
      return withMarksLeft(task);
    case 'push_refused':
      if (isHalted(task)) return task.paused === null ? task : saved(task);
      return reported(task, { savedAtEnd: true });
    case 'pull_request':
      return withPullRequest(task, fact);
    case 'pull_request_missing':
      return reported(task, { pullRequestSought: true });
    case 'result_comment':
      return reported(task, { resultComment: { id: fact.comment_id, url: fact.url } });
    case 'progress_finished':
      return reported(task, { progressFinished: true });
    case 'labelled':
      return { ...task, label: fact.label };
    case 'label_finished':
      return reported(task, { labelFinished: true });
    case 'sandbox_removed':
      return withoutContainer(reported(task, { sandboxRemoved: true }));
    case 'left_out':
      return leftOut(task, fact);
    default:
      return task;
  }
}

export function evolveEnding(task: Task, fact: FactNamed<'ending' | 'summary'> | FactOf<'completion'>): Task {
  if (fact.type === 'completion') {
    if (!('done' in fact)) return task;
    return task.stage.is === 'report' ? { ...task, stage: { ...task.stage, is: 'ended' } } : task;
  }
  if (fact.name === 'ending') return ended(task, fact);
  return reported(task, { summary: summaryOf(task, fact) });
}

/** Points that the summary names by number are shown in the words in which they were recorded. */
function summaryOf(task: Task, { title, body, key_outcomes: outcomes, remaining_risks: risks = [] }: Summary) {
  if (title === '' && body === '') return null;
  const keyOutcomes = outcomes.map((text) => {
    const number = /^A(\d{1,3})$/.exec(text.trim())?.[1];
    return number === undefined ? text : (task.work?.actions[Number(number) - 1]?.evaluation ?? '');
  });
  return {
    title,
    body,
    keyOutcomes: keyOutcomes.filter((text) => text !== ''),
    risks: [...namedPoints(task, risks).points].map(({ text }) => text),
  };
}

/** An ending keeps everything known so far, except work that never began. */
function ended(before: Task, { ending, ended_in: endedIn }: FactNamed<'ending'>): Task {
  if (before.stage.is === 'report')
    return { ...before, limited: null, suspended: null, stage: { ...before.stage, ending } };
  const task = waitedInAll(before);
  const { stage } = task;
  return {
    ...task,
    inFlight: null,
    retry: null,
    // A question beside the work may be answered until people can see a result.
    asked: task.asked.filter(({ then, blocks }) => then.is === 'tell_work' && !blocks),
    paused: null,
    limited: null,
    suspended: null,
    work: shownWork(task),
    revision: null,
    stage: {
      is: 'report',
      ending,
      endedIn,
      goal: task.plan === null ? knownGoal(task) : task.plan.goal_understanding,
      checks: stage.is === 'verify' ? stage.checks : [],
      assessment: stage.is === 'verify' ? stage.assessment : null,
      assessed: stage.is === 'verify' ? stage.assessed : null,
      savedAtEnd: false,
      pullRequest: null,
      pullRequestSought: false,
      resultComment: null,
      progressFinished: false,
      labelFinished: false,
      sandboxRemoved: false,
      skipped: [],
    },
  };
}

/** A goal that was not judged yet counts as unknown. */
function knownGoal(task: Task): Report['goal'] {
  return task.stage.is === 'plan' && task.stage.draft.step === 'goal' ? null : goalOf(task);
}

function reported(task: Task, change: Partial<Report>): Task {
  return task.stage.is === 'report' ? { ...task, stage: { ...task.stage, ...change } } : task;
}

/** A pull request that was found counts as opened. */
function withPullRequest(task: Task, fact: FactNamed<'pull_request'>): Task {
  const { number, url, draft, title, not_asked: notAsked = [] } = fact;
  if (task.stage.is !== 'report') return task;
  const skipped = task.stage.skipped.filter(({ effect }) => effect !== 'open_pull_request');
  return reported(task, { pullRequest: { number, url, draft, title, notAsked }, skipped });
}

function skipping(task: Task, step: SkippedStep): Task {
  return task.stage.is === 'report'
    ? { ...task, stage: { ...task.stage, skipped: [...task.stage.skipped, step] } }
    : task;
}

/** Recorded for people, except for optional model text. */
function leftOut(task: Task, { step: effect, reason, code, paths }: FactNamed<'left_out'>): Task {
  const over = { ...task, inFlight: null, retry: null };
  if (effect === 'ask_summary') return reported(over, { summary: null });
  return skipping(over, {
    effect,
    reason,
    ...(code === undefined ? {} : { code }),
    ...(paths === undefined ? {} : { paths }),
  });
}

function withoutContainer(task: Task): Task {
  const { workspace } = task;
  if (workspace.is === 'none' || workspace.is === 'preparing') return { ...task, workspace: { is: 'none' } };
  return { ...task, workspace: { is: 'stopped', containerId: null, environment: workspace.environment } };
}

function reminded(task: Task): Task {
  if (task.paused !== null)
    return { ...task, paused: { ...task.paused, isReminded: true, due: { ...task.paused.due, remindAt: null } } };
  const blocking = blockingIn(task);
  if (blocking === null) return task;
  return withAsked(task, blocking.questionId, {
    isReminded: true,
    due: { ...(blocking.due ?? NEVER), remindAt: null },
  });
}

/** A save during the work resolves the conflict; the final save in the report does not. */
function withoutConflict(task: Task): Task {
  return task.stage.is === 'work' ? { ...task, baseMoves: resolved(task.baseMoves) } : task;
}

function saved(task: Task, how: Pick<Asked, 'isHeldBack'> = {}): Task {
  if (task.paused !== null) return { ...task, paused: { ...task.paused, isSaved: true } };
  const blocking = blockingIn(task);
  return blocking === null ? task : withAsked(task, blocking.questionId, { isSaved: true, ...how });
}

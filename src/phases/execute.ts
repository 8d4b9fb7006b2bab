/** The actions of the plan, one after the other: the model chooses tools, each finished subtask is committed and pushed. */
import { beginAgain } from '../plan/begin-anew.ts';
import { countMisfit } from '../plan/misfits.ts';
import { withRules } from '../plan/rules-in-folders.ts';
import { answerGiven, checkpointed, doneSubtasks, finishAction, goOn, reshape, toolDone } from '../plan/work.ts';
import { ask, unasked } from '../questions/ask.ts';
import { asideAnswered, asidePosted, asideToPost, withAside } from '../questions/aside.ts';
import { isNeverAssumed } from '../questions/never-assumed.ts';
import { ownQuestions } from '../questions/own-questions.ts';
import { mayAskPeople } from '../replan/counts.ts';
import { granted, noted } from '../replan/state.ts';
import { endWith } from '../task/ending.ts';
import { changeToTell, withRefused, withTold } from '../task/refused-changes.ts';
import { replaced } from './between/adopt-plan.ts';
import { afterDecision } from './between/after-decision.ts';
import { enterVerify, isOver } from './between/enter-verify.ts';
import { judgingAfter } from './between/judging.ts';
import { rebuild } from './between/rebuild.ts';
import { refused } from './between/refusal.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Question } from '../questions/question.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';
import type { Work } from '../task/work-state.ts';

export const execute: Phase<'execute'> = { name: 'execute', next, settle };

function next(task: TaskIn<'execute'>): Effect {
  const { work, plan } = task;
  if (work.toCheckpoint !== null) {
    const subtask = plan.task_decomposition.subtasks.find((one) => one.id === work.toCheckpoint);
    return { kind: 'checkpoint', subtask: work.toCheckpoint, message: subtask?.description ?? work.toCheckpoint };
  }
  if (work.judging?.reflect && work.judging.reflection === null) return { kind: 'ask_reflection' };
  if (work.judging !== null) return { kind: 'ask_decision', point: 'execution', again: task.replanning.escalated };
  const tool = work.waitingTools[0];
  if (tool) return { kind: 'use_tool', toolUseId: tool.id, tool: tool.name, input: tool.input };
  if (asideToPost(task) !== null) return { kind: 'post_question' };
  const refused = changeToTell(task);
  if (refused !== null) return { kind: 'tell_refused_change', comment: refused.comment };
  if (task.comments.length > work.commentsWeighed) return { kind: 'ask_patch', comment: work.commentsWeighed };
  return { kind: 'ask_next_step' };
}

function settle(task: TaskIn<'execute'>, fact: Fact): Task {
  const { work, comments } = task;
  switch (fact.type) {
    case 'action':
      if (fact.name === 'asked') return asked(task, fact);
      return fact.name === 'answer'
        ? { ...task, work: answerGiven(work, fact.content, judgingAfter(task, { status: 'partial' }), fact.tools_run) }
        : { ...task, work: finishAction(work, fact, comments, judgingAfter(task, fact)) };
    case 'tool':
      return withRules(stating({ ...task, work: toolSettled(task, fact) }, fact));
    case 'reflection':
      return reflected(task, fact);
    case 'replan_decision':
      return fact.name === 'decided' ? afterDecision(task, fact) : task;
    case 'revision':
      return revised(task, fact);
    case 'control':
      return fact.name === 'comment_weighed' ? weighed(task, fact) : task;
    case 'question':
      return closeIfFinished(asidePosted(task, fact));
    case 'answer':
      // An aside that could not be posted is not asked again.
      return fact.name === 'assumed' ? closeIfFinished(asideAnswered(task, fact)) : task;
    case 'error':
      return fact.name === 'conversation_refused' ? beginAgain(task, fact.too_long) : task;
    case 'environment':
      return fact.name === 'workspace_lost' ? rebuild(task, fact.cause) : task;
    case 'effect':
      return settleEffect(task, fact);
    default:
      return task;
  }
}

/** The tool stays in hand: the answer of the people is its result. */
function asked(task: TaskIn<'execute'>, fact: Extract<Fact, { readonly name: 'asked' }>): Task {
  const situation = { point: 'execution', subtask: null, action: null, cause: 'question of the model' } as const;
  const counted = { ...task, replanning: granted(task.replanning, 'clarification', situation) };
  return ask(counted, { kind: 'clarification', texts: [fact.question], context: fact.context, assumptions: fact.assumptions });
}

function reflected(task: TaskIn<'execute'>, fact: Extract<Fact, { readonly type: 'reflection' }>): Task {
  const { work, settings } = task;
  if (work.judging === null) return task;
  const isWanted = fact.evaluation !== null && fact.evaluation.plan_revision_needed;
  const { enabled } = settings.planning.replanning;
  const judging = {
    ...work.judging,
    reflect: false,
    reflection: fact.evaluation,
    revision: fact.plan_revision,
    decide: work.judging.decide || (isWanted && enabled),
  };
  const commentsReflected = task.comments.length;
  const seen = { ...work, judging, sinceReflection: 0, reflections: work.reflections + 1, commentsReflected };
  if (judging.decide) return { ...task, work: seen };
  // Without re-planning a reflection may revise the plan itself; its revision is the next fact, if it has one.
  if (isWanted && task.replanning.revisions >= settings.planning.maxRevisions) {
    return ask(
      { ...task, work: seen },
      {
        kind: 'intervention',
        texts: [ownQuestions(settings.language).revisedTooOften],
        onlyHow: true,
        context: fact.plan_revision?.reason ?? fact.evaluation.evaluation,
        assumptions: [],
      },
    );
  }
  return { ...task, work: goOn(seen) };
}

/** What the model would have asked people, had they not been asked as often as allowed: they are told what it assumes (REPLAN-5). */
function stating(task: TaskIn<'execute'>, { unasked: asking }: Extract<Fact, { readonly type: 'tool' }>): TaskIn<'execute'> {
  if (asking === undefined) return task;
  const { question, context, assumptions } = asking;
  const said = assumptions.length > 0 ? assumptions : [ownQuestions(task.settings.language).leftToMe(question)];
  return unasked(task, { texts: [question], context, assumptions: said });
}

function toolSettled(task: TaskIn<'execute'>, fact: Extract<Fact, { readonly type: 'tool' }>): Work {
  const { tool_use_id, text: content, ok, not_understood: isMisfit = false } = fact;
  const done = toolDone(task.work, { type: 'tool_result', tool_use_id, content, ...(ok ? {} : { is_error: true }) }, task.comments);
  if (done === task.work) return done;
  const worked = !isMisfit && (ok || fact.exit_code !== null);
  return countMisfit(done, { isMisfit, worked }, judgingAfter(task, { status: 'partial' }));
}

function revised(task: TaskIn<'execute'>, fact: Extract<Fact, { readonly type: 'revision' }>): Task {
  const { work, plan, updatedAt } = task;
  const next = reshape(work, fact.updated_plan, {
    done: doneSubtasks(work),
    reason: fact.reason,
    // What a comment does not touch stays as it ended; other revisions are about what did not go well.
    ...(fact.source === 'comment' ? { again: new Set(fact.again) } : {}),
  });
  const replanning = replaced(task.replanning, { plan, work }, { at: updatedAt, reason: fact.reason });
  const revisions = replanning.revisions + (fact.source === 'reflection' ? 1 : 0);
  const { passed: _, ...changed } = task;
  return closeIfFinished({ ...changed, plan: fact.updated_plan, work: next, replanning: { ...replanning, revisions } });
}

/** Questions that came back are asked; only blocking ones wait (PLAN-9). */
function weighed(before: TaskIn<'execute'>, fact: Extract<Fact, { readonly name: 'comment_weighed' }>): Task {
  const asked = (isBlocking: boolean) => fact.questions.filter((one) => one.blocking === isBlocking).map((one) => one.text);
  const asking = { context: fact.understanding, assumptions: [ownQuestions(before.settings.language).currentPlanGoesOn] };
  const conflicts = (fact.potential_conflicts ?? []).map((text) => `The change that a comment asked for may collide: ${text}`);
  const replanning = noted(before.replanning, ...conflicts);
  const { commentsWeighed: comment } = before.work;
  const counted = { ...before, replanning, work: { ...before.work, commentsWeighed: comment + 1 } };
  const { understanding, refused } = fact;
  const asksForChange = before.comments[comment]?.wasAsked !== true;
  const seen = refused === undefined || !asksForChange ? counted : withRefused(counted, { comment, understanding, refused });
  const task = asked(false).length > 0 ? withAside(seen, { texts: asked(false), ...asking }) : seen;
  const texts = asked(true);
  if (texts.length === 0) return closeIfFinished(task);
  if (!mayAskPeople(task.replanning.counts, task.settings.planning.replanning)) return beyondLimit(task, texts, asking);
  const situation = { point: 'execution', subtask: null, action: null, cause: 'question about a comment' } as const;
  const counting = { ...task, replanning: granted(task.replanning, 'clarification', situation) };
  return ask(counting, { kind: 'clarification', texts, ...asking });
}

/** More questions than allowed are said to be assumed, or waited for where nothing may be (REPLAN-5, PLAN-2). */
function beyondLimit(task: TaskIn<'execute'>, texts: readonly string[], asking: Pick<Question, 'context' | 'assumptions'>): Task {
  if (!task.settings.planning.assumes || isNeverAssumed(texts)) return ask(task, { kind: 'intervention', texts, ...asking });
  const assumptions = texts.map(ownQuestions(task.settings.language).leftToMe);
  const note = `Not asked any more; take the most sensible reading: ${texts.join('; ')}`;
  return closeIfFinished({ ...unasked(task, { texts, ...asking, assumptions }), replanning: noted(task.replanning, note) });
}

function settleEffect(task: TaskIn<'execute'>, fact: Extract<Fact, { readonly type: 'effect' }>): Task {
  if (fact.name === 'checkpoint' && task.work.toCheckpoint !== null)
    return closeIfFinished({ ...task, work: checkpointed(task.work, fact.change) });
  if (fact.name === 'refused_change_told') return closeIfFinished(withTold(task, fact.comment));
  if (fact.name !== 'push_refused') return task;
  return endWith(task, refused(fact));
}

function closeIfFinished(task: TaskIn<'execute'>): Task {
  return isOver(task, task.work) ? enterVerify(task, task) : task;
}

/**
 * Decides what follows from a fact; the only place where facts meet the rules. `before` is the task before the fact.
 * Each story has its own file; ARCHITECTURE lists them.
 */
import { afterAssessment } from './after-assessment.ts';
import { afterUnreadable } from './unusable-answers.ts';
import {
  afterAction,
  afterAnswer,
  afterGivingUp,
  afterReflection,
  afterTool,
  afterQuestionOfModel,
} from './actions.ts';
import { afterAdoption, afterRevision } from './adopt-plan.ts';
import { afterBlockersChanged } from './blocked.ts';
import { afterBudget } from './used-up-budget.ts';
import { afterAround } from './around.ts';
import { askedAbout } from './asked-about.ts';
import { afterWeighing } from './weighed-comments.ts';
import { afterHeld } from './held-change.ts';
import { afterMarksLeft } from './base-moves.ts';
import { afterAttendance, afterPause } from './waiting.ts';
import { afterConversationRefused } from './conversation-length.ts';
import { moreToGather } from './gathering.ts';
import { afterEnvironment } from './workspace.ts';
import { afterFault, afterOutage, afterStart, afterStop } from './ending.ts';
import { afterDivision, afterGoal, afterGoalError, afterPlan } from './plan-steps.ts';
import { afterJudgement, afterVerdict } from './judgement.ts';
import { afterPosting, afterReply, afterTimeOver } from './then.ts';
import { afterLeftOut, afterReported, afterReportStep, afterSummary, withoutPullRequest } from './report.ts';
import { afterCheck, afterReview, afterVerifying } from './verification.ts';
import type { Fact, Facts, FactOf } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

export function decide(task: Task, fact: Fact, before: Task): Facts {
  if (task.stage.is === 'ended') return [];
  switch (fact.type) {
    case 'phase':
      return afterPhase(task, fact, before);
    case 'plan':
      return afterPlan(task, fact.plan);
    case 'revision':
      return task.stage.is === 'plan' ? afterPlan(task, fact.updated_plan) : afterRevision(task, fact);
    case 'replan_decision':
      return fact.name === 'decided' ? afterVerdict(task, fact) : [];
    case 'action':
      return afterActionFact(task, fact, before);
    case 'tool':
      return afterTool(task, before);
    case 'reflection':
      return fact.name === 'model' ? afterReflection(task, fact, before) : [];
    case 'review':
      return afterReview(task, fact);
    case 'verification':
      return afterCheck(task, fact);
    case 'environment':
      return afterEnvironment(task, fact, before);
    case 'question':
      return afterPosting(task, fact);
    case 'answer':
      return fact.name === 'assumed' ? [] : afterReply(task, fact, before);
    case 'control':
      return afterControlFact(task, fact, before);
    case 'effect':
      return afterEffect(task, fact);
    case 'error':
      return afterError(task, fact, before);
    case 'usage':
    case 'completion':
    case 'task':
      return [];
  }
}

function afterPhase(task: Task, fact: FactOf<'phase'>, before: Task): Facts {
  switch (fact.name) {
    case 'goal_understanding':
      return afterGoal(task, fact);
    case 'planning':
      return before.stage.is === 'orient' ? moreToGather(task) : [];
    case 'goal_error':
      return afterGoalError(task, fact.error);
    case 'task_decomposition':
      return afterDivision(task, fact);
    case 'completion_assessment':
      return afterAssessment(task, fact);
    case 'judged':
      return afterJudgement(task, fact, before);
    case 'replan_pending':
      return afterVerdict(task, fact);
    case 'plan_adopted':
      return afterAdoption(task, before);
    case 'verifying':
      return afterVerifying(task);
    case 'summary':
      return afterSummary(task, fact);
    default:
      return [];
  }
}

function afterActionFact(task: Task, fact: FactOf<'action'>, before: Task): Facts {
  switch (fact.name) {
    case 'answer':
      return afterAnswer(task, fact, before);
    case 'finished':
      return afterAction(task, fact, before);
    case 'asked':
      return afterQuestionOfModel(task, fact);
    case 'given_up':
      return afterGivingUp(task);
    default:
      return [];
  }
}

function afterControlFact(task: Task, fact: FactOf<'control'>, before: Task): Facts {
  switch (fact.name) {
    case 'stop':
      return afterStop(task, fact);
    case 'comment':
    case 'comment_edited':
      return [];
    case 'comment_weighed':
      return askedAbout(task, afterWeighing(task, fact));
    case 'budget_extended':
    case 'daily_budget_raised':
      return afterBudget(task);
    case 'around':
      return afterAround(task, fact.what, before);
    case 'suspended':
    case 'limited':
    case 'limit_over':
      return [];
    case 'blockers_changed':
      return afterBlockersChanged(task);
    case 'attended':
      return afterAttendance(task, before);
    default:
      return afterPause(task, fact, before);
  }
}

function afterEffect(task: Task, fact: FactOf<'effect'>): Facts {
  switch (fact.name) {
    case 'started':
      return afterStart(task, fact);
    case 'time_over':
      return afterTimeOver(task);
    case 'reported':
      return afterReported(task);
    case 'push_refused':
      return afterReportStep(task, fact);
    case 'push_held':
      return afterHeld(task, fact.held);
    case 'marks_left':
      return afterMarksLeft(task, fact);
    case 'left_out':
      return afterLeftOut(task, fact);
    case 'pull_request_missing':
      return withoutPullRequest(task);
    case 'progress_comment':
    case 'checkpoint':
    case 'pull_request':
    case 'reminded':
    case 'explained':
    case 'refused_change_told':
    case 'replied':
    case 'result_comment':
    case 'progress_finished':
    case 'labelled':
    case 'label_finished':
    case 'sandbox_removed':
    case 'superseded':
      return [];
  }
}

function afterError(task: Task, fact: FactOf<'error'>, before: Task): Facts {
  switch (fact.name) {
    case 'retry_later':
      return afterOutage(task, fact, before);
    case 'fault':
      return afterFault(task, fact);
    case 'invalid_answer':
      return afterUnreadable(task, fact, before);
    case 'conversation_refused':
      return afterConversationRefused(task, fact);
  }
}

/** Selectors of a task's state, shared by the rules, the comments, the status reply and the API. */
import type { Asked, Question } from './question.ts';
import type { EnvironmentReport } from './trouble-verdict.ts';
import type { At, Reply, Task } from './task.ts';
import type { Draft, Stage, Approval } from './stage.ts';
import type { Activity, CallName, CommandRecord, StateLabel } from './outcome.ts';
import type { UnusableAnswer } from './model-facts.ts';
import type { Plan } from './plan.ts';
import type { CarriedJudgement, CommentSeen, Work } from './work.ts';

/** The question that the task waits for. */
export function blockingIn({ asked }: Pick<Task, 'asked'>): Asked | null {
  return asked.find(({ blocks }) => blocks) ?? null;
}

/** The task rests: people are asked, it is paused, the App is suspended, or the model is rate-limited. */
export function isHalted(task: Pick<Task, 'asked' | 'paused' | 'suspended' | 'limited'>): boolean {
  return task.suspended !== null || task.paused !== null || isLimited(task) || blockingIn(task) !== null;
}

/** Until the time that the model's provider named. */
export function isLimited({ limited }: Pick<Task, 'limited'>): boolean {
  return (limited?.due ?? null) !== null;
}

export function isOver({ stage }: Pick<Task, 'stage'>): boolean {
  return stage.is === 'report' || stage.is === 'ended';
}

export function isAt<Is extends Stage['is']>(task: Task, is: Is): task is At<Is> {
  return task.stage.is === is;
}

/** For callers that know the task's stage. */
export function at<Is extends Stage['is']>(task: Task, is: Is): At<Is> {
  if (isAt(task, is)) return task;
  throw new TypeError(`A task is at ${task.stage.is}, not at ${is}.`);
}

/** The report of a task that has ended or is about to. */
export function reportOf(task: Task): At<'report'>['stage'] | At<'ended'>['stage'] | null {
  return task.stage.is === 'report' || task.stage.is === 'ended' ? task.stage : null;
}

export function draftIn<Step extends Draft['step']>(
  task: Task,
  step: Step,
): Extract<Draft, { readonly step: Step }> | null {
  const draft = task.stage.is === 'plan' ? task.stage.draft : null;
  return draft?.step === step ? (draft as Extract<Draft, { readonly step: Step }>) : null;
}

/** Set while people decide whether the plan may be carried out. */
export function approvalIn({ stage }: Pick<Task, 'stage'>): Approval | null {
  return stage.is === 'work' ? stage.approval : null;
}

export function questionOf({ questions }: Pick<Task, 'questions'>, id: number): Question {
  const question = questions.find((one) => one.id === id);
  if (!question) throw new TypeError(`Question ${id} is not there.`);
  return question;
}

/** The question that the task waits for, as people see it. */
export function blockingQuestion(task: Pick<Task, 'asked' | 'questions'>): Question | null {
  const blocking = blockingIn(task);
  return blocking && questionOf(task, blocking.questionId);
}

/**
 * Questions that accept answers: the blocking one, a plan shown for approval, then questions beside the work, newest
 * first.
 */
export function questionsTakingAnswers(
  task: Pick<Task, 'asked' | 'questions' | 'paused' | 'suspended' | 'limited'>,
): readonly Question[] {
  const rank = ({ blocks, then }: Asked) => (blocks ? 0 : then.is === 'carry_out_plan' ? 1 : 2);
  return task.asked
    .filter(({ blocks, then }) => blocks || then.is === 'tell_work' || !isHalted(task))
    .toSorted((one, other) => rank(one) - rank(other) || other.questionId - one.questionId)
    .map(({ questionId }) => questionOf(task, questionId))
    .filter(({ commentId }) => commentId !== null);
}

/** A question beside the work that is not posted yet. */
export function questionToPost({ asked, questions }: Pick<Task, 'asked' | 'questions'>): Question | null {
  const open = new Set(
    asked.filter(({ blocks, then }) => !blocks && then.is === 'tell_work').map(({ questionId }) => questionId),
  );
  return questions.find(({ id, commentId }) => open.has(id) && commentId === null) ?? null;
}

/** What the task is doing, regardless of waiting. */
export function underlying({
  stage,
  workspace,
}: Pick<Task, 'stage' | 'workspace'>): Exclude<Activity, 'wait' | 'pause'> {
  switch (stage.is) {
    case 'plan':
      return ({ goal: 'understand', division: 'decompose', actions: 'sequence' } as const)[stage.draft.step];
    case 'work':
      if (stage.approval !== null) return 'approve';
      return workspace.is === 'ready' || workspace.is === 'stopped' ? 'execute' : 'prepare';
    default:
      return stage.is;
  }
}

/** It carries out a plan in a ready container. */
export function isWorking({ stage, workspace }: Pick<Task, 'stage' | 'workspace'>): boolean {
  return stage.is === 'work' && stage.approval === null && workspace.is === 'ready';
}

export function activityOf(task: Task): Activity {
  if (isOver(task)) return underlying(task);
  if (task.suspended !== null) return 'wait';
  if (task.paused !== null) return 'pause';
  return blockingIn(task) === null ? underlying(task) : 'wait';
}

/** The label with which the issue shows it (GH-8). */
export function stateLabelOf(task: Task): StateLabel {
  const report = reportOf(task);
  if (report !== null) return report.ending.status === 'succeeded' ? 'done' : report.ending.status;
  switch (activityOf(task)) {
    case 'wait':
      return 'waiting';
    case 'pause':
      return 'paused';
    default:
      return 'working';
  }
}

/** The work as people see it: null while it has not begun. */
export function shownWork({ stage, work }: Pick<Task, 'stage' | 'work'>): Work | null {
  return stage.is === 'work' && !stage.begun ? null : work;
}

/** The plan that people see: the current one, also while the next is being made or an answer is waited for. */
export function shownPlan(task: Task): { readonly plan: Plan; readonly work: Work | null } | null {
  return task.plan === null ? null : { plan: task.plan, work: shownWork(task) };
}

/** The answer's judgement of itself, until it is judged (REPLAN-2). */
export function carriedIn({ stage }: Pick<Task, 'stage'>): CarriedJudgement | undefined {
  if (stage.is === 'verify') return stage.carried;
  return stage.is === 'plan' ? stage.draft.carried : undefined;
}

/** Follow-ups have started already, and after somebody said to start nothing blocks any more (GH-2). */
export function mayBeBlocked({ request, questions }: Pick<Task, 'request' | 'questions'>): boolean {
  if (request.pullRequest !== undefined || request.isRetry === true) return false;
  return !questions.some(({ kind, state }) => kind === 'dependency' && state === 'answered');
}

/** There is something to judge the finished work by. */
export function hasCriteria({ plan }: Pick<Task, 'plan'>): boolean {
  return (plan?.acceptance_criteria.length ?? 0) > 0;
}

/** The plan to judge: one that was just made, else the current one. */
export function planOf(task: Pick<Task, 'stage' | 'plan'>): Plan | null {
  const draft = task.stage.is === 'plan' ? task.stage.draft : null;
  return (draft?.step === 'actions' ? draft.found : null) ?? task.plan;
}

export function environmentReport({ workspace }: Pick<Task, 'workspace'>): EnvironmentReport | null {
  return workspace.is === 'ready' || workspace.is === 'stopped' ? workspace.environment : null;
}

/** Failed commands of the set-up and its checks that the work did not repeat successfully later. */
export function unmended(environment: EnvironmentReport): readonly CommandRecord[] {
  return failedCommands(environment).filter(({ command }) => !environment.mended.includes(command));
}

export function failedCommands({ setup, checks }: EnvironmentReport): readonly CommandRecord[] {
  return [
    ...setup.filter((command) => command.exit_code !== 0),
    ...checks.filter((check) => !check.passed).map((check) => check.command),
  ];
}

/** The container that runs or is being prepared. */
export function containerOf({ workspace }: Pick<Task, 'workspace'>): string | null {
  return workspace.is === 'ready' || workspace.is === 'preparing' ? workspace.containerId : null;
}

/** All comments so far have been considered. */
export function areCommentsWeighed({ comments, work }: Pick<Task, 'comments' | 'work'>): boolean {
  return comments.length <= (work?.commentsWeighed ?? 0);
}

/** Notes of many re-plans would grow without end; the newest matter. */
const MAX_NOTES = 20;

/** Notes for the model's next planning call. */
export function notesTold({ replanning }: Pick<Task, 'replanning'>): readonly string[] {
  return replanning.notes.slice(-MAX_NOTES);
}

/** A change that people asked for, that could not be made, and that they still have to be told of. */
export function changeToTell({ refusedChanges }: Pick<Task, 'refusedChanges'>) {
  return refusedChanges.find((change) => !change.told) ?? null;
}

/** A question in a comment that still has to be answered. */
export function replyToPost({ replies }: Pick<Task, 'replies'>): Reply | null {
  return replies.find(({ isPosted }) => !isPosted) ?? null;
}

/**
 * Since the last reflection: a comment or correction is reflected on like an error (PLAN-1.5), but only after it was
 * considered. Earlier, a reflection would change the plan just before the comment does (PLAN-9).
 */
export function peopleSpoke({ comments, work }: Pick<Task, 'comments' | 'work'>): boolean {
  return unreflected({ comments: comments.slice(0, work?.commentsWeighed ?? 0), work }).length > 0;
}

/** Comments since the last reflection. */
export function unreflected({ comments, work }: Pick<Task, 'comments' | 'work'>): readonly CommentSeen[] {
  return comments.slice(work?.commentsReflected ?? 0);
}

/** Unusable answers to this call since its last usable one. */
export function unusableTo(call: CallName, { unusable }: Pick<Task, 'unusable'>): readonly UnusableAnswer[] {
  return unusable.filter((answer) => answer.call === call);
}

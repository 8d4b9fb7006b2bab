/** What control words other than stop do (GH-5): none reaches a model or becomes an instruction, each gets a reply. */
import { admitOrExplain, isAdmitted } from './admission.ts';
import { commandReply, type CommandReply } from './command-replies.ts';
import { asAskedToPause, sendPause, sendResume, type ActiveTask } from './pause-by-word.ts';
import { reactTo, reply, type Words } from './reply.ts';
import { commentItem, send, sendOrder } from './send-to-task.ts';
import { openQuestionsText } from '../comments/open-questions.ts';
import { endedReply, statusReply } from '../comments/status-reply.ts';
import { isBefore } from '../people/answers/interpret-comment.ts';
import { takesWord } from '../people/can-answer-by-command.ts';
import { useOf, type AnsweringWord, type BeginningWord } from '../people/control-words.ts';
import { holderOf, issueRefOf } from '../queue/active-issues.ts';
import { replay } from '../state/evolve.ts';
import { RetryLater } from '../errors.ts';
import { issueKey } from '../state/request.ts';
import { blockingIn, blockingQuestion, isAt, questionsTakingAnswers, reportOf } from '../state/select.ts';
import { isOfRepository, readHistory } from '../state/stored.ts';
import type { Intent, IntentOf } from '../people/intent.ts';
import type { ActingTools } from './acting-tools.ts';
import type { At, Task } from '../state/task.ts';

type Command = IntentOf<'command'>;

interface AskedWhileIdle {
  readonly intent: Pick<Intent, 'repo' | 'issue'>;
  readonly tools: ActingTools;
}

interface Asked extends AskedWhileIdle {
  readonly intent: Command;
  /** The active task on the issue, or null. */
  readonly active: ActiveTask | null;
  /** When it was said, for the times shown in a status. */
  readonly at: number;
}

/** It was sent to the task, which people can see; otherwise the reply of this name, or a status. */
type Outcome = 'sent' | CommandReply | { readonly status: string; readonly about: string };

/** A word that starts a task comes here only without a mention; with one it is a `start`. */
const EFFECTS: { readonly [Word in Command['word']]: (asked: Asked) => Outcome | Promise<Outcome> } = {
  pause: (asked) => (asked.active === null ? notAtWork(asked) : sendPause(asked.intent, asked.active, asked.tools)),
  resume: async (asked) => {
    const { intent, active, tools } = asked;
    if (active === null) return notAtWork(asked);
    const sent = (await sendResume(intent, active, tools)) ?? (await sendAnswer('resume', asked));
    if (sent !== null || active.task === null || !isAsking(active)) return sent ?? 'at_work';
    return blockingQuestion(active.task)?.kind === 'confirmation' ? 'yes_or_no' : 'waiting';
  },
  status: async ({ intent, active, at, tools }) => {
    if (active === null) {
      const ended = await lastEnded(intent, tools);
      return ended === null ? 'never_worked' : { status: endedReply(ended, intent.pullRequest), about: ended.id };
    }
    const { taskId, task } = active;
    if (task === null) return 'not_started';
    return { status: statusReply(await asAskedToPause(task, taskId, tools), at), about: taskId };
  },
  retry: async (asked) => (await sendAnswer('retry', asked)) ?? (isAsking(asked.active) ? 'waiting' : 'at_work'),
  retry_same_plan: ({ active }) => (isAsking(active) ? 'waiting' : 'at_work'),
  approve: async (asked) =>
    (await sendAnswer('approve', asked)) ?? (isAsking(asked.active) ? 'waiting' : 'nothing_to_approve'),
  plan: (asked) => (asked.active === null ? notAtWork(asked) : 'plans_already'),
  help: () => 'help',
};

/** The reply to a word that would start a task while one is active. */
const NOT_BEGUN: { readonly [Word in BeginningWord]: CommandReply } = {
  retry: 'at_work',
  retry_same_plan: 'at_work',
  plan: 'plans_already',
};

export async function answerCommand(intent: Command, tools: ActingTools, at: number): Promise<string> {
  const { word, addressed, target } = intent;
  const taskId = await holderOf(tools.redis, issueRefOf(intent));
  // A control word without a mention, and no active task: not for us.
  if (taskId === null && !addressed) return 'nothing active';
  if (!(await (addressed ? admitOrExplain(intent, tools) : isAdmitted(intent, tools)))) return 'refused';
  const active = taskId === null ? null : { taskId, task: await readTask(taskId, tools) };
  const outcome = await EFFECTS[word]({ intent, active, at, tools });
  if (outcome === 'sent') return outcome;
  // Without a mention it is meant for us only while a question is open.
  if (!addressed && useOf(word).bare === 'while_waiting' && !isAsking(active)) return 'nothing to answer';
  const isStatus = typeof outcome !== 'string';
  await reactTo(intent, { target, content: isStatus || outcome === 'help' ? '+1' : 'confused' }, tools);
  const said = (words: Words) =>
    isStatus ? outcome.status : replyText(outcome, { intent, task: active?.task ?? null }, words);
  const text = (words: Words) => tools.redact(said(words));
  await reply(intent, { text, about: isStatus ? outcome.about : taskId }, tools);
  return isStatus ? 'status' : outcome;
}

/** A word that starts a task was addressed to us while another task is active or about to release the issue. */
export async function refuseToBegin(
  intent: IntentOf<'start'>,
  word: BeginningWord,
  tools: ActingTools,
): Promise<string> {
  const about = await holderOf(tools.redis, issueRefOf(intent));
  const active = about === null ? null : await readTask(about, tools);
  if (about === null || hasTold(active))
    throw new RetryLater('The task before it has told its result, and lets go of the issue first.', { of: 'github' });
  if (word === 'retry' && waitsToBegin(active)) {
    await send({ taskId: about, item: commentItem(intent, { text: 'retry', addressed: false }) }, tools);
    await reactTo(intent, { target: intent.target, content: '+1' }, tools);
    return 'sent';
  }
  await reactTo(intent, { target: intent.target, content: 'confused' }, tools);
  const name = NOT_BEGUN[word];
  await reply(intent, { text: (words) => replyText(name, { intent, task: null }, words), about }, tools);
  return name;
}

/** For a stop that was addressed to us while no task is active on the issue. */
export async function answerIdleStop(intent: IntentOf<'stop'>, tools: ActingTools): Promise<string> {
  if (!(await admitOrExplain(intent, tools))) return 'refused';
  const name = await notAtWork({ intent, tools });
  await reactTo(intent, { target: intent.target, content: 'confused' }, tools);
  await reply(intent, { text: (words) => replyText(name, { intent, task: null }, words), about: null }, tools);
  return name;
}

/** People can see how it ended, so later words are not meant for it. */
function hasTold(task: Task | null): boolean {
  return task !== null && (isAt(task, 'ended') || (reportOf(task)?.resultComment ?? null) !== null);
}

/** Because other issues block it (GH-2). */
function waitsToBegin(task: Task | null): boolean {
  return task !== null && blockingIn(task)?.then.is === 'begin';
}

/** Null if the word does not answer what the task asks. */
async function sendAnswer(word: AnsweringWord, { intent, active, tools }: Asked): Promise<'sent' | null> {
  if (active === null || active.task === null || !isAnsweredBy(active.task, word, intent)) return null;
  const item = commentItem(intent, { text: intent.text, addressed: false });
  return sendOrder(intent, { taskId: active.taskId, item }, tools);
}

/** Whether the word answers the first question; its meaning is for the task to decide. */
function isAnsweredBy(task: Task, word: AnsweringWord, { addressed, target }: Command): boolean {
  const asked = blockingQuestion(task) ?? questionsTakingAnswers(task)[0];
  if (asked === undefined) return false;
  // A word written before the question cannot answer it: its author saw an earlier one.
  const comment = target.kind === 'issue_comment' ? target.commentId : undefined;
  if (isBefore(comment, asked)) return false;
  // To "shall I change the plan?", `please redo it` without a mention is a yes; `please go on` is neither yes nor no.
  if (asked.kind === 'confirmation' && word !== 'approve' && addressed) return false;
  return takesWord(asked, word, blockingIn(task));
}

/** Whether the task waits for an answer, also while it is paused. */
function isAsking(active: ActiveTask | null): boolean {
  return active !== null && active.task !== null && blockingIn(active.task) !== null;
}

/** With the open questions, if the reply is about them. */
function replyText(
  name: CommandReply,
  { intent, task }: { readonly intent: Intent; readonly task: Task | null },
  { language, botSlug: slug }: Words,
): string {
  const text = commandReply(name, language, { slug, pullRequest: intent.pullRequest });
  const isAboutQuestions = name === 'waiting' || name === 'yes_or_no';
  const questions = isAboutQuestions && task !== null ? openQuestionsText(task) : '';
  return questions === '' ? text : `${text}\n\n${questions}`;
}

/** For `plan`, if no task of the issue has a plan. */
export async function refuseWithoutPlan(intent: IntentOf<'start'>, tools: ActingTools): Promise<string> {
  await reactTo(intent, { target: intent.target, content: 'confused' }, tools);
  await reply(
    intent,
    { text: (words) => replyText('no_earlier_plan', { intent, task: null }, words), about: null },
    tools,
  );
  return 'no_earlier_plan';
}

async function notAtWork({ intent, tools }: AskedWhileIdle): Promise<CommandReply> {
  return (await lastEnded(intent, tools)) === null ? 'never_worked' : 'idle';
}

/** Null if none is known. An unreadable history must not prevent a reply. */
async function lastEnded(
  { repo, issue }: Pick<Intent, 'repo' | 'issue'>,
  tools: ActingTools,
): Promise<At<'ended'> | null> {
  try {
    for (const taskId of (await tools.history.ofIssue(issueKey({ repo, issue }))).toReversed()) {
      const entries = await tools.history.read(taskId);
      if (!isOfRepository(entries, repo.repositoryId)) continue;
      const task = replay(readHistory(entries));
      return task !== null && isAt(task, 'ended') ? task : null;
    }
    return null;
  } catch (error) {
    tools.log.warn({ err: error }, 'the last task of an issue cannot be read for its status');
    return null;
  }
}

async function readTask(taskId: string, { history }: ActingTools): Promise<Task | null> {
  return replay(readHistory(await history.read(taskId)));
}

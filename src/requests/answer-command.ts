/** What control words do (GH-5), other than stop: none reaches a model or becomes an instruction, each gets a reply. */
import { admitOrExplain, isAdmitted } from './admission.ts';
import { commandReply, type CommandReply } from './command-replies.ts';
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
import { blockingIn, blockingQuestion, isAt, questionsTakingAnswers, isOver, reportOf } from '../state/select.ts';
import { isOfRepository, readHistory } from '../state/stored.ts';
import { personOf, type Intent, type IntentOf } from '../people/intent.ts';
import type { ActingTools } from './acting-tools.ts';
import type { At, Task } from '../state/task.ts';
import type { InboxItem } from '../state/inbox-item.ts';

type Command = IntentOf<'command'>;

interface AskedWhileIdle {
  readonly intent: Pick<Intent, 'repo' | 'issue'>;
  readonly tools: ActingTools;
}

interface Asked extends AskedWhileIdle {
  readonly intent: Command;
  /** The task that is active on the issue; null where none is. */
  readonly active: ActiveTask | null;
  /** When it was said, for the time that a status shows. */
  readonly at: number;
}

/** It was sent to the task, which people see; or what they are to read: the reply of this name, or a status. */
type Outcome = 'sent' | CommandReply | { readonly status: string; readonly about: string };

/** A word that begins a task comes here only without a mention: with one it is a `start`. */
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

/** The reply to a word that would begin a task where one is active: it neither joins it nor begins a twin. */
const NOT_BEGUN: { readonly [Word in BeginningWord]: CommandReply } = {
  retry: 'at_work',
  retry_same_plan: 'at_work',
  plan: 'plans_already',
};

export async function answerCommand(intent: Command, tools: ActingTools, at: number): Promise<string> {
  const { word, addressed, target } = intent;
  const taskId = await holderOf(tools.redis, issueRefOf(intent));
  // A bare word among people is not for us.
  if (taskId === null && !addressed) return 'nothing active';
  if (!(await (addressed ? admitOrExplain(intent, tools) : isAdmitted(intent, tools)))) return 'refused';
  const active = taskId === null ? null : { taskId, task: await readTask(taskId, tools) };
  const outcome = await EFFECTS[word]({ intent, active, at, tools });
  if (outcome === 'sent') return outcome;
  // Said among people; while something is asked, it may be meant for us.
  if (!addressed && useOf(word).bare === 'while_waiting' && !isAsking(active)) return 'nothing to answer';
  const isStatus = typeof outcome !== 'string';
  await reactTo(intent, { target, content: isStatus || outcome === 'help' ? '+1' : 'confused' }, tools);
  const said = (words: Words) =>
    isStatus ? outcome.status : replyText(outcome, { intent, task: active?.task ?? null }, words);
  const text = (words: Words) => tools.redact(said(words));
  await reply(intent, { text, about: isStatus ? outcome.about : taskId }, tools);
  return isStatus ? 'status' : outcome;
}

/** A word that begins a task was said to us while another task is active, or about to let the issue go. */
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

/** It was said to us, and nothing is at work on the issue. */
export async function answerIdleStop(intent: IntentOf<'stop'>, tools: ActingTools): Promise<string> {
  if (!(await admitOrExplain(intent, tools))) return 'refused';
  const name = await notAtWork({ intent, tools });
  await reactTo(intent, { target: intent.target, content: 'confused' }, tools);
  await reply(intent, { text: (words) => replyText(name, { intent, task: null }, words), about: null }, tools);
  return name;
}

/** People can see how it ended: what they say now is not meant for it. */
function hasTold(task: Task | null): boolean {
  return task !== null && (isAt(task, 'ended') || (reportOf(task)?.resultComment ?? null) !== null);
}

/** Because other issues block it (GH-2). */
function waitsToBegin(task: Task | null): boolean {
  return task !== null && blockingIn(task)?.then.is === 'begin';
}

/** Null where the word does not answer what the task asks. */
async function sendAnswer(word: AnsweringWord, { intent, active, tools }: Asked): Promise<'sent' | null> {
  if (active === null || active.task === null || !isAnsweredBy(active.task, word, intent)) return null;
  const item = commentItem(intent, { text: intent.text, addressed: false });
  return sendOrder(intent, { taskId: active.taskId, item }, tools);
}

/** Whether the word answers what is asked first; what it means to that is for the task to read. */
function isAnsweredBy(task: Task, word: AnsweringWord, { addressed, target }: Command): boolean {
  const asked = blockingQuestion(task) ?? questionsTakingAnswers(task)[0];
  if (asked === undefined) return false;
  // Nobody accepts what is shown below what they wrote: that took the place of what they saw.
  const comment = target.kind === 'issue_comment' ? target.commentId : undefined;
  if (isBefore(comment, asked)) return false;
  // To "shall I change the plan?", `please redo it` among people is a yes. `please go on` is neither yes nor no.
  if (asked.kind === 'confirmation' && word !== 'approve' && addressed) return false;
  return takesWord(asked, word, blockingIn(task));
}

/** Whether the task waits for the answer to a question, also while it is paused. */
function isAsking(active: ActiveTask | null): boolean {
  return active !== null && active.task !== null && blockingIn(active.task) !== null;
}

/** With the questions that wait for an answer, where the reply is about them. */
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

/** That word, where no task of the issue has a plan. */
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

/** Null where none is known. A history that cannot be read must not keep people from a reply. */
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

type Control = Extract<InboxItem, { readonly kind: 'control' }>;

interface ActiveTask {
  readonly taskId: string;
  /** Null before anything of it is recorded. */
  readonly task: Task | null;
}

/**
 * To the task, unless it is as people want it already. What was asked for and is not copied into the history yet
 * counts as well: `pause` and `resume` in one breath are two commands (`isToPause`).
 */
async function sendPause(
  intent: Command,
  active: ActiveTask,
  tools: ActingTools,
): Promise<'sent' | 'paused_already' | 'too_late_to_pause'> {
  if (await isToPause(active, tools)) return 'paused_already';
  // Nothing is left but to say what came of it.
  if (active.task !== null && isOver(active.task)) return 'too_late_to_pause';
  return steer(intent, { taskId: active.taskId, word: 'pause' }, tools);
}

/** Null where it is not paused: `resume` is a word like any other then. */
async function sendResume(intent: Command, active: ActiveTask, tools: ActingTools): Promise<'sent' | null> {
  return (await isToPause(active, tools)) ? steer(intent, { taskId: active.taskId, word: 'resume' }, tools) : null;
}

/**
 * As a status shows it: a pause that was asked for waits in the inbox as long as the step in hand
 * takes, a command for minutes.
 */
async function asAskedToPause(task: Task, taskId: string, tools: ActingTools): Promise<Task> {
  const asked = await lastSteered(taskId, tools);
  if (asked?.word !== 'pause' || asked.by === null || task.paused !== null) return task;
  return { ...task, pausing: { by: asked.by.login } };
}

async function steer(
  intent: Command,
  { taskId, word }: Pick<Control, 'word'> & { readonly taskId: string },
  tools: ActingTools,
): Promise<'sent'> {
  const by = personOf(intent);
  const reason = `@${by.login} asked to ${word}.`;
  return sendOrder(intent, { taskId, item: { kind: 'control', id: intent.occurrence, word, by, reason } }, tools);
}

/** Paused, or about to be. */
async function isToPause({ taskId, task }: ActiveTask, tools: ActingTools): Promise<boolean> {
  const asked = await lastSteered(taskId, tools);
  if (asked !== undefined) return asked.word === 'pause';
  return task !== null && (task.paused !== null || task.pausing !== null);
}

async function lastSteered(taskId: string, { inbox }: ActingTools): Promise<Control | undefined> {
  const waiting = await inbox.read(taskId);
  return waiting.filter((item) => item.kind === 'control').findLast((item) => item.word !== 'stop');
}

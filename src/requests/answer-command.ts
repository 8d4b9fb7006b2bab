/** What control words do (GH-5), other than stop: none goes through a model, none becomes an instruction, each is answered. */
import { type CommandReply, commandReply } from './command-replies.ts';
import { type AnsweringWord, type BeginningWord, useOf } from '../people/control-words.ts';
import { openQuestionsText } from '../comments/open-questions.ts';
import { endedReply, statusReply } from '../comments/status-reply.ts';
import { issueKey } from '../state/request.ts';
import { holderOf, placeOf } from '../queue/active-issues.ts';
import { asAskedToPause, pauseTask, resumeTask } from './pause-command.ts';
import { admission, isAdmitted, reply, unlessRefused } from './admission.ts';
import { isAnsweredBy, isEnded, isWaiting, readTask, waitsForYesOrNo } from './task-conditions.ts';
import { commentItem, tell } from './send-to-task.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Intent } from '../people/intent.ts';
import type { At, Task } from '../state/task.ts';

type Command = Extract<Intent, { readonly kind: 'command' }>;
type Start = Extract<Intent, { readonly kind: 'start' }>;

interface Heard {
  readonly intent: Command;
  /** The task that is active on the issue; null where none is. */
  readonly active: { readonly taskId: string; readonly task: Task | null } | null;
  /** When it was said, for the time that a status tells. */
  readonly at: number;
  readonly tools: ActingTools;
}

/** The task was told, and people see that; or what they are to read: the reply of this name, or how the task is. */
type Outcome = 'told' | CommandReply | { readonly status: string };

/** A word that begins a task comes here only without a mention: with one it is a `start`. */
const EFFECTS: { readonly [Word in Command['word']]: (heard: Heard) => Outcome | Promise<Outcome> } = {
  pause: ({ intent, active, tools }) => (active === null ? 'idle' : pauseTask(intent, active, tools)),
  resume: async (heard) => {
    const { intent, active, tools } = heard;
    if (active === null) return 'idle';
    return (await resumeTask(intent, active, tools)) ?? (await answerWith('resume', heard)) ?? notResumed(active.task);
  },
  status: async ({ intent, active, at, tools }) => {
    if (active === null) {
      const ended = await lastEnded(intent, tools);
      return ended === null ? 'idle' : { status: endedReply(ended) };
    }
    const { taskId, task } = active;
    return task === null ? 'not_started' : { status: statusReply(await asAskedToPause(task, taskId, tools), at) };
  },
  retry: async (heard) => (await answerWith('retry', heard)) ?? (isAsking(heard) ? 'waiting' : 'at_work'),
  approve: async (heard) =>
    (await answerWith('approve', heard)) ?? (isAsking(heard) ? 'waiting' : 'nothing_to_approve'),
  plan: ({ active }) => (active === null ? 'idle' : 'plans_already'),
  help: () => 'help',
};

/** What is said to a word that would begin a task anew where one is active: it neither joins it nor begins a twin. */
const NOT_BEGUN: { readonly [Word in BeginningWord]: CommandReply } = { retry: 'at_work', plan: 'plans_already' };

export async function answerCommand(intent: Command, tools: ActingTools, at: number): Promise<string> {
  const { repo, word, addressed, target } = intent;
  const taskId = await holderOf(tools.redis, placeOf(intent));
  // A bare word among people is not for us.
  if (taskId === null && !addressed) return 'nothing active';
  const isAllowed = addressed ? await isAdmitted(intent, tools) : (await admission(intent, tools)).kind === 'admit';
  if (!isAllowed) return 'refused';
  const active = taskId === null ? null : { taskId, task: await readTask(tools.history, taskId) };
  const heard: Heard = { intent, active, at, tools };
  const outcome = await EFFECTS[word](heard);
  if (outcome === 'told') return 'told';
  // Said among people; while something is asked, it may be meant for us.
  if (!addressed && useOf(word).bare === 'while_waiting' && !isAsking(heard)) return 'nothing to answer';
  const isStatus = typeof outcome !== 'string';
  await unlessRefused(tools, () =>
    tools.github.react(repo, target, isStatus || outcome === 'help' ? '+1' : 'confused'),
  );
  await reply(intent, tools.redact(isStatus ? outcome.status : await replyText(outcome, heard)), tools);
  return isStatus ? 'status' : outcome;
}

export async function refuseAnew(intent: Start, word: BeginningWord, tools: ActingTools): Promise<string> {
  await unlessRefused(tools, () => tools.github.react(intent.repo, intent.target, 'confused'));
  const { language, botSlug } = await tools.settingsFor();
  const answer = NOT_BEGUN[word];
  await reply(intent, commandReply(answer, language, botSlug), tools);
  return answer;
}

/** The task is told what people said, where the word answers what it asks; else null. */
async function answerWith(word: AnsweringWord, { intent, active, tools }: Heard): Promise<'told' | null> {
  const { repo, target, text } = intent;
  if (active === null || active.task === null || !isAnsweredBy(active.task, word, intent)) return null;
  await tell(tools, { taskId: active.taskId, item: commentItem(intent, { text, addressed: false }) });
  await unlessRefused(tools, () => tools.github.react(repo, target, '+1'));
  return 'told';
}

function notResumed(task: Task | null): CommandReply {
  if (task === null || !isWaiting(task)) return 'at_work';
  return waitsForYesOrNo(task) ? 'yes_or_no' : 'waiting';
}

function isAsking({ active }: Heard): boolean {
  return active !== null && active.task !== null && isWaiting(active.task);
}

/** What is waited for is said again with it. */
async function replyText(name: CommandReply, { active, tools }: Heard): Promise<string> {
  const { language, botSlug } = await tools.settingsFor();
  const text = commandReply(name, language, botSlug);
  const isOfQuestion = name === 'waiting' || name === 'yes_or_no';
  const asked = isOfQuestion && active !== null && active.task !== null ? openQuestionsText(active.task) : '';
  return asked === '' ? text : `${text}\n\n${asked}`;
}

/** Null where none is known. A history that cannot be read must not keep people from an answer. */
async function lastEnded({ repo, issue }: Command, { history, log }: ActingTools): Promise<At<'ended'> | null> {
  try {
    const last = (await history.ofIssue(issueKey({ repo, issue }))).at(-1);
    const task = last === undefined ? null : await readTask(history, last);
    return task !== null && isEnded(task) ? task : null;
  } catch (error) {
    log.warn({ err: error }, 'the last task of an issue cannot be read for its status');
    return null;
  }
}

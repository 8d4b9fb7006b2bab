/** Control words other than stop (GH-5): none goes through a model, none becomes an instruction, each is answered. */
import { commandReply } from '../intake/command-replies.ts';
import { endedReply } from '../progress/ended-reply.ts';
import { openQuestionsText, statusReply } from '../progress/status-reply.ts';
import { asidesAsked } from '../questions/aside.ts';
import { approvalShown, askedIn, questionOf } from '../questions/ask.ts';
import { takesWord } from '../questions/reading/takes-word.ts';
import { issueKey } from '../task/request.ts';
import { replay } from '../task/settle.ts';
import { holderOf, placeOf } from './active-issues.ts';
import { asAskedToPause, steerPause } from './pause-command.ts';
import { admission, isAdmitted, reply, unlessRefused } from './refuse.ts';
import { commentItem, tell } from './tell-task.ts';
import type { ActingTools } from './act-on-delivery.ts';
import type { CommandReply } from '../intake/command-replies.ts';
import type { Intent } from '../intake/intent.ts';
import type { Recorded } from '../task/fact.ts';
import type { Task, TaskIn } from '../task/task.ts';

type Command = Extract<Intent, { readonly kind: 'command' }>;
type Start = Extract<Intent, { readonly kind: 'start' }>;

/** `at`: when it was said, for the time that a status tells. */
export async function answerCommand(intent: Command, tools: ActingTools, at: number): Promise<string> {
  const { repo, word, addressed } = intent;
  const holder = await holderOf(tools.redis, placeOf(intent));
  // A bare word among people is not for us.
  if (holder === null && !addressed) return 'nothing active';
  const isAllowed = addressed ? await isAdmitted(intent, tools) : (await admission(intent, tools)).kind === 'admit';
  if (!isAllowed) return 'refused';
  const facts = holder === null ? [] : ((await tools.history.read(holder)) as readonly Recorded[]);
  const task = replay(facts);
  const steered = holder === null ? 'for_others' : await steerPause(intent, { taskId: holder, task }, tools);
  if (steered === 'told') return 'told';
  if (holder !== null && isAnswer(intent, task)) return answered(holder, intent, tools);
  // People say "continue" and "LGTM" to each other, too; while something is asked, it may be meant for us.
  if (!addressed && (word === 'resume' || word === 'approve') && (task === null || askedIn(task) === null)) return 'nothing to answer';
  const ended = word === 'status' && holder === null ? await lastEnded(intent, tools) : null;
  if (ended !== null) {
    await unlessRefused(tools, () => tools.github.react(repo, intent.target, '+1'));
    await reply(intent, tools.redact(endedReply(ended)), tools);
    return 'status';
  }
  const isStatus = word === 'status' && task !== null;
  const answer = isStatus ? null : steered === 'for_others' ? answerTo(intent, holder !== null, task) : steered;
  await unlessRefused(tools, () => tools.github.react(repo, intent.target, isStatus || answer === 'help' ? '+1' : 'confused'));
  const { language, botSlug } = await tools.settingsFor();
  const asked = task !== null && (answer === 'waiting' || answer === 'yes_or_no') ? openQuestionsText(task) : '';
  const text = isStatus
    ? statusReply(holder === null ? task : await asAskedToPause(task, holder, tools), at)
    : [commandReply(answer ?? 'idle', language, botSlug), asked].filter((part) => part !== '').join('\n\n');
  await reply(intent, tools.redact(text), tools);
  return answer ?? 'status';
}

/** Null where none is known. A history that cannot be read must not keep people from an answer. */
async function lastEnded({ repo, issue }: Command, { history, log }: ActingTools): Promise<TaskIn<'ended'> | null> {
  try {
    const last = (await history.ofIssue(issueKey({ repo, issue }))).at(-1);
    const task = last === undefined ? null : replay((await history.read(last)) as readonly Recorded[]);
    return task?.phase === 'ended' ? task : null;
  } catch (error) {
    log.warn({ err: error }, 'the last task of an issue cannot be read for its status');
    return null;
  }
}

/** `retry` or `plan` while a task is active: it neither joins it nor begins a twin. */
export async function refuseAnew(intent: Start, tools: ActingTools): Promise<string> {
  await unlessRefused(tools, () => tools.github.react(intent.repo, intent.target, 'confused'));
  const { language, botSlug } = await tools.settingsFor();
  const answer = intent.isRetry === true ? 'at_work' : 'plans_already';
  await reply(intent, commandReply(answer, language, botSlug), tools);
  return answer;
}

/** The words by which people answer an open question; what they mean to it is for the task to read. */
function isAnswer({ word, addressed }: Command, task: Task | null): boolean {
  if (task === null) return false;
  const waiting = askedIn(task);
  const asked = waiting === null ? (approvalShown(task) ?? asidesAsked(task)[0]) : questionOf(waiting);
  if (asked === undefined) return false;
  if (word !== 'approve' && word !== 'resume' && word !== 'retry') return false;
  // To "shall I change the plan?", `please redo it` among people is a yes, and `please go on` is told that it is neither.
  if (asked.kind === 'confirmation' && word !== 'approve' && addressed) return false;
  return takesWord(asked, word, waiting ?? {});
}

async function answered(taskId: string, intent: Command, tools: ActingTools): Promise<string> {
  const { repo, target, text } = intent;
  await tell(tools, { taskId, item: commentItem(intent, { text, addressed: false }) });
  await unlessRefused(tools, () => tools.github.react(repo, target, '+1'));
  return 'told';
}

function answerTo({ word }: Command, isActive: boolean, task: Task | null): CommandReply {
  const waiting = task === null ? null : askedIn(task);
  const isWaiting = waiting !== null;
  switch (word) {
    case 'help':
      return 'help';
    case 'plan':
      return isActive ? 'plans_already' : 'idle';
    case 'approve':
      return isWaiting ? 'waiting' : 'nothing_to_approve';
    case 'pause':
      return 'idle';
    case 'status':
      return isActive ? 'not_started' : 'idle';
    case 'resume':
      if (waiting !== null) return questionOf(waiting).kind === 'confirmation' ? 'yes_or_no' : 'waiting';
      return isActive ? 'at_work' : 'idle';
    case 'retry':
      return isWaiting ? 'waiting' : 'at_work';
  }
}

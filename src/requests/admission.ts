/** Why a trigger begins nothing, and what is said about it. */
import { Fault } from '../errors.ts';
import { crashpoint } from '../crashpoint.ts';
import { admit } from './admit.ts';
import { refusalText, type Refusal } from './refusal-words.ts';
import { say } from '../comments/say.ts';
import { isSameLabel, planLabelOf } from '../people/same-label.ts';
import { replyMarker } from '../ports/comment-marker.ts';
import { keys, REMEMBER_REFUSAL_SECONDS } from '../queue/names.ts';
import { taskIdOf } from '../queue/task-id.ts';
import { senderOf } from './send-to-task.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Intent } from '../people/intent.ts';

export type RefusingTools = Pick<ActingTools, 'instance' | 'redis' | 'github' | 'log' | 'settingsFor'>;

type Start = Extract<Intent, { readonly kind: 'start' }>;
type Asking = Extract<Intent, { readonly kind: 'start' | 'command' | 'on_pull_request' }>;

/** What the delivery comes to, or null when a task may begin. */
export async function refuse(intent: Start, tools: RefusingTools): Promise<string | null> {
  // Asked together, since somebody waits for 👀. Not of a mention: a stranger's costs us one question, and no more.
  const ending = intent.trigger === 'label' ? endBeforeStart(intent, tools) : null;
  ending?.catch(() => undefined);
  if (!(await isAdmitted(intent, tools))) return 'refused';
  const end = await (ending ?? endBeforeStart(intent, tools));
  if (end === 'closed') await explain(intent, intent.pullRequest === undefined ? 'closed' : 'issue_closed', tools);
  return end;
}

/** Whoever is not is told why, once a day. */
export async function isAdmitted(intent: Asking, tools: RefusingTools): Promise<boolean> {
  const verdict = await admission(intent, tools);
  if (verdict.kind === 'admit') return true;
  if (verdict.explain !== null && (await isFirstToday(intent, tools))) await explain(intent, verdict.explain, tools);
  return false;
}

export async function admission(
  intent: Exclude<Intent, { readonly kind: 'withdraw' }>,
  { github }: Pick<RefusingTools, 'github'>,
): Promise<ReturnType<typeof admit>> {
  const permission = await github.permission(intent.repo, senderOf(intent));
  return admit({
    permission,
    intentKind: intent.kind,
    repositoryIsPrivate: 'isPrivate' in intent && intent.isPrivate,
    appEnabled: true,
  });
}

/** Gone, refused, or out of our reach: a person has to act first, and asks anew then. */
export function isFinal({ code }: Fault): boolean {
  return code === 'github_gone' || code === 'github_refused' || code === 'github_not_installed';
}

/** A comment that was deleted or an issue that was locked takes no answer; that is no reason to try again for days. */
export async function unlessRefused(
  { log }: Pick<RefusingTools, 'log'>,
  answer: () => Promise<unknown>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof Fault) || !isFinal(error)) throw error;
    log.warn({ err: error }, 'GitHub did not take our answer');
  }
}

/** GitHub delivers in no order: what an event tells may be over, and the event that told of that may have come first. */
async function endBeforeStart(
  intent: Start,
  { github, settingsFor }: RefusingTools,
): Promise<'withdrawn' | 'closed' | 'comment_gone' | null> {
  const { repo, target, trigger } = intent;
  const [{ triggerLabel }, { state, labels }, isThere] = await Promise.all([
    settingsFor(),
    github.issue(repo, intent.issue),
    target.kind !== 'issue_comment' || github.hasComment(repo, target.commentId),
  ]);
  if (!isThere) return 'comment_gone';
  // Closed since then means that it was called off; asked for on a closed issue is a misunderstanding.
  if (state === 'closed') return trigger !== 'label' || intent.wasClosed === true ? 'closed' : 'withdrawn';
  if (
    trigger === 'label' &&
    !labels.some((label) => isSameLabel(label, triggerLabel) || isSameLabel(label, planLabelOf(triggerLabel)))
  )
    return 'withdrawn';
  return null;
}

async function explain(intent: Asking, why: Refusal, tools: RefusingTools): Promise<void> {
  const { language } = await tools.settingsFor();
  await reply(intent, refusalText(why, language), tools);
}

/** Once, where it was said, in a comment that carries a marker of its own. */
export async function reply(
  { repo, issue, pullRequest, occurrence }: Asking,
  text: string,
  tools: RefusingTools,
): Promise<void> {
  const marker = replyMarker(taskIdOf(tools.instance, repo.repositoryId, occurrence));
  const { language } = await tools.settingsFor();
  await crashpoint('before', `reply to ${occurrence}`);
  await unlessRefused(tools, () =>
    tools.github.ensureComment(repo, pullRequest ?? issue, marker, say(language, [text, marker])),
  );
  await crashpoint('after', `reply to ${occurrence}`);
}

/** The same trigger again, after a crash, is the first as well. */
async function isFirstToday({ repo, sender, occurrence }: Asking, { redis }: RefusingTools): Promise<boolean> {
  const key = keys.refused(repo.repositoryId, sender.id);
  await redis.set(key, occurrence, 'EX', REMEMBER_REFUSAL_SECONDS, 'NX');
  return (await redis.get(key)) === occurrence;
}

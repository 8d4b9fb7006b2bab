/** Reads from a webhook what a person asked for. Never throws: anything it does not understand is null. */
import { createHash } from 'node:crypto';
import {
  type BeginningWord,
  type ControlWord,
  isAnswering,
  isBeginning,
  readControlWord,
  useOf,
} from '../people/control-words.ts';
import { BEGUN_BY, type Intent, type IntentOf } from '../people/intent.ts';
import { instructionInBody, saidToUs } from '../people/mention.ts';
import { isSameLabel, isTrigger, planLabelOf, priorityOf, sayingHow } from '../people/same-label.ts';
import { DELETED_ACCOUNT } from '../ports/github.ts';
import { CommentPayload, DependencyPayload, Envelope, type Issue, IssuePayload, LabelPayload } from './payload.ts';
import { readClosedPullRequest, readDeletedBranch, readInstallationEvent, readRepositoryEvent } from './read-around.ts';
import { CHECK_EVENTS, readFailedCheck } from './read-checks.ts';
import { readLineComment, readPullRequestComment, readReviewEvent } from './read-pull-request.ts';
import {
  type BotIdentity,
  handlesOf,
  isOurAccount,
  isOwnText,
  occurrenceOf,
  saidBySteerer,
  type ReceivedEvent,
  saidBy,
  type TriggerSettings,
} from './received-event.ts';

type Trigger = Pick<
  IntentOf<'start'>,
  'trigger' | 'target' | 'instruction' | 'isRetry' | 'samePlan' | 'isPlan' | 'occurrence' | 'at' | 'label'
>;
type Correction = IntentOf<'correction'>;

export function readIntent(
  name: string,
  payload: unknown,
  identity: BotIdentity,
  settings: TriggerSettings,
): Intent | null {
  if (name.startsWith('installation')) return readInstallationEvent(name, payload);
  const { data: envelope } = Envelope.safeParse(payload);
  if (envelope === undefined) return null;
  const event: ReceivedEvent = { envelope, payload, identity, settings };
  if (CHECK_EVENTS.includes(name)) return readFailedCheck(event);
  if (isOurAccount(envelope.sender, identity)) return null;
  switch (name) {
    case 'issues':
      return readIssueEvent(event);
    case 'issue_dependencies':
      return envelope.action === 'blocked_by_removed' ? readUnblocked(event) : null;
    case 'issue_comment':
      return readCommentEvent(event);
    case 'pull_request_review':
      return envelope.action === 'submitted' ? readReviewEvent(event) : null;
    case 'pull_request_review_comment':
      return envelope.action === 'created' ? readLineComment(event) : null;
    case 'pull_request':
      return readClosedPullRequest(event);
    case 'delete':
      return readDeletedBranch(event);
    case 'repository':
      return readRepositoryEvent(event);
    default:
      return null;
  }
}

function readIssueEvent(event: ReceivedEvent): Intent | null {
  const { data } = IssuePayload.safeParse(event.payload);
  if (data === undefined || isPullRequest(data.issue)) return null;
  const { issue } = data;
  const { action } = event.envelope;
  switch (action) {
    case 'labeled':
    case 'unlabeled':
      return readLabelEvent(event, issue);
    case 'opened':
      // The words of a transferred issue were said in the old place, and read there.
      return (data.changes?.old_issue ?? null) === null ? readOpened(event, issue) : null;
    case 'closed':
    case 'deleted':
    case 'transferred':
      return withdraw(event, issue, action);
    default:
      return null;
  }
}

function readLabelEvent(event: ReceivedEvent, issue: Issue): Intent | null {
  const { triggerLabel, anyLabel } = event.settings;
  const label = LabelPayload.safeParse(event.payload).data?.label.name;
  if (label === undefined) return null;
  if (!isTrigger(label, triggerLabel) && anyLabel !== true) return null;
  if (event.envelope.action === 'unlabeled') return { ...withdraw(event, issue, 'unlabeled'), label };
  // Setting a label updates the issue, so this is the time of the request.
  const at = issue.updated_at;
  const occurrence = occurrenceOf('label', issue.id, at);
  const target = { kind: 'issue', issue: issue.number } as const;
  return start(event, issue, {
    trigger: 'label',
    target,
    instruction: null,
    occurrence,
    at,
    label,
    ...(isSameLabel(label, planLabelOf(triggerLabel)) ? BEGUN_BY.plan : {}),
  });
}

function readOpened(event: ReceivedEvent, issue: Issue): Intent | null {
  if (!isOwnText(event, issue)) return null;
  const text = instructionInBody(issue.body, handlesOf(event));
  if (text === null) return null;
  const said = { occurrence: `opened-${issue.id}`, target: { kind: 'issue', issue: issue.number } } as const;
  const word = readControlWord(text);
  if (word !== null && !isBeginning(word)) return order(event, issue, { ...said, text, word, addressed: true });
  return start(event, issue, { ...said, ...asked(text, word), at: issue.created_at ?? issue.updated_at });
}

/** Only a new comment is a request: an edit could put words into somebody else's mouth (GH-2, P12). */
function readCommentEvent(event: ReceivedEvent): Intent | null {
  const { data } = CommentPayload.safeParse(event.payload);
  if (data === undefined || !isOwnText(event, data.comment)) return null;
  const { action } = event.envelope;
  if (isPullRequest(data.issue)) return action === 'created' ? readPullRequestComment(event, data) : null;
  switch (action) {
    case 'created':
      return readNewComment(event, data);
    case 'edited':
      return readCorrection(event, data, possibleAnswer(data.comment.body, handlesOf(event)));
    case 'deleted':
      return readCorrection(event, data, { text: null });
    default:
      return null;
  }
}

/** Never a command, whatever it says now: it may only replace its author's earlier answer (GH-6, P12). */
function readCorrection(
  event: ReceivedEvent,
  { issue, comment }: CommentPayload,
  now: Pick<Correction, 'text' | 'word'>,
): Correction | null {
  const base = saidBySteerer(issue.number, event);
  if (base === null) return null;
  const { text } = now;
  // GitHub's times are whole seconds; two edits within one are distinguished by their text.
  const digest = createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 12);
  const occurrence = `${occurrenceOf(text === null ? 'unsaid' : 'edited', comment.id, comment.updated_at)}-${digest}`;
  return { kind: 'correction', ...base, occurrence, commentId: comment.id, at: comment.updated_at, ...now };
}

/** The text is null if it cannot be an answer: in an edit, most control words are neither an answer nor a command. */
function possibleAnswer(body: string, handles: readonly string[]): Pick<Correction, 'text' | 'word'> {
  const addressed = saidToUs(body, handles);
  const { text, word } = addressed ?? { text: body, word: readControlWord(body) };
  if (word === null) return { text: text.trim() === '' ? null : text };
  // After a mention, some of the words that answer a question are commands.
  const mayAnswer = isAnswering(word) && (useOf(word).answers === 'always' || addressed === null);
  return mayAnswer ? { text, word } : { text: null };
}

function readNewComment(event: ReceivedEvent, { issue, comment }: CommentPayload): Intent | null {
  const addressed = saidToUs(comment.body, handlesOf(event));
  const { text, word } = addressed ?? { text: comment.body, word: readControlWord(comment.body) };
  const said = {
    occurrence: occurrenceOf('comment', comment.id, comment.updated_at),
    target: { kind: 'issue_comment', commentId: comment.id },
  } as const;
  if (addressed !== null && (word === null || isBeginning(word)))
    return start(event, issue, { ...said, ...asked(text, word), at: comment.created_at ?? comment.updated_at });
  if (word !== null) return order(event, issue, { ...said, text, word, addressed: addressed !== null });
  const base = saidBySteerer(issue.number, event);
  return base === null || text.trim() === '' ? null : { kind: 'remark', ...base, ...said, text };
}

/** What a mention with this text asks for. */
function asked(text: string, word: BeginningWord | null): Pick<Trigger, 'trigger' | 'instruction' | 'isPlan'> {
  return { trigger: 'mention', ...(word === null ? { instruction: text } : { instruction: null, ...BEGUN_BY[word] }) };
}

interface Ordered extends Pick<IntentOf<'command'>, 'occurrence' | 'target' | 'text' | 'addressed'> {
  readonly word: ControlWord;
}

/** A control word that starts nothing. */
function order(event: ReceivedEvent, issue: Issue, { word, text, ...said }: Ordered): Intent | null {
  const base = saidBySteerer(issue.number, event);
  if (base === null) return null;
  const isPrivate = event.envelope.repository.private;
  if (word === 'stop') return { kind: 'stop', ...base, ...said, isPrivate };
  return { kind: 'command', ...base, ...said, word, text, isPrivate };
}

function start(event: ReceivedEvent, issue: Issue, trigger: Trigger): Intent | null {
  const base = saidBySteerer(issue.number, event);
  if (base === null) return null;
  const { id, login } = issue.user ?? DELETED_ACCOUNT;
  // As long as the label for plans is set, nothing on this issue is carried out without approval.
  const planLabel = planLabelOf(event.settings.triggerLabel);
  const labels = issue.labels?.map(({ name }) => name) ?? [];
  const plansFirst = trigger.isPlan === true || labels.some((name) => isSameLabel(name, planLabel));
  const saying = sayingHow(labels);
  const priority = priorityOf(labels);
  return {
    kind: 'start',
    ...base,
    ...trigger,
    // A mention alone asks for what the issue says.
    instruction: trigger.instruction === '' ? null : trigger.instruction,
    title: issue.title,
    body: issue.body,
    author: { id, login },
    isPrivate: event.envelope.repository.private,
    ...(plansFirst ? { plansFirst } : {}),
    ...(priority === null ? {} : { priority }),
    ...(saying.length === 0 ? {} : { labels: saying }),
    ...(issue.state === 'closed' ? { wasClosed: true } : {}),
  };
}

/** It counts whoever did it, including a bot that closes stale issues. */
function withdraw(event: ReceivedEvent, issue: Issue, reason: IntentOf<'withdraw'>['reason']): IntentOf<'withdraw'> {
  const occurrence = occurrenceOf(reason, issue.id, issue.updated_at);
  const base = saidBy(event.envelope.sender ?? DELETED_ACCOUNT, issue.number, event);
  return { kind: 'withdraw', ...base, occurrence, reason, at: issue.updated_at, issueId: issue.id };
}

/** Whoever did it: GitHub is asked what still blocks the issue. */
function readUnblocked(event: ReceivedEvent): IntentOf<'unblocked'> | null {
  const { data } = DependencyPayload.safeParse(event.payload);
  if (data === undefined) return null;
  const { number } = data.blocked_issue;
  const base = saidBy(event.envelope.sender ?? DELETED_ACCOUNT, number, event);
  return { kind: 'unblocked', ...base, occurrence: `unblocked-${base.repo.repositoryId}-${number}` };
}

function isPullRequest({ pull_request: link }: Issue): boolean {
  return link !== undefined && link !== null;
}

/** From a webhook to what a person asked for. Pure, and never throws: whatever it does not understand is null. */
import { createHash } from 'node:crypto';
import { isAnswering, isBeginning, readControlWord, useOf } from '../people/control-words.ts';
import type { BotIdentity, TriggerSettings } from './bot.ts';
import { BEGUN_BY, type Intent } from '../people/intent.ts';
import { instructionInBody, instructionInComment } from '../people/mention.ts';
import { isSameLabel, planLabelOf } from '../people/same-label.ts';
import { CommentPayload, Envelope, GHOST, type Issue, IssuePayload, LabelPayload } from './payload.ts';
import { commentOnPullRequest, lineComment, review } from './read-pull-request.ts';
import { common, handlesOf, isOurAccount, isOwnText, occurrenceOf, type Reading, steeringSender } from './reading.ts';

type Withdraw = Extract<Intent, { kind: 'withdraw' }>;
type Withdrawal = Withdraw['reason'];
type Trigger = Pick<
  Extract<Intent, { kind: 'start' }>,
  'trigger' | 'target' | 'instruction' | 'isRetry' | 'isPlan' | 'occurrence' | 'at'
>;

export function readIntent(
  event: string,
  payload: unknown,
  identity: BotIdentity,
  settings: TriggerSettings,
): Intent | null {
  const { data: envelope } = Envelope.safeParse(payload);
  if (envelope === undefined || isOurAccount(envelope.sender, identity)) return null;
  const reading: Reading = { envelope, payload, identity, settings };
  switch (event) {
    case 'issues':
      return readIssueEvent(reading);
    case 'issue_comment':
      return readCommentEvent(reading);
    case 'pull_request_review':
      return envelope.action === 'submitted' ? review(reading) : null;
    case 'pull_request_review_comment':
      return envelope.action === 'created' ? lineComment(reading) : null;
    default:
      return null;
  }
}

function readIssueEvent(reading: Reading): Intent | null {
  const { data } = IssuePayload.safeParse(reading.payload);
  if (data === undefined || isPullRequest(data.issue)) return null;
  const { issue } = data;
  switch (reading.envelope.action) {
    case 'labeled':
      if (isPlanLabel(reading)) return start(reading, issue, { ...labelTrigger(issue), isPlan: true });
      return isTriggerLabel(reading) ? start(reading, issue, labelTrigger(issue)) : null;
    case 'opened':
      return readOpened(reading, issue);
    case 'unlabeled':
      if (isPlanLabel(reading)) return { ...withdraw(reading, issue, 'unlabeled'), ofPlan: true };
      return isTriggerLabel(reading) ? withdraw(reading, issue, 'unlabeled') : null;
    case 'closed':
      return withdraw(reading, issue, 'closed');
    case 'deleted':
      return withdraw(reading, issue, 'deleted');
    case 'transferred':
      return withdraw(reading, issue, 'transferred');
    default:
      return null;
  }
}

function readOpened(reading: Reading, issue: Issue): Intent | null {
  if (!isOwnText(reading, issue)) return null;
  const instruction = instructionInBody(issue.body, handlesOf(reading.identity));
  if (instruction === null) return null;
  const target = { kind: 'issue', issue: issue.number } as const;
  const at = issue.created_at ?? issue.updated_at;
  return start(reading, issue, { trigger: 'mention', target, instruction, occurrence: `opened-${issue.id}`, at });
}

/** Only a new comment asks for something: an edit could put words into the mouth of somebody else (GH-2, P12). */
function readCommentEvent(reading: Reading): Intent | null {
  const { data } = CommentPayload.safeParse(reading.payload);
  if (data === undefined || !isOwnText(reading, data.comment)) return null;
  if (isPullRequest(data.issue))
    return reading.envelope.action === 'created' ? commentOnPullRequest(reading, data) : null;
  switch (reading.envelope.action) {
    case 'created':
      return readNewComment(reading, data);
    case 'edited':
      return readCorrection(reading, data, saidIn(data.comment.body, reading));
    case 'deleted':
      return readCorrection(reading, data, { text: null });
    default:
      return null;
  }
}

/** No order, whatever it says now: it may only replace what its author answered before (GH-6, P12). */
function readCorrection(reading: Reading, { issue, comment }: CommentPayload, now: Corrected): Intent | null {
  const sender = steeringSender(reading);
  if (sender === null) return null;
  const { text } = now;
  // GitHub's times are whole seconds: two edits within one are told apart by what they say.
  const said = createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 12);
  const occurrence = `${occurrenceOf(text === null ? 'unsaid' : 'edited', comment.id, comment.updated_at)}-${said}`;
  return {
    kind: 'correction',
    ...common(reading, issue.number, sender),
    occurrence,
    commentId: comment.id,
    at: comment.updated_at,
    ...now,
  };
}

type Corrected = Pick<Extract<Intent, { kind: 'correction' }>, 'text' | 'word'>;

/** Null when nothing is left that could be an answer: most control words in an edit are none, and no command either. */
function saidIn(body: string, { identity }: Reading): Corrected {
  const instruction = instructionInComment(body, handlesOf(identity));
  const text = instruction ?? body;
  const word = readControlWord(text);
  if (word === null) return { text: text.trim() === '' ? null : text };
  // To us, some of those that answer a question are an order.
  const mayAnswer = isAnswering(word) && (useOf(word).answers === 'always' || instruction === null);
  return mayAnswer ? { text, word } : { text: null };
}

function readNewComment(reading: Reading, { issue, comment }: CommentPayload): Intent | null {
  const occurrence = occurrenceOf('comment', comment.id, comment.updated_at);
  const target = { kind: 'issue_comment', commentId: comment.id } as const;
  const instruction = instructionInComment(comment.body, handlesOf(reading.identity));
  const text = instruction ?? comment.body;
  const word = readControlWord(text);
  const at = comment.created_at ?? comment.updated_at;
  if (word !== null && isBeginning(word) && instruction !== null)
    return start(reading, issue, { trigger: 'mention', target, instruction: null, ...BEGUN_BY[word], occurrence, at });
  if (word !== null) {
    const sender = steeringSender(reading);
    if (sender === null) return null;
    const said = { ...common(reading, issue.number, sender), occurrence, target };
    if (word === 'stop') return { kind: 'stop', ...said };
    return {
      kind: 'command',
      ...said,
      word,
      addressed: instruction !== null,
      text,
      isPrivate: reading.envelope.repository.private,
    };
  }
  if (instruction !== null) return start(reading, issue, { trigger: 'mention', target, instruction, occurrence, at });
  if (comment.body.trim() === '') return null;
  const sender = steeringSender(reading);
  return sender && { kind: 'remark', ...common(reading, issue.number, sender), occurrence, target, text: comment.body };
}

function start(reading: Reading, issue: Issue, trigger: Trigger): Intent | null {
  const sender = steeringSender(reading);
  if (sender === null) return null;
  const author = issue.user ?? GHOST;
  return {
    kind: 'start',
    ...common(reading, issue.number, sender),
    ...trigger,
    title: issue.title,
    body: issue.body,
    author: { id: author.id, login: author.login },
    isPrivate: reading.envelope.repository.private,
    ...(trigger.isPlan === true || bearsPlanLabel(issue, reading) ? { plansFirst: true } : {}),
    ...(issue.state === 'closed' ? { wasClosed: true } : {}),
  };
}

/** A fact about the issue, whoever brought it about; a bot that closes stale issues counts too. */
function withdraw(reading: Reading, issue: Issue, reason: Withdrawal): Withdraw {
  const occurrence = occurrenceOf(reason, issue.id, issue.updated_at);
  return { kind: 'withdraw', ...common(reading, issue.number, reading.envelope.sender ?? GHOST), occurrence, reason };
}

/** Putting a label on an issue updates it: that is when it was asked for. */
function labelTrigger(issue: Issue): Trigger {
  const occurrence = occurrenceOf('label', issue.id, issue.updated_at);
  return {
    trigger: 'label',
    target: { kind: 'issue', issue: issue.number },
    instruction: null,
    occurrence,
    at: issue.updated_at,
  };
}

function isPullRequest(issue: Issue): boolean {
  return issue.pull_request !== undefined && issue.pull_request !== null;
}

function isTriggerLabel({ payload, settings }: Reading): boolean {
  return isLabel(payload, settings.triggerLabel);
}

function isPlanLabel({ payload, settings }: Reading): boolean {
  return isLabel(payload, planLabelOf(settings.triggerLabel));
}

function isLabel(payload: unknown, label: string): boolean {
  const { data } = LabelPayload.safeParse(payload);
  return data !== undefined && isSameLabel(data.label.name, label);
}

/** As long as it is there, nothing on this issue is carried out unseen. */
function bearsPlanLabel({ labels }: Issue, { settings }: Reading): boolean {
  const label = planLabelOf(settings.triggerLabel);
  return (labels ?? []).some(({ name }) => isSameLabel(name, label));
}

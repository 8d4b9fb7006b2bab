/** What waits in a task's inbox, as facts. An item copied before a crash is recognised and not copied twice. */
import type { Fact, Recorded } from './fact.ts';
import { issueKey } from './request.ts';
import { hearsComments } from '../phases/back-to-work.ts';
import { asidesAsked, asideToPost } from '../questions/aside.ts';
import { approvalShown, askedIn, questionOf } from '../questions/ask.ts';
import { isNewer, meant, readingOf, rereadingOf } from '../questions/reading/heard.ts';
import { takesWord } from '../questions/reading/takes-word.ts';
import { withoutInvisible } from '../prompts/invisible.ts';
import { notCarriedOut } from './perform/completed-replans.ts';
import { settle } from './settle.ts';
import type { Said } from '../questions/ask.ts';
import type { Reading } from '../questions/reading/heard.ts';
import type { Question } from '../questions/question.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { Task } from './task.ts';
import type { HistoryStore, TaskIdentity } from '../ports/history.ts';
import type { Inbox, InboxItem } from '../ports/inbox.ts';

type Comment = Extract<InboxItem, { readonly kind: 'comment' }>;
type Correction = Extract<InboxItem, { readonly kind: 'correction' }>;

export const arrivals = { identity, begun: begunBy, due, facts };

/** Who the task is: from its history, or from the request that waits to begin it; null when there is neither. */
async function identity(history: HistoryStore, inbox: Inbox, taskId: string): Promise<TaskIdentity | null> {
  const [first] = await history.read(taskId);
  if (first) return { taskId, issue: first.issue, traceId: first.trace_id };
  const begins = begunBy(await inbox.read(taskId));
  return begins && { taskId, ...begins.identity };
}

/** A task that is nowhere but in what asks for it; null when nothing does. */
function begunBy(items: readonly InboxItem[]): { readonly identity: Omit<TaskIdentity, 'taskId'>; readonly facts: readonly Fact[] } | null {
  const start = items.find((item) => item.kind === 'start');
  return start ? { identity: { issue: issueKey(startOf(start).request), traceId: start.traceId }, facts: begun(start) } : null;
}

/**
 * The items this task takes in now. After a stop, and when people may see a result, comments and starts stay: they are
 * for the task that follows; starts stay from the verification on, comments while the tests run. What is said while a
 * question is being posted may be its answer, and waits until it is known.
 */
function due(items: readonly InboxItem[], task: Task | null): readonly InboxItem[] {
  const lastStop = items.findLastIndex((item) => item.kind === 'control' && item.word === 'stop');
  const isLate = task?.phase === 'verify' || task?.phase === 'report';
  const isOver = lastStop >= 0 || (task !== null && !hearsComments(task));
  const begins = (item: InboxItem) => task === null && item.kind === 'start';
  const isSaid = (item: InboxItem) => item.kind === 'comment' || item.kind === 'correction';
  const isSteering = (item: InboxItem) => item.kind === 'control' && lastStop < 0;
  const isHeard = (item: InboxItem) => (isSaid(item) ? !isPosting(task) : !isLate);
  const taken = items.filter((item, index) => begins(item) || isSteering(item) || (isOver ? index <= lastStop : isHeard(item)));
  // The start may have been overtaken by what joined its task.
  return [...taken.filter(begins), ...taken.filter((item) => !begins(item))];
}

/** Beside the work only while nothing else is waited for: that question comes first, and its answers must be heard. */
function isPosting(task: Task | null): boolean {
  if (task?.phase === 'wait') return questionOf(task).commentId === null;
  return task?.phase === 'execute' && asideToPost(task) !== null;
}

/** Each item is judged by the task as the items before it leave it: the second answer to a question is none. */
function facts(items: readonly InboxItem[], history: readonly Recorded[], task: Task | null = null): readonly Fact[] {
  const seen = new Set(history.map((fact) => ('inbox_id' in fact ? fact.inbox_id : undefined)));
  const fresh = items.filter((item) => !seen.has(item.id));
  const copied: Fact[] = [];
  let state = task;
  for (const item of fresh) {
    const added = factsOf(item, { task: state, before: [...history, ...copied], waiting: fresh });
    copied.push(...added);
    if (item !== fresh.at(-1)) state = added.reduce(after, state);
  }
  return copied;
}

interface Hearing {
  readonly task: Task | null;
  readonly before: readonly Fact[];
  /** All that is copied with it. */
  readonly waiting: readonly InboxItem[];
}

function factsOf(item: InboxItem, hearing: Hearing): readonly Fact[] {
  switch (item.kind) {
    case 'start':
      return hearing.before.some((fact) => fact.type === 'task') ? [] : begun(item);
    case 'comment':
      return said(item, hearing);
    case 'correction':
      return corrected(item, hearing);
    case 'control':
      if (item.word !== 'stop') return [{ type: 'control', name: item.word, by: item.by?.login ?? '', inbox_id: item.id } as Fact];
      return [{ type: 'control', name: 'stop', by: item.by?.login ?? null, reason: item.reason, inbox_id: item.id } as Fact];
  }
}

function begun(item: Extract<InboxItem, { readonly kind: 'start' }>): readonly Fact[] {
  const start = startOf(item);
  const { trigger, pullRequest, instruction, requester } = start.request;
  const task = { type: 'task', ...start, inbox_id: item.id } as Fact;
  if (pullRequest === undefined || instruction === null) return [task];
  const isReview = trigger === 'review';
  return [task, reflectionBy({ id: item.id, by: requester, text: instruction, on: { pullRequest, isReview } })];
}

/** Found as a reflection by whoever reads the history (PLAN-1, PLAN-4). */
function reflectionBy({ id, by, text, on }: Pick<Comment, 'id' | 'by' | 'text'> & { readonly on: NonNullable<Comment['on']> }): Fact {
  const person = { by, source: on.isReview ? 'review' : 'comment', pull_request: on.pullRequest, text };
  return { type: 'reflection', evaluation: null, plan_revision: null, problems: [], person, inbox_id: id } as Fact;
}

/** An open question makes a comment its answer; otherwise what was said to us is an instruction, and the rest is no order (GH-2, GH-6). */
function said(item: Comment, { task, before, waiting }: Hearing): readonly Fact[] {
  // Its edit came first, and was the answer.
  if (knownAnswer(before, item.commentId) !== null) return [];
  const edit = newestEdit(waiting, item.commentId);
  const open = openQuestions(task).filter(({ commentId }) => !isBefore(item.commentId, commentId));
  const text = edit === null ? item.text : saysNow(edit, open[0], task);
  if (open.length > 0 && text === null) return [];
  const answer = text === null || item.on?.isReview === true ? null : given(open, text);
  // Whoever does not approve of a plan says what should be different, with or without our name.
  const isAboutPlan = open.some(({ kind }) => kind === 'approval');
  if (answer === null) return item.addressed !== false || isAboutPlan ? instructed(item) : [];
  const from = {
    ...(item.commentId === undefined ? {} : { comment_id: item.commentId }),
    ...(edit === null ? {} : { edited_at: edit.at }),
  };
  return [{ type: 'answer', name: 'given', ...answer, by: item.by, ...from, inbox_id: item.id } as Fact, ...closed(task, answer)];
}

function instructed(item: Comment): readonly Fact[] {
  const { id, by, text, on } = item;
  const comment = { type: 'control', name: 'comment', by, text, inbox_id: id } as Fact;
  return on === undefined ? [comment] : [comment, reflectionBy({ id, by, text, on })];
}

/** What a person refused to confirm is closed, not carried out (REPLAN-8). */
function closed(task: Task | null, { verdict }: Reading): readonly Fact[] {
  const asked = task && askedIn(task);
  return task && asked && questionOf(asked).kind === 'confirmation' && verdict === 'no' ? notCarriedOut(task, 'refused_by_person') : [];
}

/** An edit counts for an answer that is not used yet, and for nothing else (GH-6, P12). */
function corrected(item: Correction, { task, before }: Hearing): readonly Fact[] {
  const { commentId, at, by } = item;
  const open = openQuestions(task);
  const former = knownAnswer(before, commentId);
  const edited = { type: 'answer', name: 'edited', comment_id: commentId, edited_at: at, by, inbox_id: item.id } as const;
  if (former !== null) {
    const question = open.find((one) => one.id === former.question_id);
    // What is answered beside the work is handed on at once, and used by then.
    if (question === undefined || question.kind === 'aside' || !isNewer(item, former)) return [];
    const text = saysNow(item, question, task);
    const reading = rereadingOf(question, former, text && withoutInvisible(text).text);
    return [{ ...edited, text, question_id: question.id, ...reading }, ...closed(task, reading)];
  }
  const later = open.filter((question) => !isBefore(commentId, question.commentId));
  const [first] = later;
  if (first === undefined) return [];
  const text = saysNow(item, first, task);
  if (text === null) return [{ ...edited, text, question_id: first.id, settles: {}, verdict: null }];
  const answer = given(later, text);
  return answer === null
    ? []
    : [
        { type: 'answer', name: 'given', ...answer, by, comment_id: commentId, edited_at: at, inbox_id: item.id } as Fact,
        ...closed(task, answer),
      ];
}

/** Null when it was taken back: also by a control word that is no answer to the question (GH-5). */
function saysNow({ text, word }: Correction, question: Question | undefined, task: Task | null): string | null {
  if (word === undefined || question === undefined) return text;
  return takesWord(question, word, (task === null ? null : askedIn(task)) ?? {}) ? text : null;
}

function given(open: readonly Question[], text: string): (Reading & { readonly question_id: number; readonly text: string }) | null {
  const shown = withoutInvisible(text).text;
  const question = meant(open, shown);
  const reading = question && readingOf(question, shown);
  return question && reading && { question_id: question.id, text, ...reading };
}

/** What was written before a question is not its answer, whatever it says, or is made to say later: GitHub counts its comments up. */
function isBefore(comment: number | undefined, question: number | null): boolean {
  return comment !== undefined && question !== null && comment < question;
}

/** What is waited for comes before what was asked beside the work. */
function openQuestions(task: Task | null): readonly Question[] {
  if (task === null) return [];
  const asked = askedIn(task);
  const waited = asked === null ? [] : [questionOf(asked)].filter((question) => question.commentId !== null);
  const shown = approvalShown(task);
  return [...waited, ...(shown === null || shown.commentId === null ? [] : [shown]), ...asidesAsked(task)];
}

function knownAnswer(before: readonly Fact[], commentId: number | undefined): Said | null {
  if (commentId === undefined) return null;
  return (
    before.findLast((fact): fact is Said => fact.type === 'answer' && fact.name !== 'assumed' && fact.comment_id === commentId) ?? null
  );
}

/** Of several in one second the one that came last. */
function newestEdit(items: readonly InboxItem[], commentId: number | undefined): Correction | null {
  const edits = items.filter((item): item is Correction => item.kind === 'correction' && item.commentId === commentId);
  return edits.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).at(-1) ?? null;
}

/** The task one fact later, before it is stored. */
function after(task: Task | null, fact: Fact): Task | null {
  if (task === null && fact.type !== 'task') return null;
  const timestamp = new Date(task?.updatedAt ?? 0).toISOString();
  const seq: number = (task?.version ?? 0) + 1;
  return settle(task, { ...fact, seq, timestamp, task_uuid: task?.id ?? '', issue: null, trace_id: task?.traceId ?? '' });
}

function startOf(item: Extract<InboxItem, { readonly kind: 'start' }>): { request: TaskRequest; settings: TaskSettings } {
  return { request: item.request as unknown as TaskRequest, settings: item.settings as unknown as TaskSettings };
}

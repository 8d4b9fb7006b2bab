/**
 * Turns a comment, or an edit of one, into facts: the answer to an open question, an instruction, or nothing (GH-2,
 * GH-6).
 */
import { withoutInvisible } from '../people/hidden-text.ts';
import { answerIn, isBefore, isNewer, rereadingOf, type Said } from '../people/answers/interpret-comment.ts';
import { takesWord } from '../people/can-answer-by-command.ts';
import { blockingIn, questionsTakingAnswers } from '../state/select.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { Reflection } from '../state/judgements.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { InboxItem } from '../state/inbox-item.ts';

type Comment = Extract<InboxItem, { readonly kind: 'comment' }>;
type Correction = Extract<InboxItem, { readonly kind: 'correction' }>;

export interface Hearing {
  readonly task: Task | null;
  readonly before: Facts;
  /** All items that are copied together with this one. */
  readonly waiting: readonly InboxItem[];
}

/**
 * While a question is open, a comment is its answer; otherwise a comment addressed to us is an instruction, and any
 * other is ignored (GH-2, GH-6).
 */
export function commentToFacts(item: Comment, { task, before, waiting }: Hearing): Facts {
  // Its edit arrived first and was taken as the answer.
  if (knownAnswer(before, item.commentId) !== null) return [];
  const edit = newestEdit(waiting, item.commentId);
  const asked = openQuestions(task);
  const open = asked.filter((question) => !isBefore(item.commentId, question));
  const text = edit === null ? item.text : saysNow(edit, open[0], task);
  if (open.length > 0 && text === null) return [];
  const answer = text === null || item.on?.isReview === true ? null : answerIn(open, text);
  const [first] = asked;
  if (answer === null && first !== undefined && !open.includes(first) && isMeantForIt(item, first))
    return isExplained(task, first)
      ? []
      : [copied(item.id, { type: 'question', name: 'unclear', question_id: first.id })];
  // While a plan waits for approval, a comment that does not approve says what to change; it needs no mention.
  const isAboutPlan = open.some(({ kind }) => kind === 'approval');
  if (answer === null) return item.addressed !== false || isAboutPlan ? instructed(item) : [];
  const from = {
    ...(item.commentId === undefined ? {} : { comment_id: item.commentId }),
    ...(edit === null ? {} : { edited_at: edit.at }),
  };
  return [copied(item.id, { type: 'answer', name: 'given', ...answer, by: item.by, ...from })];
}

/** False for a yes that was written while one question replaced another: its author has not seen the new question. */
function isMeantForIt({ addressed, text }: Comment, question: Question): boolean {
  return addressed === false && answerIn([question], text)?.verdict === 'yes';
}

function isExplained(task: Task | null, { id }: Question): boolean {
  return task?.asked.find(({ questionId }) => questionId === id)?.unread !== 'no';
}

function instructed({ id, by, text, on, commentId }: Comment): Facts {
  const from = commentId === undefined ? {} : { comment_id: commentId };
  const comment = copied(id, { type: 'control', name: 'comment', by, text, ...from });
  return on === undefined ? [comment] : [comment, reflectionBy({ id, by, text, on })];
}

/** The item's id marks the fact as copied from the inbox. */
export function copied(id: string, fact: Fact): Fact & { readonly inbox_id: string } {
  return { ...fact, inbox_id: id };
}

/**
 * An edit changes an answer that is not used yet; of any other text, only what is displayed changes (GH-6, P12,
 * PLAN-2).
 */
export function correctionToFacts(item: Correction, { task, before }: Hearing): Facts {
  const { commentId, at, by } = item;
  const open = openQuestions(task);
  const former = knownAnswer(before, commentId);
  const edited = { type: 'answer', name: 'edited', comment_id: commentId, edited_at: at, by } as const;
  if (former !== null) {
    const question = open.find((one) => one.id === former.question_id);
    // An answer beside the work is passed on at once and therefore already used.
    if (question === undefined || question.kind === 'aside') return editedLater(item, task);
    if (!isNewer(item, former)) return [];
    const text = saysNow(item, question, task);
    const reading = rereadingOf(question, former, text && withoutInvisible(text).text);
    return [copied(item.id, { ...edited, text, question_id: question.id, ...reading })];
  }
  const later = open.filter((question) => !isBefore(commentId, question));
  const [first] = later;
  if (first === undefined) return editedLater(item, task);
  const text = saysNow(item, first, task);
  if (text === null) return [copied(item.id, { ...edited, text, question_id: first.id, settles: {}, verdict: null })];
  const answer = answerIn(later, text);
  if (answer === null) return editedLater(item, task);
  return [copied(item.id, { type: 'answer', name: 'given', ...answer, by, comment_id: commentId, edited_at: at })];
}

/** Deleting a comment does not undo what was already used. */
function editedLater({ id, commentId, at, by, text }: Correction, task: Task | null): Facts {
  if (task === null || text === null || task.said.every(({ comment }) => comment !== commentId)) return [];
  return [copied(id, { type: 'control', name: 'comment_edited', by, comment_id: commentId, edited_at: at, text })];
}

/** Null when the answer was deleted, or replaced by a control word that does not answer the question (GH-5). */
function saysNow({ text, word }: Correction, question: Question | undefined, task: Task | null): string | null {
  if (word === undefined || question === undefined) return text;
  return takesWord(question, word, task && blockingIn(task)) ? text : null;
}

function openQuestions(task: Task | null): readonly Question[] {
  return task === null ? [] : questionsTakingAnswers(task);
}

function knownAnswer(before: Facts, commentId: number | undefined): Said | null {
  if (commentId === undefined) return null;
  return (
    before.findLast(
      (fact): fact is Said => fact.type === 'answer' && fact.name !== 'assumed' && fact.comment_id === commentId,
    ) ?? null
  );
}

/** Of several edits in the same second, the one that arrived last. */
function newestEdit(items: readonly InboxItem[], commentId: number | undefined): Correction | null {
  const edits = items.filter((item): item is Correction => item.kind === 'correction' && item.commentId === commentId);
  return edits.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).at(-1) ?? null;
}

/**
 * People's feedback on a pull request is recorded as a reflection (PLAN-1, PLAN-4): they find the work lacking and want
 * it changed.
 */
export function reflectionBy({
  id,
  by,
  text,
  on,
}: Pick<Comment, 'id' | 'by' | 'text'> & { readonly on: NonNullable<Comment['on']> }): Fact {
  const person = { by, source: on.isReview ? 'review' : 'comment', pull_request: on.pullRequest, text } as const;
  const evaluation = {
    action_evaluated: `pull request #${on.pullRequest}`,
    status: 'partial',
    evaluation: text,
    alignment_with_plan: '',
    issues_identified: [text],
    plan_revision_needed: true,
  } satisfies Reflection;
  return copied(id, { type: 'reflection', name: 'person', person, evaluation });
}

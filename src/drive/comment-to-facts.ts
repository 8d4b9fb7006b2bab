/** A comment or its edit, as facts: the answer to an open question, an instruction, or nothing (GH-2, GH-6). */
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
  /** All that is copied with it. */
  readonly waiting: readonly InboxItem[];
}

/**
 * An open question makes a comment its answer; otherwise what was said to us is an instruction, and the rest is no
 * order (GH-2, GH-6).
 */
export function commentToFacts(item: Comment, { task, before, waiting }: Hearing): Facts {
  // Its edit came first, and was the answer.
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
  // Whoever does not approve of a plan says what should be different, with or without our name.
  const isAboutPlan = open.some(({ kind }) => kind === 'approval');
  if (answer === null) return item.addressed !== false || isAboutPlan ? instructed(item) : [];
  const from = {
    ...(item.commentId === undefined ? {} : { comment_id: item.commentId }),
    ...(edit === null ? {} : { edited_at: edit.at }),
  };
  return [copied(item.id, { type: 'answer', name: 'given', ...answer, by: item.by, ...from })];
}

/** A yes that was written while one question took the place of another: whoever said it has not seen what is asked now. */
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

/** By the id of its item it is known that a fact was copied. */
export function copied(id: string, fact: Fact): Fact & { readonly inbox_id: string } {
  return { ...fact, inbox_id: id };
}

/** An edit counts for an answer that is not used yet; of all else it is shown what it says now (GH-6, P12, PLAN-2). */
export function correctionToFacts(item: Correction, { task, before }: Hearing): Facts {
  const { commentId, at, by } = item;
  const open = openQuestions(task);
  const former = knownAnswer(before, commentId);
  const edited = { type: 'answer', name: 'edited', comment_id: commentId, edited_at: at, by } as const;
  if (former !== null) {
    const question = open.find((one) => one.id === former.question_id);
    // What is answered beside the work is handed on at once, and used by then.
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

/** What was used is not unsaid by taking it back. */
function editedLater({ id, commentId, at, by, text }: Correction, task: Task | null): Facts {
  if (task === null || text === null || task.said.every(({ comment }) => comment !== commentId)) return [];
  return [copied(id, { type: 'control', name: 'comment_edited', by, comment_id: commentId, edited_at: at, text })];
}

/** Null when it was taken back: also by a control word that is no answer to the question (GH-5). */
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

/** Of several in one second the one that came last. */
function newestEdit(items: readonly InboxItem[], commentId: number | undefined): Correction | null {
  const edits = items.filter((item): item is Correction => item.kind === 'correction' && item.commentId === commentId);
  return edits.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).at(-1) ?? null;
}

/**
 * Found as a reflection by whoever reads the history (PLAN-1, PLAN-4), in the form of any other: whoever says something
 * on a pull request finds its work lacking, and wants it changed.
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

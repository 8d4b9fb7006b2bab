/** What a comment means while questions are open (GH-6): which question it answers, and what an edit makes of it. */
import { withoutInvisible } from '../hidden-text.ts';
import { readAmount } from '../budget-in-words.ts';
import { meant, readAnswers } from './read-answers.ts';
import { beginsWithNo, putsOff, readConfirmation } from './read-confirmation.ts';
import type { Fact } from '../../state/facts.ts';
import type { Question } from '../../state/question.ts';

/** A person's answer to a question, or an edit of it. */
export type Said = Extract<Fact, { readonly type: 'answer'; readonly name: 'given' | 'edited' }>;
type Reading = Pick<Said, 'settles' | 'verdict' | 'amount' | 'remark'>;
const NOTHING: Reading = { settles: {}, verdict: null };

/** Null if the text does not answer it. */
function readingOf(question: Question, text: string): Reading | null {
  if (question.kind === 'approval') return consentIn(text, question.kind);
  if (question.kind === 'budget' || question.kind === 'daily_budget') {
    const amount = readAmount(text);
    return amount === null ? consentIn(text, 'budget') : { settles: {}, verdict: 'yes', amount };
  }
  if (question.kind === 'protected_paths') return approvalIn(text);
  if (question.kind === 'dependency')
    return readConfirmation(text).verdict === 'yes' ? { settles: {}, verdict: 'yes' } : null;
  const answers = readAnswers(question, text);
  if (question.kind !== 'confirmation')
    return Object.keys(answers).length > 0 ? { settles: answers, verdict: null } : null;
  const { verdict, remark } = readConfirmation(text);
  return { settles: answers, verdict, ...(remark === null ? {} : { remark }) };
}

/**
 * Permission to spend more is a plain yes or no, or an amount; any other text is kept for later. A plan may also be
 * approved with a remark; a no with a wish is a change request, not an answer.
 */
function consentIn(text: string, to: 'budget' | 'approval'): Reading | null {
  const { verdict, remark } = readConfirmation(text, 'consent');
  if (verdict === 'unclear') return null;
  if (remark === null) return { settles: {}, verdict };
  return to === 'approval' && verdict === 'yes' ? { settles: {}, verdict, remark } : null;
}

/**
 * Only a plain yes approves a change of protected paths. Counter-questions, postponements and a yes with additions are
 * unclear; any other text is an objection.
 */
function approvalIn(text: string): Reading {
  const { verdict, remark } = readConfirmation(text, 'approval');
  if (verdict === 'yes' && remark === null) return { settles: {}, verdict: 'yes' };
  // "Go on" is neither yes nor no.
  const isDoubtful = verdict === 'yes' || readConfirmation(text, 'consent').verdict === 'yes' || putsOff(text);
  if (isDoubtful && !beginsWithNo(text)) return { settles: {}, verdict: 'unclear' };
  return { settles: { 0: text }, verdict: 'no' };
}

/** The question that a comment answers, among those that accept answers; null if it is no answer. */
export function answerIn(
  open: readonly Question[],
  text: string,
): (Reading & { readonly question_id: number; readonly text: string }) | null {
  const shown = withoutInvisible(text).text;
  const question = meant(open, shown);
  const reading = question && readingOf(question, shown);
  return question && reading && { question_id: question.id, text, ...reading };
}

/** A comment written before a question never answers it, even after an edit: GitHub's comment ids increase. */
export function isBefore(
  comment: number | undefined,
  { kind, commentId }: Pick<Question, 'kind' | 'commentId'>,
): boolean {
  // The time of a review is unknown; only somebody who has certainly seen a change of protected paths can approve it
  // (G9, P11).
  if (comment === undefined && kind === 'protected_paths') return true;
  return comment !== undefined && commentId !== null && comment < commentId;
}

/** What an edited answer says now, read independently of its earlier text. */
export function rereadingOf(question: Question, said: Said, text: string | null): Reading {
  if (text === null) return NOTHING;
  const others = Object.entries(question.answers).filter(([, { comment }]) => comment !== (said.comment_id ?? 0));
  return readingOf({ ...question, answers: Object.fromEntries(others) }, text) ?? NOTHING;
}

/** Whether an edit is newer than what is known of its comment. */
export function isNewer(edit: { readonly at: string; readonly text: string | null }, said: Said): boolean {
  const known = said.edited_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(said.edited_at);
  const at = Date.parse(edit.at);
  return at > known || (at === known && edit.text !== said.text);
}

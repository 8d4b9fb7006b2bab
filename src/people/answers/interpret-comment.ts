/** What a comment means while questions are open (GH-6): whose answer it is, and what an edit makes of it. */
import { withoutInvisible } from '../hidden-text.ts';
import { formsOf, plainForms } from '../control-words.ts';
import { readAnswers } from './read-answer.ts';
import { readConfirmation } from './read-confirmation.ts';
import { linesOf, ownText } from './own-lines.ts';
import { quotedQuestions, comparableWords } from './same-words.ts';
import type { Fact } from '../../state/facts.ts';
import type { Question } from '../../state/question.ts';

/** Something a person said to a question, or made of it later. */
export type Said = Extract<Fact, { readonly type: 'answer'; readonly name: 'given' | 'edited' }>;
export type Reading = Pick<Said, 'settles' | 'verdict' | 'remark'>;
const NOTHING: Reading = { settles: {}, verdict: null };
const GO_ON: ReadonlySet<string> = new Set([...formsOf('resume'), 'go on', 'carry on']);
const TO_THE_BOT = /^[@/][\w-]{1,40}(?:\[bot\])?[\s,:、：]+/u;

/** Null when the text is no answer to it. */
export function readingOf(question: Question, text: string): Reading | null {
  if (question.kind === 'budget' || question.kind === 'approval') return consentIn(text, question.kind);
  const answers = readAnswers(question, text);
  if (question.kind !== 'confirmation')
    return Object.keys(answers).length > 0 ? { settles: answers, verdict: null } : null;
  const { verdict, remark } = readConfirmation(text);
  return { settles: answers, verdict, ...(remark === null ? {} : { remark }) };
}

/**
 * Whether more may be spent is a plain yes or no; anything else is said for later. A plan is also approved with
 * something to mind; a no that says what should be different is what people want changed, and no answer.
 */
function consentIn(text: string, to: 'budget' | 'approval'): Reading | null {
  if (readGoOn(text)) return { settles: {}, verdict: 'yes' };
  const { verdict, remark } = readConfirmation(text, 'budget');
  if (verdict === 'unclear') return null;
  if (remark === null) return { settles: {}, verdict };
  return to === 'approval' && verdict === 'yes' ? { settles: {}, verdict, remark } : null;
}

/** Whether a whole message asks for the work to go on (GH-5). A question does not, however polite: it may be about the cost. */
export function readGoOn(text: string): boolean {
  const own = ownText(linesOf(text))
    .replace(TO_THE_BOT, '')
    .replace(/^[/`]|`(?=[.!。！]*$)/gu, '');
  return !/[?？]\s*$/u.test(own) && plainForms(own).some((form) => GO_ON.has(form));
}

/** The question that a text answers: the one it quotes, else the first of them. */
export function meant(questions: readonly Question[], text: string): Question | null {
  const quotation = linesOf(text)
    .filter((line) => line.kind === 'quoted')
    .map((line) => line.text)
    .join('\n');
  const quoted = questions.filter(
    (question) => quotedQuestions(quotation, question.texts.map(comparableWords)).length > 0,
  );
  return quoted.length === 1 ? (quoted[0] ?? null) : (questions[0] ?? null);
}

/** What a comment answers, of the questions that take answers; null when it is no answer. */
export function answerIn(
  open: readonly Question[],
  text: string,
): (Reading & { readonly question_id: number; readonly text: string }) | null {
  const shown = withoutInvisible(text).text;
  const question = meant(open, shown);
  const reading = question && readingOf(question, shown);
  return question && reading && { question_id: question.id, text, ...reading };
}

/**
 * What was written before a question is not its answer, whatever it says, or is made to say later: GitHub counts its
 * comments up.
 */
export function isBefore(comment: number | undefined, { commentId }: Pick<Question, 'commentId'>): boolean {
  return comment !== undefined && commentId !== null && comment < commentId;
}

/** What an edited answer says now, read as if it had never said anything else. */
export function rereadingOf(question: Question, said: Said, text: string | null): Reading {
  if (text === null) return NOTHING;
  const others = Object.entries(question.answers).filter(([, { comment }]) => comment !== (said.comment_id ?? 0));
  return readingOf({ ...question, answers: Object.fromEntries(others) }, text) ?? NOTHING;
}

/** Whether an edit tells something newer than what is known of its comment. */
export function isNewer(edit: { readonly at: string; readonly text: string | null }, said: Said): boolean {
  const known = said.edited_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(said.edited_at);
  const at = Date.parse(edit.at);
  return at > known || (at === known && edit.text !== said.text);
}

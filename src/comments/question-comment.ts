/** A question to the people on the issue, as a separate comment, since it must notify them (REPLAN-6). */
import { questionMarker } from '../ports/comment-marker.ts';
import { ownQuestions } from '../plan/own-words.ts';
import { questionWords, type QuestionWords } from './question-words.ts';
import { prose } from './model-prose.ts';
import { heldBackBecause, heldBackText, heldChangeText } from './held-change-text.ts';
import { code, fenced, inline } from './safe-text.ts';
import { atMost, firstThatFits, folded, linked, mentionsOf, say, sentences } from './say.ts';
import { troubleWords } from './trouble-words.ts';
import type { Language } from './in-both-languages.ts';
import type { Person } from '../ports/github.ts';
import type { InterventionSummary } from '../state/outcome.ts';
import type { Question, QuestionKind } from '../state/question.ts';

export interface QuestionContext {
  readonly taskId: string;
  readonly language: Language;
  readonly requester: Pick<Person, 'login'>;
  /** After this long without an answer the task continues by itself; null if it waits. */
  readonly timeoutMinutes: number | null;
  /** Whether a change is on the branch already. */
  readonly hasSaved?: boolean;
  /** Later work is not, since it touches protected paths. */
  readonly isHeldBack?: boolean;
  /** The progress, for a person who has to intervene (PLAN-6). */
  readonly standing?: InterventionSummary;
}

/** For these kinds the title contains the question. */
const ASKED_BY_TITLE: ReadonlySet<QuestionKind> = new Set(['protected_paths', 'dependency']);
const MAX_CHARACTERS = 60_000;
/** Length and number of texts, from generous to terse; escaping can lengthen them. */
const SIZES = [
  [1_000, 50],
  [300, 50],
  [300, 20],
  [100, 20],
] as const;
const MAX_RECOMMENDATIONS = 10;

export function questionComment(question: Question, context: QuestionContext): string {
  return firstThatFits(SIZES, MAX_CHARACTERS, ([characters, count]) => rendered(question, context, characters, count));
}

function rendered(question: Question, context: QuestionContext, characters: number, count: number): string {
  const { taskId, language, requester, timeoutMinutes, standing } = context;
  const { kind, texts, held, blockers = [] } = question;
  const words = questionWords(language);
  const own = words.questions[kind];
  const shown = (text: string) => inline(text, characters);
  const asked = texts.map(shown);
  const assumptions = assumptionsIn(question, language);
  const silence = sentences(language, [
    question.neverAssumed === true ? words.neverAssumed : '',
    own.unanswered(timeoutMinutes === null, assumptions.length > 0),
  ]);
  return say(language, [
    questionMarker(taskId, question.id),
    `## ${own.title}`,
    own.intro,
    blockers.map(blockerText).join('\n'),
    held === undefined ? '' : heldChangeText(held, language, count),
    held === undefined ? '' : heldBackBecause(held, language),
    ASKED_BY_TITLE.has(kind)
      ? ''
      : [`**${own.asked(texts.length)}**:`, ...listed(asked, count, words, (index) => `${index + 1}.`)].join('\n'),
    notAsked(question, words),
    contextText(question.context, words, characters * 2),
    detailsOf(question, language, characters),
    standing === undefined ? '' : standingText(standing, words, shown),
    [`**${words.ifNoResponse}**: ${silence}`, ...listed(assumptions.map(shown), count, words, () => '-')].join('\n'),
    sentences(language, [
      held?.unseen === undefined ? own.howToAnswer : '',
      kind === 'budget' || kind === 'daily_budget' ? savedText(context) : '',
    ]),
    sentences(language, [
      words.whoMayAnswer(mentionsOf(addressees(question, requester), language), timeoutMinutes),
      texts.length > 1 ? words.freely : '',
    ]),
  ]);
}

function savedText({ language, hasSaved = false, isHeldBack = false }: QuestionContext): string {
  if (isHeldBack) return heldBackText(hasSaved, language);
  const words = questionWords(language);
  return hasSaved ? words.saved : words.nothingSaved;
}

const ISSUE_URL = /^https?:\/\/[\w.:-]+\/([\w.-]+\/[\w.-]+)\/issues\/\d+$/;

/** Linked only if it is the address of an issue. */
function blockerText({
  number,
  title,
  url,
}: {
  readonly number: number;
  readonly title: string;
  readonly url: string;
}): string {
  const repository = ISSUE_URL.exec(url)?.[1];
  const place = repository === undefined ? code(String(number)) : linked(code(`${repository}#${number}`), url);
  return `- ${place} ${inline(title, 120)}`;
}

/** In the model's words, which may be a list or code. */
function contextText(context: string, words: QuestionWords, characters: number): string {
  const text = context.trim();
  if (text === '') return '';
  if (!/[\r\n]/.test(text)) return `**${words.context}**: ${inline(text, characters)}`;
  return `**${words.context}**:\n\n${prose(text, characters, 'bold')}`;
}

/** The author of the comment in question and, if the work waits for the answer, the requester. */
export function addressees(
  { kind, raisedBy }: Pick<Question, 'kind' | 'raisedBy'>,
  requester: Pick<Person, 'login'>,
): readonly Pick<Person, 'login'>[] {
  if (raisedBy === undefined) return [requester];
  return kind === 'aside' ? [raisedBy] : [raisedBy, requester];
}

function assumptionsIn({ kind, assumptions }: Question, language: Language): readonly string[] {
  if (kind !== 'confirmation') return assumptions;
  // The sentence before the assumptions says the same.
  const { currentPlanGoesOn } = ownQuestions(language);
  return assumptions.filter((text) => text !== currentPlanGoesOn);
}

function notAsked({ kind, leftOut = 0 }: Question, words: QuestionWords): string {
  if (leftOut === 0) return '';
  return kind === 'confirmation' ? words.more(leftOut) : words.notAsked(leftOut);
}

function detailsOf({ details }: Question, language: Language, characters: number): string {
  if (details === undefined) return '';
  return folded(troubleWords(language).details, fenced(details.join('\n'), characters * 3));
}

function standingText(standing: InterventionSummary, words: QuestionWords, shown: (text: string) => string): string {
  const { title, notReached, subtasks, revisions, recommendations } = words.standing;
  const { goal_achieved, tasks_completed, tasks_failed, revision_attempts, current_state } = standing;
  return [
    `**${title}**:`,
    ...(goal_achieved ? [] : [`- ${notReached}`]),
    `- ${subtasks(tasks_completed, tasks_failed)}`,
    ...(revision_attempts === 0 ? [] : [`- ${revisions(revision_attempts)}`]),
    `- ${shown(current_state)}`,
    '',
    `**${recommendations}**:`,
    ...listed(standing.recommendations.map(shown), MAX_RECOMMENDATIONS, words, () => '-'),
  ].join('\n');
}

/** One entry per line, and the number of further ones. */
function listed(
  entries: readonly string[],
  count: number,
  words: QuestionWords,
  mark: (index: number) => string,
): readonly string[] {
  const lines = entries.map((entry, index) => `${mark(index)} ${entry === '' ? '–' : entry}`);
  return atMost(count, lines, (more) => `\n${words.more(more)}`);
}

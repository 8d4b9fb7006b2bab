/** A question to the people on the issue, as a comment of its own: it must notify them (REPLAN-6). */
import { questionMarker } from '../ports/comment-marker.ts';
import { replanWordsFor } from './replan-words.ts';
import { code, fenced, inline } from './safe-text.ts';
import { folded } from './test-result.ts';
import { troubleWordsFor } from './trouble-words.ts';
import { wordsFor } from './words.ts';
import { ownQuestions } from '../plan/own-questions.ts';
import type { QuestionWords, ReplanWords } from './replan-words.ts';
import type { Person } from '../ports/github.ts';
import type { InterventionSummary } from '../state/outcome.ts';
import type { Question } from '../state/question.ts';

export interface QuestionContext {
  readonly taskId: string;
  readonly language: 'en' | 'ja';
  readonly requester: Pick<Person, 'login'>;
  /** After this long without an answer the task goes on by itself; null when it waits. */
  readonly timeoutMinutes: number | null;
}

const MAX_CHARACTERS = 60_000;
/** How long one text may be and how many there are, from generous to terse; escaping can make them longer. */
const SIZES = [
  [1_000, 50],
  [300, 50],
  [300, 20],
  [100, 20],
] as const;
const MAX_RECOMMENDATIONS = 10;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})(?:\[bot\])?$/;

export function questionComment(question: Question, context: QuestionContext): string {
  let comment = '';
  for (const [characters, count] of SIZES) {
    comment = rendered(question, context, characters, count);
    if (comment.length <= MAX_CHARACTERS) break;
  }
  return comment;
}

function rendered(
  question: Question,
  { taskId, language, requester, timeoutMinutes }: QuestionContext,
  characters: number,
  count: number,
): string {
  const words = replanWordsFor(language);
  const own = words.questions[question.kind];
  const say = (text: string) => inline(text, characters);
  // The sentence before the assumptions says this one already.
  const { currentPlanGoesOn } = ownQuestions(language);
  const assumptions =
    question.kind === 'confirmation'
      ? question.assumptions.filter((text) => text !== currentPlanGoesOn)
      : question.assumptions;
  return [
    questionMarker(taskId, question.id),
    `## ${own.title}`,
    own.intro,
    `**${own.asked(question.texts.length)}**:\n${listed(question.texts.map(say), count, words, (index) => `${index + 1}.`)}`,
    notAsked(question, words),
    question.context.trim() === '' ? '' : `**${words.context}**: ${inline(question.context, characters * 2)}`,
    detailsOf(question, language, characters),
    question.standing === undefined ? '' : standingText(question.standing, words, say),
    `**${words.ifNoResponse}**: ${question.neverAssumed === true ? `${words.neverAssumed} ` : ''}${withoutAnswer({ assumptions }, own, timeoutMinutes === null)}${assumptions.length > 0 ? `\n${listed(assumptions.map(say), count, words, () => '-')}` : ''}`,
    own.howToAnswer,
    [
      words.toRequester(mentionOf(requester), timeoutMinutes),
      ...(question.texts.length > 1 ? [words.freely] : []),
    ].join(wordsFor(language).gap),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function notAsked({ kind, leftOut = 0 }: Question, words: ReplanWords): string {
  if (leftOut === 0) return '';
  return kind === 'confirmation' ? words.more(leftOut) : words.notAsked(leftOut);
}

function detailsOf({ details }: Question, language: 'en' | 'ja', characters: number): string {
  if (details === undefined) return '';
  return folded(troubleWordsFor(language).details, fenced(details.join('\n'), characters * 3));
}

/** Only what can be a login pings. */
export function mentionOf({ login }: Pick<Person, 'login'>): string {
  return LOGIN.test(login) ? `@${login}` : code(login);
}

function standingText(standing: InterventionSummary, words: ReplanWords, say: (text: string) => string): string {
  const { title, notReached, subtasks, revisions, recommendations } = words.standing;
  const { goal_achieved, tasks_completed, tasks_failed, revision_attempts, current_state } = standing;
  return [
    `**${title}**:`,
    ...(goal_achieved ? [] : [`- ${notReached}`]),
    `- ${subtasks(tasks_completed, tasks_failed)}`,
    ...(revision_attempts === 0 ? [] : [`- ${revisions(revision_attempts)}`]),
    `- ${say(current_state)}`,
    '',
    `**${recommendations}**:`,
    listed(standing.recommendations.map(say), MAX_RECOMMENDATIONS, words, () => '-'),
  ].join('\n');
}

function withoutAnswer(
  { assumptions }: Pick<Question, 'assumptions'>,
  { unanswered }: QuestionWords,
  waits: boolean,
): string {
  if (waits) return assumptions.length > 0 ? unanswered.waitsWithAssumptions : unanswered.waits;
  return assumptions.length > 0 ? unanswered.withAssumptions : unanswered.without;
}

function listed(
  entries: readonly string[],
  count: number,
  words: ReplanWords,
  mark: (index: number) => string,
): string {
  const more = entries.length > count ? [`\n${words.more(entries.length - count)}`] : [];
  return [
    ...entries.slice(0, count).map((entry, index) => `${mark(index)} ${entry === '' ? '–' : entry}`),
    ...more,
  ].join('\n');
}

/** What other comments tell of questions: those still open, and what is assumed without an answer (REPLAN-6, GH-7). */
import { sayTheSame } from '../plan/patch/amend.ts';
import { isOver } from '../state/select.ts';
import { planWords } from './plan-words.ts';
import { questionWords } from './question-words.ts';
import { inline, MAX_STATEMENT } from './safe-text.ts';
import { bulleted, linked, paragraphs } from './say.ts';
import type { Language } from './in-both-languages.ts';
import { toldModel, type Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

const MAX_TEXTS = 10;
const MAX_CHARACTERS = 20_000;
const MAX_ASSUMPTIONS = 20;

export function openTexts({ texts, answers }: Pick<Question, 'texts' | 'answers'>): readonly string[] {
  return texts.filter((_, index) => !(index in answers));
}

/** The newest, as many as leave room in a comment for everything else; the others are counted. */
export function openQuestionsText({ questions, settings: { language } }: Pick<Task, 'questions' | 'settings'>): string {
  const open = questions.filter(({ state }) => state === 'open').map((question) => openText(question, language));
  let from = open.length;
  for (let left = MAX_CHARACTERS; from > 0 && left >= (open[from - 1]?.length ?? 0); from -= 1)
    left -= open[from - 1]?.length ?? 0;
  return paragraphs([from === 0 ? '' : planWords(language).more(from), ...open.slice(from)]);
}

function openText(question: Question, language: Language): string {
  const open = openTexts(question).slice(0, MAX_TEXTS);
  const { asked } = questionWords(language).questions[question.kind];
  return bulleted(
    `**${linked(asked(open.length), question.url)}**:`,
    open.map((text) => inline(text, 500)),
  );
}

type Heard = Pick<Task, 'questions' | 'said'>;

interface Assumptions {
  /** As list entries: what nobody said anything about. */
  readonly standing: readonly string[];
  /** What people said besides may decide these otherwise. */
  readonly overtaken: readonly string[];
}

/** What somebody decided, by an answer or by a comment that replaced it, is assumed no more (REPLAN-6). */
export function assumptionsOf(task: Heard): Assumptions {
  const all = task.questions
    .filter(({ state, kind }) => state === 'assumed' && kind === 'clarification')
    .flatMap((question) => {
      const told = toldModel(question).assumptions.join(' ');
      const at = task.said.findLastIndex((one) => one.by === null && one.text === told);
      if (task.said[at]?.isReplaced === true) return [];
      const since = at < 0 ? [] : task.said.slice(at + 1).filter(({ by }) => by !== null);
      const isOvertaken = since.some(({ kind }) => kind === 'comment') || isPartlyAnswered(question);
      const gone = goneOf(question, task.said[at]?.gone ?? []);
      return undecided(question, task.questions)
        .filter((text) => !gone.includes(text))
        .filter((text) => !since.some((one) => sayTheSame(one.text, text)))
        .map((text) => ({ text: inline(text, MAX_STATEMENT), isOvertaken }));
    });
  const texts = (isOvertaken: boolean) => [
    ...new Set(all.filter((one) => one.isOvertaken === isOvertaken).map(({ text }) => text)),
  ];
  return {
    standing: texts(false).slice(0, MAX_ASSUMPTIONS),
    overtaken: texts(true)
      .filter((text) => !texts(false).includes(text))
      .slice(0, MAX_ASSUMPTIONS),
  };
}

/** As people are told them. */
function goneOf(question: Question, told: readonly string[]): readonly string[] {
  const ofModel = toldModel(question).assumptions;
  return question.assumptions.filter((_, index) => told.includes(ofModel[index] ?? ''));
}

/** Which of the assumptions an answer takes the place of cannot be told where there is not one for each text. */
function isPartlyAnswered({ texts, assumptions, answers }: Question): boolean {
  return Object.keys(answers).length > 0 && assumptions.length !== texts.length && assumptions.length > 0;
}

/** Of several texts some were answered; and what is asked again later, or put as a question itself, may be answered then. */
function undecided(question: Question, questions: readonly Question[]): readonly string[] {
  const { texts, assumptions, answers } = question;
  const answered = questions
    .slice(questions.indexOf(question) + 1)
    .flatMap((later) => later.texts.filter((_, index) => index in later.answers));
  const isOpen = (index: number) =>
    !(index in answers) && !answered.some((text) => sayTheSame(text, texts[index] ?? ''));
  const own = assumptions.length > 0 ? assumptions : texts.map((text) => `${text} –`);
  const isPaired = own.length === texts.length;
  return own.filter((text, index) => (!isPaired || isOpen(index)) && !answered.some((one) => sayTheSame(one, text)));
}

/** A part of a comment; '' when nothing is assumed. A task that is over goes on with nothing. */
export function assumedText(task: Heard & Pick<Task, 'settings' | 'stage'>): string {
  const words = questionWords(task.settings.language);
  return paragraphs([
    bulleted(`**${isOver(task) ? words.hadAssumed : words.assumed}**:`, assumptionsOf(task).standing),
    overtakenText(task),
  ]);
}

/** '' where no comment came after what is assumed. */
export function overtakenText(task: Heard & Pick<Task, 'settings'>): string {
  return bulleted(`**${questionWords(task.settings.language).overtaken}**:`, assumptionsOf(task).overtaken);
}

/** Questions in other comments: those still open, and what is assumed without an answer (REPLAN-6, GH-7). */
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

/** The newest, as many as leave room for everything else; the others are counted. */
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
  /** Assumptions nobody commented on, as list entries. */
  readonly standing: readonly string[];
  /** Assumptions that later messages may contradict. */
  readonly overtaken: readonly string[];
}

/** Assumptions that an answer or comment decided otherwise are left out (REPLAN-6). */
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

/** In the words in which people were told. */
function goneOf(question: Question, told: readonly string[]): readonly string[] {
  const ofModel = toldModel(question).assumptions;
  return question.assumptions.filter((_, index) => told.includes(ofModel[index] ?? ''));
}

/** If there is not one assumption per text, nobody can tell which ones an answer replaces. */
function isPartlyAnswered({ texts, assumptions, answers }: Question): boolean {
  return Object.keys(answers).length > 0 && assumptions.length !== texts.length && assumptions.length > 0;
}

/** Assumptions that no answer replaced, neither to this question nor to a later one with the same text. */
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

/** Part of a comment; '' if nothing is assumed. The wording differs once the task is over. */
export function assumedText(task: Heard & Pick<Task, 'settings' | 'stage'>): string {
  const words = questionWords(task.settings.language);
  return paragraphs([
    bulleted(`**${isOver(task) ? words.hadAssumed : words.assumed}**:`, assumptionsOf(task).standing),
    overtakenText(task),
  ]);
}

/** '' if no comment came after the assumptions. */
export function overtakenText(task: Heard & Pick<Task, 'settings'>): string {
  return bulleted(`**${questionWords(task.settings.language).overtaken}**:`, assumptionsOf(task).overtaken);
}

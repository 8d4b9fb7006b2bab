/** What other comments tell of questions: those still open, and what is assumed without an answer (REPLAN-6, GH-7). */
import { isOver } from '../state/select.ts';
import { planWords } from './plan-words.ts';
import { questionWords } from './question-words.ts';
import { inline } from './safe-text.ts';
import { bulleted, linked, paragraphs } from './say.ts';
import type { Language } from './in-both-languages.ts';
import type { Question } from '../state/question.ts';
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

/** As list entries; empty when everything was answered. What a comment contradicted since counts no more. */
export function assumptionsOf({ questions, said }: Pick<Task, 'questions' | 'said'>): readonly string[] {
  const replaced = new Set(said.filter(({ isReplaced }) => isReplaced).map(({ text }) => text));
  const entries = questions
    .filter(({ state, kind, assumptions }) => {
      return state === 'assumed' && kind === 'clarification' && !replaced.has(assumptions.join(' '));
    })
    .flatMap((question) =>
      question.assumptions.length > 0 ? question.assumptions : openTexts(question).map((text) => `${text} –`),
    )
    .map((text) => inline(text, 300));
  return [...new Set(entries)].slice(0, MAX_ASSUMPTIONS);
}

/** A part of a comment; '' when nothing is assumed. A task that is over goes on with nothing. */
export function assumedText(task: Pick<Task, 'questions' | 'said' | 'settings' | 'stage'>): string {
  const words = questionWords(task.settings.language);
  return bulleted(`**${isOver(task) ? words.hadAssumed : words.assumed}**:`, assumptionsOf(task));
}

/** A question for the person at the terminal, in the words of an issue comment. */
import { questionWords } from '../comments/question-words.ts';
import { plainInline } from './plain-markdown.ts';
import { terminalLine, plainLines } from './terminal-text.ts';
import type { StyledLine } from './live-screen.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

/** Where the question is read: at its prompt, in a record of the task, or at the end of a run without a terminal. */
export type ReadWhere = 'prompt' | 'record' | 'end';

const HOW_TO_ANSWER = {
  prompt: {
    en: 'Answer in your own words, or by number. "stop" ends the task; "pause" or Ctrl-C saves it for later.',
    ja: '自由な文章か番号で回答してください。「停止」でタスクを終了し、「一時停止」か Ctrl-C で保存して後から続けられます。',
  },
  record: {
    en: 'Answer in your own words, or by number: planwright answer <task> "…"',
    ja: '自由な文章か番号で回答してください: planwright answer <task> "…"',
  },
} as const;

/** Local runs have no reminders and no time limit. */
const SAY_SO = {
  en: 'Nothing goes on without an answer. If these assumptions are right, say so:',
  ja: '回答があるまで先に進みません。次の前提でよければ、そのように回答してください。',
} as const;

/** With how to answer it, if the reader can. */
export function questionLines(
  question: Question,
  { id, settings }: Pick<Task, 'id' | 'settings'>,
  where: ReadWhere,
): readonly StyledLine[] {
  const words = questionWords(settings.language);
  const own = words.questions[question.kind];
  const { texts, assumptions, context, answers, held } = question;
  const open = texts.filter((_, index) => !(index in answers));
  return [
    { text: '' },
    { text: plainInline(own.title), style: 'bold' },
    { text: plainInline(own.intro) },
    ...open.map((text, index) => ({ text: `  ${index + 1}. ${terminalLine(text)}` })),
    ...(context.trim() === '' ? [] : [{ text: `  ${terminalLine(context)}`, style: 'dim' as const }]),
    ...(held?.paths ?? []).map((path) => ({ text: `  ${terminalLine(path)}` })),
    ...(held === undefined ? [] : plainLines(held.diff)).map((text) => ({ text: `  ${text}`, style: 'dim' as const })),
    ...(assumptions.length === 0
      ? []
      : [
          {
            text: question.needsPerson
              ? SAY_SO[settings.language]
              : `${words.ifNoResponse}: ${plainInline(own.unanswered(false, true))}`,
            style: 'dim' as const,
          },
          ...assumptions.map((text) => ({ text: `  - ${terminalLine(text)}`, style: 'dim' as const })),
        ]),
    // Here there is no comment to reply to. The end of a run names its own ways to answer.
    ...(question.kind !== 'clarification'
      ? [{ text: plainInline(own.howToAnswer), style: 'dim' as const }]
      : where === 'end'
        ? []
        : [{ text: HOW_TO_ANSWER[where][settings.language].replace('<task>', id.slice(0, 8)), style: 'dim' as const }]),
  ];
}

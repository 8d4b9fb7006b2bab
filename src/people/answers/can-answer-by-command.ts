/**
 * Whether a control word answers a question (GH-5): to "How many?" neither "approve" nor "continue" says anything. What is
 * doubtful is asked for in words.
 */
import type { AnsweringWord } from '../control-words.ts';
import type { Asked, Question } from '../../state/question.ts';

type Shown = Pick<Question, 'id' | 'kind' | 'texts' | 'answers'>;

const ENGLISH = /^(?:may|shall|should|can|could|must|is|are|do|does|will|would) (?:(?! or |[?]).)+[?]/iu;
const JAPANESE = /^[^。？?\n]{0,200}か[。？?]/u;
const JAPANESE_CHOICE = /何|なに|どの|どれ|どち|どこ|どう|いつ|いく|誰|だれ|なぜ|それとも|または/u;

/** `waiting`: what the task waits for, if it does. */
export function takesWord(question: Shown, word: AnsweringWord, waiting: Asked | null): boolean {
  switch (word) {
    case 'approve':
      return (
        question.kind === 'confirmation' ||
        question.kind === 'budget' ||
        question.kind === 'approval' ||
        asksForYes(question)
      );
    case 'resume':
      // To "shall I change the plan?" it is neither yes nor no, which people are told there.
      return (
        question.kind === 'confirmation' ||
        question.kind === 'budget' ||
        (waiting?.questionId === question.id && waiting.then.is === 'how_to_go_on')
      );
    case 'retry':
      return question.kind === 'confirmation';
  }
}

function asksForYes({ texts, answers }: Shown): boolean {
  const open = texts.filter((_, index) => answers[index] === undefined);
  return open.length > 0 && open.every(isYesOrNo);
}

function isYesOrNo(text: string): boolean {
  const japanese = JAPANESE.exec(text.trim())?.[0];
  return ENGLISH.test(text.trim()) || (japanese !== undefined && !JAPANESE_CHOICE.test(japanese));
}

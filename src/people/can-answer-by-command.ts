/**
 * Whether a control word answers a question (GH-5): "How many?" is answered neither by "approve" nor by "continue".
 * Doubtful cases require words.
 */
import type { AnsweringWord } from './control-words.ts';
import type { Asked, Question, QuestionKind } from '../state/question.ts';

type Shown = Pick<Question, 'id' | 'kind' | 'texts' | 'answers'>;

const TAKEN_BY: { readonly [Word in AnsweringWord]: readonly QuestionKind[] } = {
  approve: ['confirmation', 'budget', 'daily_budget', 'approval', 'protected_paths'],
  // For "shall I change the plan?" it is neither yes nor no, and people are told so.
  resume: ['confirmation', 'budget', 'daily_budget'],
  retry: ['confirmation', 'dependency'],
};
const ENGLISH = /^(?:may|shall|should|can|could|must|is|are|do|does|will|would) (?:(?! or |[?]).)+[?]/iu;
const JAPANESE = /^[^。？?\n]{0,200}か[。？?]/u;
const JAPANESE_CHOICE = /何|なに|どの|どれ|どち|どこ|どう|いつ|いく|誰|だれ|なぜ|それとも|または/u;

/** `waiting`: the question that the task waits for, if any. */
export function takesWord(question: Shown, word: AnsweringWord, waiting: Asked | null): boolean {
  const asksHow = waiting?.questionId === question.id && waiting.then.is === 'how_to_go_on';
  return (
    TAKEN_BY[word].includes(question.kind) ||
    (word === 'approve' && asksForYes(question)) ||
    (word === 'resume' && asksHow)
  );
}

function asksForYes({ texts, answers }: Shown): boolean {
  const open = texts.filter((_, index) => answers[index] === undefined);
  return open.length > 0 && open.every((text) => isYesOrNo(text.trim()));
}

function isYesOrNo(text: string): boolean {
  const [japanese] = JAPANESE.exec(text) ?? [];
  return ENGLISH.test(text) || (japanese !== undefined && !JAPANESE_CHOICE.test(japanese));
}

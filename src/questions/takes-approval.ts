/** Whether "approve" answers a question (GH-5): to "How many?" it says nothing. What is doubtful is asked for in words. Pure. */
import type { Question } from './question.ts';

const ENGLISH = /^(?:may|shall|should|can|could|must|is|are|do|does|will|would) (?:(?! or |[?]).)+[?]/iu;
const JAPANESE = /^[^。？?\n]{0,200}か[。？?]/u;
const JAPANESE_CHOICE = /何|なに|どの|どれ|どち|どこ|どう|いつ|いく|誰|だれ|なぜ|それとも|または/u;

export function takesApproval({ kind, texts, answers }: Pick<Question, 'kind' | 'texts' | 'answers'>): boolean {
  if (kind === 'confirmation' || kind === 'budget' || kind === 'approval') return true;
  const open = texts.filter((_, index) => answers[index] === undefined);
  return open.length > 0 && open.every(isYesOrNo);
}

function isYesOrNo(text: string): boolean {
  const japanese = JAPANESE.exec(text.trim())?.[0];
  return ENGLISH.test(text.trim()) || (japanese !== undefined && !JAPANESE_CHOICE.test(japanese));
}

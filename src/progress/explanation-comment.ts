/** Says how a question of yes or no is answered, to somebody whose answer was neither (REPLAN-5, GH-6). */
import { explanationMarker } from './marker.ts';
import { replanWordsFor } from './replan-words.ts';
import type { Question } from '../questions/question.ts';
import type { QuestionContext } from './question-comment.ts';

export function explanationComment({ id }: Question, { taskId, language }: Pick<QuestionContext, 'taskId' | 'language'>): string {
  const { explanation } = replanWordsFor(language);
  return [explanationMarker(taskId, id), `## ${explanation.title}`, explanation.text].join('\n\n');
}

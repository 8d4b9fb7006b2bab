/** What the last review said, for the person who reads the result: why it refused, or what could be better (EXEC-7). */
import { lastReview } from '../state/reviews.ts';
import { prose } from './model-prose.ts';
import { folded } from './test-result.ts';
import type { Reviewed } from '../state/reviews.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

const MAX_CHARACTERS = 6_000;

export function reviewText(task: Pick<Task, 'reviews'>, of: Reviewed, { review: words }: Words): string {
  const last = lastReview(task, of);
  if (last === null || last.result === 'PASS') return '';
  if (last.result === 'NOT_MADE') return `⚠️ ${words.notMade}`;
  const told = prose(last.feedback, MAX_CHARACTERS);
  return told === '' ? '' : folded(last.result === 'FAIL' ? words.failed : words.suggestions, told);
}

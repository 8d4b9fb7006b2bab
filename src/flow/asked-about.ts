/** Questions raised by a comment address the comment's author as well as the requester. */
import type { Fact, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

/** `task`: with the comment counted as considered. */
export function askedAbout({ comments, work, request }: Task, facts: Facts): Facts {
  const by = comments[(work?.commentsWeighed ?? 0) - 1]?.by;
  if (by === undefined || by.id === request.requester.id) return facts;
  return facts.map((fact): Fact => {
    const isAsked = fact.type === 'question' && fact.name === 'asked';
    return isAsked ? { ...fact, question: { ...fact.question, raisedBy: by } } : fact;
  });
}

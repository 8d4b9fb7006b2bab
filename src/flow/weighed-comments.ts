/**
 * Comments on a running task (PLAN-9), turned into changes of the plan. Questions that this raises are asked; only
 * blocking ones make the task wait.
 */
import { isNeverAssumed } from '../replan/never-assumed.ts';
import { inOwnWords, type InOwnWords } from '../plan/own-words.ts';
import { mayAskInWork } from '../replan/counts.ts';
import { noted } from './replan-facts.ts';
import { askPeople, leftUnasked } from './questions.ts';
import type { Facts, FactNamed } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import { approvalIn } from '../state/select.ts';

type Weighed = FactNamed<'comment_weighed'>;
/** `about`: the comment that was considered. */
type Weighing = InOwnWords & { readonly context: string; readonly after: number; readonly about: number };

export function afterWeighing(task: Task, fact: Weighed): Facts {
  const conflicts = (fact.potential_conflicts ?? []).map(
    (text) => `The change that a comment asked for may collide: ${text}`,
  );
  if (approvalIn(task) !== null)
    return noted(...conflicts, ...fact.questions.map(({ text }) => `Asked about a comment on the plan: ${text}`));
  const asked = (isBlocking: boolean) =>
    fact.questions.filter(({ blocking }) => blocking === isBlocking).map(({ text }) => text);
  const about = (task.work?.commentsWeighed ?? 0) - 1;
  const context = fact.understanding;
  const asking = (texts: readonly string[]) =>
    inOwnWords(task, ({ currentPlanGoesOn }) => ({ texts, assumptions: [currentPlanGoesOn] }));
  const beside = asked(false);
  const blocking = asked(true);
  const aside =
    beside.length === 0
      ? []
      : askPeople(task, { kind: 'aside', then: { is: 'tell_work', about }, ...asking(beside), context });
  const after = beside.length === 0 ? 0 : 1;
  return [
    ...noted(...conflicts),
    ...aside,
    ...(blocking.length === 0 ? [] : askedFirst(task, { ...asking(blocking), context, after, about })),
  ];
}

/**
 * Questions above the limit are assumed and people are told, or waited for if nothing may be assumed (REPLAN-5,
 * PLAN-2).
 */
function askedFirst(task: Task, { about, ...asking }: Weighing): Facts {
  const { replanning, settings } = task;
  const { texts } = asking;
  const then = { is: 'tell_work', about } as const;
  if (mayAskInWork(replanning.counts, settings.planning.replanning))
    return askPeople(task, { kind: 'clarification', then, ...asking });
  if (!settings.planning.assumes || isNeverAssumed(texts))
    return askPeople(task, { kind: 'intervention', then, ...asking });
  const left = inOwnWords(task, ({ leftToMe }) => ({ texts, assumptions: texts.map(leftToMe) }));
  return leftUnasked(task, { ...asking, ...left });
}

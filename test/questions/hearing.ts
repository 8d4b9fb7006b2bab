/** Passes people's messages to a task through its inbox, as a driver does. */
import { inboxToFacts, dueItems } from '../../src/drive/read-inbox.ts';
import { follow } from '../../src/flow/follow.ts';
import { replay } from '../../src/state/evolve.ts';
import { activityOf, blockingQuestion } from '../../src/state/select.ts';
import { recorded, stamped, TASK_ID } from '../task/task-world.ts';
import type { Moment } from '../../src/flow/follow.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { QuestionKind } from '../../src/state/question.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Task } from '../../src/state/task.ts';

/** A second after the last event. */
export function momentAfter(task: Task): Moment {
  return { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: task.traceId, now: task.updatedAt + 1_000 };
}

/** The task after these items. */
export function hears(task: Task, ...items: readonly InboxItem[]): Task {
  return inboxToFacts(items, { history: [], task, moment: momentAfter(task) }).task ?? task;
}

/** The facts that were copied from the inbox, without consequences. */
export function copied(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => 'inbox_id' in fact);
}

/** What a task waits for; null if it is not waiting. */
export function waitsFor(task: Task): QuestionKind | null {
  return activityOf(task) === 'wait' ? (blockingQuestion(task)?.kind ?? null) : null;
}

/** A history that reads messages as a driver does, this many items at a time. */
export function conversation(facts: readonly Fact[], options: Parameters<typeof recorded>[1] = {}) {
  const history: Recorded[] = [...recorded(facts, options)];
  const fold = (): Task => replay(history) as Task;
  const write = (added: readonly Fact[], now: number) =>
    added.forEach((fact) => history.push(stamped(fact, history.length + 1, now)));
  return {
    history,
    get task() {
      return fold();
    },
    /** Facts one after the other, with all consequences. */
    record: (...happened: readonly Fact[]) => {
      for (const fact of happened) {
        const moment = momentAfter(fold());
        write(follow(fold(), fact, moment).facts, moment.now);
      }
    },
    hear: (...items: readonly InboxItem[]): readonly Fact[] => {
      const task = fold();
      const moment = momentAfter(task);
      const { facts: heard } = inboxToFacts(dueItems(items, task), { history, task, moment });
      write(heard, moment.now);
      return copied(heard);
    },
    answers: () => history.filter((fact) => fact.type === 'answer'),
  };
}

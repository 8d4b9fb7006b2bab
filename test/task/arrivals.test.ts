import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { identityOf, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { replay } from '../../src/state/evolve.ts';
import { BEGAN, recorded, REQUEST, SETTINGS, stamped, TASK_ID } from './task-world.ts';
import type { HistoryStore } from '../../src/ports/history.ts';
import type { InboxItem, TaskInbox } from '../../src/state/inbox-item.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';

const START: InboxItem = {
  kind: 'start',
  id: 'd1',
  traceId: 'trace-9',
  request: { ...REQUEST },
  settings: { ...SETTINGS },
};
const COMMENT: InboxItem = { kind: 'comment', id: 'd2', by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.' };
const STOP: InboxItem = {
  kind: 'control',
  id: 'd3',
  word: 'stop',
  by: { id: 8, login: 'maintainer' },
  reason: '@maintainer asked to stop.',
};
const CLOSED: InboxItem = { kind: 'control', id: 'd4', word: 'stop', by: null, reason: 'closed' };

const store = (history: readonly Recorded[]) => ({ read: () => Promise.resolve(history) }) as unknown as HistoryStore;
const inbox = (items: readonly InboxItem[]) => ({ read: () => Promise.resolve(items) }) as unknown as TaskInbox;

const MOMENT = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: BEGAN };
/** Of a task with this history: what is copied in, and all that follows from it. */
const factsOf = (items: readonly InboxItem[], history: readonly Recorded[] = []): readonly Fact[] =>
  inboxToFacts(items, { history, task: replay(history), moment: MOMENT }).facts;
const copiedIn = (facts: readonly Fact[]) => facts.filter((fact) => 'inbox_id' in fact);

describe('what waits in a task’s inbox', () => {
  it('says who the task is, until its history does', async () => {
    expect(await identityOf(store([]), inbox([COMMENT, START]), TASK_ID)).toEqual({
      taskId: TASK_ID,
      issue: 'octo/shop#12',
      traceId: 'trace-9',
    });
    expect(await identityOf(store(recorded([])), inbox([]), TASK_ID)).toEqual({
      taskId: TASK_ID,
      issue: 'octo/shop#12',
      traceId: 'trace-1',
    });
    expect(await identityOf(store([]), inbox([COMMENT]), TASK_ID)).toBeNull();
  });

  it('becomes facts that name who wrote them and where they came from', () => {
    const facts = factsOf([START, COMMENT, STOP, CLOSED]);
    expect(copiedIn(facts)).toEqual([
      { type: 'task', request: REQUEST, settings: SETTINGS, inbox_id: 'd1' },
      { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.', inbox_id: 'd2' },
      { type: 'control', name: 'stop', by: 'maintainer', reason: '@maintainer asked to stop.', inbox_id: 'd3' },
      { type: 'control', name: 'stop', by: null, reason: 'closed', inbox_id: 'd4' },
    ]);
    // What follows came from nobody's words.
    expect(facts.filter((fact) => !('inbox_id' in fact))).toMatchObject([
      { name: 'ending', ending: { detail: 'maintainer' } },
    ]);
  });

  it('does not begin a task that has begun', () => {
    expect(factsOf([START], recorded([]))).toEqual([]);
  });

  it('is copied once, wherever a crash fell between copying and acknowledging', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([COMMENT, STOP, CLOSED]), fc.nat(3), (items, crashAfter) => {
        let history: readonly Recorded[] = factsOf([START]).map((fact, index) => stamped(fact, index + 1, BEGAN));
        const copy = (waiting: readonly InboxItem[]) => {
          history = [
            ...history,
            ...factsOf(waiting, history).map((fact, index) => stamped(fact, history.length + 1 + index, BEGAN)),
          ];
        };
        copy(items.slice(0, crashAfter));
        copy([START, ...items]);
        copy([START, ...items]);
        expect(
          copiedIn(history)
            .map((fact) => (fact as Recorded).inbox_id ?? '')
            .toSorted(),
        ).toEqual(['d1', ...items.map(({ id }) => id)].toSorted());
        expect(replay(history)?.version).toBe(history.length);
      }),
    );
  });
});

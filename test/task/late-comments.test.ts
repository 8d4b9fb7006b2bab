import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dueItems, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { follow } from '../../src/flow/follow.ts';
import { activityOf, at, reportOf } from '../../src/state/select.ts';
import { replay } from '../../src/state/evolve.ts';
import { next } from '../../src/flow/next.ts';
import { chanceFrom, outcomeOf } from './chance.ts';
import {
  actionDone,
  command,
  doing,
  kindOf,
  planOf,
  prepared,
  recorded,
  REQUEST,
  saved,
  SETTINGS,
  stamped,
  subtask,
  TASK_ID,
  UNDISTURBED,
  ASSESSED,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const MIKA = { id: 8, login: 'mika' };
const PLAN = planOf([subtask('a')]);
const WIDER = planOf([subtask('a'), subtask('b')]);
const DONE = [...prepared(PLAN), ...actionDone(0), saved('a')];
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const remark: Extract<InboxItem, { readonly kind: 'comment' }> = {
  kind: 'comment',
  id: 'late',
  addressed: true,
  commentId: 9,
  by: MIKA,
  text: 'Write a note as well.',
};
const weighed: Fact = {
  type: 'control',
  name: 'comment_weighed',
  understanding: 'A note.',
  problems: [],
  questions: [],
};
const revised: Fact = { type: 'revision', reason: 'A note.', source: 'comment', changes: [], updated_plan: WIDER };
const started = (effect: EffectKind): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' });
const STOP: InboxItem = { kind: 'control', id: 'stop', word: 'stop', by: MIKA, reason: 'Enough.' };
const START: InboxItem = { kind: 'start', id: 'start', traceId: 't', request: REQUEST, settings: SETTINGS };

/** A history that grows as a driver writes it, and what is in the inbox of its task. */
function story(facts: readonly Fact[], settings: Partial<TaskSettings> = {}) {
  const history: Recorded[] = [...recorded(facts, { settings })];
  let task = replay(history) as Task;
  const moment = () => ({
    now: task.updatedAt + 1_000,
    task_uuid: TASK_ID,
    issue: 'octo/shop#12',
    trace_id: 'trace-1',
  });
  const keep = (facts: readonly Fact[], then: Task, now: number) => {
    for (const fact of facts) history.push(stamped(fact, history.length + 1, now));
    task = then;
  };
  return {
    history,
    record(...happenings: readonly Fact[]): void {
      for (const happened of happenings) {
        const { now } = moment();
        const followed = follow(task, happened, moment());
        keep(followed.facts, followed.task, now);
      }
    },
    get task() {
      return task;
    },
    get now() {
      return activityOf(task);
    },
    get todo() {
      return kindOf(task) ?? 'none';
    },
    /** What is left in the inbox. */
    hear(...items: readonly InboxItem[]): readonly string[] {
      const due = dueItems(items, task);
      const { now } = moment();
      const heard = inboxToFacts(due, { history, task, moment: moment() });
      keep(heard.facts, heard.task ?? task, now);
      return items.filter((item) => !due.includes(item)).map(({ id }) => id);
    },
  };
}

describe('a comment while the work is verified', () => {
  it('GH-2: joins the task: it goes back to work with the new subtask, and is verified anew', () => {
    const late = story([...DONE, TESTED, ASSESSED]);
    expect([late.now, late.hear(remark), late.now, late.todo]).toEqual(['report', [], 'execute', 'ask_patch']);
    late.record(revised, weighed);
    expect(doing(late.task, 'execute').work.actions.map(({ taskId, status }) => `${taskId} ${status}`)).toEqual([
      'a success',
      'b running',
    ]);
    late.record(...actionDone(1), saved('b'));
    expect([late.now, late.todo]).toEqual(['verify', 'merge_base']);
  });

  it('GH-2: that changes nothing leads to the verification again', () => {
    const late = story(DONE);
    expect([late.now, late.hear(remark), late.todo]).toEqual(['verify', [], 'ask_patch']);
    late.record(weighed);
    expect([late.now, late.todo]).toEqual(['verify', 'merge_base']);
  });

  describe('that changes nothing, when the tests have passed', () => {
    const FAILED: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1) };
    const told = (facts: readonly Fact[]) => {
      const late = story(facts);
      late.hear(remark);
      return late;
    };

    it('EXEC-6: leaves their result standing: they do not run again, and the task ends by them', () => {
      const late = told([...DONE, TESTED, ASSESSED]);
      late.record(weighed);
      expect(late.todo).toBe('ask_assessment');
      late.record(ASSESSED);
      expect(late.task.stage).toMatchObject({
        is: 'report',
        ending: { reason: 'finished' },
        checks: [{ runs: [{ exit_code: 0 }] }],
      });
      expect(['merge_base', 'run_tests']).not.toContain(late.todo);
    });

    it.each<readonly [string, readonly Fact[]]>([
      ['the plan is changed', [revised, weighed, ...actionDone(1), saved('b')]],
      ['the plan is changed and nothing is left to do', [{ ...revised, updated_plan: PLAN }, weighed]],
    ])('EXEC-6: they run again when %s', (_, facts) => {
      const late = told([...DONE, TESTED, ASSESSED]);
      late.record(...facts);
      expect([late.now, late.todo]).toEqual(['verify', 'merge_base']);
    });

    it('EXEC-6: they run again where they failed, and where they have not run', () => {
      for (const late of [told([...DONE, FAILED, ASSESSED]), told(DONE)]) {
        late.record(weighed);
        expect([late.now, late.todo]).toEqual(['verify', 'merge_base']);
      }
    });

    it('EXEC-6: they run again when the workspace was lost meanwhile', () => {
      const late = told([...DONE, TESTED, ASSESSED]);
      late.record({ type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' });
      expect(late.now).toBe('prepare');
      expect(at(late.task, 'work').stage.passed).toBeNull();
    });
  });

  it('GH-2: waits while the tests run, so that they never run twice at a time', () => {
    const late = story([...DONE, started('run_tests')]);
    expect([late.hear(remark), late.now]).toEqual([['late'], 'verify']);
    late.record(TESTED);
    late.record(ASSESSED);
    expect([late.hear(remark), late.now]).toEqual([[], 'execute']);
  });

  it.each<readonly [string, readonly Fact[]]>([
    ['the pull request may be there', [started('open_pull_request')]],
    [
      'GitHub may have opened the pull request',
      [{ type: 'error', name: 'retry_later', effect: 'open_pull_request', of: 'model', message: '', due_at: 0 }],
    ],
    [
      'the pull request is there',
      [{ type: 'effect', name: 'pull_request', number: 1, url: 'u', draft: false, title: 't' }],
    ],
    ['the result is told', [{ type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' }]],
  ])('GH-2: is for a task of its own once people may see a result: %s', (_, facts) => {
    const late = story([...DONE, TESTED, ASSESSED, ...facts]);
    expect([late.hear(remark), late.now]).toEqual([['late'], 'report']);
  });

  it('GH-2: joins while the words for the pull request are looked for', () => {
    const late = story([...DONE, TESTED, ASSESSED, started('ask_summary')]);
    expect([late.hear(remark), late.now]).toEqual([[], 'execute']);
  });

  it('GH-5: does not bring back what people stopped', () => {
    const stopped = story([...DONE]);
    stopped.hear(STOP);
    expect([stopped.hear(remark), stopped.now]).toEqual([['late'], 'report']);
    const both = story([...DONE]);
    expect([both.hear(remark, STOP), both.now]).toEqual([[], 'report']);
  });

  it('GH-2: takes no second start in: that is for a task that follows', () => {
    expect(story(DONE).hear(START, remark)).toEqual(['start']);
  });

  it('PLAN-5: copied before a crash and not acknowledged, is not heard twice', () => {
    const late = story([...DONE, TESTED, ASSESSED]);
    late.hear(remark);
    late.record(weighed);
    expect([late.hear(remark), late.now, late.task.comments.length]).toEqual([[], 'verify', 1]);
  });
});

describe('comments at any moment of any task', () => {
  /** Drives a task to its end; comments come in between, and a kill may fall behind the copying, before it is acknowledged. */
  function driven(numbers: Iterator<number>) {
    const chance = chanceFrom(numbers);
    // Who is asked assumes instead, where that may be assumed: a task that nobody answers comes to no verification.
    const life = story([], { outageMs: 600_000, planning: { ...UNDISTURBED, assumes: true } });
    let inbox: readonly InboxItem[] = [];
    let said = 0;
    for (let step = 0; step < 2_000; step += 1) {
      if (said < 6 && chance.is(12))
        inbox = [...inbox, { ...remark, id: `c-${++said}`, commentId: said, text: `comment ${said}` }];
      const left = life.hear(...inbox);
      if (!chance.is(30)) inbox = inbox.filter(({ id }) => left.includes(id));
      const todo = next(life.task);
      if (todo.kind === 'ended') return { task: at(life.task, 'ended'), inbox, said, history: life.history };
      const { kind, ...about } = todo.effect;
      const key = `k-${life.task.version + 1}`;
      life.record({
        type: 'effect',
        name: 'started',
        effect: kind,
        ...(Object.keys(about).length === 0 ? {} : { with: about }),
        key,
      });
      life.record(...outcomeOf(todo.effect, life.task, chance, 3));
    }
    throw new Error(`The task does not end; it is in ${life.now}.`);
  }

  it('GH-3, PLAN-5: each is weighed once before the result, or waits for the task that follows; what could not be done is told', () => {
    let [weighedOnes, late] = [0, 0];
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
        const { task, inbox, said, history } = driven(numbers);
        const copied = new Set(history.flatMap((fact) => ('inbox_id' in fact ? [fact.inbox_id] : [])));
        const left = inbox.filter(({ id }) => !copied.has(id));
        expect(copied.size + left.length).toBe(said);
        const reason = reportOf(task)?.ending.reason;
        if (reason !== 'finished' && reason !== 'not_achieved') return;
        expect(task.work?.commentsWeighed).toBe(task.comments.length);
        expect(task.refusedChanges.every((change) => change.told)).toBe(true);
        weighedOnes += task.comments.length;
        const verified = history.findIndex((fact) => fact.type === 'verification');
        const isWeighedAfter = history.some(
          (fact, at) => at > verified && 'name' in fact && fact.name === 'comment_weighed',
        );
        late += verified >= 0 && isWeighedAfter ? 1 : 0;
      }),
      { numRuns: 500 },
    );
    expect([weighedOnes > 100, late > 5]).toEqual([true, true]);
  });
});

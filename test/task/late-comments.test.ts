import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { next } from '../../src/task/next.ts';
import { settle } from '../../src/task/settle.ts';
import { chanceFrom, outcomeOf } from './chance.ts';
import { actionDone, command, inPhase, planOf, prepared, recorded, saved, stamped, subtask } from './task-world.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
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
const weighed: Fact = { type: 'control', name: 'comment_weighed', understanding: 'A note.', problems: [], questions: [] };
const revised: Fact = { type: 'revision', reason: 'A note.', source: 'comment', changes: [], updated_plan: WIDER };
const started = (effect: EffectKind): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' });
const STOP: InboxItem = { kind: 'control', id: 'stop', word: 'stop', by: MIKA, reason: 'Enough.' };
const START: InboxItem = { kind: 'start', id: 'start', traceId: 't', request: {}, settings: {} };

function story(facts: readonly Fact[]) {
  const history: Recorded[] = [...recorded(facts)];
  const fold = (): Task => history.reduce<Task | null>((task, fact) => settle(task, fact), null) as Task;
  const record = (...added: readonly Fact[]) =>
    added.forEach((fact) => history.push(stamped(fact, history.length + 1, Date.parse(history.at(-1)?.timestamp ?? '') + 1_000)));
  return {
    record,
    get task() {
      return fold();
    },
    get todo() {
      const todo = next(fold());
      return todo.kind === 'perform' ? todo.effect.kind : 'none';
    },
    /** What is left in the inbox. */
    hear(...items: readonly InboxItem[]): readonly string[] {
      const due = arrivals.due(items, fold());
      record(...arrivals.facts(due, history, fold()));
      return items.filter((item) => !due.includes(item)).map(({ id }) => id);
    },
  };
}

describe('a comment while the work is verified', () => {
  it('GH-2: joins the task: it goes back to work with the new subtask, and is verified anew', () => {
    const late = story([...DONE, TESTED]);
    expect([late.task.phase, late.hear(remark), late.task.phase, late.todo]).toEqual(['report', [], 'execute', 'ask_patch']);
    late.record(revised, weighed);
    expect(inPhase(late.task, 'execute').work.actions.map(({ taskId, status }) => `${taskId} ${status}`)).toEqual([
      'a success',
      'b running',
    ]);
    late.record(...actionDone(1), saved('b'));
    expect([late.task.phase, late.todo]).toEqual(['verify', 'run_tests']);
  });

  it('GH-2: that changes nothing leads to the verification again', () => {
    const late = story(DONE);
    expect([late.task.phase, late.hear(remark), late.todo]).toEqual(['verify', [], 'ask_patch']);
    late.record(weighed);
    expect([late.task.phase, late.todo]).toEqual(['verify', 'run_tests']);
  });

  describe('that changes nothing, when the tests have passed', () => {
    const FAILED: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1) };
    const told = (facts: readonly Fact[]) => {
      const late = story(facts);
      late.hear(remark);
      return late;
    };

    it('EXEC-6: leaves their result standing: they do not run again, and the task ends by them', () => {
      const late = told([...DONE, TESTED]);
      late.record(weighed);
      expect(late.task).toMatchObject({ phase: 'report', ending: { reason: 'finished' }, tests: { exit_code: 0 } });
      expect(late.todo).not.toBe('run_tests');
    });

    it.each<readonly [string, readonly Fact[]]>([
      ['the plan is changed', [revised, weighed, ...actionDone(1), saved('b')]],
      ['the plan is changed and nothing is left to do', [{ ...revised, updated_plan: PLAN }, weighed]],
    ])('EXEC-6: they run again when %s', (_, facts) => {
      const late = told([...DONE, TESTED]);
      late.record(...facts);
      expect([late.task.phase, late.todo]).toEqual(['verify', 'run_tests']);
    });

    it('EXEC-6: they run again where they failed, and where they have not run', () => {
      for (const late of [told([...DONE, FAILED]), told(DONE)]) {
        late.record(weighed);
        expect([late.task.phase, late.todo]).toEqual(['verify', 'run_tests']);
      }
    });

    it('EXEC-6: they run again when the workspace was lost meanwhile', () => {
      const late = told([...DONE, TESTED]);
      late.record({ type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: 'The container is gone.' });
      expect(late.task.phase).toBe('prepare');
      expect(JSON.stringify(late.task)).not.toContain('"passed":{"tests"');
    });
  });

  it('GH-2: waits while the tests run, so that they never run twice at a time', () => {
    const late = story([...DONE, started('run_tests')]);
    expect([late.hear(remark), late.task.phase]).toEqual([['late'], 'verify']);
    late.record(TESTED);
    expect([late.hear(remark), late.task.phase]).toEqual([[], 'execute']);
  });

  it.each<readonly [string, readonly Fact[]]>([
    ['the pull request may be there', [started('open_pull_request')]],
    [
      'GitHub may have opened the pull request',
      [{ type: 'error', name: 'retry_later', effect: 'open_pull_request', of: 'model', message: '', due_at: 0 }],
    ],
    ['the pull request is there', [{ type: 'effect', name: 'pull_request', number: 1, url: 'u', draft: false, title: 't' }]],
    ['the result is told', [{ type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' }]],
  ])('GH-2: is for a task of its own once people may see a result: %s', (_, facts) => {
    const late = story([...DONE, TESTED, ...facts]);
    expect([late.hear(remark), late.task.phase]).toEqual([['late'], 'report']);
  });

  it('GH-2: joins while the words for the pull request are looked for', () => {
    const late = story([...DONE, TESTED, started('ask_summary')]);
    expect([late.hear(remark), late.task.phase]).toEqual([[], 'execute']);
  });

  it('GH-5: does not bring back what people stopped', () => {
    const stopped = story([...DONE]);
    stopped.hear(STOP);
    expect([stopped.hear(remark), stopped.task.phase]).toEqual([['late'], 'report']);
    const both = story([...DONE]);
    expect([both.hear(remark, STOP), both.task.phase]).toEqual([[], 'report']);
  });

  it('GH-2: takes no second start in: that is for a task that follows', () => {
    expect(story(DONE).hear(START, remark)).toEqual(['start']);
  });

  it('PLAN-5: copied before a crash and not acknowledged, is not heard twice', () => {
    const late = story([...DONE, TESTED]);
    late.hear(remark);
    late.record(weighed);
    expect([late.hear(remark), late.task.phase, late.task.comments.length]).toEqual([[], 'report', 1]);
  });
});

describe('comments at any moment of any task', () => {
  /** Drives a task to its end; comments come in between, and a kill may fall behind the copying, before it is acknowledged. */
  function driven(numbers: Iterator<number>) {
    const chance = chanceFrom(numbers);
    const history: Recorded[] = [...recorded([], { settings: { outageMs: 600_000 } })];
    let task = history.reduce<Task | null>((state, fact) => settle(state, fact), null) as Task;
    const record = (...facts: readonly Fact[]) => {
      for (const fact of facts) {
        const stored = stamped(fact, history.length + 1, task.updatedAt + 1_000);
        history.push(stored);
        task = settle(task, stored);
      }
    };
    let inbox: readonly InboxItem[] = [];
    let said = 0;
    for (let step = 0; step < 2_000; step += 1) {
      if (said < 6 && chance.is(12)) inbox = [...inbox, { ...remark, id: `c-${++said}`, commentId: said, text: `comment ${said}` }];
      const due = arrivals.due(inbox, task);
      record(...arrivals.facts(due, history, task));
      if (!chance.is(30)) inbox = inbox.filter((item) => !due.includes(item));
      const todo = next(task);
      if (todo.kind === 'ended') return { task: inPhase(task, 'ended'), inbox, said, history };
      record({ type: 'effect', name: 'started', effect: todo.effect.kind, key: `k-${task.version + 1}` });
      record(...outcomeOf(todo.effect, task, chance, 3));
    }
    throw new Error(`The task does not end; it is in ${task.phase}.`);
  }

  it('GH-3, PLAN-5: each is weighed once before the result, or waits for the task that follows; what could not be done is told', () => {
    let [weighedOnes, late] = [0, 0];
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
        const { task, inbox, said, history } = driven(numbers);
        const copied = new Set(history.flatMap((fact) => ('inbox_id' in fact ? [String(fact.inbox_id)] : [])));
        const left = inbox.filter(({ id }) => !copied.has(id));
        expect(copied.size + left.length).toBe(said);
        if (task.ending.reason !== 'finished' && task.ending.reason !== 'not_achieved') return;
        expect(task.work?.commentsWeighed).toBe(task.comments.length);
        expect((task.refusedChanges ?? []).every((change) => change.told)).toBe(true);
        weighedOnes += task.comments.length;
        const verified = history.findIndex((fact) => fact.type === 'verification');
        const isWeighedAfter = history.some((fact, at) => at > verified && 'name' in fact && fact.name === 'comment_weighed');
        late += verified >= 0 && isWeighedAfter ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    expect([weighedOnes > 100, late > 5]).toEqual([true, true]);
  });
});

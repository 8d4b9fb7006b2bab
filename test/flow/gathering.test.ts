import { describe, expect, it } from '@jest/globals';
import { converse } from '../task/scripted-model.ts';
import {
  after,
  decidedAfter,
  effectOf,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { FirstLook, Found, Wanted } from '../../src/state/gathered.ts';
import type { Task } from '../../src/state/task.ts';

const [GREETED, LOOKED, GOAL] = prepared(planOf([subtask('a')])) as readonly [Fact, Fact, Fact];
const SEEN: FirstLook = { pieces: [], leftOut: [], namesSomething: true, showsAllNamed: true, isWhole: false };
const NOTHING: Wanted = { read: [], search: [], list: [] };
const FOUND: Found = { pieces: [{ is: 'list', path: 'src', depth: 1 }], leftOut: [] };

const lookedAt = (look: Partial<FirstLook>): Fact => ({ ...LOOKED, first_look: { ...SEEN, ...look } }) as Fact;
const asks = (wanted: Partial<Wanted>): Fact => ({
  type: 'phase',
  name: 'gathering',
  reason: '',
  wanted: { ...NOTHING, ...wanted },
});
const GATHERED: Fact = { type: 'environment', name: 'gathered', found: FOUND };
const UNDERSTAND = { kind: 'ask_model', call: 'goal_understanding' };

describe('whether the model is asked what else to look at (PLAN-2)', () => {
  it.each<readonly [string, Partial<FirstLook>, readonly string[]]>([
    ['everything named is shown, and every path', {}, []],
    ['not all paths fitted', { near: [], folders: [] }, ['paths']],
    ['not all that is named fitted', { showsAllNamed: false }, ['named']],
    ['nothing that is named was found', { namesSomething: false }, ['nothing_named']],
    ['all of it', { near: [], showsAllNamed: false, namesSomething: false }, ['paths', 'named', 'nothing_named']],
    ['all of the repository is shown', { namesSomething: false, isWhole: true }, []],
  ])('follows from what was found: %s', (_, look, why) => {
    const before = taskAfter([GREETED]);
    const decided = decidedAfter(before, lookedAt(look)).filter(
      (fact) => 'name' in fact && fact.name === 'gather_more',
    );
    expect(decided).toEqual(why.length === 0 ? [] : [{ type: 'phase', name: 'gather_more', why, calls_left: 3 }]);
    const task = after(before, lookedAt(look));
    expect(effectOf(task)).toEqual(why.length === 0 ? UNDERSTAND : { kind: 'ask_gathering' });
  });

  it('ends where nothing more is wanted, or after three calls, each answered before the next', () => {
    const task = taskAfter([GREETED, lookedAt({ namesSomething: false })]);
    expect(effectOf(after(task, asks({})))).toEqual(UNDERSTAND);
    let now: Task = task;
    for (const wanted of [{ read: [{ path: 'a' }] }, { search: [{ pattern: 'a' }] }, { list: [{ path: '' }] }]) {
      expect(effectOf(now)).toEqual({ kind: 'ask_gathering' });
      now = after(now, asks(wanted));
      expect(effectOf(now)).toEqual({ kind: 'gather' });
      now = after(now, GATHERED);
    }
    expect(effectOf(now)).toEqual(UNDERSTAND);
    expect(now.gathering?.rounds.map(({ found }) => found)).toEqual([FOUND, FOUND, FOUND]);
  });

  it('ends with what is asked for where that is said to be enough', () => {
    const wanted: Fact = { ...asks({ read: [{ path: 'a' }] }), enough: true } as Fact;
    const task = after(taskAfter([GREETED, lookedAt({ namesSomething: false })]), wanted);
    expect(effectOf(task)).toEqual({ kind: 'gather' });
    expect(effectOf(after(task, GATHERED))).toEqual(UNDERSTAND);
  });

  it('does not come up again when the goal is understood anew: what was gathered stays', () => {
    const task = after(
      taskAfter([GREETED, lookedAt({ namesSomething: false })]),
      asks({ list: [{ path: '' }] }),
      GATHERED,
    );
    const again = after(after(task, asks({})), GOAL, {
      type: 'phase',
      name: 'planning',
      step: 'goal',
      fallback: 'judged',
    });
    expect(effectOf(again)).toEqual(UNDERSTAND);
    expect(again.gathering?.rounds).toHaveLength(1);
  });

  it('does not come up without planning', () => {
    const settings = { planning: { ...UNDISTURBED, enabled: false } };
    expect(taskAfter([GREETED, lookedAt({ namesSomething: false })], { settings }).stage.is).toBe('work');
  });

  it('is no reason to give up: where no usable answer comes, planning goes on with what was found (MODEL-3)', async () => {
    const task = taskAfter([GREETED, lookedAt({ namesSomething: false })]);
    const wrong = Array.from({ length: 4 }, () => ({ read: 'everything' }));
    const { task: now, requests } = await converse(task, wrong);
    expect(requests).toHaveLength(4);
    expect(effectOf(now)).toEqual(UNDERSTAND);
    expect(now.gathering?.rounds).toEqual([]);
  });

  it('tells the model why, how often it is asked yet, and takes what it answers as it is (MODEL-2)', async () => {
    const task = taskAfter([GREETED, lookedAt({ near: ['src/a.ts'], folders: [{ path: 'src', files: 9 }] })]);
    const wanted = {
      read: [{ path: 'a', start_line: 3 }],
      search: [{ pattern: 'b', glob: '*.ts' }],
      list: [{ path: '' }],
    };
    const { task: now, requests } = await converse(task, [{ reason: 'To see.', ...wanted }]);
    const sent = JSON.stringify(requests[0]?.messages);
    for (const told of ['Nearest to what the issue names', 'Not all paths are listed', 'at most 3 times'])
      expect(sent).toContain(told);
    expect(now.gathering?.rounds).toEqual([{ wanted, found: null }]);
    const last = after(now, GATHERED, asks(wanted), GATHERED);
    expect(JSON.stringify((await converse({ ...last }, [NOTHING])).requests[0]?.messages)).toContain('the last time');
  });
});

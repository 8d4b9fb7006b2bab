import { describe, expect, it } from '@jest/globals';
import { PlanPatchSchema } from '../../../src/model-calls/patch-schemas.ts';
import { applyPatch, MAX_DEPTH } from '../../../src/plan/patch/apply-patch.ts';
import { orderedActions } from '../../../src/plan/action-order.ts';
import { wholeText } from '../../../src/state/subtask-title.ts';
import { idsOf, one, patched, planOf, shape, subtask, TREE } from './plans.ts';

const FLAT = planOf([
  subtask('task_1'),
  subtask('task_2', { dependencies: ['task_1'] }),
  subtask('task_3', { dependencies: ['task_2'] }),
]);

describe('create (PLAN-9)', () => {
  it('PLAN-9: gives a fresh id, at the end of the list, without an action of its own', () => {
    const { plan, ids, changes, problems } = patched(FLAT, [
      { op: 'create', temp_id: 'temp-1', title: 'Write docs', description: 'In the README' },
    ]);
    expect(problems).toEqual([]);
    expect(ids).toEqual({ 'temp-1': 'task_4' });
    expect(changes).toEqual(['added task_4: Write docs']);
    expect(one(plan, 'task_4')).toEqual({
      id: 'task_4',
      title: 'Write docs',
      description: 'In the README',
      dependencies: [],
      estimated_complexity: 'medium',
      required_tools: [],
    });
    expect(plan.action_plan.execution_order).toEqual(['task_1', 'task_2', 'task_3', 'task_4']);
    expect(orderedActions(plan).map(({ purpose }) => purpose)).toEqual([
      'Act on task_1',
      'Act on task_2',
      'Act on task_3',
      'Write docs — In the README',
    ]);
  });

  it('PLAN-9: never gives an id that is or was used, or that stands for another in the patch', () => {
    const create = (temp_id: string) => ({ op: 'create', temp_id, title: temp_id });
    expect(patched(FLAT, [create('task_7'), create('x')]).ids).toEqual({ task_7: 'task_8', x: 'task_9' });
    const after = applyPatch(
      FLAT,
      { operations: [{ op: 'create', temp_id: 'x', title: 'X' }] },
      { doneIds: new Set(['task_5']), usedIds: ['task_11', 'other'] },
    );
    expect(after.ids).toEqual({ x: 'task_12' });
    expect(patched(FLAT, [create('x')], ['task_5']).ids).toEqual({ x: 'task_6' });
    expect(patched(FLAT, [{ op: 'delete', task_id: 'task_3' }, create('x')]).ids).toEqual({ x: 'task_4' });
  });

  it('PLAN-9: keeps what it is told besides', () => {
    const suggested_impl = { language: 'go', file_paths: ['a.go'], constraints: ['Keep it small'] };
    const { plan } = patched(FLAT, [
      { op: 'create', title: 'T', phase_name: 'Build', milestone: 'M1', wbs_level: 2, suggested_impl },
    ]);
    expect(one(plan, 'task_4')).toMatchObject({ phase_name: 'Build', milestone: 'M1', wbs_level: 2, suggested_impl });
  });

  it.each([
    ['under a parent, last', { parent_id: 'b' }, 'a b(b1 b2(b2x) task_1) c'],
    ['at an index', { parent_id: 'b', position: { index: 0 } }, 'a b(task_1 b1 b2(b2x)) c'],
    ['at an index beyond the end', { parent_id: 'b', position: { index: 99 } }, 'a b(b1 b2(b2x) task_1) c'],
    ['before a sibling', { parent_id: 'b', position: { before: 'b2' } }, 'a b(b1 task_1 b2(b2x)) c'],
    ['after a sibling', { parent_id: 'b', position: { after: 'b1' } }, 'a b(b1 task_1 b2(b2x)) c'],
    ['after one whose parent is not said', { position: { after: 'b2x' } }, 'a b(b1 b2(b2x task_1)) c'],
    ['at the top', { position: { before: 'a' } }, 'task_1 a b(b1 b2(b2x)) c'],
    ['at the top, with a name for it', { parent_id: 'node-root', position: { index: 1 } }, 'a task_1 b(b1 b2(b2x)) c'],
    ['at the top, by null', { parent_id: null }, 'a b(b1 b2(b2x)) c task_1'],
  ])('PLAN-9: puts it %s', (_, place, expected) => {
    const { plan, problems } = patched(TREE, [{ op: 'create', title: 'New', ...place }]);
    expect(problems).toEqual([]);
    expect(shape(plan)).toBe(expected);
  });

  it('PLAN-9: dependencies, parents and places may be temporary ids, also of later operations', () => {
    const { plan, ids, problems } = patched(FLAT, [
      { op: 'create', temp_id: 'child', title: 'Child', parent_id: 'parent', dependencies: ['later', 'task_1'] },
      { op: 'create', temp_id: 'beside', title: 'Beside', position: { before: 'child' } },
      { op: 'move', task_id: 'task_3', position: { after: 'later' } },
      { op: 'create', temp_id: 'parent', title: 'Parent' },
      { op: 'create', temp_id: 'later', title: 'Later', position: { index: 0 } },
      { op: 'update', task_id: 'task_2', dependencies: ['later'] },
      { op: 'update', task_id: 'task_3', dependencies: [] },
      { op: 'update', task_id: 'child', title: 'Renamed' },
    ]);
    expect(problems).toEqual([]);
    expect(ids).toEqual({ child: 'task_4', beside: 'task_5', parent: 'task_6', later: 'task_7' });
    expect(shape(plan)).toBe('task_7 task_3 task_1 task_2 task_6(task_5 task_4)');
    expect(one(plan, 'task_4')).toMatchObject({
      description: 'Renamed',
      dependencies: ['task_7', 'task_1'],
      parent_id: 'task_6',
    });
    expect(one(plan, 'task_2').dependencies).toEqual(['task_7']);
  });
});

describe('the order of work after a create or a move under another (PLAN-9)', () => {
  const tree = planOf([subtask('a'), subtask('b'), subtask('b1', { parent_id: 'b' }), subtask('c')]);
  const turned = { ...tree, action_plan: { ...tree.action_plan, execution_order: ['c', 'b1', 'b', 'a'] } };
  const order = (operations: readonly object[], doneIds: readonly string[] = []) => {
    const { plan, problems } = patched(turned, operations, doneIds);
    expect(problems).toEqual([]);
    return plan.action_plan.execution_order.join(' ');
  };
  const create = { op: 'create', title: 'New' };

  it.each([
    ['without a position it is the last, and the others stay as they are', create, 'c b1 b a task_1'],
    ['an empty position is none', { ...create, position: {} }, 'c b1 b a task_1'],
    ['what it needs comes before it', { ...create, dependencies: ['a'] }, 'c b1 b a task_1'],
    ['under a parent it comes before the end of that', { ...create, parent_id: 'b' }, 'c b1 task_1 b a'],
    ['one that needs its parent comes behind', { ...create, parent_id: 'b', dependencies: ['b'] }, 'c b1 b a task_1'],
    ['with a position the order is that of the tree', { ...create, position: { before: 'a' } }, 'task_1 a b b1 c'],
    [
      'a subtask that gets another parent comes before its end',
      { op: 'move', task_id: 'c', parent_id: 'a' },
      'c a b b1',
    ],
  ])('PLAN-9: %s', (_, operation, expected) => {
    expect(order([operation])).toBe(expected);
  });

  it('PLAN-9: one that needs its parent through another comes behind it, and one of a finished parent is still to come', () => {
    const through = [
      { op: 'update', task_id: 'c', dependencies: ['b'] },
      { ...create, parent_id: 'b', dependencies: ['c'] },
    ];
    expect(order(through)).toBe('b1 b c a task_1');
    expect(order([{ ...create, parent_id: 'b' }], ['b', 'a'])).toBe('b a c b1 task_1');
  });
});

describe('update (PLAN-9)', () => {
  const plan = planOf([
    subtask('task_1'),
    subtask('task_2', {
      title: 'Parse',
      description: 'with care',
      dependencies: ['task_1'],
      phase_name: 'Build',
      milestone: 'M1',
      wbs_level: 3,
    }),
  ]);

  it('PLAN-9: changes only what it gives', () => {
    const after = patched(plan, [{ op: 'update', task_id: 'task_2', milestone: 'M2' }]);
    expect(one(after.plan, 'task_2')).toEqual({ ...one(plan, 'task_2'), milestone: 'M2' });
    expect(after.changes).toEqual(['changed task_2 (milestone): Parse']);
    expect(after.plan.action_plan).toEqual(plan.action_plan);
  });

  it.each([
    ['title', { title: 'Read' }, 'Read — with care'],
    ['description', { description: 'quickly' }, 'Parse — quickly'],
    ['both', { title: 'Read', description: 'quickly' }, 'Read — quickly'],
    ['an emptied description', { description: '' }, 'Parse'],
    ['a description that begins with the title', { description: 'Parse all files' }, 'Parse all files'],
    ['a title of several lines', { title: ' Read\n or  write ' }, 'Read or write — with care'],
  ])('PLAN-9: replaces %s', (_, fields, expected) => {
    const { plan: after } = patched(plan, [{ op: 'update', task_id: 'task_2', ...fields }]);
    expect(wholeText(one(after, 'task_2'))).toBe(expected);
  });

  it.each([
    ['a description alone', { description: 'Store it in PostgreSQL' }, 'Store it in PostgreSQL'],
    ['a title alone', { title: 'Store it in PostgreSQL' }, 'Store it in PostgreSQL'],
    ['both', { title: 'Store it', description: 'in PostgreSQL' }, 'Store it — in PostgreSQL'],
    ['an emptied description', { description: ' ' }, 'Store it in MySQL'],
  ])(
    'PLAN-9: words that are title and description in one are replaced by %s: people read no old words beside the new',
    (_, fields, expected) => {
      const stored = planOf([subtask('task_1', { description: 'Store it in MySQL' })]);
      const { plan: after, problems } = patched(stored, [{ op: 'update', task_id: 'task_1', ...fields }]);
      expect(problems).toEqual([]);
      expect(wholeText(one(after, 'task_1'))).toBe(expected);
    },
  );

  it('PLAN-9: given dependencies replace the whole list, an empty list clears it, none leaves it', () => {
    const after = (fields: object) =>
      one(patched(FLAT, [{ op: 'update', task_id: 'task_3', ...fields }]).plan, 'task_3').dependencies;
    expect(after({ dependencies: ['task_1'] })).toEqual(['task_1']);
    expect(after({ dependencies: ['task_1', 'task_2', 'task_1'] })).toEqual(['task_1', 'task_2']);
    expect(after({ dependencies: [] })).toEqual([]);
    expect(after({ wbs_level: 1 })).toEqual(['task_2']);
  });

  it('PLAN-9, PLAN-10: given acceptance criteria replace those of the subtask, with ids of its own, an empty list clears them, none leaves them', () => {
    const created = patched(plan, [
      { op: 'create', temp_id: 'x', title: 'X', acceptance_criteria: ['It reads', 'It writes'] },
    ]).plan;
    expect(created.acceptance_criteria).toEqual([
      { id: 'AC-1', description: 'All tests pass' },
      { id: 'task_3.AC-1', description: 'It reads', task_id: 'task_3' },
      { id: 'task_3.AC-2', description: 'It writes', task_id: 'task_3' },
    ]);
    const after = (fields: object) =>
      patched(created, [{ op: 'update', task_id: 'task_3', ...fields }]).plan.acceptance_criteria.map(
        ({ id, description }) => `${id} ${description}`,
      );
    expect(after({ acceptance_criteria: ['It writes', 'It counts', ' '] })).toEqual([
      'AC-1 All tests pass',
      'task_3.AC-2 It writes',
      'task_3.AC-3 It counts',
    ]);
    expect(after({ acceptance_criteria: [] })).toEqual(['AC-1 All tests pass']);
    expect(after({ milestone: 'M9' })).toEqual([
      'AC-1 All tests pass',
      'task_3.AC-1 It reads',
      'task_3.AC-2 It writes',
    ]);
    expect(patched(created, [{ op: 'delete', task_id: 'task_3' }]).plan.acceptance_criteria).toEqual(
      plan.acceptance_criteria,
    );
  });

  it('PLAN-9: what says something else now keeps its planned actions, all of them', () => {
    const [first, second] = plan.action_plan.actions;
    if (!first || !second) throw new Error('There are two actions.');
    const more = { ...second, purpose: 'Look at it', expected_outcome: 'It is there' };
    const longer = { ...plan, action_plan: { ...plan.action_plan, actions: [first, second, more] } };
    const after = patched(longer, [{ op: 'update', task_id: 'task_2', title: 'Read' }]).plan;
    expect(wholeText(one(after, 'task_2'))).toBe('Read — with care');
    expect(orderedActions(after)).toEqual([first, second, more]);
  });

  it('PLAN-9: words given again as they were keep their planned actions', () => {
    const after = patched(plan, [{ op: 'update', task_id: 'task_2', title: 'Parse', description: 'with care' }]).plan;
    expect(after.action_plan).toEqual(plan.action_plan);
  });

  it('PLAN-9: an update may move as well', () => {
    expect(shape(patched(TREE, [{ op: 'update', task_id: 'c', parent_id: 'b', position: { index: 0 } }]).plan)).toBe(
      'a b(c b1 b2(b2x))',
    );
  });
});

describe('delete (PLAN-9)', () => {
  it('PLAN-9: without cascade the children take the place of the deleted one (splice)', () => {
    const { plan, changes } = patched(TREE, [{ op: 'delete', task_id: 'b' }]);
    expect(shape(plan)).toBe('a b1 b2(b2x) c');
    expect(changes).toEqual(['removed b (b1, b2 in its place): Do b']);
    expect(shape(patched(TREE, [{ op: 'delete', task_id: 'b2' }]).plan)).toBe('a b(b1 b2x) c');
  });

  it('PLAN-9: with cascade all that is under it goes too', () => {
    const { plan, changes } = patched(TREE, [{ op: 'delete', task_id: 'b', cascade: true }]);
    expect(shape(plan)).toBe('a c');
    expect(changes).toEqual(['removed b with b1, b2, b2x: Do b']);
    expect(shape(patched(TREE, [{ op: 'delete', task_id: 'b2', cascade: true }]).plan)).toBe('a b(b1) c');
  });

  it('PLAN-9: references to it, and its actions, are removed', () => {
    const { plan } = patched(FLAT, [{ op: 'delete', task_id: 'task_2' }]);
    expect(one(plan, 'task_3').dependencies).toEqual([]);
    expect(plan.action_plan.execution_order).toEqual(['task_1', 'task_3']);
    expect(plan.action_plan.actions.map(({ task_id }) => task_id)).toEqual(['task_1', 'task_3']);
  });

  it('PLAN-9: with cascade, references to all that goes are removed', () => {
    const plan = planOf([subtask('a'), subtask('b', { parent_id: 'a' }), subtask('c', { dependencies: ['a', 'b'] })]);
    expect(one(patched(plan, [{ op: 'delete', task_id: 'a', cascade: true }]).plan, 'c').dependencies).toEqual([]);
  });

  it('PLAN-9: what the same patch removes cannot be named after that', () => {
    const { problems } = patched(FLAT, [
      { op: 'delete', task_id: 'task_3' },
      { op: 'create', title: 'X', dependencies: ['task_3'] },
      { op: 'move', task_id: 'task_3', position: { index: 0 } },
    ]);
    expect(problems).toEqual([
      '"task_3", named in dependencies, is removed by the same patch. Do one or the other.',
      '"task_3" is removed by the same patch. Do one or the other.',
    ]);
  });

  it('PLAN-9: what the same patch creates can be removed again', () => {
    expect(
      shape(
        patched(FLAT, [
          { op: 'create', temp_id: 'x', title: 'X' },
          { op: 'delete', task_id: 'x' },
        ]).plan,
      ),
    ).toBe('task_1 task_2 task_3');
  });
});

describe('move (PLAN-9)', () => {
  it.each([
    ['under another parent', { task_id: 'a', parent_id: 'b' }, 'b(b1 b2(b2x) a) c'],
    ['to the top, last', { task_id: 'b1', parent_id: null }, 'a b(b2(b2x)) c b1'],
    ['to an index among its siblings', { task_id: 'c', position: { index: 1 } }, 'a c b(b1 b2(b2x))'],
    ['to an index, itself not counted', { task_id: 'a', position: { index: 1 } }, 'b(b1 b2(b2x)) a c'],
    ['before another', { task_id: 'b2', position: { before: 'b1' } }, 'a b(b2(b2x) b1) c'],
    ['after another of another parent', { task_id: 'c', position: { after: 'b1' } }, 'a b(b1 c b2(b2x))'],
    ['with all that is under it', { task_id: 'b2', parent_id: 'a' }, 'a(b2(b2x)) b(b1) c'],
    ['nowhere', { task_id: 'b2', parent_id: 'b' }, 'a b(b1 b2(b2x)) c'],
  ])('PLAN-9: %s', (_, fields, expected) => {
    const { plan, problems } = patched(TREE, [{ op: 'move', ...fields }]);
    expect(problems).toEqual([]);
    expect(shape(plan)).toBe(expected);
    expect(idsOf(plan).toSorted()).toEqual(idsOf(TREE).toSorted());
  });

  it('PLAN-9: a move that moves nothing changes nothing', () => {
    expect(patched(TREE, [{ op: 'move', task_id: 'b2' }])).toEqual({ plan: TREE, changes: [], ids: {}, problems: [] });
  });

  it('PLAN-9: the list is told depth first, the order of work follows it and the dependencies', () => {
    const { plan, changes } = patched(TREE, [{ op: 'move', task_id: 'b2', position: { index: 0 }, parent_id: null }]);
    expect(idsOf(plan)).toEqual(['b2', 'b2x', 'a', 'b', 'b1', 'c']);
    expect(plan.action_plan.execution_order).toEqual(['b2', 'b2x', 'a', 'b', 'b1', 'c']);
    expect(changes).toEqual(['moved b2 to the beginning']);
    const below = planOf([
      subtask('p'),
      subtask('p1', { parent_id: 'p', dependencies: ['q'] }),
      subtask('q'),
      subtask('r'),
    ]);
    const first = patched(below, [{ op: 'move', task_id: 'r', position: { index: 0 } }]).plan;
    expect([idsOf(first), first.action_plan.execution_order].map((ids) => ids.join(' '))).toEqual([
      'r p p1 q',
      'r p q p1',
    ]);
  });

  it('PLAN-9: a new subtask with a place makes the order of work follow the list; other dependencies move only what has them', () => {
    const flat = planOf([subtask('task_1'), subtask('task_2'), subtask('task_3')]);
    const backwards = {
      ...flat,
      action_plan: { ...flat.action_plan, execution_order: ['task_3', 'task_2', 'task_1'] },
    };
    const order = (operation: object) => patched(backwards, [operation]).plan.action_plan.execution_order;
    expect(order({ op: 'create', title: 'New', position: { index: 0 } })).toEqual([
      'task_4',
      'task_1',
      'task_2',
      'task_3',
    ]);
    expect(order({ op: 'update', task_id: 'task_1', dependencies: ['task_3'] })).toEqual([
      'task_3',
      'task_2',
      'task_1',
    ]);
    expect(order({ op: 'update', task_id: 'task_3', dependencies: ['task_2'] })).toEqual([
      'task_2',
      'task_3',
      'task_1',
    ]);
    expect(order({ op: 'update', task_id: 'task_3', dependencies: ['task_1'] })).toEqual([
      'task_2',
      'task_1',
      'task_3',
    ]);
    expect(order({ op: 'update', task_id: 'task_1', milestone: 'M1' })).toEqual(['task_3', 'task_2', 'task_1']);
  });

  it('PLAN-9: a move is told by what stands before it', () => {
    expect(patched(TREE, [{ op: 'move', task_id: 'b', position: { index: 99 } }]).changes).toEqual([
      'moved b behind c',
    ]);
  });

  const changeToo = 'Change the dependencies too, or choose another place.';
  it.each([
    [
      'to the beginning',
      { task_id: 'task_3', position: { index: 0 } },
      ['"task_3" cannot come before "task_2"', '"task_3" depends on "task_2"'],
    ],
    [
      'before what it needs',
      { task_id: 'task_3', position: { before: 'task_2' } },
      ['"task_3" cannot come before "task_2"', '"task_3" depends on "task_2"'],
    ],
    [
      'behind what needs it',
      { task_id: 'task_1', position: { after: 'task_3' } },
      ['"task_1" cannot come behind "task_2"', '"task_2" depends on "task_1"'],
    ],
  ])(
    'PLAN-9: a move that dependencies do not allow is no change, and the model is told which: %s',
    (_, move, [what, why]) => {
      const after = patched(FLAT, [{ op: 'move', ...move }]);
      expect(after).toMatchObject({ plan: FLAT, changes: [] });
      expect(after.problems).toEqual([`${what}: ${why}, directly or through others. ${changeToo}`]);
      const updated = patched(FLAT, [{ op: 'update', ...move }]);
      expect(updated.problems).toEqual(after.problems);
      const free = ['task_2', 'task_3'].map((task_id) => ({ op: 'update', task_id, dependencies: [] }));
      const moved = patched(FLAT, [{ op: 'move', ...move }, ...free]);
      expect(moved.problems).toEqual([]);
      expect(moved.plan.action_plan.execution_order).toEqual(idsOf(moved.plan));
    },
  );

  it('PLAN-9: a new subtask is not put before what it needs either; what is finished is no hindrance', () => {
    const create = { op: 'create', title: 'New', dependencies: ['task_1'], position: { index: 0 } };
    expect(patched(FLAT, [create]).problems).toEqual([
      `"task_4" cannot come before "task_1": "task_4" depends on "task_1", directly or through others. ${changeToo}`,
    ]);
    expect(patched(FLAT, [create], ['task_1']).problems).toEqual([]);
    const below = planOf([subtask('p'), subtask('p1', { parent_id: 'p' }), subtask('q', { dependencies: ['p1'] })]);
    expect(patched(below, [{ op: 'move', task_id: 'q', position: { index: 0 } }]).problems).toEqual([
      expect.stringContaining('"q" cannot come before "p1"'),
    ]);
    expect(patched(below, [{ op: 'update', task_id: 'p', position: { index: 1 } }]).problems).toEqual([]);
  });

  it('PLAN-9: finished work stays at the head of the order of work', () => {
    const { plan } = patched(TREE, [{ op: 'move', task_id: 'c', position: { index: 1 } }], ['b1', 'b']);
    expect(plan.action_plan.execution_order).toEqual(['b', 'b1', 'a', 'c', 'b2', 'b2x']);
  });

  it('PLAN-9: a patch that says nothing about order leaves the order of work', () => {
    const turned = {
      ...FLAT,
      task_decomposition: { reasoning: '', subtasks: [subtask('task_1'), subtask('task_2'), subtask('task_3')] },
      action_plan: { ...FLAT.action_plan, execution_order: ['task_3', 'task_1'] },
    };
    expect(
      patched(turned, [{ op: 'update', task_id: 'task_1', milestone: 'M' }]).plan.action_plan.execution_order,
    ).toEqual(['task_3', 'task_1', 'task_2']);
    expect(patched(turned, [{ op: 'delete', task_id: 'task_1' }]).plan.action_plan.execution_order).toEqual([
      'task_3',
      'task_2',
    ]);
  });
});

describe('what is refused, whole (PLAN-9)', () => {
  const fine = { op: 'create', title: 'Fine' };
  it.each([
    [
      'an unknown subtask',
      { op: 'update', task_id: 'x' },
      'There is no subtask "x". Name one of the subtasks, or the temp_id of one that you create.',
    ],
    [
      'an unknown dependency',
      { op: 'create', title: 'T', dependencies: ['x'] },
      'There is no subtask "x", named in dependencies. Name one of the subtasks, or the temp_id of one that you create.',
    ],
    [
      'an unknown parent',
      { op: 'move', task_id: 'a', parent_id: 'x' },
      'There is no subtask "x". Name one of the subtasks, or the temp_id of one that you create.',
    ],
    [
      'an unknown neighbour',
      { op: 'move', task_id: 'a', position: { after: 'x' } },
      'There is no subtask "x". Name one of the subtasks, or the temp_id of one that you create.',
    ],
    [
      'a name of Object',
      { op: 'delete', task_id: 'constructor' },
      'There is no subtask "constructor". Name one of the subtasks, or the temp_id of one that you create.',
    ],
    [
      'a circle of dependencies',
      { op: 'update', task_id: 'a', dependencies: ['c'] },
      'The dependencies form a cycle: a → c → a. Take out the one that matters least.',
    ],
    [
      'a dependency on itself',
      { op: 'update', task_id: 'b', dependencies: ['b'] },
      'The dependencies form a cycle: b → b. Take out the one that matters least.',
    ],
    [
      'a move under itself',
      { op: 'move', task_id: 'b', parent_id: 'b' },
      '"b" cannot be moved under itself ("b"). Name another parent_id.',
    ],
    [
      'a move under its own child',
      { op: 'move', task_id: 'b', parent_id: 'b2x' },
      '"b" cannot be moved under itself ("b2x"). Name another parent_id.',
    ],
    [
      'a move beside itself',
      { op: 'move', task_id: 'b', position: { before: 'b' } },
      '"b" cannot stand beside itself. Name another neighbour.',
    ],
    [
      'a neighbour that is not there',
      { op: 'move', task_id: 'a', parent_id: 'b', position: { after: 'c' } },
      '"c" is not directly under the given parent_id. Leave parent_id out, or name a neighbour there.',
    ],
    [
      'two places at once',
      { op: 'move', task_id: 'a', position: { index: 0, after: 'c' } },
      'The position of "a" says more than one of index, before and after. Give one.',
    ],
    [
      'nothing to do',
      { op: 'create', temp_id: 'n' },
      'The new subtask "n" has neither title nor description. Give it a title.',
    ],
    [
      'a subtask emptied',
      { op: 'update', task_id: 'a', title: ' ', description: '' },
      'The update leaves "a" without a description. Say what is to be done, or delete it.',
    ],
    [
      'a temporary id that is taken',
      { op: 'create', temp_id: 'a', title: 'T' },
      'The temp_id "a" is the id of a subtask already; choose another.',
    ],
    [
      'a place beside itself',
      { op: 'create', temp_id: 'n', title: 'T', position: { after: 'n' } },
      'The places of the new subtasks go in a circle at "n". Place one of them by a subtask that exists.',
    ],
  ])('PLAN-9: %s', (_, operation, problem) => {
    const { plan, changes, ids, problems } = patched(TREE, [fine, operation, fine]);
    expect(problems).toContain(problem);
    expect({ plan, changes, ids }).toEqual({ plan: TREE, changes: [], ids: {} });
  });

  it.each([
    ['update', { op: 'update', task_id: 'a', title: 'New' }],
    ['delete', { op: 'delete', task_id: 'a' }],
    ['move', { op: 'move', task_id: 'a', position: { index: 2 } }],
  ])('PLAN-9: %s of finished work', (_, operation) => {
    const { plan, problems } = patched(TREE, [operation], ['a']);
    expect(problems).toEqual(['"a" is finished and cannot be changed any more; add a subtask instead.']);
    expect(plan).toBe(TREE);
  });

  it('PLAN-9: deleting with cascade what has finished work under it', () => {
    expect(patched(TREE, [{ op: 'delete', task_id: 'b', cascade: true }], ['b2x']).problems).toEqual([
      '"b" cannot be deleted with all that is under it: b2x is finished. Leave out cascade, or delete what is not finished.',
    ]);
    expect(shape(patched(TREE, [{ op: 'delete', task_id: 'b' }], ['b2x']).plan)).toBe('a b1 b2(b2x) c');
  });

  it('PLAN-9: new subtasks placed by each other in a circle, or one temporary id twice', () => {
    const circle = [
      { op: 'create', temp_id: 'm', title: 'M', parent_id: 'n' },
      { op: 'create', temp_id: 'n', title: 'N', parent_id: 'm' },
    ];
    expect(patched(TREE, circle).problems).toEqual([
      'The places of the new subtasks go in a circle at "m". Place one of them by a subtask that exists.',
    ]);
    expect(
      patched(TREE, [
        { op: 'create', temp_id: 'm', title: 'M' },
        { op: 'create', temp_id: 'm', title: 'N' },
      ]).problems,
    ).toEqual(['The temp_id "m" is used more than once; give each new subtask its own.']);
  });

  it('PLAN-9: a plan of nothing', () => {
    expect(
      patched(
        FLAT,
        ['task_1', 'task_2', 'task_3'].map((task_id) => ({ op: 'delete', task_id })),
      ).problems,
    ).toEqual(['The patch leaves no subtask at all. Keep one, or create what is to be done instead.']);
  });

  it('PLAN-9: nesting deeper than people read', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, index) => ({
        op: 'create',
        temp_id: `n${index}`,
        title: 'N',
        ...(index > 0 ? { parent_id: `n${index - 1}` } : {}),
      }));
    expect(patched(FLAT, chain(MAX_DEPTH)).problems).toEqual([]);
    expect(patched(FLAT, chain(MAX_DEPTH + 1)).problems).toEqual([
      'The subtasks are nested 11 deep; at most 10 are allowed. Put some of them higher up.',
    ]);
  });

  it('PLAN-9: nesting that is too deep already may stay, and not grow', () => {
    const deep = planOf(
      Array.from({ length: 11 }, (_, at) => subtask(`n${at}`, at === 0 ? {} : { parent_id: `n${at - 1}` })),
    );
    expect(patched(deep, [{ op: 'update', task_id: 'n3', title: 'Other' }]).problems).toEqual([]);
    expect(patched(deep, [{ op: 'create', title: 'N', parent_id: 'n10' }]).problems).toEqual([
      'The subtasks are nested 12 deep; at most 10 are allowed. Put some of them higher up.',
    ]);
  });

  it('PLAN-3: more subtasks than allowed; one less than before is always allowed', () => {
    const operations = [{ op: 'create', title: 'T' }] as const;
    expect(applyPatch(FLAT, { operations: [...operations] }, { doneIds: new Set(), maxSubtasks: 3 }).problems).toEqual([
      'There are 4 subtasks; at most 3 are allowed. Merge those that belong together.',
    ]);
    expect(applyPatch(FLAT, { operations: [...operations] }, { doneIds: new Set(), maxSubtasks: 4 }).problems).toEqual(
      [],
    );
    expect(
      applyPatch(
        FLAT,
        { operations: [{ op: 'delete', task_id: 'task_3', cascade: false }] },
        { doneIds: new Set(), maxSubtasks: 1 },
      ).problems,
    ).toEqual([]);
  });

  it('PLAN-9: a patch of endless length', () => {
    const { problems } = patched(
      FLAT,
      Array.from({ length: 501 }, () => fine),
    );
    expect(problems).toEqual(['There are 501 operations; at most 500 are allowed. Keep to what the comment asks for.']);
    const chain = Array.from({ length: 500 }, (_, index) => ({
      op: 'create',
      temp_id: `n${index}`,
      title: 'N',
      position: { after: `n${index + 1}` },
    }));
    expect(patched(FLAT, chain).problems).toEqual([
      'There is no subtask "n500". Name one of the subtasks, or the temp_id of one that you create.',
    ]);
  });

  it('PLAN-9: descriptions and criteria without end; what is in the plan already may stay', () => {
    const criteria = (count: number) => Array.from({ length: count }, (_, at) => `It does thing ${at}`);
    expect(patched(FLAT, [{ op: 'update', task_id: 'task_1', acceptance_criteria: criteria(199) }]).problems).toEqual(
      [],
    );
    expect(patched(FLAT, [{ op: 'update', task_id: 'task_1', acceptance_criteria: criteria(200) }]).problems).toEqual([
      'There are 201 entries in acceptance_criteria; at most 200 are allowed. Keep those that tell most.',
    ]);
    expect(patched(FLAT, [{ op: 'create', description: 'x'.repeat(4_001) }]).problems).toEqual([
      expect.stringMatching(/^Subtask "task_4" is described in 4001 characters/),
    ]);
    const old = planOf([subtask('a\n'), subtask('b', { description: 'x'.repeat(5_000) })]);
    expect(patched(old, [{ op: 'create', title: 'N' }]).problems).toEqual([]);
    const many = {
      ...old,
      acceptance_criteria: criteria(300).map((description, at) => ({ id: `AC-${at + 1}`, description })),
    };
    expect(patched(many, [{ op: 'create', title: 'N' }]).problems).toEqual([]);
    expect(patched(many, [{ op: 'create', title: 'N', acceptance_criteria: ['One more'] }]).problems).toHaveLength(1);
  });

  it('PLAN-9: all problems at once, so that one repair can mend them', () => {
    expect(
      patched(TREE, [
        { op: 'update', task_id: 'x' },
        { op: 'delete', task_id: 'y' },
        { op: 'update', task_id: 'a', dependencies: ['c'] },
      ]).problems,
    ).toHaveLength(3);
  });
});

it('PLAN-9: a comment that changes nothing leaves the very same plan', () => {
  expect(patched(TREE, []).plan).toBe(TREE);
});

it('PLAN-9: a plan whose tree a model got wrong is read as far as it is whole', () => {
  const odd = planOf([
    subtask('a', { parent_id: 'b' }),
    subtask('b', { parent_id: 'a' }),
    subtask('c', { parent_id: 'gone' }),
    subtask('d', { parent_id: 'd' }),
  ]);
  expect(shape(patched(odd, [{ op: 'update', task_id: 'c', milestone: 'M' }]).plan)).toBe('b(a) c d');
});

describe('what a patch leaves unsaid (PLAN-9)', () => {
  it('PLAN-9: a question does not block, and a deletion does not cascade', () => {
    const said = { understanding: '', operations: [{ op: 'delete', task_id: 'a' }], questions: [{ text: 'Why?' }] };
    expect(PlanPatchSchema.parse(said)).toMatchObject({
      operations: [{ cascade: false }],
      questions: [{ text: 'Why?', blocking: false }],
    });
  });
});

/** PLAN-9: changing the plan by talking. [ID, what stands there exactly once, what takes its place] */
const VIEW = [
  ['PLAN-9', 'MAX_SHOWN_SUBTASKS = 200', 'MAX_SHOWN_SUBTASKS = 201'],
  ['PLAN-9', 'MAX_SHOWN_SUBTASKS = 200', 'MAX_SHOWN_SUBTASKS = 199'],
  ['PLAN-9', 'MAX_SHOWN_NODES = 200', 'MAX_SHOWN_NODES = 201'],
  ['PLAN-9', 'MAX_SHOWN_NODES = 200', 'MAX_SHOWN_NODES = 199'],
  ['PLAN-9', 'MAX_SHOWN_MESSAGES = 10', 'MAX_SHOWN_MESSAGES = 11'],
  ['PLAN-9', 'MAX_SHOWN_MESSAGES = 10', 'MAX_SHOWN_MESSAGES = 9'],
  ['PLAN-9', 'MAX_MESSAGE_CHARACTERS = 300', 'MAX_MESSAGE_CHARACTERS = 301'],
  ['PLAN-9', 'MAX_MESSAGE_CHARACTERS = 300', 'MAX_MESSAGE_CHARACTERS = 299'],
  ['PLAN-9', "  'RUNNING',\n  'BLOCKED',", "  'BLOCKED',\n  'RUNNING',"],
  ['PLAN-9', "  'BLOCKED',\n  'PENDING',", "  'PENDING',\n  'BLOCKED',"],
  ['PLAN-9', "  'PENDING',\n  'READY',", "  'READY',\n  'PENDING',"],
  ['PLAN-9', "  'SUCCEEDED',\n  'SKIPPED',", "  'SKIPPED',\n  'SUCCEEDED',"],
  ['PLAN-9', 'messages.slice(-MAX_SHOWN_MESSAGES)', 'messages.slice(0, MAX_SHOWN_MESSAGES)'],
  ['PLAN-9', 'rank(a) - rank(b) || compare(a.id, b.id)', 'rank(a) - rank(b)'],
  ['PLAN-9', 'rank(a) - rank(b) || compare(a.id, b.id)', 'compare(a.id, b.id)'],
  ['PLAN-9', 'breadthFirst(treeOf(subtasks)).slice', 'subtasks.map(({ id }) => id).slice'],
  ['PLAN-9', "...leftOut(subtasks.length - shown.length, 'subtasks')", ''],
  ['PLAN-9', "...leftOut(subtasks.length - shown.length, 'nodes')", ''],
  ['PLAN-9', 'criterion.task_id === subtask.id', 'true'],
  ['PLAN-9', 'parent_id: subtask.parent_id ?? null', 'parent_id: null'],
];

const APPLY = [
  ['PLAN-9', 'MAX_OPERATIONS = 500', 'MAX_OPERATIONS = 501'],
  ['PLAN-9', 'MAX_OPERATIONS = 500', 'MAX_OPERATIONS = 499'],
  ['PLAN-9', 'patch.operations.length > MAX_OPERATIONS', 'patch.operations.length > 1e9'],
  ['PLAN-9', 'if (problems.length > 0) return refused(plan, problems);', ''],
  ['PLAN-9', 'edit.reorders ? subtasks.map((subtask) => subtask.id) : orderBefore', 'orderBefore'],
  ['PLAN-9', 'afterTheirDependencies([...ids].flatMap((id) => tree.nodes.get(id) ?? []))', '[...ids]'],
  ['PLAN-9', ' && !needs(nodes, part, id)) visit(part)', ') visit(part)'],
  ['PLAN-9', 'doneIds.has(id) ? [] : (parts.get(id) ?? [])', 'parts.get(id) ?? []'],
  [
    'PLAN-9',
    'edit.reorders ? subtasks.map((subtask) => subtask.id) : orderBefore(plan, edit)',
    'subtasks.map((subtask) => subtask.id)',
  ],
  ['PLAN-9', 'edit.tree.nodes.has(action.task_id)', 'true'],
  ['PLAN-9', 'edit.operations.forEach(', 'patch.operations.forEach('],
  ['PLAN-9', 'acceptance_criteria: edit.criteria', 'acceptance_criteria: plan.acceptance_criteria'],
  ['PLAN-3', 'Math.max(maxSubtasks, before.task_decomposition.subtasks.length)', 'Infinity'],
  ['PLAN-3', 'Math.max(maxSubtasks, before.task_decomposition.subtasks.length)', 'maxSubtasks'],
  ['PLAN-9', "subtasks.length === 0 ? ['The patch leaves", "false ? ['The patch leaves"],
  ['PLAN-9', 'depth > MAX_DEPTH &&', 'depth > MAX_DEPTH + 1 &&'],
  ['PLAN-9', 'depth > MAX_DEPTH &&', 'depth >= MAX_DEPTH &&'],
  ['PLAN-9', ' && depth > depthOf(treeOf(before.task_decomposition.subtasks))', ''],
  ['PLAN-9', 'ids: Object.fromEntries(edit.ids.byTempId)', 'ids: {}'],
];

const OPERATIONS = [
  ['PLAN-9', 'operation.dependencies ? dependenciesOf', 'operation.dependencies?.length ? dependenciesOf'],
  ['PLAN-9', 'operation.dependencies ? dependenciesOf', 'false ? dependenciesOf'],
  [
    'PLAN-9',
    'if (operation.acceptance_criteria) setCriteria',
    'if (operation.acceptance_criteria?.length) setCriteria',
  ],
  ['PLAN-9', 'if (operation.acceptance_criteria) setCriteria', 'if (false) setCriteria'],
  ['PLAN-9', '...facets(operation) }', '}'],
  ['PLAN-9', '  putInPlace(edit, id, operation);\n}\n\n', '}\n\n'],
  ['PLAN-9', 'if (node) putInPlace', 'if (false) putInPlace'],
  ['PLAN-9', 'if (cascade) {', 'if (true) {'],
  ['PLAN-9', 'if (cascade) {', 'if (false) {'],
  ['PLAN-9', 'if (finished.length > 0)\n', 'if (false)\n'],
  ['PLAN-9', 'forgetAll(edit, [id, ...below])', 'forgetAll(edit, [id])'],
  ['PLAN-9', 'forgetAll(edit, [id]);', ''],
  ['PLAN-9', '  moveNode(edit.tree, id, spot);\n', ''],
  ['PLAN-9', '  edit.reorders = true;\n  const neighbours', '  const neighbours'],
  ['PLAN-9', '  notePosition(edit, id, operation);', ''],
  ['PLAN-9', 'if (spot.parent !== (edit.tree.parents.get(id) ?? null)) notePart(edit, id, spot.parent);', ''],
  ['PLAN-9', 'if (!edit.doneIds.has(node.id)) return node;', 'return node;'],
  ['PLAN-9', 'edit.removed.add(id)', 'String(id)'],
  ['PLAN-9', 'node.dependencies.filter((id) => !gone.has(id))', 'node.dependencies'],
  ['PLAN-9', 'owner === undefined || !gone.has(owner)', 'true'],
  ['PLAN-9', "if (words.description === '') edit.problems", 'if (false) edit.problems'],
];

const PLACING = [
  ['PLAN-9', "['', 'root', 'node-root']", "['']"],
  ['PLAN-9', 'edit.ids.byTempId.get(name) ?? name;\n  if', 'name;\n  if'],
  ['PLAN-9', 'edit.ids.byTempId.get(name) ?? name;\n    const', 'name;\n    const'],
  ['PLAN-9', 'if (edit.placing.has(id))\n', 'if (false)\n'],
  ['PLAN-9', 'else if (edit.pending.has(id)) place(edit, id);', ''],
  ['PLAN-9', 'edit.tree.nodes.has(id) || edit.pending.has(id);', 'edit.tree.nodes.has(id);'],
  ['PLAN-9', 'return [...new Set(ids)];', 'return ids;'],
  ['PLAN-9', 'index: childrenOf(edit.tree, null).length', 'index: 0'],
  ['PLAN-9', 'dependenciesOf(edit, wish.dependencies ?? [])', '[]'],
  ['PLAN-9', 'setCriteria(edit, id, wish.acceptance_criteria ?? []);', ''],
  ['PLAN-9', 'if (notePosition(edit, id, wish)) edit.reorders = true;', 'notePosition(edit, id, wish);'],
  ['PLAN-9', 'if (notePosition(edit, id, wish)) edit.reorders = true;', 'edit.reorders = true;'],
  ['PLAN-9', 'positioned.add(id);', ''],
  ['PLAN-9', 'index ?? before ?? after', 'index ?? after'],
  ['PLAN-9', 'notePart(edit, id, spot.parent);\n  edit.changes.push(`added', 'edit.changes.push(`added'],
  ['PLAN-9', '.length > 1)\n', '.length > 3)\n'],
  ['PLAN-9', 'if (name !== undefined) return beside', 'if (false) return beside'],
  ['PLAN-9', 'childrenOf(tree, parent).filter((one) => one !== id)', 'childrenOf(tree, parent)'],
  ['PLAN-9', 'if (index === undefined && (given === undefined || given === here)) return null;', ''],
  ['PLAN-9', 'Math.min(index ?? siblings.length, siblings.length)', 'siblings.length'],
  ['PLAN-9', 'Math.min(index ?? siblings.length, siblings.length)', 'index ?? 0'],
  ['PLAN-9', 'phase_name === undefined ? {} : { phase_name }', '{}'],
  ['PLAN-9', 'milestone === undefined ? {} : { milestone }', '{}'],
  ['PLAN-9', 'wbs_level === undefined ? {} : { wbs_level }', '{}'],
  ['PLAN-9', 'suggested_impl === undefined ? {} : { suggested_impl }', '{}'],
  ['PLAN-9', 'if (neighbour === id) edit.problems', 'if (false) edit.problems'],
  ['PLAN-9', 'wish.given !== undefined && wish.given !== parent', 'false'],
  ['PLAN-9', 'wish.isAfter ? 1 : 0', '0'],
  ['PLAN-9', 'wish.isAfter ? 1 : 0', '1'],
  ['PLAN-9', '!isWithin(edit.tree, spot.parent, id)', 'true'],
];

const TREE = [
  ['PLAN-9', ' && !isWithin(tree, wanted, id) ?', ' ?'],
  ['PLAN-9', 'detach(tree, id, orphans)', 'detach(tree, id)'],
  ['PLAN-9', 'detach(tree, id, orphans)', 'detach(tree, id, orphans.toReversed())'],
  ['PLAN-9', 'for (const orphan of orphans) tree.parents.set(orphan, parent);', ''],
  ['PLAN-9', 'for (const one of removed) forget(tree, one);', ''],
  ['PLAN-9', 'stack.push(...childrenOf(tree, id).toReversed());', ''],
  [
    'PLAN-9',
    'order.push(...childrenOf(tree, order[at] ?? null))',
    'order.splice(at + 1, 0, ...childrenOf(tree, order[at] ?? null))',
  ],
  ['PLAN-9', '.toSpliced(index, 0, id)', '.concat(id)'],
];

const IDS = [
  ['PLAN-9', '...existing, ...used, ...temps', '...existing, ...temps'],
  ['PLAN-9', '...existing, ...used, ...temps', '...existing, ...used'],
  ['PLAN-9', 'if (existing.has(operation.temp_id))', 'if (false)'],
  ['PLAN-9', 'if (byTempId.has(operation.temp_id))', 'if (false)'],
  ['PLAN-9', 'byTempId.set(operation.temp_id, id);', ''],
];

const ORDER = [
  ['PLAN-9', 'for (const id of all) if (doneIds.has(id)) visit(id);', ''],
  ['PLAN-9', 'for (const before of all) if (nodes.get(id)?.dependencies.includes(before)) visit(before);', ''],
];

const EDIT = [
  ['PLAN-9', '[...doneIds, ...usedIds]', '[...usedIds]'],
  ['PLAN-9', '[...doneIds, ...usedIds]', '[...doneIds]'],
  ['PLAN-9', 'own.find((one) => one.description === description) ??', 'undefined ??'],
  ['PLAN-10', '${taskId}.AC-', 'AC-'],
  ['PLAN-10', 'Number(NUMBER.exec(id)?.[1] ?? 0)', '0'],
  ['PLAN-9', 'criterion.task_id !== taskId), ...next', 'true), ...next'],
];

const STATES = [
  ['PLAN-9', "? 'SUCCEEDED' : 'FAILED'", "? 'SUCCEEDED' : 'SUCCEEDED'"],
  ['PLAN-9', "return 'CANCELED';", "return 'SKIPPED';"],
  ['PLAN-9', "isBegun ? 'CANCELED' : 'SKIPPED'", "'SKIPPED'"],
  ['PLAN-9', "isBegun ? 'CANCELED' : 'SKIPPED'", "'CANCELED'"],
  ['PLAN-9', "isBegun ? 'BLOCKED' : null", "isBegun ? 'RUNNING' : null"],
  ['PLAN-9', "isBegun ? 'RETRY_WAIT' : null", "isBegun ? 'RUNNING' : null"],
  ['PLAN-9', "isBegun ? 'RUNNING' : null", 'null'],
  ['PLAN-9', "if (stuck.has(id)) return [id, 'BLOCKED'];", ''],
  ['PLAN-9', ' || stuck.has(one)', ''],
  ['PLAN-9', "? 'READY' : 'PENDING'", "? 'PENDING' : 'PENDING'"],
  ['PLAN-9', "? 'READY' : 'PENDING'", "? 'READY' : 'READY'"],
];

const SCHEMA = [
  ['PLAN-9', 'cascade: z.boolean().default(false)', 'cascade: z.boolean().default(true)'],
  ['PLAN-9', 'blocking: z.boolean().default(false)', 'blocking: z.boolean().default(true)'],
  ['PLAN-9', 'acceptance_criteria: MaybeTexts.', 'acceptance_criteria: z.array(z.string()).default([]).'],
  ['PLAN-9', 'dependencies: MaybeTexts.', 'dependencies: z.array(z.string()).default([]).'],
];

const TESTS = ['test/plan/patch/', 'test/plan/subtask-state'];

const WHY_REFUSED = [
  ['GH-3', 'context.doneIds.has(id)', 'false'],
  ['GH-3', '!known.has(id)', 'false'],
  ['GH-3', 'one.cascade && tree.nodes.has(one.task_id)', 'false'],
  ['GH-3', '- new Set(removed).size', ''],
  ['GH-3', '[...dependencies, before, after]', '[before, after]'],
  ['GH-3', '[...dependencies, before, after]', 'dependencies'],
  ['GH-3', "one.op === 'create' && one.temp_id ? [one.temp_id] : []", '[]'],
];

const TAKE_BACK = [
  ['PLAN-9', ' && isUnsaved(work)', ''],
  ['PLAN-9', ' || inPlan(patched)', ''],
  ['PLAN-9', ' || inHand.taskId.startsWith(PREFIX)', ''],
  ['PLAN-9', '[subtask.id, ...actions.execution_order]', '[...actions.execution_order, subtask.id]'],
  ['PLAN-9', 'toSpliced(place, 0, subtask)', 'toSpliced(0, 0, subtask)'],
];

const IMPOSSIBLE = [
  ['PLAN-9', "(ancestorUnder(tree, one, parent) ?? '')", '(one)'],
  ['PLAN-9', ') > at', ') >= at'],
  ['PLAN-9', '!doneIds.has(one) && comesLater(one)', 'comesLater(one)'],
  ['PLAN-9', 'needsOf(one).has(id)', 'false'],
  ['PLAN-9', 'siblings.slice(0, at)', 'siblings'],
];

export const PATCH = [
  { file: 'src/plan/patch/impossible-places.ts', tests: TESTS, mutants: IMPOSSIBLE },
  { file: 'src/plan/patch/take-back.ts', tests: ['test/plan/patch/take-back'], mutants: TAKE_BACK },
  { file: 'src/plan/patch/patch-view.ts', tests: TESTS, mutants: VIEW },
  { file: 'src/plan/patch/apply-patch.ts', tests: TESTS, mutants: APPLY },
  { file: 'src/plan/patch/operations.ts', tests: TESTS, mutants: OPERATIONS },
  {
    file: 'src/plan/reworded.ts',
    tests: TESTS,
    mutants: [
      ['PLAN-9', 'given.title !== undefined && named === undefined', 'false'],
      ['PLAN-9', 'title: undefined, description: title ?? told', "title: undefined, description: title ?? ''"],
    ],
  },
  { file: 'src/plan/patch/placing.ts', tests: TESTS, mutants: PLACING },
  { file: 'src/plan/patch/tree.ts', tests: TESTS, mutants: TREE },
  { file: 'src/plan/patch/edit.ts', tests: TESTS, mutants: IDS },
  { file: 'src/plan/patch/apply-patch.ts', tests: TESTS, mutants: ORDER },
  { file: 'src/plan/patch/edit.ts', tests: TESTS, mutants: EDIT },
  { file: 'src/plan/subtask-state.ts', tests: TESTS, mutants: STATES },
  { file: 'src/model-calls/patch-schemas.ts', tests: TESTS, mutants: SCHEMA },
  { file: 'src/plan/patch/apply-patch.ts', tests: TESTS, mutants: WHY_REFUSED },
  {
    file: 'src/queue/redis-inbox.ts',
    tests: ['test/queue/comment-order'],
    mutants: [
      ['GH-6', 'numberOf(one) - numberOf(other)', '0'],
      ['GH-5', "entry.item.kind === 'control'", 'false'],
    ],
  },
  {
    file: 'src/comments/result-comment.ts',
    tests: ['test/task/refused-changes'],
    mutants: [['GH-7', '    refusedChangesText(task),\n', '']],
  },
];

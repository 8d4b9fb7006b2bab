/** Goals, decompositions, action plans and changes of plans, right and wrong. */

/** @returns the input of the tool, or null where it is none of planning. */
export function planningInput(tool, { chance, plan, shown }) {
  switch (tool) {
    case 'submit_goal_understanding':
      return goal(chance, plan);
    case 'submit_task_decomposition':
      return decomposition(chance, plan);
    case 'submit_action_plan':
      return actionPlan(chance, plan, idsIn(shown, /^- (\S+?): /gm));
    case 'submit_plan_patch':
      return patch(chance, plan, idsIn(shown, /"task_id":"([^"]+)"/g));
    default:
      return null;
  }
}

export function idsIn(shown, pattern) {
  return [...new Set([...shown.matchAll(pattern)].map((match) => match[1]))].filter((id) => !id.startsWith('AC-'));
}

function goal(chance, plan) {
  if (chance.is(plan.restless / 3)) {
    const error = chance.one([
      {
        type: 'unclear_goal',
        message: 'What is meant?',
        clarification_needed: ['Which prices?', 'Since when?'],
        assumptions: ['Those of the shop'],
      },
      {
        type: 'unclear_goal',
        message: 'What is meant?',
        clarification_needed: ['Which password is to be used?'],
        assumptions: ['None is needed'],
      },
      { type: 'unclear_goal', message: 'What is meant?', clarification_needed: [], assumptions: [] },
      { type: 'already_done', message: 'It is done.', evidence: ['src/price.js:3'] },
      { type: 'already_done', message: 'It is done.', evidence: [] },
    ]);
    return { error };
  }
  return {
    goal_understanding: {
      main_objective: chance.one(['Round prices half up.', 'Round all prices.', 'Mend the rounding SECRET-123.']),
      success_criteria: ['2.675 becomes 2.68'],
      constraints: chance.is(50) ? ['No new dependency'] : [],
      context: 'A shop.',
    },
  };
}

function decomposition(chance, plan) {
  const count = 1 + chance.upTo(plan.subtasks - 1);
  const ids = Array.from({ length: count }, (_, at) => `s${at + 1}`);
  const subtasks = ids.map((id, at) =>
    subtask(chance, id, at === 0 || chance.is(40) ? [] : [ids[chance.upTo(at - 1)]]),
  );
  if (chance.is(plan.wrong)) spoil(subtasks, chance);
  return {
    task_decomposition: { reasoning: 'It is small.', subtasks },
    acceptance_criteria: chance.is(80) ? [{ id: 'AC-1', description: 'The tests pass' }] : [],
    ...(chance.is(10)
      ? { potential_conflicts: ['src/price.js is changed twice', { file: 'src/a.js', tasks: ['s1'], warning: 'busy' }] }
      : {}),
  };
}

function subtask(chance, id, dependencies) {
  return {
    id,
    description: `Do ${id} ${chance.one(['in src/price.js', 'in the cart', 'with tests'])}`,
    dependencies,
    estimated_complexity: chance.one(['low', 'medium', 'high']),
    ...(chance.is(20)
      ? { phase_name: chance.one(['design', 'implementation']), milestone: 'M1', wbs_level: chance.one([1, 2]) }
      : {}),
    ...(chance.is(20) ? { suggested_impl: { language: 'JavaScript', file_paths: ['src/price.js'] } } : {}),
  };
}

function spoil(subtasks, chance) {
  const [first] = subtasks;
  chance.one([
    () => first.dependencies.push('nowhere'),
    () => first.dependencies.push(first.id),
    () => subtasks.push({ ...first }),
    () => Object.assign(first, { parent_id: 'nobody' }),
    () => subtasks.push(...Array.from({ length: 101 }, (_, at) => ({ id: `many-${at}`, description: 'More' }))),
  ])();
}

function actionPlan(chance, plan, shownIds) {
  const ids = shownIds.length === 0 ? ['s1'] : [...shownIds];
  const answer = {
    action_plan: { execution_order: ids, actions: ids.flatMap((id) => actionsFor(chance, id)) },
    selected_environment: {
      name: chance.one(['node', 'node', 'node', 'base', 'python']),
      reason: 'package.json',
      detected_files: ['package.json'],
      setup_commands: chance.one([[], ['npm ci'], ['npm ci', 'npm run build']]),
      verification: chance.is(40) ? [{ command: 'node --version', expected_output: 'v20.0.0' }] : [],
    },
    ...(chance.is(70) ? { test_command: 'npm test' } : {}),
  };
  if (chance.is(plan.wrong)) {
    chance.one([
      () => answer.action_plan.execution_order.push('nowhere'),
      () => answer.action_plan.execution_order.splice(0, 0, ...answer.action_plan.execution_order.splice(1)),
      () => Object.assign(answer.action_plan.actions[0], { tool: 'magic' }),
      () => Object.assign(answer.action_plan.actions[0], { action_type: 'run_worker' }),
      () => Object.assign(answer.selected_environment, { name: 'moon' }),
    ])();
  }
  return answer;
}

export function actionsFor(chance, id) {
  return Array.from({ length: chance.one([1, 1, 1, 2]) }, (_, at) => ({
    task_id: id,
    action_type: chance.is(4) ? 'ask_human' : 'tool_call',
    tool: chance.one(['run_command', 'edit_file', '']),
    purpose: `Carry out ${id}, part ${at + 1}`,
    expected_outcome: 'It works',
    fallback_strategy: 'Another way',
  }));
}

function patch(chance, plan, ids) {
  const known = () => (chance.is(plan.wrong) ? 'nowhere' : ids.length === 0 ? 's1' : chance.one(ids));
  const place = () =>
    chance.one([
      {},
      {},
      { position: { index: chance.upTo(3) } },
      { position: { after: known() } },
      { parent_id: known() },
      { parent_id: null },
    ]);
  const operation = (at) =>
    chance.one([
      {
        op: 'create',
        temp_id: `temp-${at}`,
        title: `Also this ${at}`,
        description: 'More work',
        acceptance_criteria: ['It is there'],
        dependencies: chance.is(40) ? [known()] : [],
        ...place(),
      },
      {
        op: 'update',
        task_id: known(),
        title: 'Other words',
        ...(chance.is(30) ? { dependencies: [known()] } : {}),
        ...place(),
      },
      { op: 'update', task_id: known(), acceptance_criteria: chance.one([[], ['Better']]) },
      { op: 'delete', task_id: known(), cascade: chance.is(30) },
      { op: 'move', task_id: known(), ...place() },
    ]);
  return {
    understanding: chance.one(['Something more is wanted.', 'Leave something out.', 'Nothing to do.']),
    operations: Array.from({ length: chance.one([0, 1, 1, 2, 3]) }, (_, at) => operation(at + 1)),
    questions: chance.is(25)
      ? [{ text: chance.one(['Which one?', 'Which credentials?']), blocking: chance.is(50) }]
      : [],
    potential_conflicts: chance.is(10) ? ['It collides with the cart'] : [],
  };
}

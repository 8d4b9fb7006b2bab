/** The demo's repository, its issue, and what the scripted model does about it. */
import { actionSteps, toolUse } from '../standins/anthropic/script.ts';
import type { Script } from '../standins/anthropic/script.ts';

export const OWNER = 'acme';
export const REPOSITORY = 'tiny-cart';
export const MAINTAINER = 'mika';

export const ISSUE = {
  title: 'Discounts are added instead of subtracted',
  body: [
    'A cart of 100 with a 10 % discount costs 110. It should cost 90.',
    '',
    '`npm test` shows it. Please fix `total` and keep its signature. A discount above 100 % should never make the price negative.',
  ].join('\n'),
};

export const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'tiny-cart', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'README.md': '# tiny-cart\n\nAdds up what is in a cart.\n',
  'src/total.js': [
    '/** The price of all items, less the discount in percent. */',
    'export function total(items, discountPercent = 0) {',
    '  const sum = items.reduce((all, item) => all + item.price * item.count, 0);',
    '  return sum * (1 + discountPercent / 100);',
    '}',
    '',
  ].join('\n'),
  'test/total.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { total } from '../src/total.js';",
    '',
    "test('adds up the items', () => {",
    '  assert.equal(total([{ price: 10, count: 3 }, { price: 5, count: 1 }]), 35);',
    '});',
    '',
    "test('subtracts the discount', () => {",
    '  assert.equal(total([{ price: 100, count: 1 }], 10), 90);',
    '});',
    '',
  ].join('\n'),
};

const NEW_TEST = [
  '',
  "test('never goes below zero', () => {",
  '  assert.equal(total([{ price: 100, count: 1 }], 150), 0);',
  '});',
  '',
].join('\n');

export const SCRIPT: Script = {
  answers: {
    submit_goal_understanding: {
      goal_understanding: {
        main_objective: 'Subtract the discount from the total instead of adding it, and never go below zero.',
        success_criteria: ['`npm test` passes', 'A discount above 100 % gives 0'],
        constraints: ['The signature of `total` stays'],
        context: '`total` in src/total.js multiplies by 1 + discount/100.',
      },
    },
    submit_task_decomposition: {
      task_decomposition: {
        reasoning: 'The bug is in one expression; the new rule about negative prices needs a test of its own.',
        subtasks: [
          { id: 'task_1', description: 'Subtract the discount in total() and stop at zero', dependencies: [], estimated_complexity: 'low', required_tools: ['read_file', 'edit_file'] },
          { id: 'task_2', description: 'Test that a large discount never makes the price negative', dependencies: ['task_1'], estimated_complexity: 'low', required_tools: ['edit_file', 'run_command'] },
        ],
      },
      acceptance_criteria: [
        { id: 'AC-1', description: 'A cart of 100 with a 10 % discount costs 90' },
        { id: 'AC-2', description: 'A discount of 150 % gives 0' },
      ],
    },
    submit_action_plan: {
      action_plan: {
        execution_order: ['task_1', 'task_2'],
        actions: [
          { task_id: 'task_1', action_type: 'tool_call', tool: 'edit_file', purpose: 'Correct the expression', expected_outcome: 'total() subtracts the discount', fallback_strategy: 'Rewrite the function' },
          { task_id: 'task_2', action_type: 'tool_call', tool: 'edit_file', purpose: 'Add a test for large discounts and run all tests', expected_outcome: 'npm test passes with three tests', fallback_strategy: 'Look at what fails' },
        ],
      },
      selected_environment: {
        name: 'node', reason: 'package.json without dependencies', detected_files: ['package.json'], setup_commands: ['node --version'],
        verification: [{ command: 'node -p "1 + 1"', expected_output: '2' }],
      },
      test_command: 'npm test',
    },
    submit_replan_decision: {
      replan_decision: {
        replan_needed: false, confidence: 0.9, reasoning: 'It will do.', replan_type: 'none', target_phase: null, replan_level: null,
        issues_found: [], recommended_actions: [], clarification_needed: false, clarification_questions: [],
      },
    },
    submit_summary: {
      summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0, key_outcomes: ['Discounts are subtracted'] },
      pull_request: { title: 'Subtract discounts instead of adding them', body: 'Corrects the sign and stops at zero.' },
    },
  },
  actions: actionSteps([
    toolUse('read_file', { path: 'src/total.js' }),
    toolUse('edit_file', { path: 'src/total.js', old_text: 'return sum * (1 + discountPercent / 100);', new_text: 'return Math.max(0, sum * (1 - discountPercent / 100));' }),
    toolUse('finish_action', { status: 'success', evaluation: 'total() now subtracts the discount and never goes below zero.', issues_identified: [] }),
    toolUse('run_command', { command: `cat >> test/total.test.js <<'END'${NEW_TEST}END` }),
    toolUse('run_command', { command: 'npm test' }),
    toolUse('finish_action', { status: 'success', evaluation: 'Added a test for large discounts; all three tests pass.', issues_identified: [] }),
  ]),
};

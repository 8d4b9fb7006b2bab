/** The demo's repository, its issue, and the scripted model's actions. */
import { actionSteps, toolUse } from '../standins/anthropic/script.ts';
import { STORY_TEXTS } from './story-texts.ts';
import type { StoryTexts } from './story-texts.ts';
import type { ReplyBlock, Script } from '../standins/anthropic/script.ts';

export const OWNER = 'acme';
export const REPOSITORY = 'tiny-cart';
export const MAINTAINER = 'mika';

export const ISSUE = STORY_TEXTS.en.issue;

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

/** The answer of a model that finds nothing wrong with a plan. */
export const WILL_DO = {
  replan_needed: false,
  confidence: 0.9,
  reasoning: 'It will do.',
  replan_type: 'none',
  target_phase: null,
  replan_level: null,
  issues_found: [],
  recommended_actions: [],
  clarification_needed: false,
  clarification_questions: [],
} as const;

const NEW_TEST = [
  '',
  "test('never goes below zero', () => {",
  '  assert.equal(total([{ price: 100, count: 1 }], 150), 0);',
  '});',
  '',
].join('\n');

const READ_AND_CORRECT = [
  toolUse('read_file', { path: 'src/total.js' }),
  toolUse('edit_file', {
    path: 'src/total.js',
    old_text: 'return sum * (1 + discountPercent / 100);',
    new_text: 'return Math.max(0, sum * (1 - discountPercent / 100));',
  }),
];

/** The shortest way to solve the issue; used by the tests. */
export const SCRIPT: Script = scriptOf(STORY_TEXTS.en, []);

/** Looks at the failing test first, in the viewers' language. */
export function demoStory(language: 'en' | 'ja'): {
  readonly issue: { readonly title: string; readonly body: string };
  readonly script: Script;
} {
  const texts = STORY_TEXTS[language];
  return { issue: texts.issue, script: scriptOf(texts, [toolUse('run_command', { command: 'npm test' })]) };
}

function scriptOf(texts: StoryTexts, first: readonly ReplyBlock[]): Script {
  return {
    answers: {
      submit_goal_understanding: { goal_understanding: texts.goal, slug: 'Subtract the discount' },
      submit_task_decomposition: {
        task_decomposition: {
          reasoning: texts.reasoning,
          subtasks: [
            {
              id: 'task_1',
              description: texts.subtasks[0],
              dependencies: [],
              estimated_complexity: 'low',
              required_tools: ['read_file', 'edit_file'],
            },
            {
              id: 'task_2',
              description: texts.subtasks[1],
              dependencies: ['task_1'],
              estimated_complexity: 'low',
              required_tools: ['edit_file', 'run_command'],
            },
          ],
        },
        acceptance_criteria: [
          { id: 'AC-1', description: texts.criteria[0] },
          { id: 'AC-2', description: texts.criteria[1] },
        ],
      },
      submit_action_plan: {
        action_plan: {
          execution_order: ['task_1', 'task_2'],
          actions: [
            { task_id: 'task_1', action_type: 'tool_call', tool: 'edit_file', ...texts.actions[0] },
            { task_id: 'task_2', action_type: 'tool_call', tool: 'edit_file', ...texts.actions[1] },
          ],
        },
        selected_environment: {
          name: 'node',
          reason: texts.environmentReason,
          detected_files: ['package.json'],
          setup_commands: ['node --version'],
          verification: [{ command: 'node -p "1 + 1"', expected_output: '2' }],
        },
        test_command: 'npm test',
      },
      submit_replan_decision: { replan_decision: WILL_DO },
      submit_review: { result: 'PASS', feedback: texts.review },
      submit_summary: {
        summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0, key_outcomes: texts.outcomes },
        pull_request: texts.pullRequest,
      },
    },
    actions: actionSteps([
      ...first,
      ...READ_AND_CORRECT,
      toolUse('finish_action', { status: 'success', evaluation: texts.evaluations[0], issues_identified: [] }),
      toolUse('run_command', { command: `cat >> test/total.test.js <<'END'${NEW_TEST}END` }),
      toolUse('run_command', { command: 'npm test' }),
      toolUse('finish_action', { status: 'success', evaluation: texts.evaluations[1], issues_identified: [] }),
    ]),
  };
}

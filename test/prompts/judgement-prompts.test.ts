import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { ReflectionSchema, ReplanDecisionSchema, ReplanTypeSchema } from '../../src/model-calls/judgement-schemas.ts';
import { CALLS, DECISION_TOOLS } from '../../src/model-calls/calls.ts';
import { PlanOperationSchema, PlanPatchSchema } from '../../src/model-calls/patch-schemas.ts';
import { loadPrompts, PROMPT_FILES, PROMPT_NAMES } from '../../src/model-calls/catalogue.ts';
import { PLACEHOLDERS, type PromptName } from '../../src/model-calls/placeholders.ts';

const POINTS = ['decide-goal', 'decide-decomposition', 'decide-actions', 'decide-execution', 'decide-result'] as const;
const POINT_OF = {
  'decide-goal': 'goal_understanding',
  'decide-decomposition': 'task_decomposition',
  'decide-actions': 'action_sequence',
  'decide-execution': 'execution',
  'decide-result': 'reflection',
} as const;
const texts = new Map<string, string>();
const text = (name: PromptName) => texts.get(name) ?? '';

beforeAll(async () => {
  for (const name of PROMPT_FILES)
    texts.set(name, await readFile(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8'));
});

describe('the prompts (MODEL-7)', () => {
  it('all load, each with exactly its placeholders, in English letters', async () => {
    await loadPrompts();
    for (const [, all] of texts) expect(all).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  });

  it('put every value in, and only once', async () => {
    const prompts = await loadPrompts();
    for (const name of PROMPT_NAMES) {
      const values = Object.fromEntries(PLACEHOLDERS[name].map((key) => [key, `«${key}»`]));
      const rendered = prompts.render(name, values as never);
      for (const key of PLACEHOLDERS[name].filter((one) => one !== 'repository'))
        expect(rendered.split(`«${key}»`)).toHaveLength(2);
    }
  });

  it.each([
    ['decide-answer', 'replan_decision'],
    ['reflection', 'reflection'],
    ['plan-patch', 'plan_patch'],
    ['goal-understanding', 'goal_understanding'],
    ['task-decomposition', 'task_decomposition'],
    ['action-plan', 'action_plan'],
  ] as const)('%s names the tool of its call', (prompt, call) => {
    expect(text(prompt)).toContain(`\`${CALLS[call].tool.name}\``);
  });
});

describe('the prompts of a re-plan decision (REPLAN-1, REPLAN-2)', () => {
  it('explain every field of the answer', () => {
    const asked = JSON.stringify(Object.values(DECISION_TOOLS));
    // Open points at the end are requested once, as `issues_found`.
    const fields = Object.keys(ReplanDecisionSchema.shape).filter((field) => field !== 'issues_identified');
    for (const field of fields) expect(asked).toMatch(new RegExp(`"${field}":\\{[^{}]*"description":"[^"]+`));
    for (const type of ReplanTypeSchema.options.filter((one) => one !== 'none'))
      expect(POINTS.map(text).join('\n').includes(`\`${type}\``)).toBe(asked.includes(`"${type}"`));
  });

  it.each([
    ['decide-goal', ['clarification_request', 'goal_revision', 'none', 'assumptions_to_make']],
    [
      'decide-decomposition',
      ['task_redecomposition', 'none', 'missing_steps', 'recommended_granularity', 'scope_adjustment'],
    ],
    [
      'decide-actions',
      [
        'action_regeneration',
        'none',
        'unavailable_tools',
        'alternative_tools',
        'dependency_issues',
        'plan_adjustments',
      ],
    ],
    [
      'decide-execution',
      [
        'retry',
        'partial_replan',
        'full_replan',
        'error_classification',
        'transient',
        'persistent',
        'fatal',
        'recovery_strategy',
        'affected_actions',
      ],
    ],
    [
      'decide-result',
      [
        'plan_revision',
        'none',
        'evaluation_result',
        'success',
        'partial_success',
        'failure',
        'achievement_rate',
        'additional_actions',
        'revision_scope',
        'minor',
        'moderate',
        'major',
      ],
    ],
  ] as const)('%s offers what belongs to its phase', (prompt, words) => {
    const asked = JSON.stringify(DECISION_TOOLS[POINT_OF[prompt]]);
    for (const word of words) expect(asked).toMatch(new RegExp(`["\`]${word}["\`]`));
  });

  it('execution explains the five levels', () => {
    for (const level of [1, 2, 3, 4, 5]) expect(text('decide-execution')).toContain(`| ${level} |`);
  });
});

describe('the prompts of reflection and patch', () => {
  it('explain every field of their answers (PLAN-1, PLAN-9)', () => {
    for (const field of Object.keys(ReflectionSchema.shape)) expect(text('reflection')).toContain(`\`${field}\``);
    for (const field of Object.keys(PlanPatchSchema.shape))
      expect(text('plan-patch')).toMatch(new RegExp(`[\`"]${field}[\`"]`));
    for (const operation of PlanOperationSchema.options) {
      expect(text('plan-patch')).toContain(`\`${operation.shape.op.value}\``);
      for (const field of Object.keys(operation.shape).filter((key) => key !== 'op'))
        expect(text('plan-patch')).toMatch(new RegExp(`\`${field}[\`:]`));
    }
  });
});

describe('what the planning seed demands of each judgement (replanning §4.2 to 8.2)', () => {
  it.each<readonly [PromptName, readonly string[], readonly RegExp[]]>([
    [
      'decide-goal',
      ['request', 'goal', 'comments', 'earlier_tasks'],
      [
        /main objective/,
        /success criteri/,
        /two readings/,
        /contradict/,
        /without guessing/,
        /constraints/,
        /earlier work/,
        /answer of a person/,
      ],
    ],
    [
      'decide-decomposition',
      ['goal', 'decomposition', 'tools'],
      [
        /clear enough to be begun/,
        /dependency/,
        /complexity/,
        /tools that each subtask needs/,
        /grain/,
        /missing/,
        /twice/,
        /rights and resources/,
      ],
    ],
    [
      'decide-actions',
      ['actions', 'subtasks', 'tools'],
      [/tool exist/, /depends on/, /wait for each other/, /fallback_strategy/, /realistic/, /order sensible/],
    ],
    [
      'decide-execution',
      ['action', 'results', 'progress', 'remaining', 'plan', 'reflection'],
      [
        /expected outcome reached/,
        /passing one/,
        /How far does it reach/,
        /remaining actions still find/,
        /change around it/,
        /Prefer, in this order/,
      ],
    ],
    [
      'decide-result',
      ['goal', 'criteria', 'done', 'plan', 'tests', 'change'],
      [
        /success criterion/,
        /side effects/,
        /quality/,
        /more actions/,
        /tests pass/,
        /documented/,
        /people on the issue said/,
      ],
    ],
  ])('stands in %s, with what it needs for it', (name, values, criteria) => {
    expect([...PLACEHOLDERS[name]]).toEqual(expect.arrayContaining([...values]));
    for (const criterion of criteria) expect(text(name)).toMatch(criterion);
    expect(text(name)).toMatch(/Ask for a re-plan only when|Prefer, in this order/);
  });

  it.each<readonly [PromptName, readonly RegExp[]]>([
    [
      'task-decomposition',
      [/estimated_complexity/, /required_tools/, /what is possible, what is not/, /more coarsely/],
    ],
    ['action-plan', [/expected_outcome/, /fallback_strategy/, /depends on/]],
    ['act-system', [/what the action builds on/, /expected outcome was seen/]],
    ['reflection', [/name the cause/, /alignment_with_plan/, /beside its purpose/, /cannot be judged is a problem/]],
  ])('stands in %s where it is about doing (planning-process §2, 8, 10)', (name, demands) => {
    const call = Object.values(CALLS).find(({ tool }) => text(name).includes(`Now call \`${tool.name}\``));
    for (const demand of demands) expect(`${text(name)}\n${JSON.stringify(call?.tool ?? '')}`).toMatch(demand);
  });
});

/**
 * Every question to the model can be answered (MODEL-2, REPLAN-1, REPLAN-2): the offered schemas, and the words beside
 * them.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { actionTools, CALLS, DECISION_TOOLS, REVISING_REFLECTION_TOOL } from '../../src/model-calls/calls.ts';
import { ReplanDecisionSchema, ReplanTypeSchema } from '../../src/model-calls/judgement-schemas.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { offeredSchema } from '../../src/model-calls/offered-schema.ts';
import { readDecision } from '../../src/model-calls/read-decision.ts';
import { readModelAnswer, readToolCall } from '../../src/model-calls/read-model-answer.ts';
import { assessmentQuestion, decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { reflectionQuestion } from '../../src/model-calls/reflection-messages.ts';
import { limitsOf } from '../replan/situations.ts';
import { taskIn } from '../flow/stories.ts';
import { converse } from '../task/scripted-model.ts';
import { actionDone, after, doing, effectOf, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { decisionView, outside, plan, promptTools, reflectionView } from '../context/views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { ModelAnswer, ToolSpec } from '../../src/ports/model.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly enum?: readonly string[];
}

const POINTS = Object.keys(DECISION_TOOLS) as DecisionPoint[];
const OFFERED = [...Object.values(CALLS).map(({ tool }) => tool), ...actionTools, ...Object.values(DECISION_TOOLS)];
const TYPES: Readonly<Record<DecisionPoint, readonly string[]>> = {
  goal_understanding: ['none', 'clarification_request', 'goal_revision'],
  task_decomposition: ['none', 'task_redecomposition'],
  action_sequence: ['none', 'action_regeneration'],
  execution: ['none', 'retry', 'partial_replan', 'full_replan'],
  reflection: ['none', 'plan_revision'],
};
const fieldsAt = (tool: ToolSpec, name: string) => (tool.inputSchema as Node).properties?.[name]?.properties ?? {};
const decisionAt = (point: DecisionPoint) => fieldsAt(DECISION_TOOLS[point], 'replan_decision');

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

describe('the schemas that are offered (MODEL-2, REPLAN-1)', () => {
  it('MODEL-2: the assessment asks for the fields of its own point, and its prompt names no other', () => {
    const fields = fieldsAt(CALLS.completion_assessment.tool, 'replan_decision');
    expect(fields).toEqual(decisionAt('reflection'));
    const question = outside(assessmentQuestion(decisionView('x', { point: 'reflection' }), tools));
    expect(question).not.toMatch(/replan_level|target_phase/);
  });

  it.each(POINTS)('REPLAN-1: %s offers its own types, with "none" in place of null', (point) => {
    const fields = decisionAt(point);
    expect([...(fields['replan_type']?.enum ?? [])].toSorted()).toEqual([...TYPES[point]].toSorted());
    expect('replan_level' in fields).toBe(point === 'execution');
    expect('target_phase' in fields).toBe(point === 'execution');
    expect(JSON.stringify(DECISION_TOOLS[point])).not.toContain('null');
    const question = outside(decisionQuestion(decisionView('x', { point }), tools));
    expect(question).not.toMatch(/`?replan_(?:type|level)`?[^.\n]{0,60}\bnull\b/);
    for (const type of ReplanTypeSchema.options.filter((one) => !TYPES[point].includes(one)))
      expect(question).not.toContain(`\`${type}\``);
  });

  it('REPLAN-1: the extras of a phase are offered there alone', () => {
    const seen = POINTS.flatMap((point) => Object.keys(decisionAt(point)));
    const everywhere = seen.filter((name) => seen.filter((one) => one === name).length === POINTS.length);
    expect(new Set(everywhere).size).toBe(9);
    const extras = seen.filter((name) => !everywhere.includes(name));
    expect(new Set(extras).size).toBe(extras.length);
  });

  it('REPLAN-1: reasons stand before judgements', () => {
    const before = (names: readonly string[], reason: string, judgement: string) =>
      expect([reason, names.indexOf(reason) >= 0 && names.indexOf(reason) < names.indexOf(judgement)]).toEqual([
        reason,
        true,
      ]);
    const finish = actionTools.find(({ name }) => name === 'finish_action') as ToolSpec;
    const closing = Object.keys(fieldsAt(finish, 'replan_decision'));
    for (const names of [...POINTS.map((point) => Object.keys(decisionAt(point))), closing]) {
      before(names, 'reasoning', 'replan_needed');
      before(names, 'issues_found', 'replan_needed');
      before(names, 'replan_needed', 'replan_type');
    }
    before(Object.keys(fieldsAt(CALLS.reflection.tool, 'reflection')), 'evaluation', 'status');
    before(Object.keys((CALLS.review.tool.inputSchema as Node).properties ?? {}), 'feedback', 'result');
    before(Object.keys((finish.inputSchema as Node).properties ?? {}), 'evaluation', 'status');
    before(Object.keys(fieldsAt(CALLS.summary.tool, 'summary')), 'remaining_risks', 'goal_achieved');
  });

  it('REPLAN-1: the closing answer of an action is asked for what decides and why, and never for null', () => {
    const finish = actionTools.find(({ name }) => name === 'finish_action') as ToolSpec;
    const closing = fieldsAt(finish, 'replan_decision');
    const everywhere = decisionAt('execution');
    for (const [name, field] of Object.entries(closing)) expect(field).toEqual(everywhere[name]);
    expect(Object.keys(closing)).toEqual([
      'reasoning',
      'issues_found',
      'error_classification',
      'recommended_actions',
      'replan_needed',
      'confidence',
      'replan_type',
      'replan_level',
    ]);
    for (const call of ['goal_understanding', 'task_decomposition', 'action_plan'] as const)
      expect(JSON.stringify(fieldsAt(CALLS[call].tool, 'replan_decision'))).not.toContain('null');
    expect(JSON.stringify(CALLS.plan_patch.tool)).toContain('"null"');
  });

  it('REPLAN-1: what may be null stays so, but where it is asked for', () => {
    const may = z.enum(['a', 'b']).nullable();
    const either = { type: 'string', enum: ['a', 'b'] };
    const schema = offeredSchema(z.object({ left: may.optional(), given: may.meta({ isAsked: true }) })) as Node;
    expect(schema.properties).toEqual({ left: { anyOf: [either, { type: 'null' }] }, given: either });
  });

  it('REPLAN-1: every field that is asked for has a description', () => {
    const bare = (node: Node, path: string): readonly string[] => [
      ...Object.entries(node.properties ?? {}).flatMap(([name, field]) => [
        ...(field.description === undefined && !OWN_MEANING.has(name) ? [`${path}.${name}`] : []),
        ...bare(field, `${path}.${name}`),
      ]),
      ...[node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap((one) => (one ? bare(one, path) : [])),
    ];
    const named = [...OFFERED, REVISING_REFLECTION_TOOL];
    expect(named.flatMap(({ name, inputSchema }) => bare(inputSchema as Node, name))).toEqual([]);
  });

  it('MODEL-2: what would be sent back when it is missing is demanded, and no default is told', () => {
    const goal = fieldsAt(CALLS.goal_understanding.tool, 'goal_understanding');
    expect(goal['success_criteria']).toMatchObject({ minItems: 1 });
    const required = (node: unknown, ...path: readonly string[]) =>
      path.reduce((at: Node | undefined, name) => at?.properties?.[name], node as Node)?.required ?? [];
    expect(required(CALLS.goal_understanding.tool.inputSchema, 'goal_understanding')).toContain('success_criteria');
    expect(required(CALLS.task_decomposition.tool.inputSchema)).toContain('acceptance_criteria');
    expect(required(CALLS.action_plan.tool.inputSchema, 'action_plan')).toEqual(['execution_order', 'actions']);
    for (const point of POINTS)
      expect(required(DECISION_TOOLS[point].inputSchema, 'replan_decision')).toEqual(
        expect.arrayContaining(['reasoning', 'issues_found', 'replan_needed', 'confidence', 'replan_type']),
      );
    expect(JSON.stringify(OFFERED)).not.toMatch(/"default":|isAsked|9007199254740991/);
  });

  it('MODEL-2: a plan is asked for without a worker, and read with one, to be told of it', () => {
    expect(JSON.stringify(CALLS.action_plan.tool)).not.toContain('run_worker');
    const action = { task_id: 'a', action_type: 'run_worker', purpose: 'P' };
    const given = use('submit_action_plan', { action_plan: { execution_order: ['a'], actions: [action] } });
    expect(readModelAnswer('action_plan', given)).toMatchObject({ ok: true });
  });

  it.each(POINTS)("REPLAN-1: a stranger's answer in the keys of any phase is read at %s", (point) => {
    const EVERYTHING = {
      replan_needed: true,
      confidence: 0.7,
      reasoning: 'Because.',
      target_phase: 'reflection',
      replan_level: 4,
      issues_found: ['i'],
      recommended_actions: ['r'],
      clarification_needed: true,
      clarification_questions: ['q'],
      must_be_answered: false,
      assumptions_to_make: ['a'],
      missing_steps: ['m'],
      recommended_granularity: 'finer',
      scope_adjustment: 's',
      unavailable_tools: ['t'],
      alternative_tools: ['t'],
      dependency_issues: ['d'],
      plan_adjustments: ['p'],
      error_classification: 'fatal',
      recovery_strategy: 'r',
      affected_actions: ['a'],
      evaluation_result: 'failure',
      achievement_rate: 40,
      additional_actions: ['a'],
      revision_scope: 'major',
      issues_identified: ['i'],
    };
    expect(Object.keys(EVERYTHING).toSorted()).toEqual(
      Object.keys(ReplanDecisionSchema.shape)
        .filter((name) => name !== 'replan_type')
        .toSorted(),
    );
    const { name } = DECISION_TOOLS[point];
    expect(name).toBe('submit_replan_decision');
    for (const replan_type of [...ReplanTypeSchema.options, null]) {
      const said = { ...EVERYTHING, replan_type };
      expect(readDecision(use(name, { replan_decision: said }))).toEqual({ ok: true, value: said });
      const closing = { status: 'failure', evaluation: 'e', issues_identified: [], replan_decision: said };
      expect(readToolCall({ type: 'tool_use', id: 't', name: 'finish_action', input: closing })).toMatchObject({
        value: { input: { replan_decision: said } },
      });
    }
  });
});

/** The values of `op` and `type` are self-explanatory. */
const OWN_MEANING: ReadonlySet<string> = new Set(['op', 'type', 'reflection', 'goal', 'summary', 'pull_request']);

function use(name: string, input: unknown): ModelAnswer {
  return {
    model: 'm',
    content: [{ type: 'tool_use', id: 't', name, input }],
    stopReason: 'tool_use',
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    attempts: 1,
  };
}

const PLAN = planOf([subtask('a'), subtask('b')]);
const NOTED: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.' };
const FINE = { status: 'success', evaluation: 'e', plan_revision_needed: false } as const;

function working({ replans, interval = 0 }: { readonly replans: boolean; readonly interval?: number }): Task {
  const task = doing(taskAfter(prepared(PLAN)), 'execute');
  const planning = {
    ...task.settings.planning,
    reflection: { enabled: true, onError: true, interval, depth: 'moderate' },
    replanning: limitsOf({ enabled: replans }),
    maxRevisions: 3,
  } as const;
  return { ...task, settings: { ...task.settings, planning } };
}

const asked = ({ requests }: Awaited<ReturnType<typeof converse>>) => ({
  text: JSON.stringify(requests[0]?.messages),
  tool: requests[0]?.tools[0],
});

describe('what a judgement is offered as it is asked for (REPLAN-1, PLAN-1)', () => {
  it('REPLAN-1: the tool of its own point', async () => {
    const failed = after(working({ replans: true }), ...actionDone(0, 'failure'));
    const judging = after(failed, {
      type: 'reflection',
      name: 'model',
      evaluation: null,
      plan_revision: null,
      problems: [],
    });
    expect(effectOf(judging)).toEqual({ kind: 'ask_decision', point: 'execution' });
    const none = { replan_decision: { replan_needed: false, confidence: 1 } };
    expect(asked(await converse(judging, [none])).tool).toEqual(DECISION_TOOLS.execution);
  });

  it('REPLAN-9: the closing answer of an action has no place for a judgement where re-planning is switched off', async () => {
    const offered = async (replans: boolean) => {
      const { requests } = await converse(working({ replans }), [{ status: 'success', evaluation: 'e' }]);
      const finish = requests[0]?.tools.find(({ name }) => name === 'finish_action') as ToolSpec;
      return Object.keys((finish.inputSchema as Node).properties ?? {});
    };
    expect(await offered(true)).toEqual(['evaluation', 'issues_identified', 'decisions', 'status', 'replan_decision']);
    expect(await offered(false)).toEqual(['evaluation', 'issues_identified', 'decisions', 'status']);
  });

  it('PLAN-1: a reflection has a place for another plan only where it may change the plan', async () => {
    const shown = async (replans: boolean) =>
      asked(await converse(after(working({ replans }), ...actionDone(0, 'failure')), [{ reflection: FINE }]));
    const [revising, judged] = [await shown(false), await shown(true)];
    expect(revising.tool).toEqual(REVISING_REFLECTION_TOOL);
    expect(judged.tool).toEqual(CALLS.reflection.tool);
    expect(JSON.stringify(judged)).not.toContain('plan_revision"');
    expect(JSON.stringify(REVISING_REFLECTION_TOOL)).not.toContain('run_worker');
  });

  it('PLAN-1: a reflection says that it is asked next how the plan changes only where it is', async () => {
    const promise = 'you are asked right after this how it changes';
    const due = after(working({ replans: true, interval: 1 }), ...actionDone(0, 'success'));
    expect(effectOf(due)).toEqual({ kind: 'ask_reflection' });
    for (const needed of [true, false]) {
      const given = { reflection: { ...FINE, plan_revision_needed: needed } };
      const told = await converse(due, [given]);
      expect(asked(told).text).toContain(`when \`plan_revision_needed\` is true, ${promise}`);
      const next = effectOf(told.task);
      expect(next?.kind === 'ask_decision').toBe(needed);
    }
    // Judged with the action's closing answer; nothing more is asked.
    const replan = { replan_needed: true, confidence: 0.9, replan_type: 'partial_replan', replan_level: 2 };
    const [last, ...first] = [...actionDone(0, 'success')].toReversed();
    const carried = ReplanDecisionSchema.parse({ ...replan, reasoning: 'r' });
    const closed = { ...last, judgement: { replan_id: 'd', decision: carried } } as Fact;
    const told = await converse(after(working({ replans: true, interval: 1 }), ...first.toReversed(), closed), [
      { reflection: FINE },
    ]);
    expect(asked(told).text).toContain('was decided as the action was closed');
    expect(asked(told).text).not.toContain(promise);
    expect(effectOf(told.task)?.kind).not.toBe('ask_decision');
  });

  it('PLAN-1: a reflection that is asked for because people spoke shows what they said', async () => {
    const read: Fact = { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] };
    const weighed = after(working({ replans: true }), NOTED, read, ...actionDone(0, 'success'));
    expect(effectOf(weighed)).toEqual({ kind: 'ask_reflection' });
    const { text } = asked(await converse(weighed, [{ reflection: FINE }]));
    expect(text).toContain('people said something about the work');
    expect(text).toMatch(/may steer this work - new[^]*Mind the tests\./);
    expect(text.match(/Mind the tests\./g)).toHaveLength(1);
  });
});

describe('what a judge needs is shown to it (REPLAN-2)', () => {
  it('REPLAN-2: the judge of an action plan sees its environment, set-up, verification and test command', () => {
    const whole = plan('x');
    const checked = {
      ...whole,
      selected_environment: {
        ...whole.selected_environment,
        setup_commands: ['npm ci --silly'],
        verification: [{ command: 'node check.js', expected_output: 'fine so far' }],
      },
      test_command: 'npm run test:all',
    };
    const question = decisionQuestion(decisionView('x', { point: 'action_sequence', plan: checked }), tools);
    for (const told of ['Environment: node', 'npm ci --silly', 'node check.js has to print fine so far', 'test:all'])
      expect(question).toContain(told);
    expect(outside(question)).toMatch(/- `python`: Debian 12/);
  });

  it('REPLAN-2: a reflection sees the remaining actions and the result it is about', () => {
    const question = reflectionQuestion(
      reflectionView('x', {
        remaining: plan('still to come').action_plan.actions,
        lastResults: ['what came of it'],
        finished: reflectionView('expected of it').finished,
      }),
      tools,
    );
    for (const told of ['still to come', 'what came of it', 'Expected outcome: expected of it'])
      expect(question).toContain(told);
  });

  it('REPLAN-2: the last judge counts as not met what nothing shows, and sees tests and change', () => {
    const question = decisionQuestion(decisionView('seen here', { point: 'reflection' }), tools);
    expect(question).toContain('What nothing below shows counts as not met');
    for (const heading of ['## The tests', '## The change', '## How the actions ended'])
      expect(question.split(heading)[1]).toContain('seen here');
  });

  it('REPLAN-2: each judgement is told of the limits that can stand in its way', () => {
    const limits = (point: DecisionPoint) =>
      /limits\n([^]*?)\n\nWhat is used up/.exec(decisionQuestion(decisionView('x', { point }), tools))?.[1] ?? '';
    expect(limits('task_decomposition')).toContain('dividing anew');
    expect(limits('task_decomposition')).not.toContain('planning the rest anew');
    expect(limits('execution')).toContain('planning the rest anew: NONE left');
    expect(limits('reflection')).toContain('more actions after the work');
    for (const point of POINTS) {
      expect(limits(point)).toContain('re-plans and questions together');
      expect(limits(point)).toContain('questions to people');
    }
  });
});

describe('what is asked for only where it helps (MODEL-2, PLAN-8)', () => {
  it('MODEL-2: facets of a subtask with more than three subtasks', () => {
    const question = planningQuestion('task_decomposition', doing(taskIn('decompose'), 'decompose'), tools);
    const [line = ''] = question.split('\n').filter((one) => one.includes('`wbs_level`'));
    expect(line).toMatch(/^- With more than three subtasks also give/);
    for (const facet of [
      'phase_name',
      'milestone',
      'work_type',
      'domain',
      'tags',
      'estimated_effort',
      'priority',
      'suggested_impl',
    ])
      expect(line).toContain(`\`${facet}\``);
  });

  it('PLAN-8: every planning answer is given a length, together below 2,000 tokens, and a reflection 500', async () => {
    const lengthIn = async (name: string) => {
      const text = await readFile(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8');
      return Number(/less than (\d+) tokens/i.exec(text)?.[1]);
    };
    const planning = await Promise.all(['goal-understanding', 'task-decomposition', 'action-plan'].map(lengthIn));
    expect(planning.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThan(2_000);
    expect(await lengthIn('reflection')).toBe(500);
    expect(await lengthIn('decide-answer')).toBeLessThanOrEqual(300);
  });

  it('MODEL-7: the examples in the prompts are answers that are read', async () => {
    const exampleIn = async (name: string) => {
      const text = await readFile(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8');
      const found = /(\{ "(?:task_id|reasoning|understanding)".*\})$/m.exec(text)?.[1] ?? '';
      return JSON.parse(found) as object;
    };
    const action = (await exampleIn('action-plan')) as { readonly task_id: string };
    const planned = { action_plan: { execution_order: [action.task_id], actions: [action] } };
    expect(readModelAnswer('action_plan', use('submit_action_plan', planned))).toMatchObject({ ok: true });
    const judged = await exampleIn('decide-answer');
    expect(readDecision(use('submit_replan_decision', { replan_decision: judged }))).toMatchObject({
      value: { ...judged, issues_found: [] },
    });
    const patched = await exampleIn('plan-patch');
    expect(readModelAnswer('plan_patch', use('submit_plan_patch', patched))).toMatchObject({ value: patched });
  });

  it('PLAN-1: what notes are for is said where there are some', () => {
    const task = doing(taskIn('decompose'), 'decompose');
    const question = (notes: readonly string[]) =>
      planningQuestion('task_decomposition', { ...task, replanning: { ...task.replanning, notes } }, tools);
    expect(question([])).not.toContain('do it another way this time');
    expect(question(['A limit was reached.'])).toContain('do it another way this time');
  });
});

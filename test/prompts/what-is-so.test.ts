/** What the prompts say about the service, the sandbox and the settings is true (MODEL-2, PLAN-1, REPLAN-5). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { PROMPT_FILES } from '../../src/model-calls/catalogue.ts';
import { ACTION_TOOLS, actionTools, CALLS, DECISION_TOOLS } from '../../src/model-calls/calls.ts';
import { PLANNABLE_TOOLS, systemPrompt, planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { confidenceBands, environmentList, surroundings } from '../../src/model-calls/surroundings.ts';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { planReviewQuestion } from '../../src/model-calls/review-messages.ts';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { applyLimits, SURE } from '../../src/replan/policy.ts';
import { NEVER_COMMITTED } from '../../src/effects/save-work.ts';
import { WORK_REF } from '../../src/git/task-repository.ts';
import { defaultEgressHosts } from '../../src/sandbox/egress-rules.ts';
import { Settings } from '../../src/config/schema.ts';
import { taskSettings } from '../../src/app/task-settings.ts';
import { doing, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { taskIn } from '../flow/stories.ts';
import { at, decision, limitsOf, NO_REPLANS } from '../replan/situations.ts';
import { decisionView, HOSTILE, outside, promptTools } from '../context/views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { TaskSettings } from '../../src/state/request.ts';

const PLAN = planOf([subtask('a')]);
const DEFAULTS = settingsOf({});
let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

function settingsOf(settings: object): TaskSettings {
  return taskSettings(Settings.parse(settings), 'planwright');
}

function told(settings: TaskSettings = DEFAULTS): string {
  return Object.values(surroundings(settings, tools.prompts)).join('\n');
}

describe('what the model is told of the work (PLAN-1, MODEL-2)', () => {
  it('PLAN-1: an action is a stretch of work with all tools, wherever actions are planned, judged or carried out', () => {
    const { settings } = taskIn('decompose');
    const { action } = surroundings(settings, tools.prompts);
    expect(action).toMatch(/not a single call: all tools are at hand/);
    expect(action).toContain('One action per subtask');
    for (const text of [
      planningQuestion('action_plan', doing(taskIn('sequence'), 'sequence'), tools),
      decisionQuestion(decisionView('x', { point: 'action_sequence' }), tools),
      planReviewQuestion(taskAfter(prepared(PLAN)), PLAN, tools),
      systemPrompt('act-system', taskAfter(prepared(PLAN)), tools),
    ])
      expect(text).toContain(action);
    expect(JSON.stringify(CALLS.action_plan.tool)).toContain('all others are at hand');
  });

  it('MODEL-2: the service does the rest by itself, on the branch that the sandbox has, and keeps these paths', () => {
    expect(WORK_REF).toBe('refs/heads/work');
    for (const folder of ['node_modules', '.venv']) {
      expect(NEVER_COMMITTED.split('\n')).toContain(folder);
      expect(told()).toContain(`\`${folder}\``);
    }
    for (const part of ['called `work`', 'container', 'set-up', 'pushing the files after each subtask', 'pull request'])
      expect(told()).toContain(part);
    expect(told()).toContain('`.github/workflows/`');
    expect(told(settingsOf({ protected_paths: ['deploy/**'] }))).toContain('needs it: `deploy/`.');
    const planned = (files: readonly string[], settings = DEFAULTS) =>
      surroundings(settings, tools.prompts, files).service;
    expect(planned(['a.js', '.travis.yml', 'lib/.gitattributes', '.husky/ignore all rules'])).toMatch(
      /needs it: what CI, .* \(here: `\.gitattributes`, `\.travis\.yml`, `\.husky\/`\)\.$/,
    );
    expect(planned(['a.js'])).toContain('(here: none)');
    expect(planned([], settingsOf({ protected_paths: ['deploy/**'] }))).toContain('needs it: `deploy/`.');
  });

  it('MODEL-2: names every tool that can be planned once, and no worker where there is none', async () => {
    const { tools: list } = surroundings(DEFAULTS, tools.prompts);
    for (const name of PLANNABLE_TOOLS) expect(list.split(`\`${name}\``)).toHaveLength(2);
    const prompts = await Promise.all(
      [...PROMPT_FILES].map((name) => readFile(new URL(`../../prompts/${name}.md`, import.meta.url), 'utf8')),
    );
    const offered = [...Object.values(CALLS).map(({ tool }) => tool), ...actionTools, ...Object.values(DECISION_TOOLS)];
    expect(`${prompts.join('\n')}${JSON.stringify(offered)}`).not.toContain('run_worker');
    expect(ACTION_TOOLS.run_command.tool.description).toMatch(/`cd` and `export` do not last.*no terminal/);
  });

  it('MODEL-2: tells what the network lets through, by the settings', () => {
    const { limits } = surroundings(DEFAULTS, tools.prompts);
    const words: Readonly<Record<string, RegExp>> = {
      npm: /npmjs/,
      PyPI: /pypi|pythonhosted/,
      Maven: /maven/,
      Gradle: /gradle/,
      Go: /golang/,
      Debian: /debian/,
      Conda: /anaconda/,
    };
    for (const host of defaultEgressHosts) {
      const [word = 'nothing'] = Object.entries(words).find(([, pattern]) => pattern.test(host)) ?? [];
      expect([host, limits.includes(word)]).toEqual([host, true]);
    }
    expect(limits).toContain('no ssh');
    const network = (mode: string, allow: readonly string[] = []) =>
      surroundings(settingsOf({ sandbox: { network: { mode, allow } } }), tools.prompts).limits;
    expect(network('allowlist', ['repo.acme.example'])).toContain('Conda, repo.acme.example: no other site');
    expect(network('none')).toContain('There is no network.');
    expect(network('open')).toMatch(/to any public site; no ssh/);
  });

  it('MODEL-2: tells the budget and the limit of a command as they are set', () => {
    const set = settingsOf({ budget: { usd: 2.5, model_calls: 70 }, sandbox: { command_timeout_sec: 90 } });
    expect(told(set)).toContain('20,000,000 tokens, 2.5 US dollars, 240 minutes, 70 calls of the model');
    expect(told(set)).toContain('up to 1.5 minutes');
  });

  it('MODEL-2: says what each image has, of those alone that come with the service', () => {
    const list = environmentList(DEFAULTS, tools.prompts).split('\n');
    expect(list).toHaveLength(3);
    for (const line of list) expect(line).toContain('Node.js 24');
    expect(list[2]).toMatch(/^- `python`: .*Python 3\.11.*pytest/);
    const own = settingsOf({ environments: { ruby: { image: 'ruby:3' }, node: { image: 'mine/node:1' } } });
    expect(own.ownImages).toEqual(['node', 'ruby']);
    const lines = environmentList(own, tools.prompts).split('\n');
    expect(lines.filter((line) => line.includes('an image of this installation'))).toEqual([
      expect.stringMatching(/^- `node`/),
      expect.stringMatching(/^- `ruby`/),
    ]);
  });
});

describe('what the model is told of its confidence (REPLAN-5)', () => {
  it.each([
    {},
    { llm_decision: { min_confidence_threshold: 0.6, user_confirmation_threshold: 0.2 } },
    { llm_decision: { require_user_confirmation_on_low_confidence: false } },
    { llm_decision: { min_confidence_threshold: 0.95 } },
  ])('REPLAN-5: is what the system does with it: %j', (replanning) => {
    const limits = limitsOf(replanning);
    const text = confidenceBands(limits, tools.prompts);
    const [sure, trusted, asked] = [...text.matchAll(/from (\d[\d.]*) on/g)].map((found) => Number(found[1]));
    expect(sure).toBe(SURE);
    const outcome = (confidence: number) => {
      const wanted = decision({ replan_type: 'partial_replan', replan_level: 2, confidence });
      return applyLimits(wanted, at('execution'), NO_REPLANS, limits).kind;
    };
    expect([outcome(trusted ?? 0), outcome((trusted ?? 0) - 0.001)]).toEqual([
      'replan',
      asked === undefined ? 'continue' : 'confirm',
    ]);
    if (asked !== undefined) expect([outcome(asked), outcome(asked - 0.001)]).toEqual(['confirm', 'continue']);
    expect(text.includes('a person is asked')).toBe(asked !== undefined);
    expect(decisionQuestion(decisionView('x', { limits }), tools)).toContain(text);
  });

  it('ENV-2: what a repository gives of its environment is not asked for', () => {
    const of = (environment: object) =>
      environmentList(taskSettings(Settings.parse({}), 'planwright', { config: { environment } }), tools.prompts);
    expect(of({ name: 'node', setup: [] })).toMatch(
      /^- `node`: [^\n]*\nThe repository itself gives `setup_commands`, which/,
    );
    expect(of({ setup: [], verification: [] })).toContain('gives `setup_commands` and `verification`, which');
    expect(of({ name: 'node' })).not.toContain('The repository itself');
  });

  it('REPLAN-5: stands in the prompt of the work, too', () => {
    const task = taskAfter(prepared(PLAN));
    const bands = confidenceBands(task.settings.planning.replanning, tools.prompts);
    expect(systemPrompt('act-system', task, tools)).toContain(bands);
  });
});

describe('what derives from what people wrote (MODEL-7)', () => {
  it('MODEL-7: stands in marked blocks, in planning and at work as in judgements', () => {
    const hostile = planOf([{ ...subtask('a'), description: HOSTILE }], {
      goal_understanding: { main_objective: HOSTILE, success_criteria: [HOSTILE], constraints: [], context: HOSTILE },
      acceptance_criteria: [{ id: 'AC-1', description: HOSTILE }],
    });
    const [action] = hostile.action_plan.actions;
    const words = { purpose: HOSTILE, expected_outcome: HOSTILE, fallback_strategy: HOSTILE };
    const actions = action === undefined ? [] : [{ ...action, ...words }];
    const plan = { ...hostile, action_plan: { ...hostile.action_plan, actions } };
    const working = doing(taskAfter(prepared(plan)), 'execute');
    const text = actionMessages(working, tools)
      .map(({ content }) => content.map((block) => ('text' in block ? block.text : '')).join('\n'))
      .join('\n');
    expect(text).toContain('To be done now');
    expect(outside(text)).not.toContain('Now obey me');
    const sequencing = doing(taskIn('sequence'), 'sequence');
    if (sequencing.stage.is !== 'plan' || sequencing.stage.draft.step !== 'actions') throw new TypeError('No draft.');
    const draft = {
      ...sequencing.stage.draft,
      goal: plan.goal_understanding,
      division: { decomposition: plan.task_decomposition, criteria: plan.acceptance_criteria },
    };
    const planning = { ...sequencing, stage: { ...sequencing.stage, draft } };
    expect(outside(planningQuestion('action_plan', planning, tools))).not.toContain('Now obey me');
  });
});

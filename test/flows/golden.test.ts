/** The seed's golden tests: 「TODO アプリを作成して」 from the request to the result, and as a Task YAML again. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { WILL_DO } from '../../demo/story.ts';
import { actionSteps, toolUse, type Script } from '../../standins/anthropic/script.ts';
import { openLocalWorld, type LocalRun, type LocalWorld } from './local-world.ts';

const ASKED = 'TODO アプリを作成して';
const APP = 'export const todos = [];\nexport const add = (text) => todos.push({ text, done: false });\n';
const TEST = [
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { add, todos } from './todo.mjs';",
  "test('adds', () => {",
  "  add('牛乳を買う');",
  '  assert.equal(todos.length, 1);',
  '});',
  '',
].join('\n');

const SCRIPT: Script = {
  answers: {
    submit_goal_understanding: {
      goal_understanding: {
        main_objective: 'TODO アプリを作成する',
        success_criteria: ['node --test が通る'],
        constraints: [],
        context: '空のリポジトリ',
      },
      slug: 'create a todo app',
    },
    submit_task_decomposition: {
      task_decomposition: {
        reasoning: '小さなアプリなので一つで足りる',
        subtasks: [
          {
            id: 'task_1',
            description: 'TODO の追加と一覧を実装し、テストする',
            dependencies: [],
            estimated_complexity: 'low',
            required_tools: ['write_file'],
          },
        ],
      },
      acceptance_criteria: [{ id: 'AC-1', description: 'TODO を追加できること' }],
    },
    submit_action_plan: {
      action_plan: {
        execution_order: ['task_1'],
        actions: [
          {
            task_id: 'task_1',
            action_type: 'tool_call',
            tool: 'write_file',
            purpose: '実装とテストを書く',
            expected_outcome: 'node --test が通る',
            fallback_strategy: '書き直す',
          },
        ],
      },
      selected_environment: {
        name: 'node',
        reason: 'JavaScript',
        detected_files: [],
        setup_commands: [],
        verification: [],
      },
      test_command: 'node --test',
    },
    submit_replan_decision: { replan_decision: WILL_DO },
    submit_review: { result: 'PASS', feedback: '問題ありません。' },
    submit_summary: {
      summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: ['TODO を追加できます'] },
      pull_request: { title: 'TODO アプリを作成', body: 'TODO の追加と一覧。' },
    },
  },
  actions: actionSteps([
    toolUse('write_file', { path: 'todo.mjs', content: APP }),
    toolUse('write_file', { path: 'todo.test.mjs', content: TEST }),
    toolUse('finish_action', { status: 'success', evaluation: '実装してテストしました。', issues_identified: [] }),
  ]),
};

interface Result {
  readonly task_id: string;
  readonly status: string;
  readonly summary: string;
  readonly validation: { readonly overall: string };
}

describe(`the golden tests: ${ASKED}`, () => {
  let chat: LocalWorld;
  let runner: LocalWorld;
  let result: Result;
  let yaml = '';

  beforeAll(async () => {
    const files = { 'README.md': '# 空のリポジトリ\n' };
    chat = await openLocalWorld({ script: SCRIPT, files });
    runner = await openLocalWorld({ script: SCRIPT, files });
    result = JSON.parse(await done(chat.start(['run', '--issue', ASKED, '--json']))) as Result;
    yaml = await done(chat.start(['show', result.task_id, '--task-yaml']));
  }, 120_000);
  afterAll(async () => {
    await chat.close();
    await runner.close();
  });

  async function done(run: LocalRun): Promise<string> {
    const code = await run.ended;
    if (code !== 0) throw new Error(`It ended with ${code}:\n${run.stdout()}${run.stderr()}`);
    return run.stdout();
  }

  it('GT-1: a task that was asked for in words is a Task YAML', async () => {
    const { task, runner: how } = parse(yaml) as {
      readonly task: {
        readonly id: string;
        readonly title: string;
        readonly repo: string;
        readonly prd: { text: string };
      };
      readonly runner: { readonly max_loops: number; readonly worker: { readonly kind: string } };
    };
    expect(task).toMatchObject({ id: result.task_id, title: ASKED, repo: '.' });
    expect(task.prd.text).toContain(ASKED);
    expect(task.prd.text).toContain('## Acceptance Criteria\n\n- AC-1: TODO を追加できること');
    expect([how.max_loops, how.worker.kind]).toEqual([10, 'codex-cli']);
    expect(await done(chat.start(['show', result.task_id, '--task-yaml']))).toBe(yaml);
  }, 60_000);

  it('GT-2, EXEC-9: that Task YAML is carried out in another workspace, under the same id', async () => {
    const run = runner.start(['run', '--json'], { input: yaml });
    const told = JSON.parse(await done(run)) as Result;
    expect(told).toMatchObject({ task_id: result.task_id, status: 'succeeded', validation: { overall: 'passed' } });
    expect(told.summary).not.toBe('');
    // Options without effect are reported.
    expect(run.stderr()).toContain('runner.worker: codex-cli is not run, since this version has no worker CLIs');
    // A request in Japanese is answered in Japanese.
    for (const line of [
      /^タスク \S+ \(main から開始\)$/m,
      /^ {2}ブランチ +planwright\/\S+ \(2 ファイル、/m,
      /^ {2}取り込み +git merge /m,
    ])
      expect(run.stderr()).toMatch(line);
    const [branch = ''] = runner
      .git('for-each-ref', '--format=%(refname:short)', 'refs/heads/planwright')
      .trim()
      .split('\n');
    expect(runner.git('diff', '--name-only', `main...${branch}`).trim().split('\n')).toEqual([
      'todo.mjs',
      'todo.test.mjs',
    ]);
  }, 120_000);

  it('GT-3: from the words to the result in one go, with its summary and what its tests came to', async () => {
    expect(result).toMatchObject({ status: 'succeeded', validation: { overall: 'passed' } });
    const shown = await done(chat.start(['show', result.task_id.slice(0, 8), '--json']));
    expect(JSON.parse(shown)).toMatchObject({ id: result.task_id, state: 'COMPLETE', result });
    const { tasks } = JSON.parse(await done(chat.start(['tasks', '--json']))) as { readonly tasks: readonly unknown[] };
    expect(tasks).toEqual([expect.objectContaining({ id: result.task_id, title: ASKED })]);
    const plan = JSON.parse(await done(chat.start(['plan', result.task_id]))) as Record<string, unknown>;
    expect(plan).toMatchObject({ version: 1, test_command: 'node --test' });
    const first = (await done(chat.start(['history', result.task_id]))).split('\n')[0] ?? '';
    expect(JSON.parse(first)).toMatchObject({ seq: 1, type: 'task', request: { title: ASKED } });
    const file = `${chat.repository}/.planwright/task-${result.task_id}.md`;
    expect(readFileSync(file, 'utf8')).toContain('## 1. 概要');
    const unknown = chat.start(['show', 'nobody']);
    expect(await unknown.ended).toBe(2);
    expect(unknown.stderr()).toContain('There is no task nobody here.\n"planwright tasks" lists those that there are;');
  }, 60_000);
});

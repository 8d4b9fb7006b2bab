import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readTaskYaml } from '../../src/config/read-task-yaml.ts';
import { withoutCriteria, writeTaskYaml } from '../../src/config/write-task-yaml.ts';

const LEAST = 'version: 1\ntask:\n  prd:\n    text: Do it\n';

function mistakesIn(source: string): string {
  try {
    readTaskYaml(source);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

describe('a Task YAML (OPS-3)', () => {
  it('needs a version and a text, and has the defaults of the seed for the rest', () => {
    expect(readTaskYaml(LEAST)).toEqual({
      version: 1,
      task: {
        title: '',
        repo: '.',
        description: '',
        dependencies: [],
        wbs_level: 0,
        phase_name: '',
        prd: { text: 'Do it' },
      },
      runner: { max_loops: 10 },
    });
    expect(readTaskYaml(`${LEAST}runner:\n  worker: {}\n`).runner.worker).toEqual({
      kind: 'codex-cli',
      max_run_time_sec: 1_800,
      env: {},
    });
  });

  it('is read whole as the seed writes it', () => {
    const source = `version: 1
task:
  id: "TASK-123"
  title: "ユーザ登録 API の実装"
  repo: "."
  description: "詳細な説明..."
  dependencies: ["TASK-001"]
  wbs_level: 2
  phase_name: "実装"
  suggested_impl:
    language: "typescript"
    file_paths: ["src/components/Form.svelte"]
    constraints: ["Use Zod for validation"]
  prd:
    path: "./docs/TASK-123.md"
  test:
    command: "npm test"
    cwd: "./packages/api"
runner:
  max_loops: 5
  meta:
    kind: "openai-chat"
    model: "gpt-5.2"
  worker:
    kind: "codex-cli"
    docker_image: own:1
    max_run_time_sec: 300
    env:
      CODEX_API_KEY: "env:CODEX_API_KEY"
  tooling: { activeProfile: balanced }
`;
    const { task, runner } = readTaskYaml(source);
    expect(task).toMatchObject({ id: 'TASK-123', dependencies: ['TASK-001'], test: { cwd: './packages/api' } });
    expect(runner).toMatchObject({ max_loops: 5, meta: { kind: 'openai-chat', model: 'gpt-5.2' } });
  });

  it('names all that is wrong at once, with lines and with what was probably meant', () => {
    const source = `version: 2
task:
  id: "../etc"
  prd: { path: a.md, text: b }
  tset: { command: npm test }
  test: { cwd: ../elsewhere }
runner:
  maxloops: 3
  meta: { kind: gpt }
`;
    const mistakes = mistakesIn(source);
    for (const part of [
      'There are 7 mistakes in the Task YAML:',
      '- version (line 1): expected 1.',
      '- task.id (line 3): expected letters, digits,',
      '- task.prd (line 4): expected either a path or a text.',
      '- task.tset (line 5): there is no such key. Did you mean "test"?',
      '- task.test.cwd (line 6): expected a folder within the repository',
      '- runner.maxloops (line 8): there is no such key. Did you mean "max_loops"?',
      '- runner.meta.kind (line 9): expected openai-chat, anthropic, codex-cli, claude-code or gemini-cli.',
    ])
      expect(mistakes).toContain(part);
    expect(mistakesIn('version: 1\ntask: {}\n')).toContain('- task.prd: it is missing.');
  });

  it.each([
    ['', 'The Task YAML is empty.'],
    ['version: 1\n---\nversion: 1\n', 'a second document after "---"'],
    ['a: [', 'line 1'],
    ['- 1\n', 'the document (line 1): expected a section with keys.'],
    [`version: 1\n# ${'x'.repeat(256 * 1024)}`, 'more than 256 KB'],
    [`${LEAST}runner:\n  worker:\n    env: { 'A B': x }\n`, 'runner.worker.env'],
    [LEAST.replace('prd:', `id: ${'x'.repeat(65)}\n  prd:`), 'task.id'],
    [LEAST.replace('prd:', 'id: .hidden\n  prd:'), 'task.id'],
    [LEAST.replace('prd:', 'test: { cwd: /etc }\n  prd:'), 'task.test.cwd'],
    [`${LEAST}runner: { max_loops: 0 }\n`, 'runner.max_loops'],
    [`${LEAST}runner: { max_loops: 101 }\n`, 'runner.max_loops'],
  ])('is refused with a reason: %#', (source, reason) => {
    expect(mistakesIn(source)).toContain(reason);
  });

  it('repeats no value of what is wrong: one may be a secret', () => {
    const source = LEAST.replace('prd:', 'id: "sk-ant-api03 canary"\n  prd:');
    expect(mistakesIn(source)).not.toContain('canary');
  });

  it('GT-1: is written the same for the same task, and read again', () => {
    const task = {
      id: 'golden-todo-001',
      title: 'TODO アプリを作成して',
      body: '',
      criteria: [{ id: 'AC-1', description: 'アプリが\n起動すること' }],
      testCommand: 'npm test',
      maxLoops: 5,
      meta: {},
      tooling: undefined,
    };
    const written = writeTaskYaml(task);
    expect(writeTaskYaml(task)).toBe(written);
    expect(parse(written)).toEqual({
      version: 1,
      task: {
        id: 'golden-todo-001',
        title: 'TODO アプリを作成して',
        repo: '.',
        prd: { text: 'TODO アプリを作成して\n\n## Acceptance Criteria\n\n- AC-1: アプリが 起動すること\n' },
        test: { command: 'npm test' },
      },
      runner: { max_loops: 5, worker: { kind: 'codex-cli' } },
    });
    expect(readTaskYaml(written).task).toMatchObject({ id: 'golden-todo-001', title: 'TODO アプリを作成して' });
  });

  it('GT-1: lists criteria once, those that the text ends with first, and says what was asked of models', () => {
    const own = 'A body.\n\n## Acceptance Criteria\n\n- AC-1: one\n- own';
    const written = writeTaskYaml({
      id: 'a',
      title: 'T',
      body: own,
      criteria: [
        { id: 'AC-1', description: 'one' },
        { id: 'AC-2', description: 'two\n  lines ' },
      ],
      testCommand: null,
      maxLoops: 10,
      meta: { kind: 'anthropic', model: 'm' },
      tooling: { profiles: [] },
    });
    const { task, runner } = readTaskYaml(written);
    expect(task.prd.text).toBe(`T\n\n${own}\n- AC-2: two lines\n`);
    expect(runner).toMatchObject({ meta: { kind: 'anthropic', model: 'm' }, tooling: { profiles: [] } });
    expect(withoutCriteria(own)).toEqual({ text: 'A body.', criteria: ['- AC-1: one', '- own'] });
    expect(withoutCriteria('## Acceptance Criteria\n\nprose')).toMatchObject({ criteria: [] });
  });
});

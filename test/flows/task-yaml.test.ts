import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLocalWorld, type LocalWorld } from './local-world.ts';
import { NUMBER_FILES, scriptOf, write, done } from './stories.ts';

const FILES = Object.fromEntries(Object.entries(NUMBER_FILES).map(([path, text]) => [`the api/${path}`, text]));
const SCRIPT = scriptOf({ nested: { steps: [write('the api/answer.txt', '42\n'), done()] } });

function yaml({ id = 'TASK-1.a', text = 'story nested', more = '' } = {}): string {
  return `version: 1
task:
  id: ${id}
  prd: { text: ${text} }
  test: { command: sh check.sh, cwd: ./the api }
${more}runner:
  max_loops: 3
  meta: { system_prompt: Mind the gap. }
`;
}

describe('planwright run < task.yaml (OPS-3)', () => {
  let world: LocalWorld;

  beforeAll(async () => {
    world = await openLocalWorld({ files: FILES, script: SCRIPT });
  });
  afterAll(() => world.close());

  const refused = async (input: string): Promise<string> => {
    const run = world.start(['run'], { input });
    expect([await run.ended, run.stdout()]).toEqual([2, '']);
    return run.stderr();
  };

  it('names the task, runs its test where it says, and goes by its limits and its guidance', async () => {
    const run = world.start(['run', '--json', '--meta-model', 'claude-opus-5'], { input: yaml() });
    expect([await run.ended, run.stderr().includes('Goes on')]).toEqual([0, false]);
    expect(JSON.parse(run.stdout())).toMatchObject({
      task_id: 'TASK-1.a',
      validation: { overall: 'passed', commands: [{ command: "cd './the api' && sh check.sh", exit_code: 0 }] },
    });
    const bodies = world.anthropic.requests.map(({ bodyText }) => bodyText);
    expect(bodies.every((body) => body.includes('"model":"claude-opus-5"'))).toBe(true);
    expect(bodies.some((body) => body.includes('Mind the gap.'))).toBe(true);
    const written = world.start(['show', 'TASK-1.a', '--task-yaml']);
    expect(await written.ended).toBe(0);
    expect(written.stdout()).toContain('max_loops: 3');
  }, 120_000);

  it('goes on with the task of that id, and asks the model nothing where it is done', async () => {
    const asked = world.anthropic.requests.length;
    const run = world.start(['run'], { input: yaml() });
    expect(await run.ended).toBe(0);
    expect(run.stdout()).toContain('Task TASK-1.a has ended already; this is its result.');
    expect(world.anthropic.requests).toHaveLength(asked);
  }, 60_000);

  it('GT-1: goes on with what was written of it, criteria and all, and writes the same again', async () => {
    const write = async () => {
      const written = world.start(['show', 'TASK-1.a', '--task-yaml']);
      expect(await written.ended).toBe(0);
      return written.stdout();
    };
    const written = await write();
    expect(written).toContain('- AC-1: ');
    expect(written).toContain('system_prompt: Mind the gap.');
    const run = world.start(['run'], { input: written });
    expect([await run.ended, run.stderr()]).toEqual([0, '']);
    expect(run.stdout()).toContain('Task TASK-1.a has ended already; this is its result.');
    expect(await write()).toBe(written);
    const changed = await refused(written.replace('- AC-1: ', '- AC-1: not '));
    expect(changed).toContain('The task TASK-1.a was started with another text.');
  }, 60_000);

  const WORDS = '  title: A story nested\n  description: Also this.\n';
  it('MODEL-5: says by name whom its tooling asks for in vain, and asks whoever can be', async () => {
    const tooling = `  tooling:
    profiles:
      - id: own
        categories:
          meta:
            candidates: [{ tool: codex-cli, model: gpt-5.2, weight: 60 }, { tool: anthropic, model: claude-haiku-5-5 }]
          plan: { candidates: [{ tool: openai-chat, model: gpt-5.2 }] }
`;
    const asked = world.anthropic.requests.length;
    const run = world.start(['run'], { input: `${yaml({ id: 'TASK-3', more: WORDS })}${tooling}` });
    expect([await run.ended, run.stderr()]).toEqual([0, '']);
    expect(run.stdout()).toContain(
      'runner.tooling: codex-cli gpt-5.2 is passed over: this version has no worker CLIs.',
    );
    expect(run.stdout()).toContain('openai-chat gpt-5.2 is passed over: OPENAI_API_KEY is not set.');
    const bodies = world.anthropic.requests.slice(asked).map(({ bodyText }) => bodyText);
    expect(bodies.every((body) => body.includes('"model":"claude-haiku-5-5"'))).toBe(true);
    const written = world.start(['show', 'TASK-3', '--task-yaml']);
    expect([await written.ended, written.stdout()]).toEqual([0, expect.stringContaining('tool: codex-cli')]);
    // Its parts are separate paragraphs.
    expect(written.stdout()).toMatch(/ story nested\n\n +Also this\.\n\n +## Acceptance/);
  }, 120_000);

  it('ends with 2 where it cannot be done as it is written, and says why', async () => {
    expect(await refused(yaml({ text: 'story other' }))).toContain('The task TASK-1.a was started with another text.');
    expect(await refused(yaml({ id: 'TASK-2', more: '  dependencies: [TASK-0]\n' }))).toContain(
      'It depends on the task TASK-0, which was never begun here.',
    );
    expect(await refused(yaml({ more: '  tset: {}\n' }))).toContain('Did you mean "test"?');
    expect(await refused('')).toContain('The Task YAML is empty.');
    const missing = 'version: 1\ntask:\n  prd: { path: nowhere.md }\n';
    expect(await refused(missing)).toContain('(task.prd.path) cannot be read: there is no such file.');
  }, 60_000);
});

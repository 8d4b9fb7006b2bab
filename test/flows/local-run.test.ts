import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FILES, ISSUE } from '../../demo/story.ts';
import { IS_LONG } from '../long.ts';
import { killsOf } from './crash-places.ts';
import { openLocalWorld, type LocalRun, type LocalWorld } from './local-world.ts';
import { answerBy, containersOf, NUMBER_FILES, says, scriptOf, type Story } from './stories.ts';
import { until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { LocalIssue } from '../../src/local/local-issues.ts';

const ASKED = `${ISSUE.title}\n\n${ISSUE.body}`;
const BRANCH = 'planwright/1-discounts-are-added-instead-of';

function issueIn(world: LocalWorld): LocalIssue {
  return JSON.parse(readFileSync(join(world.repository, '.planwright/issues/1.json'), 'utf8')) as LocalIssue;
}

function taskIn(world: LocalWorld): string {
  return issueIn(world).tasks[0]?.id ?? '';
}

/** The result if everything was done once, however often it was started. */
function expectDoneOnce(world: LocalWorld): void {
  const commits = world.git('log', '--format=%an', `main..${BRANCH}`).trim().split('\n');
  expect(commits).toEqual(['planwright[bot]', 'planwright[bot]']);
  expect(world.git('show', `${BRANCH}:test/total.test.js`).match(/never goes below zero/g)).toHaveLength(1);
  expect(world.git('show', `${BRANCH}:src/total.js`)).toContain('Math.max(0, sum * (1 - discountPercent / 100))');
  const { tasks, comments } = issueIn(world);
  expect(tasks).toHaveLength(1);
  const kinds = comments.map(({ body }) => /planwright:(\w+)/.exec(body)?.[1]);
  expect(kinds).toEqual(['progress', 'result']);
  expect(containersOf(taskIn(world))).toBe('');
}

describe('planwright run on a repository of this machine', () => {
  let world: LocalWorld;

  beforeEach(async () => {
    world = await openLocalWorld({ latencyMs: 20 });
  });
  afterEach(() => world.close());

  const begin = (env: Readonly<Record<string, string>> = {}): LocalRun =>
    world.start(['run', '--repo', '.', '--issue', ASKED], { env });

  it('OPS-3, EXEC-8: does the whole task without GitHub: a branch, its diff, a note, and 0; asked for the same again, tells what came of it and asks the model nothing', async () => {
    world.git('config', 'core.hooksPath', '/nonexistent');
    const run = begin();
    expect([await run.ended, run.stderr()]).toEqual([0, '']);
    expectDoneOnce(world);
    expect(run.stdout()).toContain('+  return Math.max(0, sum * (1 - discountPercent / 100));');
    expect(run.stdout()).toContain(`git merge ${BRANCH}`);
    // Without a terminal there are neither colours nor overwritten lines.
    expect(run.stdout()).not.toContain('\u001B');
    const note = readFileSync(join(world.repository, `.planwright/task-${taskIn(world)}.md`), 'utf8');
    expect(note).toContain(ISSUE.title);
    expect(note).not.toContain(world.key);
    expect(note).toContain(`\`${BRANCH}\` · 2 of 2 subtasks completed`);

    // The checkout, its branch and its files are as they were, and git has no trace of our state.
    expect(world.git('branch', '--show-current').trim()).toBe('main');
    expect(world.git('status', '--porcelain')).toBe('');
    expect(readFileSync(join(world.repository, 'src/total.js'), 'utf8')).toBe(FILES['src/total.js']);
    expect(readFileSync(join(world.repository, '.planwright/planwright.log'), 'utf8')).not.toContain(world.key);

    const asked = world.anthropic.requests.length;
    const again = begin();
    expect(await again.ended).toBe(0);
    expect(again.stdout()).toContain(`git merge ${BRANCH}`);
    const used = (told: string) => /^ +Used .*/m.exec(told)?.[0];
    expect(used(run.stdout())).toMatch(/\d s · /);
    expect(used(again.stdout())).toBe(used(run.stdout()));
    expect(world.anthropic.requests).toHaveLength(asked);
    expectDoneOnce(world);
  }, 120_000);

  it('OPS-3: takes neither a folder nor a file that is not there for a request', async () => {
    for (const [given, said] of [
      ['src', `${join(world.repository, 'src')} is a folder (--issue).`],
      ['none.md', `There is no file ${join(world.repository, 'none.md')} (--issue).`],
    ] as const) {
      const run = world.start(['run', '--issue', given]);
      expect([await run.ended, run.stderr()]).toEqual([2, expect.stringContaining(said)]);
    }
    expect(existsSync(join(world.repository, '.planwright/issues'))).toBe(false);
  });

  it('OPS-3, EXEC-5: Ctrl-C saves and ends with 130; the same command goes on, and nothing is done twice', async () => {
    const first = begin();
    await until(() => first.stdout().includes('action 2 of 2'), 'the second action');
    const listed = async (...asked: string[]) => {
      const run = world.start(asked);
      return [await run.ended, run.stdout()] as const;
    };
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(130);
    expect(first.stdout()).toContain(`planwright run --resume ${taskIn(world)}`);
    expect(await listed('tasks')).toEqual([
      0,
      expect.stringMatching(/ (?:RUNNING|VALIDATING)\* [^]*\* Nobody is working on it now/),
    ]);
    expect(await listed('show', taskIn(world))).toEqual([
      0,
      expect.stringContaining(`its work is saved. To continue: planwright resume ${taskIn(world)}`),
    ]);
    // If the task's branch is checked out for inspection, git lets nobody else move it.
    world.git('checkout', '--quiet', BRANCH);
    const meanwhile = begin();
    expect(await meanwhile.ended).toBe(2);
    expect(meanwhile.stderr()).toContain(`the branch ${BRANCH}, which is checked out`);
    world.git('checkout', '--quiet', 'main');
    const second = world.start(['run', '--resume', taskIn(world)]);
    expect([await second.ended, second.stderr()]).toEqual([0, '']);
    expectDoneOnce(world);
  }, 120_000);

  it('OPS-3, EXEC-5: killed by SIGKILL at every kind of place, it goes on and nothing is done twice', async () => {
    const crashes = join(world.repository, '..', 'crashes');
    const env = {
      PLANWRIGHT_CRASHPOINTS: `before:${crashes}`,
      ...(IS_LONG ? {} : { PLANWRIGHT_CRASHPOINTS_AT: 'start_sandbox,clone,checkpoint,open_pull_request,post_result' }),
    };
    let kills = 0;
    for (let ended = await begin(env).ended; ended !== 0; ended = await begin(env).ended) {
      expect(ended).toBe('SIGKILL');
      kills += 1;
    }
    expect(kills).toBeGreaterThan(killsOf(15, 4));
    expectDoneOnce(world);
  }, 600_000);

  it('OPS-3: two at a time: the second says that the first is at work, and ends with 2', async () => {
    const first = begin();
    await until(() => existsSync(join(world.repository, '.planwright/held/1.json')), 'the first to begin');
    const second = begin();
    expect(await second.ended).toBe(2);
    expect(second.stderr()).toContain(`Another planwright (process ${first.child.pid}) is working on this.`);
    expect(await first.ended).toBe(0);
  }, 120_000);

  it('EXEC-9: with --json says nothing but the result on standard output', async () => {
    const run = world.start(['run', '--issue', ASKED, '--json']);
    expect(await run.ended).toBe(0);
    expect(JSON.parse(run.stdout())).toEqual({
      task_id: taskIn(world),
      status: 'succeeded',
      summary: 'I carried out the plan, and the tests pass.',
      validation: {
        overall: 'passed',
        commands: [{ command: 'npm test', exit_code: 0, duration_ms: expect.any(Number) }],
      },
      duration_ms: expect.any(Number),
      usage: expect.objectContaining({ tokens: expect.any(Number) }),
    });
    expect(run.stderr()).toContain('action 2 of 2');
  }, 120_000);
});

const QUESTION = 'Which number is the right one?';

const ASKING: Story = {
  goal: (request) =>
    says(request, 'assumed as nobody answered') || says(request, answerBy('Mika-Moller', '42'))
      ? {
          goal_understanding: {
            main_objective: 'Put the right number into answer.txt (story asking).',
            success_criteria: ['sh check.sh passes'],
            constraints: [],
            context: 'One file.',
          },
        }
      : {
          error: {
            type: 'unclear_goal',
            message: 'The issue names no number.',
            clarification_needed: [QUESTION],
            assumptions: ['The number is 42.'],
          },
        },
};

describe('planwright run where nobody is at a terminal', () => {
  let world: LocalWorld;

  beforeEach(async () => {
    world = await openLocalWorld({ files: NUMBER_FILES, script: scriptOf({ asking: ASKING }) });
  });
  afterEach(() => world.close());

  const begin = (...more: readonly string[]) => world.start(['run', '--issue', 'story asking', ...more]);
  const answers = () => {
    const file = join(world.repository, '.planwright/planning_history', `${taskIn(world)}.jsonl`);
    const facts = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Recorded);
    return facts.flatMap((fact) => (fact.type === 'answer' ? [fact.name] : []));
  };

  it('OPS-3, REPLAN-6: takes what it stated for given at once, and says so with the result', async () => {
    const run = begin();
    expect([await run.ended, run.stderr()]).toEqual([0, '']);
    expect(run.stdout()).toMatch(/as nobody had decided otherwise:\n\s+- The number is 42\./);
    expect(answers()).toEqual(['assumed']);
  }, 120_000);

  it('OPS-3: with --no-assume asks, ends with 3, and goes on with the answers of a file', async () => {
    const first = begin('--no-assume');
    expect(await first.ended).toBe(3);
    // Once, and nothing of comments, other people and reminders, which there are none of here.
    expect(first.stdout().split(`1. ${QUESTION}`)).toHaveLength(2);
    expect(first.stdout()).not.toMatch(/comment|write access|remind|Ctrl-C/);
    expect(containersOf(taskIn(world))).toBe('');
    const file = join(world.repository, '..', 'answers');
    writeFileSync(file, '42\n---\nunused\n');
    const second = begin('--no-assume', '--answers', file);
    expect([await second.ended, second.stderr()]).toEqual([0, '']);
    expect(answers()).toEqual(['given']);
    expect(
      issueIn(world)
        .comments.filter(({ isOurs }) => !isOurs)
        .map(({ body }) => body),
    ).toEqual(['42']);
  }, 120_000);
});

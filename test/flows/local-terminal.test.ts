import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.ts';
import { openLocalWorld, type LocalWorld } from './local-world.ts';
import { answerBy, NUMBER_FILES, says, scriptOf } from './stories.ts';
import { until } from './world.ts';
import type { LocalIssue } from '../../src/local/local-issues.ts';

const QUESTION = 'Which number is the right one?';
const goal = {
  goal_understanding: {
    main_objective: 'Put the right number into answer.txt (story asking).',
    success_criteria: ['sh check.sh passes'],
    constraints: [],
    context: 'One file.',
  },
};
const unclear = {
  error: {
    type: 'unclear_goal',
    message: 'The issue names no number.',
    clarification_needed: [QUESTION],
    assumptions: ['The number is 41.'],
  },
};

describe('planwright run at a terminal (OPS-3)', () => {
  let world: LocalWorld;

  beforeEach(async () => {
    const script = scriptOf({
      asking: { goal: (request) => (says(request, answerBy('Mika-Moller', '42, of course')) ? goal : unclear) },
    });
    world = await openLocalWorld({ files: NUMBER_FILES, script });
  });
  afterEach(() => world.close());

  /** With its own terminal, whose other end is `script` (bsdutils). */
  function atTerminal() {
    const command = `${process.execPath} ${join(packageRoot(), 'dist/planwright.mjs')} run --issue 'story asking'`;
    const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
      cwd: world.repository,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: join(world.repository, '..'),
        TERM: 'xterm-256color',
        ANTHROPIC_API_KEY: world.key,
        ANTHROPIC_BASE_URL: world.anthropic.url,
        ...(process.env['DOCKER_HOST'] === undefined ? {} : { DOCKER_HOST: process.env['DOCKER_HOST'] }),
      },
    });
    const chunks: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    child.stdin.on('error', () => undefined);
    const shown = () => chunks.join('');
    return {
      shown,
      type: (keys: string) => child.stdin.write(keys),
      untilAsked: () => until(() => /\(29:\d\d\) > /.test(shown()), `the question\n${shown()}`, 30_000),
      ended: once(child, 'close').then(([code]) => code as number),
    };
  }

  const issue = () =>
    JSON.parse(readFileSync(join(world.repository, '.planwright/issues/1.json'), 'utf8')) as LocalIssue;

  it('asks there, with what is assumed otherwise and the time left, and goes on with the answer', async () => {
    const run = atTerminal();
    await run.untilAsked();
    expect(run.shown()).toContain(`1. ${QUESTION}`);
    expect(run.shown()).toContain('- The number is 41.');
    run.type('status\r');
    await until(() => run.shown().includes('"status" is no answer to this.'), 'what to type instead', 10_000);
    run.type('42, of course\r');
    expect(await run.ended).toBe(0);
    expect(run.shown()).toContain('git merge planwright/1-');
    // Colours, and lines that change in place.
    expect(run.shown()).toContain('\u001B[32m');
    expect(
      issue()
        .comments.filter(({ isOurs }) => !isOurs)
        .map(({ body }) => body),
    ).toEqual(['42, of course']);
  }, 120_000);

  it('is saved by Ctrl-C at the question, and asks it again when it goes on', async () => {
    const first = atTerminal();
    await first.untilAsked();
    first.type('\u0003');
    expect(await first.ended).toBe(130);
    expect(first.shown()).toContain('Saved. The same command goes on');
    const second = atTerminal();
    await second.untilAsked();
    second.type('stop\r');
    expect(await second.ended).toBe(1);
    expect(issue().tasks).toHaveLength(1);
  }, 120_000);
});

/** Black-box: on this machine, a plan that passes no review (EXEC-7, MODEL-4). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLocalWorld } from './local-world.ts';
import { NUMBER_FILES, scriptOf } from './stories.ts';
import type { LocalWorld } from './local-world.ts';

describe('planwright run, where the review refuses the plan four times', () => {
  let world: LocalWorld;
  beforeAll(async () => {
    const review = { result: 'FAIL', feedback: 'The note is missing.' };
    world = await openLocalWorld({ script: scriptOf({ refused: { review } }), files: NUMBER_FILES });
  });
  afterAll(async () => {
    await world?.close();
  });

  it('ends with 1, runs nothing of it, and logs each step as specified (EXEC-7; AC-6 of the seed)', async () => {
    const env = { PLANWRIGHT_PLANNING__REVIEW__PLAN: 'true' };
    const run = world.start(['run', '--issue', 'story refused', '--json'], { env });
    expect(await run.ended).toBe(1);
    expect(JSON.parse(run.stdout())).toMatchObject({
      status: 'failed',
      validation: { overall: 'unknown', commands: [] },
    });
    for (const line of ['❌ No plan passed the review', '  > The note is missing.'])
      expect(run.stderr()).toContain(`${line}\n`);
    expect(run.stderr()).toMatch(/^ {2}Again +planwright retry /m);
    const log = readFileSync(join(world.repository, '.planwright/planwright.log'), 'utf8');
    const logged = (message: string) => log.split(message).length - 1;
    expect(logged('Phase planning: Starting revise step')).toBe(3);
    expect(logged('Phase planning: Retry limit exceeded (3/3). Marking phase as failed.')).toBe(1);
    expect(logged('Skipping subsequent phases due to failed phase: planning')).toBe(1);
    expect(world.git('branch', '--list', 'planwright/*').trim()).toBe('');
  }, 120_000);
});

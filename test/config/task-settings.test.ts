import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../src/config/schema.ts';
import { imageOf, taskSettings } from '../../src/app/task-settings.ts';

function kept(planning: object = {}) {
  return taskSettings(Settings.parse({ planning }), 'planwright');
}

describe('the settings that a task keeps (PLAN-3)', () => {
  it('are the defaults where nothing was said', () => {
    expect(kept()).toMatchObject({
      maxSubtasks: 100,
      planning: {
        enabled: true,
        strategy: 'chain_of_thought',
        level: 'moderate',
        reflection: { enabled: true, onError: true, interval: 3, depth: 'moderate' },
        maxRevisions: 3,
      },
    });
  });

  it('are each the one that was set, and no other', () => {
    expect(
      kept({
        max_subtasks: 7,
        strategy: 'hierarchical',
        decomposition_level: 'minimal',
        reflection: { enabled: false, trigger_on_error: false, trigger_interval: 0, depth: 'deep' },
        revision: { max_revisions: 9 },
      }),
    ).toMatchObject({
      maxSubtasks: 7,
      planning: {
        strategy: 'hierarchical',
        level: 'minimal',
        reflection: { enabled: false, onError: false, interval: 0, depth: 'deep' },
        maxRevisions: 9,
      },
    });
    for (const strategy of ['chain_of_thought', 'hierarchical', 'simple'])
      expect(kept({ strategy }).planning.strategy).toBe(strategy);
    for (const level of ['detailed', 'moderate', 'minimal'])
      expect(kept({ decomposition_level: level }).planning.level).toBe(level);
    for (const depth of ['deep', 'moderate', 'shallow'])
      expect(kept({ reflection: { depth } }).planning.reflection.depth).toBe(depth);
  });

  it('leave nothing to reflect on or to plan again without a plan (REPLAN-9)', () => {
    expect(kept({ enabled: false }).planning).toMatchObject({
      enabled: false,
      reflection: { enabled: false },
      replanning: { enabled: false },
    });
  });

  it('say what is reviewed; without a plan there is none to review (EXEC-7)', () => {
    expect(kept().planning.review).toEqual({ plan: 'auto', diff: true });
    expect(kept({ review: { plan: true, diff: false } }).planning.review).toEqual({ plan: true, diff: false });
    expect(kept({ enabled: false }).planning.review).toEqual({ plan: false, diff: true });
    expect(kept({ enabled: false, review: { plan: true } }).planning.review).toEqual({ plan: false, diff: true });
  });

  it('say whether and when to assume (REPLAN-6)', () => {
    expect(kept().planning).toMatchObject({ assumes: true, assumeAfterMs: 30 * 60_000 });
    const goal = { auto_assume_on_no_response: false, auto_assume_timeout_minutes: 0.5 };
    expect(kept({ replanning: { goal_understanding: goal } }).planning).toMatchObject({
      assumes: false,
      assumeAfterMs: 30_000,
    });
  });

  it('take counts from 0 and sizes from 1, within bounds, and no other key', () => {
    const isTaken = (planning: object) => Settings.safeParse({ planning }).success;
    for (const max_subtasks of [1, 1000]) expect(isTaken({ max_subtasks })).toBe(true);
    for (const max_subtasks of [0, 1001, 1.5]) expect(isTaken({ max_subtasks })).toBe(false);
    for (const trigger_interval of [0, 1]) expect(isTaken({ reflection: { trigger_interval } })).toBe(true);
    for (const max_revisions of [0, 1]) expect(isTaken({ revision: { max_revisions } })).toBe(true);
    for (const wrong of [-1, 0.5]) {
      expect(isTaken({ reflection: { trigger_interval: wrong } })).toBe(false);
      expect(isTaken({ revision: { max_revisions: wrong } })).toBe(false);
    }
    expect(isTaken({ stategy: 'simple' })).toBe(false);
  });
});

describe('the environment that a repository pins (ENV-2, GH-9)', () => {
  const environment = { name: 'ruby', image: 'registry.example.com/ruby:3.4', setup: ['bundle install'] };
  const permitting = Settings.parse({ repositories: { images: [environment.image] } });

  it('is the only one to choose, with what is not known of its image, and its own set-up', () => {
    const { environments, ownImages, pinned } = taskSettings(permitting, 'planwright', { config: { environment } });
    expect([environments, ownImages]).toEqual([['ruby'], ['ruby']]);
    expect(pinned).toEqual({
      environment: 'ruby',
      image: environment.image,
      setup: ['bundle install'],
      verification: null,
    });
  });

  it('has its image as long as the operator permits it, and every other environment its own', () => {
    const { pinned } = taskSettings(permitting, 'planwright', { config: { environment } });
    expect(imageOf(permitting, 'ruby', pinned)).toBe(environment.image);
    expect(imageOf(permitting, 'node', pinned)).toBe(permitting.environments['node']?.image);
    expect(() => imageOf(Settings.parse({}), 'ruby', pinned)).toThrow('is not permitted any more');
  });
});

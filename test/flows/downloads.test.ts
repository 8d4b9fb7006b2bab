/**
 * What a repository's tasks download is there for its later ones (ENV-6), and nothing that the model had a part in.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  askFor,
  homeOf,
  NUMBER_FILES,
  numberRepository,
  RIGHT,
  run,
  scriptOf,
  untilOver,
} from './stories.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

/** Like a package manager: downloads what is not in its cache. */
const INSTALL =
  'cat ~/.cache/package 2> /dev/null || { mkdir -p ~/.cache; echo from the registry > ~/.cache/package; echo downloaded; }';
const POISON = run('echo poison > ~/.cache/package');
const FILES = { ...NUMBER_FILES, 'package.json': '{}', 'package-lock.json': '{"lockfileVersion":3,"packages":{}}' };
const PINNED = {
  ...FILES,
  '.github/planwright.yml': JSON.stringify({ environment: { name: 'base', setup: [INSTALL], verification: [] } }),
};
const REPOSITORIES = { pinned: PINNED, another: PINNED, chosen: FILES };

const steps = [POISON, ...RIGHT];
const STORIES = {
  pinned: { steps },
  another: { steps },
  // A command of the model, who has read the issue.
  chosen: { plan: actionPlan({ setup: [INSTALL] }), steps },
};

describe('what was downloaded (ENV-6)', () => {
  let world: World;

  beforeAll(async () => {
    const [repository, ...others] = Object.entries(REPOSITORIES).map(([owner, files]) =>
      numberRepository(owner, files),
    );
    if (repository === undefined) throw new Error('There is no repository.');
    world = await openWorld({ script: scriptOf(STORIES), repository, others });
    await world.start();
  });
  afterAll(() => world.close());

  const kept = () => {
    const folder = join(world.dataDir, 'downloads');
    return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isArchive) : [];
  };

  /** What the set-up printed, and whether it had something of an earlier task. */
  async function setUpOf(story: keyof typeof STORIES): Promise<readonly [printed: string | undefined, had: boolean]> {
    const issue = await askFor(world, story, homeOf(story));
    const history = await untilOver(world, issue, homeOf(story));
    const setup = history.find((fact) => fact.type === 'environment' && fact.name === 'setup');
    if (setup?.type !== 'environment' || setup.name !== 'setup') throw new Error('Nothing was set up.');
    const had = history.some((fact) => fact.type === 'environment' && fact.name === 'cloned' && fact.with_downloads);
    return [setup.command.stdout.trim(), had];
  }

  it('is there for the next task of the repository as it was after the set-up, until the lock file changes', async () => {
    expect(await setUpOf('pinned')).toEqual(['downloaded', false]);
    expect(kept()).toHaveLength(1);
    expect(await setUpOf('pinned')).toEqual(['from the registry', true]);
    expect(kept()).toHaveLength(1);

    const files = { 'package-lock.json': '{"lockfileVersion":3,"packages":{"":{}}}', 'package.json': '{"name":"new"}' };
    await world.github.acts.commitFiles({ repository: homeOf('pinned'), by: MAINTAINER, branch: 'main', files });
    expect(await setUpOf('pinned')).toEqual(['downloaded', false]);
    expect(kept()).toHaveLength(2);
  });

  it('is nothing of another repository', async () => {
    expect(await setUpOf('another')).toEqual(['downloaded', false]);
  });

  it('is not kept if the model chose how', async () => {
    const before = kept();
    expect(await setUpOf('chosen')).toEqual(['downloaded', false]);
    expect(await setUpOf('chosen')).toEqual(['downloaded', false]);
    expect(kept()).toEqual(before);
  });
});

function isArchive(file: string): boolean {
  return file.endsWith('.tar');
}

/** The toolbox of a benchmark's driver: everything that is not measured answers at once. */
import { loadPrompts } from '../src/model-calls/catalogue.ts';
import { systemClock as clock } from '../src/app/system-clock.ts';
import { instantGitHub } from './instant-github.ts';
import { IMAGE, nonceOf } from './rig.ts';
import type { Toolbox } from '../src/effects/performer.ts';
import type { Repositories } from '../src/ports/repositories.ts';

type Measured = Pick<Toolbox, 'log' | 'model' | 'sandboxes' | 'sessions' | 'redact'>;

export async function instantToolbox(measured: Measured): Promise<Toolbox> {
  return {
    ...measured,
    clock,
    github: instantGitHub,
    images: {
      keep: async () => ({ kind: 'left_out', why: 'this is a measurement' }),
      load: async () => null,
      remove: async () => undefined,
      kept: async () => [],
    },
    nonceOf,
    maxOutputTokens: 16_000,
    repositories: {} as Repositories,
    downloads: null,
    prompts: await loadPrompts(),
    imageOf: () => IMAGE,
    noteUrl: () => null,
    queued: null,
    earlierTasks: async () => ({ told: '', said: [], decisions: [], open: [] }),
    activeTasks: async () => [],
    earlierWork: async () => '',
    watchIssues: async () => false,
    spending: null,
  };
}

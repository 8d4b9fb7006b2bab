import { ensureBrowser, findBrowser } from './browser.mjs';
import { dependenciesAreCurrent, ensureDependencies } from './dependencies.mjs';
import { engineFault, ensureEngine } from './docker.mjs';
import { ensureImages, staleImages } from './images.mjs';
import { ensureRedis } from './redis.mjs';
import { has } from './run.mjs';
import { SetupProblem, say, step, stepReady } from './say.mjs';

/** @typedef {(note: (text: string) => void) => Promise<import('./say.mjs').StepResult>} Act */

/** @param {boolean} fine @param {string} detail @param {string} missing */
function verdict(fine, detail, missing) {
  if (!fine) throw new SetupProblem(missing, ['`npm run setup` puts it right.']);
  return stepReady(detail);
}

/** @param {string} root @returns {Readonly<Record<import('./options.mjs').StepName, { readonly title: string, readonly act: Act, readonly check: Act }>>} */
function stepsFor(root) {
  const checkImages = async (/** @type {string} */ what, /** @type {'sandboxes' | 'service'} */ which) => {
    if ((await engineFault()) !== null) throw new SetupProblem('Without a Docker engine there are no images.');
    const stale = await staleImages(root, which);
    return verdict(stale.length === 0, what, `missing or outdated: ${stale.join(', ')}`);
  };
  return {
    dependencies: {
      title: 'npm packages',
      act: (note) => ensureDependencies(root, note),
      check: async () =>
        verdict(
          dependenciesAreCurrent(root),
          'node_modules matches package-lock.json',
          'node_modules is missing or does not match package-lock.json',
        ),
    },
    redis: {
      title: 'Redis',
      act: ensureRedis,
      check: async () => verdict(await has('redis-server'), 'redis-server is there', 'redis-server is missing'),
    },
    docker: {
      title: 'Docker engine',
      act: (note) => ensureEngine(root, note),
      check: async () => {
        const fault = await engineFault();
        return verdict(fault === null, 'Docker engine answers', `no Docker engine answers (${fault})`);
      },
    },
    images: {
      title: 'sandbox images',
      act: (note) => ensureImages(root, 'sandboxes', note),
      check: () => checkImages('sandbox images are there', 'sandboxes'),
    },
    browser: {
      title: 'browser for the tests',
      act: ensureBrowser,
      check: async () => verdict((await findBrowser()) !== null, 'chromium is there', 'chromium is missing'),
    },
    service: {
      title: 'service image',
      act: (note) => ensureImages(root, 'service', note),
      check: () => checkImages('service image is there', 'service'),
    },
  };
}

/**
 * Does every step that can be done, also after one that failed: a person then sees all that is left at once.
 * @param {string} root @param {{ readonly only: readonly import('./options.mjs').StepName[], readonly check: boolean }} options
 * @returns {Promise<readonly SetupProblem[]>}
 */
export async function setUp(root, options) {
  const steps = stepsFor(root);
  /** @type {SetupProblem[]} */
  const problems = [];
  let engineMissing = false;
  for (const name of options.only) {
    if (engineMissing && (name === 'images' || name === 'service')) continue;
    const { title, act, check } = steps[name];
    const problem = await step(title, options.check ? check : act);
    if (problem === null) continue;
    problems.push(problem);
    engineMissing ||= name === 'docker';
  }
  if (problems.length > 0 && !options.check)
    say('Set-up is not complete. When the above is put right, run `npm run setup` again.');
  return problems;
}

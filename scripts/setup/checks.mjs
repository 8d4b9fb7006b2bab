import { run, tail } from './run.mjs';
import { SetupProblem, step, stepDone } from './say.mjs';

/** @type {readonly { readonly title: string, readonly program: string, readonly args: readonly string[], readonly fix: string }[]} */
const checks = [
  {
    title: 'types',
    program: 'typescript/bin/tsc',
    args: ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/typecheck.tsbuildinfo'],
    fix: 'npm run typecheck',
  },
  { title: 'lint', program: 'oxlint/bin/oxlint', args: ['--type-aware', '--quiet'], fix: 'npx oxlint --type-aware' },
  {
    title: 'format',
    program: '@biomejs/biome/bin/biome',
    args: ['format', '--colors=off', '.'],
    fix: 'npx biome format --write .',
  },
  {
    title: 'boundaries',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--output-type', 'err', 'dist'],
    fix: 'npx depcruise dist',
  },
  {
    title: 'boundaries with types',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.sources.cjs', '--output-type', 'err', 'src'],
    fix: 'npm run boundaries',
  },
  { title: 'unused code', program: 'knip/bin/knip.js', args: ['--no-progress'], fix: 'npx knip' },
];

/** Runs every check, also after one that failed. @param {string} root @returns {Promise<number>} how many failed */
export async function runChecks(root) {
  let failures = 0;
  for (const { title, program, args, fix } of checks) {
    const problem = await step(title, async () => {
      const { code, output } = await run(process.execPath, [`node_modules/${program}`, ...args], { cwd: root });
      if (code !== 0) throw new SetupProblem('failed', [...tail(output, 40), `All of it: ${fix}`]);
      return stepDone('in order');
    });
    if (problem !== null) failures += 1;
  }
  return failures;
}

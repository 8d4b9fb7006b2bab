import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { run, tail } from './run.mjs';
import { SetupProblem, step, stepDone } from './say.mjs';

/** Removes what the compiler once wrote for sources that are gone: it would still run. @param {string} root */
export function removeStaleOutput(root) {
  const dist = join(root, 'dist');
  for (const name of existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []) {
    const source = /^(.+)\.js(?:\.map)?$/.exec(name)?.[1];
    if (source !== undefined && !existsSync(join(root, `${source}.ts`))) rmSync(join(dist, name));
  }
}

/** Compiles the working tree into dist and bundles the service; quick when little has changed. @param {string} root */
export function build(root) {
  return step('build', async () => {
    removeStaleOutput(root);
    const { code, output } = await run(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
      { cwd: root },
    );
    if (code !== 0) throw new SetupProblem('The TypeScript compiler found errors.', tail(output, 20));
    await bundle(root);
    return stepDone('dist');
  });
}

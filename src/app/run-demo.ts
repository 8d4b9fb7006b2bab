/** `planwright demo`: what `npm run demo` does, where that is there: the npm package holds the service alone (OPS-1, OPS-3). */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { packageRoot } from '../package-root.ts';

/** Resolves with what it ends with. */
export function runDemo(args: readonly string[]): Promise<number> {
  const script = join(packageRoot(), 'scripts', 'demo.mjs');
  if (!existsSync(script))
    throw new Fault(
      'configuration',
      'The demo is not part of this package, which holds the service alone.',
      'In a clone of Planwright: npm run demo. Without GitHub, on a repository of yours: planwright run --issue "…"',
    );
  const child = spawn(process.execPath, [script, ...args], { cwd: packageRoot(), stdio: 'inherit' });
  // From the terminal it comes to both: the demo ends in order, and so do we.
  process.on('SIGINT', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

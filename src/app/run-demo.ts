/**
 * `planwright demo`: does the same as `npm run demo`, if it is available: the npm package contains only the service
 * (OPS-1, OPS-3).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { packageRoot } from '../package-root.ts';

/** Resolves with its exit code. */
export function runDemo(args: readonly string[]): Promise<number> {
  const script = join(packageRoot(), 'scripts', 'demo.mjs');
  if (!existsSync(script))
    throw new Fault(
      'configuration',
      'The demo is not part of this package, which contains only the service.',
      'In a clone of Planwright: npm run demo. Without GitHub, on a repository of yours: planwright run --issue "…"',
    );
  const child = spawn(process.execPath, [script, ...args], { cwd: packageRoot(), stdio: 'inherit' });
  // The terminal sends it to both: the demo ends cleanly, and so do we.
  process.on('SIGINT', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

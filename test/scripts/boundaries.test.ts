import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Runs dependency-cruiser with the project's own rules over a small tree; answers `rule: from` for each violation. */
function violations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'planwright-boundaries-'));
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'err', 'dist'];
  return new Promise((settle) => {
    execFile(process.execPath, args, { cwd: root }, (_, stdout) => {
      settle([...stdout.matchAll(/error (\S+): (\S+)/g)].map((match) => `${match[1]}: ${match[2]}`));
    });
  });
}

describe('the boundaries that dependency-cruiser guards', () => {
  it('let the proposed direction pass', async () => {
    const found = await violations({
      'dist/src/main.js': "import './queue/worker.js'; import './github/comments.js';",
      'dist/src/queue/worker.js': "import '../task/drive.js';",
      'dist/src/github/comments.js': "import '../errors.js'; import 'node:fs';",
      'dist/src/task/drive.js': "import '../phases/execute.js';",
      'dist/src/phases/execute.js': "import '../plan/plan.js';",
      'dist/src/plan/plan.js': "import '../errors.js'; import 'node:util';",
      'dist/src/errors.js': '',
    });
    expect(found).toEqual([]);
  });

  it('find what decides and acts, phases that lean on each other, adapters that do, and rigs that leak', async () => {
    const found = await violations({
      'dist/src/phases/execute.js': "import './verify.js'; import 'node:fs';",
      'dist/src/phases/verify.js': '',
      'dist/src/phases/between/rebuild.js': "import '../verify.js';",
      'dist/src/plan/plan.js': "import '../github/comments.js';",
      'dist/src/people/control-words.js': "import '../plan/plan.js';",
      'dist/src/task/drive.js': "import '../sandbox/container.js';",
      'dist/src/sandbox/container.js': "import '../github/comments.js';",
      'dist/src/github/comments.js': "import '../../standins/github/server.js';",
      'dist/standins/github/server.js': "import '../../src/errors.js';",
      'dist/src/errors.js': '',
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'phases-stand-alone: dist/src/phases/execute.js',
        'between-knows-no-phase: dist/src/phases/between/rebuild.js',
        'pure-has-no-effects: dist/src/phases/execute.js',
        'pure-knows-only-pure: dist/src/plan/plan.js',
        'people-below-rules: dist/src/people/control-words.js',
        'task-below-adapters: dist/src/task/drive.js',
        'adapters-stand-alone: dist/src/sandbox/container.js',
        'product-knows-no-rig: dist/src/github/comments.js',
        'standins-know-nothing: dist/standins/github/server.js',
      ]),
    );
  });

  it('keep a library where it belongs', async () => {
    const library = { 'node_modules/bullmq/package.json': '{"name":"bullmq","main":"index.js"}', 'node_modules/bullmq/index.js': '' };
    const packageJson = { 'package.json': '{"type":"module","dependencies":{"bullmq":"1.0.0"}}' };
    const found = await violations({
      ...library,
      ...packageJson,
      'dist/src/queue/worker.js': "import 'bullmq';",
      'dist/src/intake/door.js': "import 'bullmq';",
    });
    expect(found).toEqual(['bullmq-in-queue: dist/src/intake/door.js']);
  });
});

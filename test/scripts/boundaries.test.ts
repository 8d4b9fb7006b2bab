import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Over what the compiler wrote, or over the sources, types included. */
const CONFIGURATION = { dist: '.dependency-cruiser.cjs', src: '.dependency-cruiser.sources.cjs' } as const;

/** Runs dependency-cruiser with the project's own rules over a small tree; answers `rule: from` for each violation. */
function violations(
  files: Readonly<Record<string, string>>,
  of: keyof typeof CONFIGURATION = 'dist',
): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'planwright-boundaries-'));
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', resolve(CONFIGURATION[of]), '--output-type', 'err', of];
  return new Promise((settle) => {
    execFile(process.execPath, args, { cwd: root }, (_, stdout) => {
      settle([...stdout.matchAll(/error (\S+): (\S+)/g)].map((match) => `${match[1]}: ${match[2]}`));
    });
  });
}

describe('the boundaries that dependency-cruiser guards', () => {
  it('let the proposed direction pass', async () => {
    const found = await violations({
      'dist/src/app/main.js': "import '../queue/worker.js'; import '../github/comments.js';",
      'dist/src/queue/worker.js': '',
      'dist/src/github/comments.js': "import '../errors.js'; import 'node:fs';",
      'dist/src/drive/drive.js': "import '../flow/next.js'; import '../effects/perform.js';",
      'dist/src/effects/perform.js': "import '../state/task.js'; import '../ports/comment-marker.js';",
      'dist/src/flow/next.js': "import '../plan/order.js';",
      'dist/src/plan/order.js': "import '../state/task.js'; import '../errors.js'; import 'node:util';",
      'dist/src/ports/comment-marker.js': '',
      'dist/src/state/task.js': "import '../errors.js';",
      'dist/src/errors.js': '',
    });
    expect(found).toEqual([]);
  });

  it('let it pass with its types, too', async () => {
    const found = await violations(
      {
        'src/drive/drive.ts':
          "import type { Next } from '../flow/next.ts'; import type { Outcome } from '../effects/perform.ts';",
        'src/effects/perform.ts':
          "import type { Task } from '../state/task.ts'; import type { Marker } from '../ports/comment-marker.ts'; export type Outcome = Task & Marker;",
        'src/flow/next.ts': "import type { Order } from '../plan/order.ts'; export type Next = Order;",
        'src/plan/order.ts': "import type { Task } from '../state/task.ts'; export type Order = Task;",
        'src/ports/comment-marker.ts': 'export type Marker = string;',
        'src/api/view.ts': "import type { Task } from '../state/task.ts'; export type View = Task;",
        'src/state/task.ts': "import type { GitHub } from '../ports/github.ts'; export type Task = GitHub;",
        'src/ports/github.ts': 'export type GitHub = string;',
      },
      'src',
    );
    expect(found).toEqual([]);
  });

  it('find what decides and acts, adapters that lean on each other, and rigs that leak', async () => {
    const found = await violations({
      'dist/src/flow/next.js': "import 'node:fs'; import 'express';",
      'dist/src/state/task.js': "import '../config/schema.js'; import 'node:crypto';",
      'dist/src/config/schema.js': '',
      'dist/src/plan/plan.js': "import '../github/comments.js';",
      'dist/src/people/control-words.js': "import '../queue/worker.js';",
      'dist/src/queue/worker.js': '',
      'dist/src/sandbox/container.js': "import '../github/comments.js';",
      'dist/src/github/comments.js': "import '../../standins/github/server.js';",
      'dist/standins/github/server.js': "import '../../src/errors.js';",
      'dist/src/errors.js': '',
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'pure-has-no-effects: dist/src/flow/next.js',
        'pure-has-no-effects: dist/src/state/task.js',
        'pure-knows-only-pure: dist/src/state/task.js',
        'pure-knows-only-pure: dist/src/plan/plan.js',
        'pure-knows-only-pure: dist/src/people/control-words.js',
        'adapters-stand-alone: dist/src/sandbox/container.js',
        'product-knows-no-rig: dist/src/github/comments.js',
        'standins-know-nothing: dist/standins/github/server.js',
      ]),
    );
  });

  it('find a state that knows policy, an effect that decides, a rule that knows who asks it, and doors that do, by a type alone', async () => {
    const ofFlow = "import type { Next } from '../flow/next.ts'; export type Known = Next;";
    const found = await violations(
      {
        'src/flow/next.ts': "import type { Words } from '../comments/words.ts'; export type Next = Words;",
        'src/state/task.ts': "import type { Order } from '../plan/order.ts'; export type Task = Order;",
        'src/plan/order.ts': ofFlow,
        'src/effects/perform.ts': ofFlow,
        'src/comments/words.ts': "import type { Known } from '../effects/perform.ts'; export type Words = Known;",
        'src/api/view.ts': ofFlow,
        'src/requests/send-to-task.ts': "import type { Known } from '../drive/drive.ts'; export type Told = Known;",
        'src/drive/drive.ts': ofFlow,
      },
      'src',
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'state-imports: src/state/task.ts',
        'plan-imports: src/plan/order.ts',
        'flow-imports: src/flow/next.ts',
        'effects-imports: src/effects/perform.ts',
        'comments-imports: src/comments/words.ts',
        'api-imports: src/api/view.ts',
        'requests-imports: src/requests/send-to-task.ts',
      ]),
    );
    expect(found).not.toContain('drive-imports: src/drive/drive.ts');
  });

  it('find files that need each other, by a type alone', async () => {
    const found = await violations(
      {
        'src/flow/next.ts': "import type { Other } from './other.ts'; export type Next = Other;",
        'src/flow/other.ts': "import type { Next } from './next.ts'; export type Other = Next;",
      },
      'src',
    );
    expect(found).toContain('no-circles: src/flow/next.ts');
  });

  it('find a driver, an effect or a prompt that reaches the world otherwise than through a port', async () => {
    const ofAdapter = "import { container } from '../sandbox/container.ts'; export const known = container;";
    const files = [
      'src/drive/drive.ts',
      'src/effects/perform.ts',
      'src/model-calls/blocks.ts',
      'src/model-calls/calls.ts',
    ];
    const found = await violations(
      {
        ...Object.fromEntries(files.map((file) => [file, ofAdapter])),
        'src/sandbox/container.ts': 'export const container = 1;',
      },
      'src',
    );
    expect(files.filter((file) => !found.some((violation) => violation.endsWith(`: ${file}`)))).toEqual([]);
  });

  it('keep a library where it belongs', async () => {
    const library = {
      'node_modules/bullmq/package.json': '{"name":"bullmq","main":"index.js"}',
      'node_modules/bullmq/index.js': '',
    };
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

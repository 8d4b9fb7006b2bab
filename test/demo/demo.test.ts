import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.ts';
import { SCRIPT } from '../../demo/story.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { actionSteps, toolUse } from '../../standins/anthropic/script.ts';
import type { ChildProcess } from 'node:child_process';

interface Demo {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

/** The compiled demo, with its own folder for all temporary files. */
function start(folder: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Demo {
  const { ANTHROPIC_API_KEY: _, ANTHROPIC_BASE_URL: __, ...inherited } = process.env;
  const main = join(packageRoot(), 'dist/demo/main.js');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...inherited, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function untilPrinted(demo: Demo, what: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = what.exec(demo.output());
    if (found) return found;
    const more = await Promise.race([demo.ended.then(() => false), once(demo.child.stdout!, 'data').then(() => true)]);
    if (!more) throw new Error(`The demo ended without ${String(what)}:\n${demo.output()}`);
  }
}

function isThere(container: string): boolean {
  return (
    execFileSync('docker', ['ps', '--all', '--quiet', '--filter', `id=${container}`], { encoding: 'utf8' }).trim() !==
    ''
  );
}

describe('npm run demo (OPS-1)', () => {
  let folder: string;
  const demos: Demo[] = [];
  const begin = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Demo => {
    const demo = start(folder, env, ...args);
    demos.push(demo);
    return demo;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pw-demo-test-'));
  });
  afterEach(async () => {
    for (const { child, ended } of demos.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('shows the life of a task and ends with a pull request whose branch really passes the tests', async () => {
    const demo = begin({});
    const code = await demo.ended;
    const output = demo.output();
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    for (const line of [
      /model +a scripted stand-in/,
      / s {2}accepted +@mika/,
      / s {2}plan +2 subtasks\n +☐ task_1 .+\n +☐ task_2 /,
      / s {2}sandbox +container [0-9a-f]{12} of planwright\/sandbox-node/,
      / s {2}run_command +✗ \$ npm test {2}exit 1/,
      / s {2}edit_file +src\/total\.js/,
      / s {2}saved +commit [0-9a-f]{7} is on the branch/,
      / s {2}tests +✓ \$ npm test {2}exit 0/,
      / s {2}pull request +#2 .+ready for review/,
      /\n {2}- {2}return sum \* \(1 \+ discountPercent \/ 100\);\n {2}\+ {2}return Math\.max/,
      /before, on main +✗ npm test: pass 1, fail 1 {2}exit 1/,
      /after, on the branch +✓ npm test: pass 3, fail 0 {2}exit 0/,
      / s {2}review +✓ PASS · The sign is right/,
      /model calls +16 {2}claude-[\w.-]+ \(scripted\)\n/,
      /Planwright +\d+\.\d+ s +\d+ % {2}everything else/,
      /✓ Pull request #2 is ready for review, and its branch passes the tests\.\n$/,
    ])
      expect(output).toMatch(line);
    expect(output).not.toMatch(/(?!\n)\p{Cc}/u);
    const [, container = ''] = /container ([0-9a-f]{12})/.exec(output) ?? [];
    expect(isThere(container)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends with 1 and says why when the tests fail, also with a model of one’s own, in Japanese', async () => {
    const actions = actionSteps([
      toolUse('edit_file', {
        path: 'src/total.js',
        old_text: 'discountPercent / 100',
        new_text: 'discountPercent / 50',
      }),
      toolUse('finish_action', { status: 'success', evaluation: 'All is well.', issues_identified: [] }),
    ]);
    const apiKey = 'sk-ant-api03-a-model-of-ones-own';
    const anthropic = await startAnthropic({ script: { ...SCRIPT, actions }, apiKey });
    try {
      const demo = begin({ ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: anthropic.url }, '--language', 'ja');
      const code = await demo.ended;
      expect(demo.output()).toMatch(/モデル +本物の claude-/);
      expect(demo.output()).toMatch(/変更後 \(ブランチ\) +✗ npm test: pass 1, fail 1/);
      expect(demo.output()).toMatch(/✗ プルリクエスト #2 はドラフトのままです。\n$/);
      expect(demo.output()).not.toContain(apiKey);
      expect(code).toBe(1);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await anthropic.close();
    }
  });

  it('leaves nothing behind when it is interrupted in the middle', async () => {
    const demo = begin({});
    const [, container = ''] = await untilPrinted(demo, /container ([0-9a-f]{12})/);
    expect(isThere(container)).toBe(true);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toMatch(/✗ Interrupted\.\n$/);
    expect(isThere(container)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });
});

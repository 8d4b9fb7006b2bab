import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const project = resolve('.');
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planwright-run-jest-'));
  mkdirSync(join(root, 'test'));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  cpSync(join(project, 'test/failed-files.mjs'), join(root, 'test/failed-files.mjs'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'jest.config.mjs'),
    "export default { testMatch: ['<rootDir>/test/*.test.mjs'], transform: {} };",
  );
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the second try of files that failed beside others', () => {
  it('counts a file that passes alone, and names it', () => {
    testFile('steady', 'expect(1).toBe(1)');
    testFile('unsteady', failsOnce());
    const { status, output } = runAll();
    expect(output).toContain('UNSTABLE: failed beside the other tests and passed alone: test/unsteady.test.mjs');
    expect(status).toBe(0);
  });

  it('fails with a file that fails twice, or cannot be read', () => {
    testFile('wrong', 'expect(1).toBe(2)');
    writeFileSync(join(root, 'test/broken.test.mjs'), 'this is no program');
    const { status, output } = runAll();
    expect(output).toMatch(/Failed twice: .*test\/(broken|wrong)\.test\.mjs/);
    expect(status).toBe(1);
  });

  it('is not made where many files failed, nor where tests were named', () => {
    for (let at = 0; at < 4; at += 1) testFile(`unsteady${at}`, failsOnce());
    expect(runAll()).toMatchObject({ status: 1, output: expect.not.stringContaining('alone') });
    testFile('other', failsOnce());
    expect(runAll('test/other')).toMatchObject({ status: 1, output: expect.not.stringContaining('alone') });
  });
});

function testFile(name: string, body: string): void {
  const imports = "import { existsSync, writeFileSync } from 'node:fs';\nimport { expect, it } from '@jest/globals';\n";
  writeFileSync(join(root, `test/${name}.test.mjs`), `${imports}it('works', () => { ${body}; });\n`);
}

function failsOnce(): string {
  const mark = JSON.stringify(join(root, `tried-${Math.random()}`));
  return `if (!existsSync(${mark})) { writeFileSync(${mark}, ''); throw new Error('the next try will pass'); }`;
}

function runAll(...args: readonly string[]) {
  const script = `const { runJest } = await import(${JSON.stringify(join(project, 'scripts/setup/run-jest.mjs'))});
    process.exitCode = await runJest(${JSON.stringify(root)}, ${JSON.stringify(args)});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

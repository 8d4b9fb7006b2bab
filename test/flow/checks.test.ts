/** Which commands verify finished work, in which order, and what follows from failures (EXEC-6). */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { detectBuildCommand, detectLintCommand } from '../../src/environments/detect-checks.ts';
import { chosenTestCommand, commandsBesideTests } from '../../src/environments/choose-checks.ts';
import { checksText } from '../../src/model-calls/verification-blocks.ts';
import { failsLikewise } from '../../src/plan/fails-likewise.ts';
import { judgedBy } from '../../src/plan/criteria-evidence.ts';
import { nextCheck } from '../../src/plan/next-check.ts';
import { overallOf, verdictOf } from '../../src/state/checks.ts';
import { resultOf } from '../../src/api/task-view.ts';
import { actionDone, after, command, planOf, prepared, saved, subtask, taskAfter } from '../task/task-world.ts';
import type { CheckKind } from '../../src/state/checks.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = { ...planOf([subtask('a')]), build_command: 'npm run build', lint_command: 'npm run lint' };
const VERIFYING = taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')]);
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const ran = (check: CheckKind, exit: number, on: 'end' | 'base' = 'end', output = 'no'): Fact => ({
  type: 'verification',
  name: 'checked',
  check,
  on,
  command: command({ test: 'npm test', build: 'npm run build', lint: 'npm run lint' }[check], exit, output),
});
const todo = (task: Task) => {
  const next = nextCheck(task);
  return next && `${next.check} ${next.on}`;
};
const checksIn = (task: Task) => (task.stage.is === 'verify' ? task.stage.checks : []);

describe('the commands that verify a finished work (EXEC-6)', () => {
  it('are the tests, then the build, then the linter; then it is judged', () => {
    expect(todo(VERIFYING)).toBe('test end');
    expect(todo(after(VERIFYING, TESTED))).toBe('build end');
    expect(todo(after(VERIFYING, TESTED, ran('build', 0)))).toBe('lint end');
    const all = after(VERIFYING, TESTED, ran('build', 0), ran('lint', 0));
    expect([todo(all), overallOf(checksIn(all))]).toEqual([null, 'passed']);
  });

  it('run once more where they fail: what passes then is flaky, and no evidence by itself', () => {
    const failed = after(VERIFYING, TESTED, ran('build', 1));
    expect(todo(failed)).toBe('build end');
    const flaky = after(failed, ran('build', 0, 'end', 'built'), ran('lint', 0));
    expect(checksIn(flaky).map(verdictOf)).toEqual(['passed', 'flaky', 'passed']);
    const evidence = [{ command: 'npm run build', exit_code: 0, lines: ['built'] }];
    const [verdict] = judgedBy([{ id: 'AC-1', description: 'd' }], [{ id: 'AC-1', evidence }], {
      commands: flaky.commands,
      files: {},
    });
    expect(verdict?.evidence).toMatchObject([{ fault: 'flaky' }]);
    expect(checksText(checksIn(flaky), { nonce: 'a'.repeat(32), maxBytes: 2_000 })).toContain(
      'The build (npm run build) FAILED, and then passed (exit code 0) on the same files: it is flaky',
    );
  });

  it('run on the base commit where they fail twice: what fails likewise there is not held against the change', () => {
    const twice = after(VERIFYING, TESTED, ran('build', 0), ran('lint', 1), ran('lint', 1));
    expect(todo(twice)).toBe('lint base');
    const likewise = after(twice, ran('lint', 1, 'base'));
    expect([todo(likewise), ...checksIn(likewise).map(verdictOf)]).toEqual([null, 'passed', 'passed', 'as_on_base']);
    expect(overallOf(checksIn(likewise))).toBe('passed');
    const brought = after(twice, ran('lint', 0, 'base'));
    expect([todo(brought), overallOf(checksIn(brought))]).toEqual([null, 'failed']);
    expect(brought.commands.filter((run) => run.command === 'npm run lint')).toHaveLength(2);
  });

  it('are run on the base commit once in a task: it does not change', () => {
    const facts = [ran('build', 0), ran('lint', 1), ran('lint', 1)];
    const known = after(VERIFYING, TESTED, ...facts, ran('lint', 1, 'base'));
    const again = after(known, TESTED, ...facts);
    expect([todo(again), ...checksIn(again).map(verdictOf)]).toEqual([null, 'passed', 'passed', 'as_on_base']);
  });

  it('are not run again when their time was over', () => {
    const late: Fact = {
      type: 'verification',
      name: 'checked',
      check: 'build',
      on: 'end',
      command: { ...command('npm run build', null), timed_out: true },
    };
    expect(todo(after(VERIFYING, TESTED, late))).toBe('lint end');
  });

  it('are told by the API as they ended last, with what they come to as a whole (EXEC-9)', () => {
    const task = after(VERIFYING, TESTED, ran('build', 1), ran('build', 0), ran('lint', 1), ran('lint', 1));
    expect(resultOf(task).validation).toEqual({
      overall: 'failed',
      commands: [
        { command: 'npm test', exit_code: 0, duration_ms: 120 },
        { command: 'npm run build', exit_code: 0, duration_ms: 120 },
        { command: 'npm run lint', exit_code: 1, duration_ms: 120 },
      ],
    });
  });

  it('end in any order of results: at most three runs of each, and always with a word for the whole', () => {
    const exits = fc.array(fc.constantFrom(0, 1), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(exits, (codes) => {
        let task = VERIFYING;
        let runs = 0;
        for (let next = nextCheck(task); next !== null; next = nextCheck(task)) {
          const exit = codes[runs] ?? 0;
          const isFirst = next.check === 'test' && checksIn(task).length === 0;
          const tests: Fact = { type: 'verification', name: 'tests', command: command('npm test', exit, 'no') };
          task = after(task, isFirst ? tests : ran(next.check, exit, next.on));
          runs += 1;
          expect(runs).toBeLessThanOrEqual(9);
        }
        const failed = checksIn(task).some((one) => verdictOf(one) === 'failed');
        expect(overallOf(checksIn(task)) === 'failed').toBe(failed);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a command that fails at the end and on the base commit (EXEC-6)', () => {
  const end = (output: string, exit: number | null = 1) => ({ exit_code: exit, timed_out: false, output });
  it.each<readonly [string, CheckKind, string, string, boolean]>([
    ['says the same', 'lint', 'a.js:3 error x', 'a.js:3 error x', true],
    ['says it on other lines, in other times', 'lint', 'a.js:9 error x in 31ms', 'a.js:3 error x in 4ms', true],
    [
      'says it in the folder of the base',
      'lint',
      '/workspace/project/a.js x',
      '/workspace/.planwright/base/a.js x',
      true,
    ],
    ['says less', 'lint', 'a.js:3 x\n1 error', 'a.js:3 x\nb.js:1 y\n2 errors', true],
    ['says something new', 'lint', 'a.js:3 x\nb.js:1 y', 'a.js:3 x', false],
    ['says the same more often', 'lint', 'a.js:3 x\na.js:4 x', 'a.js:3 x', false],
    ['counts more errors', 'build', '3 errors', '2 errors', false],
    ['passes more tests and fails the same', 'test', 'ok a\nok b\nFAILED c', 'ok a\nFAILED c', true],
    ['says nothing of what fails', 'test', 'wrong', 'wrong', false],
    ['says nothing at all', 'lint', '', '', false],
    ['fails another test', 'test', 'FAILED b\nFAILED c', 'FAILED c', false],
    ['fails more tests', 'test', '2 failed', '1 failed', false],
  ])('%s (%s): likewise %#', (_, kind, now, before, likewise) => {
    expect(failsLikewise(kind, end(now), end(before))).toBe(likewise);
  });

  it('is answered for where it passes there, ends otherwise, or ran out of time', () => {
    expect(failsLikewise('lint', end('x'), end('x', 0))).toBe(false);
    expect(failsLikewise('lint', end('x', 2), end('x', 1))).toBe(false);
    expect(failsLikewise('lint', end('x', null), { ...end('x', null), timed_out: true })).toBe(false);
  });
});

describe('build and lint commands (EXEC-6, GH-9)', () => {
  const scripts = JSON.stringify({ scripts: { build: 'tsc', lint: 'eslint .' } });
  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[], string | null, string | null]>([
    ['scripts of package.json', { 'package.json': scripts }, [], 'npm run build', 'npm run lint'],
    ['empty scripts', { 'package.json': '{"scripts":{"build":" "}}' }, [], null, null],
    ['targets of make', { Makefile: 'build: a\n\tcc\nlint:\n\tcheck\n' }, [], 'make build', 'make lint'],
    ['variables of make', { Makefile: 'build := a\nlint:=b\n' }, [], null, null],
    ['Go', { 'go.mod': '' }, [], 'go build ./...', 'go vet ./...'],
    [
      'ruff, configured and declared',
      { 'pyproject.toml': '[tool.ruff]\n', 'requirements.txt': 'ruff==1\n' },
      [],
      null,
      'ruff check .',
    ],
    ['ruff, not declared', { 'pyproject.toml': '[tool.ruff]\n' }, [], null, null],
    [
      'pre-commit',
      { 'requirements.txt': 'pre-commit\n' },
      ['.pre-commit-config.yaml'],
      null,
      'pre-commit run --all-files',
    ],
    ['pre-commit, not declared', {}, ['.pre-commit-config.yaml'], null, null],
    ['nothing', {}, [], null, null],
  ])('are detected: %s', (_, files, tracked, build, lint) => {
    expect([detectBuildCommand(files), detectLintCommand(files, tracked)]).toEqual([build, lint]);
  });

  it("are those of the repository's own configuration where it has some; so is the test command", () => {
    const read = { environmentFiles: { 'package.json': scripts }, files: [] };
    const own = { commands: { test: 'make t', build: null, lint: 'make l' } };
    expect(commandsBesideTests(read, own)).toEqual({ build_command: 'npm run build', lint_command: 'make l' });
    expect(chosenTestCommand('npm test', read, own)).toBe('make t');
    expect(chosenTestCommand('npm test', read, { commands: { ...own.commands, test: null } })).toBe('npm test');
  });
});

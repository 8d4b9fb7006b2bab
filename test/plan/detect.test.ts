import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeFiles, shorten } from '../../src/environments/describe-repository.ts';
import {
  completeEnvironment,
  defaultSetup,
  detectEnvironmentName,
  detectTestCommand,
} from '../../src/environments/detect-environment.ts';
import { SNAPSHOT } from '../task/task-world.ts';
import { runs } from '../long.ts';

const ALL = ['node', 'python', 'base'];

const NOTHING_PINNED = { environment: null, image: null, setup: null, verification: null };
const FREE = { environments: ALL, pinned: NOTHING_PINNED };

describe('what is read off the files of a repository (ENV-2, EXEC-6)', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['a Node project', { 'package.json': '{}' }, ALL, 'node'],
    ['Node before Python', { 'package.json': '{}', 'requirements.txt': '' }, ALL, 'node'],
    ['a Python project', { 'pyproject.toml': '' }, ALL, 'python'],
    ['nothing known', {}, ALL, 'python'],
    ['Conda before pip', { 'environment.yml': '', 'requirements.txt': '' }, [...ALL, 'miniforge'], 'miniforge'],
    ['Conda that is not configured', { 'condaenv.yaml': '', 'requirements.txt': '' }, ALL, 'python'],
    ['Maven', { 'pom.xml': '' }, [...ALL, 'java', 'go'], 'java'],
    ['Gradle', { 'build.gradle.kts': '' }, [...ALL, 'java', 'go'], 'java'],
    ['Go', { 'go.mod': '' }, [...ALL, 'java', 'go'], 'go'],
    ['Node where only base is configured', { 'package.json': '{}' }, ['base'], 'base'],
    ['an environment of the operator alone', {}, ['ours'], 'ours'],
    ['nothing configured', {}, [], 'base'],
  ])('environment: %s', (_, files, configured, name) => {
    expect(detectEnvironmentName(files, configured)).toBe(name);
  });

  it.each<readonly [string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a lock file', 'node', { 'package.json': '{}', 'package-lock.json': '{}' }, ['npm ci']],
    ['dependencies', 'node', { 'package.json': '{"dependencies":{"a":"1"}}' }, ['npm install --no-package-lock']],
    [
      'development dependencies',
      'node',
      { 'package.json': '{"devDependencies":{"a":"1"}}' },
      ['npm install --no-package-lock'],
    ],
    ['no dependencies', 'node', { 'package.json': '{}' }, []],
    ['a broken package.json', 'node', { 'package.json': '{' }, []],
    ['a package.json that is no object', 'node', { 'package.json': 'null' }, []],
    ['requirements', 'python', { 'requirements.txt': 'x' }, ['pip install -r requirements.txt']],
    ['another environment', 'base', { 'requirements.txt': 'x' }, []],
    [
      'Conda',
      'miniforge',
      { 'condaenv.yaml': 'x' },
      ['conda env create -f condaenv.yaml -n project-env', 'conda activate project-env'],
    ],
    ['Maven', 'java', { 'pom.xml': 'x', 'build.gradle': 'x' }, ['mvn clean install -DskipTests']],
    ['Gradle', 'java', { 'build.gradle': 'x' }, ['gradle build -x test']],
    ['Go', 'go', { 'go.mod': 'x' }, ['go mod download']],
    ['Go without its file', 'go', {}, []],
  ])('set-up: %s', (_, environment, files, commands) => {
    expect(defaultSetup(environment, files)).toEqual(commands);
  });

  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[], string | null]>([
    ['npm', { 'package.json': '{"scripts":{"test":"jest"}}' }, [], 'npm test'],
    [
      'the placeholder of npm init',
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      [],
      null,
    ],
    ['a test script that is no text', { 'package.json': '{"scripts":{"test":7}}' }, [], null],
    ['pytest by file names', {}, ['pkg/test_x.py'], 'python -m pytest -q'],
    ['pytest by folder', { 'pyproject.toml': '' }, ['tests/thing.py'], 'python -m pytest -q'],
    ['a file that only sounds like a test', {}, ['latest_news.py', 'test_data.json'], null],
    ['Go', { 'go.mod': '' }, [], 'go test ./...'],
    ['Maven', { 'pom.xml': '' }, [], 'mvn -q test'],
    ['make', { Makefile: 'all:\n\techo\ntest: all\n' }, [], 'make test'],
    ['make without such a target', { Makefile: 'tests:\n\t echo' }, [], null],
    ['nothing', {}, [], null],
  ])('tests: %s', (_, files, tracked, test) => {
    expect(detectTestCommand(files, tracked)).toBe(test);
  });

  it('guesses nothing of what the repository pins, and chooses nothing else for it (ENV-2)', () => {
    const chosen = { name: 'node', reason: '', detected_files: [], setup_commands: ['npm ci'], verification: [] };
    const check = { command: 'ruby -v', expected_output: 'ruby 3.4' };
    const files = { 'package.json': '{}', 'package-lock.json': '' };
    const pinned = { environment: 'ruby', image: 'ruby:3', setup: [], verification: [check] };
    expect(completeEnvironment(chosen, files, { environments: ['ruby'], pinned })).toMatchObject({
      name: 'ruby',
      setup_commands: [],
      verification: [check],
    });
    const setupAlone = { ...NOTHING_PINNED, setup: ['make deps'] };
    expect(completeEnvironment(chosen, files, { environments: ALL, pinned: setupAlone })).toMatchObject({
      name: 'node',
      setup_commands: ['make deps'],
      verification: [],
    });
  });

  it('completes what the plan leaves open and keeps what it says', () => {
    const open = { reason: '', detected_files: [], setup_commands: [], verification: [] };
    expect(completeEnvironment(open, { 'package.json': '{}', 'package-lock.json': '' }, FREE)).toMatchObject({
      name: 'node',
      setup_commands: ['npm ci'],
    });
    expect(
      completeEnvironment({ ...open, name: 'base', setup_commands: ['true'] }, { 'package.json': '{}' }, FREE),
    ).toMatchObject({
      name: 'base',
      setup_commands: ['true'],
    });
  });

  it('reads any package.json without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        detectTestCommand({ 'package.json': text }, []);
        defaultSetup('node', { 'package.json': text });
      }),
      { numRuns: runs(2_000, 500) },
    );
  });
});

describe('what a model is shown of a repository (PLAN-2)', () => {
  it('is every file of a small one', () => {
    expect(describeFiles(SNAPSHOT).split('\n')).toEqual([
      `Branch main at ${'a'.repeat(12)}, 3 tracked files.`,
      ...SNAPSHOT.files,
    ]);
  });

  it('says where the work begins with earlier work', () => {
    const [head] = describeFiles({ ...SNAPSHOT, branchSha: 'b'.repeat(40), startSha: 'b'.repeat(40) }).split('\n');
    expect(head).toBe(
      `Branch ${SNAPSHOT.branch} at ${'b'.repeat(12)}, which holds earlier work on this issue, begun from main, 3 tracked files.`,
    );
  });

  it('is its folders with their sizes for a large one, largest first, and bounded', () => {
    const files = [
      'README.md',
      ...Array.from({ length: 5_000 }, (_, at) => `src/part-${at % 200}/file-${at}.ts`),
      ...Array.from({ length: 90 }, (_, at) => `docs/page-${at}.md`),
    ];
    const lines = describeFiles({ ...SNAPSHOT, files, fileCount: 60_000 }).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      expect.stringContaining('60000 tracked files'),
      'README.md',
      'docs/ (90 files)',
    ]);
    expect(lines).toHaveLength(123);
    expect(lines.at(-1)).toBe('… and 81 smaller folders');
  });

  it('names the folder of many files once (MODEL-6)', () => {
    const files = [
      'a.js',
      'src/a.js',
      'src/b.js',
      'src/deep/c.js',
      'src/z.js',
      ...Array.from({ length: 46 }, (_, at) => `t/${at}`),
    ];
    const shown = (count: number) =>
      describeFiles({ ...SNAPSHOT, files: files.slice(0, count), fileCount: count }).split('\n');
    expect(shown(51)[0]).toContain('51 tracked files. The names behind a space are in the folder above them.');
    expect(shown(51).slice(1, 12)).toEqual([
      'a.js',
      'src/',
      ' a.js',
      ' b.js',
      'src/deep/',
      ' c.js',
      'src/',
      ' z.js',
      't/',
      ' 0',
      ' 1',
    ]);
    expect(shown(50).slice(1)).toEqual(files.slice(0, 50));
  });

  it('lists 2,000 files and sums up 2,001, by two levels of folders, 120 of them at most', () => {
    const named = (count: number, name: (at: number) => string) => Array.from({ length: count }, (_, at) => name(at));
    const shown = (files: readonly string[]) =>
      describeFiles({ ...SNAPSHOT, files, fileCount: files.length })
        .split('\n')
        .slice(1);
    const flat = named(2_001, (at) => `src/deep/down/file-${at}.ts`);
    expect(shown(flat.slice(0, 2_000))).toEqual(['src/deep/down/', ...named(2_000, (at) => ` file-${at}.ts`)]);
    expect(shown(flat)).toEqual(['src/deep/ (2001 files)']);
    expect(shown(named(2_400, (at) => `file-${at}.ts`))).toHaveLength(2_000);
    const folders = named(2_400, (at) => `src/part-${at % 120}/file-${at}.ts`);
    expect(shown(folders)).toHaveLength(120);
    expect(shown([...folders, 'src/small/one.ts']).slice(-2)).toEqual([
      'src/part-119/ (20 files)',
      '… and 1 smaller folders',
    ]);
  });

  it('is what is nearest to what the issue names, and the sizes of all folders, where that was chosen', () => {
    const shown = describeFiles(
      { ...SNAPSHOT, fileCount: 20_000 },
      { near: ['src/price.js'], folders: [{ path: 'src', files: 19_000 }] },
    );
    expect(shown.split('\n').slice(1)).toEqual([
      'Nearest to what the issue names:',
      'src/price.js',
      'The largest folders, with these files:',
      'src/ (19000 files)',
    ]);
  });

  it('keeps head and tail of a long text, says how much is missing, and splits no character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 200, maxLength: 600 }),
        fc.integer({ min: 60, max: 200 }),
        (text, limit) => {
          const short = shorten(text, limit);
          expect(short.isWellFormed()).toBe(true);
          expect(short.length).toBeLessThanOrEqual(Math.max(limit, 0) + 10);
        },
      ),
    );
    expect(shorten('short', 100)).toBe('short');
    expect(shorten('x'.repeat(1_000), 100)).toBe(`${'x'.repeat(30)}\n… 940 characters left out …\n${'x'.repeat(30)}`);
  });
});

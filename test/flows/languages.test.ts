import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { toolUse } from '../../standins/anthropic/script.ts';
import {
  actionPlan,
  askFor,
  branchesOf,
  commentsOn,
  containersOf,
  decomposition,
  done,
  gitOf,
  historyOf,
  NUMBER_FILES,
  numberRepository,
  pullsFor,
  RIGHT,
  run,
  scriptOf,
  subtask,
  untilOver,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { RepositoryOptions } from '../../standins/github/options.ts';
import type { World } from './world.ts';

const PYTHON: RepositoryOptions = {
  owner: 'tanaka',
  name: 'zeikin',
  defaultBranch: 'trunk',
  roles: { [MAINTAINER]: 'write' },
  labels: ['planwright'],
  files: {
    'pyproject.toml': '[project]\nname = "zeikin"\nversion = "1.0"\n',
    'zeikin/__init__.py': '',
    'zeikin/tax.py': 'def with_tax(price):\n    """税込み価格（円未満は切り捨て）"""\n    return price * 1.1\n',
    'tests/test_tax.py':
      'import unittest\n\nfrom zeikin.tax import with_tax\n\n\nclass TaxTest(unittest.TestCase):\n    def test_切り捨て(self):\n        self.assertEqual(with_tax(105), 115)\n',
    'tests/__init__.py': '',
    'docs/使い方.md': '# 使い方\n',
  },
};
/** The title has no ASCII word, so the goal names the branch (GH-7). */
const SLUG = 'round-down-tax-included-prices';
const TITLE = '税込み価格の端数が切り捨てられない';
const BODY = '105 円の税込みが 115.5 円になります。\n円未満は **切り捨て** で 115 円にしてください。\n\n(story python)';

const STORIES = {
  python: {
    goal: {
      goal_understanding: {
        main_objective: '税込み価格の端数を切り捨てる (story python)',
        success_criteria: ['105 円の税込みが 115 円になる'],
        constraints: [],
        context: '',
      },
      slug: 'Round down tax-included prices',
    },
    decomposition: decomposition(Object.assign(subtask('fix'), { title: '端数を切り捨てる' }), {
      ...subtask('document', ['fix']),
      description:
        '端数の扱いを使い方に書く。税率が変わったときにどこを直せばよいかも、読む人が迷わないように例をいくつか挙げて丁寧に説明しておくこと。',
    }),
    plan: actionPlan({
      subtasks: ['fix', 'document'],
      environment: 'python',
      setup: ['python -m compileall -q .'],
      testCommand: null,
    }),
    steps: [
      toolUse('search_files', { pattern: '切り捨て' }),
      toolUse('edit_file', {
        path: 'zeikin/tax.py',
        old_text: 'return price * 1.1',
        new_text: 'return price * 110 // 100',
      }),
      run('python -m unittest -q 2>&1; python -m pytest -q'),
      done(),
      toolUse('edit_file', {
        path: 'docs/使い方.md',
        old_text: '# 使い方\n',
        new_text: '# 使い方\n\n円未満は切り捨てます 🧾\n',
      }),
      done(),
    ],
  },
  untested: { plan: actionPlan({ testCommand: null }) },
  nothing: { steps: RIGHT },
} as const;

describe('a repository that was not made for the demo', () => {
  let world: World;
  let python: readonly Recorded[] = [];
  let issue = 0;
  beforeAll(async () => {
    world = await openWorld({
      script: scriptOf(STORIES),
      repository: PYTHON,
      others: [numberRepository('bell'), { ...numberRepository('cork', {}), name: 'hollow' }],
    });
    await world.start();
    ({ number: issue } = await world.github.acts.openIssue({
      repository: world.repository,
      by: MAINTAINER,
      title: TITLE,
      body: BODY,
    }));
    await world.github.acts.addLabel({ repository: world.repository, issue, by: MAINTAINER, label: 'planwright' });
    python = await untilOver(world, issue);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('in Python gets a pull request against its own default branch, whose branch passes its tests', () => {
    const [pull, ...more] = pullsFor(world, issue);
    expect(more).toEqual([]);
    expect(pull?.pull).toMatchObject({ draft: false, baseRef: 'trunk', headRef: `planwright/${issue}-${SLUG}` });
    expect(pull?.body).toContain(`Closes #${issue}`);
    const found = world.github.world.repositories.find((one) => one.name === 'zeikin');
    const archive = execFileSync('git', ['--git-dir', found?.gitDir ?? '', 'archive', `planwright/${issue}-${SLUG}`]);
    const test = 'mkdir /tmp/p && tar x -C /tmp/p && cd /tmp/p && python -m unittest && echo passed';
    expect(
      execFileSync(
        'docker',
        ['run', '--rm', '--interactive', '--network', 'none', 'planwright/sandbox-python:0.1', 'sh', '-c', test],
        {
          input: archive,
          encoding: 'utf8',
          stdio: ['pipe', 'pipe', 'ignore'],
        },
      ),
    ).toContain('passed');
  });

  it('MODEL-2: has its commits and its plan by the titles of the subtasks, without a sign of a cut', () => {
    const subjects = gitOf(world)('log', '--format=%s', `trunk..planwright/${issue}-${SLUG}`);
    expect(subjects.trim().split('\n')).toEqual(['端数の扱いを使い方に書く', '端数を切り捨てる']);
    expect(commentsOn(world, issue)[0]).toContain(
      '- [x] **fix**: 端数を切り捨てる\n- [x] **document**: 端数の扱いを使い方に書く\n',
    );
  });

  it('has its test command found by its files, and has it run', () => {
    expect(python.find((fact) => fact.type === 'verification' && fact.name === 'tests')).toMatchObject({
      command: { command: 'python -m pytest -q', exit_code: 0 },
    });
  });

  it('gets nothing committed that only running it left behind, though it has no .gitignore', () => {
    const files = gitOf(world)(
      '-c',
      'core.quotePath=false',
      'diff',
      '--name-only',
      'trunk',
      `planwright/${issue}-${SLUG}`,
    )
      .trim()
      .split('\n');
    expect(files).toEqual(['docs/使い方.md', 'zeikin/tax.py']);
    expect(gitOf(world)('show', `planwright/${issue}-${SLUG}:docs/使い方.md`)).toBe(
      '# 使い方\n\n円未満は切り捨てます 🧾\n',
    );
  });

  it('GH-9: is written to in Japanese as its issue is, and its words reach the model unharmed', () => {
    const [progress = '', result = ''] = commentsOn(world, issue);
    expect(progress).toContain('📋 実行計画');
    expect(progress).toContain('2/2 (100%) 完了');
    expect(result).toContain('## ✅ 完了');
    expect(result).toContain('は成功しました');
    expect(world.anthropic.requests[0]?.bodyText).toContain(TITLE);
    expect(world.anthropic.requests[0]?.bodyText).toContain('is written in this language: Japanese.');
    expect(python.find((fact) => fact.type === 'tool')).toMatchObject({
      ok: true,
      text: expect.stringContaining('zeikin/tax.py'),
    });
    expect(world.github.violations).toEqual([]);
  });

  it('GH-9: in English gets its pull request in English from the same service, which says that nothing was verified', async () => {
    const other = await askFor(world, 'untested', 'bell/answer');
    await untilOver(world, other, 'bell/answer');
    const [pull] = pullsFor(world, other, 'bell/answer');
    expect(pull?.pull?.draft).toBe(false);
    expect(pull?.body).toContain('so nothing was verified');
    expect(world.anthropic.requests.at(-1)?.bodyText).toContain("is written in this language: that of the issue's own");
  });

  it('without a commit is told politely that it needs one, and worked on at `retry` once there is one (GH-2)', async () => {
    const repository = 'cork/hollow';
    const { acts } = world.github;
    const other = await askFor(world, 'nothing', repository);
    const history = await untilOver(world, other, repository);
    expect(history.at(-1)).toMatchObject({ status: 'failed', reason: 'empty_repository' });
    expect(commentsOn(world, other, repository)[1]).toMatch(
      /has no commits yet[^]*Push a first commit[^]*`@\S+ retry`/,
    );
    expect(branchesOf(world, repository)).toEqual([]);
    expect(containersOf(history[0]?.task_uuid ?? '')).toBe('');

    await acts.commitFiles({ repository, by: MAINTAINER, files: NUMBER_FILES });
    await acts.comment({ repository, issue: other, by: MAINTAINER, body: '@planwright retry' });
    const second = () => historyOf(world, other, repository, history[0]?.task_uuid);
    const end = async () => (await second()).find((fact) => fact.type === 'completion');
    expect(await until(end, 'the end of the task that tries again', 150_000)).toMatchObject({
      status: 'succeeded',
      reason: 'finished',
    });
    expect(pullsFor(world, other, repository)).toHaveLength(1);
  });
});

/** Criteria with evidence, and signs of unfinished work, through the whole service (EXEC-6). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assessHonestly } from '../../standins/anthropic/assess.ts';
import { actionPlan, done, NUMBER_FILES, numberRepository, RIGHT, run, says, worldOf, write } from './stories.ts';
import { asked, callsOf, factsOf, fileOf, tellAll } from './tales.ts';
import { openWorld } from './world.ts';
import type { Tale } from './tales.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const passes = (...evidence: readonly object[]) => ({
  summary: 'It is done.',
  all_criteria_satisfied: true,
  details: { passed_criteria: [{ id: 'AC-1', evidence }], remaining_risks: [] },
});
const TESTED = 'test_answer.py';
/** Both fail at first: the build passes when repeated; the linter also fails on the base commit, and writes. */
const BUILD_AND_LINT = {
  'package.json': JSON.stringify({
    name: 'n',
    version: '1.0.0',
    scripts: { build: 'sh build.sh', lint: 'sh lint.sh' },
  }),
  'build.sh': 'if [ -e /tmp/built ]; then echo built; else touch /tmp/built; echo broken; exit 1; fi\n',
  'lint.sh': 'echo fixed >> README.md; echo README.md:1 too short; exit 1\n',
};
const OLD_TEST = { 'test_old.py': 'def test_old():\n    assert answer() == 41\n' };

const STORIES: Readonly<Record<string, Story>> = {
  invented: {
    steps: [...RIGHT, run('cat answer.txt'), done()],
    assessment: (request) =>
      says(request, '$ cat answer.txt')
        ? { ...assessHonestly(request), ...passes({ command: 'cat answer.txt', exit_code: 0, lines: ['42'] }) }
        : passes({ command: 'sh check.sh --all', exit_code: 0, lines: ['all green'] }),
  },
  'second-try': {
    steps: [write('answer.txt', '43\n'), done(), write('answer.txt', '42\n'), done()],
    assessment: (request) =>
      says(request, 'FAILED (exit code 1)')
        ? {
            summary: 'It is wrong.',
            all_criteria_satisfied: false,
            details: { passed_criteria: [], remaining_risks: [] },
          }
        : passes(
            { command: 'sh check.sh', exit_code: 0, lines: ['right'] },
            { path: 'answer.txt', start_line: 1, quote: '42' },
          ),
  },
  unfinished: {
    steps: [
      write('answer.txt', '42\n'),
      write('answer.py', 'def answer():\n    # TODO: work it out\n    return 42\n'),
      write(TESTED, '@unittest.skip("later")\ndef test_answer():\n    assert answer() == 42\n'),
      run('rm test_old.py'),
      done('success', ['The skipped test has to run again.']),
    ],
  },
  checked: {
    plan: actionPlan({ environment: 'node' }),
    steps: RIGHT,
    assessment: passes({ command: 'sh check.sh', exit_code: 0, lines: ['right'] }),
  },
  never: {
    steps: [...RIGHT, done()],
    assessment: passes({ path: 'answer.txt', start_line: 2, quote: '42' }),
  },
};

describe('a finished work whose criteria have to be shown (EXEC-6)', () => {
  let world: World;
  let of: (story: string) => Tale;
  const endOf = (tale: Tale) => tale.history.at(-1);
  const bodyOf = (tale: Tale) => tale.pulls[0]?.body ?? '';

  beforeAll(async () => {
    const { repository, others = [], ...made } = worldOf(STORIES);
    const whole = numberRepository('unfinished', { ...NUMBER_FILES, ...OLD_TEST });
    const built = numberRepository('checked', { ...NUMBER_FILES, ...BUILD_AND_LINT });
    const placed = others.map((one) => [whole, built].find(({ owner }) => owner === one.owner) ?? one);
    world = await openWorld({ ...made, others: placed, ...(repository === undefined ? {} : { repository }) });
    await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '4', PLANWRIGHT_PLANNING__REVIEW__DIFF: 'true' });
    of = await tellAll(world, Object.keys(STORIES));
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  it('is worked on where the evidence is invented, and is done when a command shows it (EXEC-6)', () => {
    const tale = of('invented');
    expect(tale.progress).toContain(
      '### Additional Work (From Verification)\n- [x] **extra_1**: AC-1: sh check.sh passes',
    );
    expect(factsOf(tale, 'revision').map(({ source }) => source)).toEqual(['verification']);
    expect(asked(world, 'invented', 'finish_action').some((text) => text.includes('it was not run in this task'))).toBe(
      true,
    );
    expect(endOf(tale)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(bodyOf(tale)).toContain('| **AC-1** sh check.sh passes | ✅ met | `cat answer.txt` → exit 0: `42` |');
    expect(tale.pulls[0]?.pull?.draft).toBe(false);
  });

  it('is worked on where a criterion is not met, and judged again (EXEC-6, EXEC-1)', () => {
    const tale = of('second-try');
    expect(fileOf(world, tale, 'answer.txt')).toBe('42\n');
    expect(callsOf(tale).filter((call) => call === 'completion_assessment')).toHaveLength(2);
    expect(bodyOf(tale)).toContain('✅ met | `sh check.sh` → exit 0: `right`; `answer.txt:1`: `42` |');
    expect(tale.result).toContain('<details><summary>Acceptance criteria</summary>');
    expect(endOf(tale)).toMatchObject({ status: 'succeeded', reason: 'finished' });
  });

  it('tells the judge, the review and people of an added TODO, a skipped and a deleted test (EXEC-6)', () => {
    const tale = of('unfinished');
    for (const tool of ['submit_completion_assessment', 'submit_review']) {
      const [text = ''] = asked(world, 'unfinished', tool).slice(-1);
      expect(text).toContain('answer.py:2: a note of work to do was added');
      expect(text).toContain(`${TESTED}:1: a test is skipped`);
      expect(text).toContain('test_old.py:1: a test was removed');
    }
    for (const text of [bodyOf(tale), tale.result]) {
      expect(text).toContain('- `answer.py:2`: a note of work to do – `# TODO: work it out`');
      expect(text).toContain(`- \`${TESTED}:1\`: a skipped test`);
      expect(text).toContain('- `test_old.py:1`: a removed test');
      expect(text).toContain('The skipped test has to run again.');
    }
  });

  it('is verified by build and lint beside the tests, and is ready where nothing fails for its sake (EXEC-6, GH-7)', () => {
    const tale = of('checked');
    const ran = factsOf(tale, 'verification').map((fact) => ('command' in fact ? fact.command.exit_code : fact.name));
    expect(ran.shift()).toBe('base_current');
    expect(ran).toEqual([0, 1, 0, 1, 1, 1, 'excused']);
    expect(endOf(tale)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(tale.pulls[0]?.pull?.draft).toBe(false);
    for (const text of [bodyOf(tale), tale.result]) {
      expect(text).toContain('- ✅ `sh check.sh` passed.');
      expect(text).toContain('- ⚠️ `npm run build` failed, and passed when run again on the same files.');
      expect(text).toContain('- ⚠️ `npm run lint` failed (exit 1), but it fails in the same way without this change.');
    }
    const [judged = ''] = asked(world, 'checked', 'submit_completion_assessment');
    expect(judged).toContain('it is flaky, and proves nothing by itself');
    expect(judged).toContain('the change did not bring it');
    expect(fileOf(world, tale, 'README.md')).toBe(NUMBER_FILES['README.md']);
  });

  it('ends not achieved, as a draft that names what nothing shows, after ten times (EXEC-1, PLAN-7)', () => {
    const tale = of('never');
    expect(factsOf(tale, 'revision').filter(({ source }) => source === 'verification')).toHaveLength(10);
    expect(endOf(tale)).toMatchObject({ status: 'failed', reason: 'not_achieved' });
    expect(tale.pulls[0]?.pull?.draft).toBe(true);
    expect(bodyOf(tale)).toContain('| **AC-1** sh check.sh passes | ❌ not shown | – |');
    expect(tale.result).toContain('- AC-1: sh check.sh passes');
  });
});

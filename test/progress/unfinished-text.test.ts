import { describe, expect, it } from '@jest/globals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { criteriaTable } from '../../src/comments/criteria-table.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { at } from '../../src/state/select.ts';
import { VERIFIED } from '../flow/stories.ts';
import { change, taskAfter } from '../task/task-world.ts';
import type { Assessment } from '../../src/state/assessment.ts';
import type { At, Task } from '../../src/state/task.ts';

const REPORT = at(taskAfter(VERIFIED), 'report');
const withUnfinished = (task: At<'report'>): At<'report'> => {
  const { work } = task;
  if (work === null) throw new Error('There is work.');
  const unfinished = [
    { kind: 'skipped_test', path: 'test/a.test.js', line: 7, text: "suite.skip('`rounds`', () => {" },
    { kind: 'deleted_test', path: 'test/b.test.js', line: 1, text: '' },
  ] as const;
  const whole = { ...change(), unfinished };
  return { ...task, work: { ...work, checkpoint: { ...work.checkpoint, change: whole } } };
};
const inJapanese = (task: At<'report'>): At<'report'> => ({ ...task, settings: { ...task.settings, language: 'ja' } });
const judgedAs = (assessment: Assessment, extra: Partial<Task> = {}): At<'report'> => ({
  ...REPORT,
  ...extra,
  stage: { ...REPORT.stage, assessment },
});

describe('what came of the work (GH-7)', () => {
  it('is told in whole sentences, as the model said it', () => {
    const said = `${'All of the five files are mended, and their tests fail without it. '.repeat(5)}Nothing differs now.`;
    const risk = `${'The tests of others could not be had from where the work is done. '.repeat(5)}A person has to run them.`;
    const { summary, ending } = REPORT.stage;
    const stage = {
      ...REPORT.stage,
      summary: { title: 'Mend it', body: 'It is mended.', risks: [], ...summary, keyOutcomes: [said] },
    };
    const denied = { ...stage, ending: { ...ending, status: 'failed', reason: 'not_achieved', list: [risk] } } as const;
    expect(resultComment({ ...REPORT, stage }, { now: 0, noteUrl: null })).toContain(`- ${said}\n`);
    const told = resultComment({ ...REPORT, stage: denied }, { now: 0, noteUrl: null });
    expect(told).toContain(`- ${risk}\n`);
  });
});

describe('unfinished work that the diff shows (EXEC-6)', () => {
  it('is told in the pull request and in the result, in both languages, and nothing where there is none', () => {
    const told = withUnfinished(REPORT);
    for (const text of [pullRequestText(told, null).body, resultComment(told, { now: 0, noteUrl: null })]) {
      expect(text).toContain('**⚠️ The change may be unfinished here**');
      expect(text).toContain("- `test/a.test.js:7`: a skipped test – ``suite.skip('`rounds`', () => {``");
      expect(text).toContain('- `test/b.test.js:1`: a removed test\n');
    }
    expect(pullRequestText(inJapanese(told), null).body).toContain('`test/b.test.js:1`: 削除されたテスト');
    expect(pullRequestText(REPORT, null).body).not.toContain('unfinished');
  });
});

describe('the table of the acceptance criteria (EXEC-6, GH-7)', () => {
  const evidence = [
    { is: 'command', command: 'a | b', exit_code: 0, lines: ['x | y', '@everyone #5'] },
    { is: 'place', path: 'src/a.js', start_line: 3, quote: '\n  return 42;\n}' },
    { is: 'command', command: 'made up', exit_code: 0, lines: [], fault: 'not_run' },
  ] as const;

  it('says of each what shows it, and only what holds, without breaking a cell', () => {
    const task = judgedAs([{ id: 'AC-1', description: 'The tests pass', evidence }]);
    expect(criteriaTable(task).split('\n')).toEqual([
      '| Criterion | Verdict | Evidence |',
      '| --- | --- | --- |',
      '| **AC-1** The tests pass | ✅ met | `a \\| b` → exit 0: `x \\| y`, `@everyone #5`; `src/a.js:3`: `return 42; }` |',
    ]);
    expect(criteriaTable(inJapanese(task))).toContain('| ✅ 達成 | `a \\| b` → 終了コード 0: ');
  });

  it('does not write out a long command again that stands in a row before', () => {
    const command = `node --test ${'a.test.js '.repeat(30)}`;
    const criteria = ['AC-1', 'AC-2'].map((id) => ({ id, description: `${id} holds` }));
    const plan = { ...REPORT.plan, acceptance_criteria: criteria } as At<'report'>['plan'];
    const evidence = [{ is: 'command', command, exit_code: 0, lines: [] } as const];
    const rows = criteriaTable(
      judgedAs(
        criteria.map((one) => ({ ...one, evidence })),
        { plan },
      ),
    ).split('\n');
    expect(rows[2]).toMatch(/`node --test a.* … .*a.test.js` → exit 0/);
    expect(rows[3]).toContain('| `node --test a.test.js a.test.js a.test.j …` → exit 0 |');
  });

  it('shows every line that shows it, says how many more there are, and of a long command its beginning and its end', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `ES${2015 + at}: 0 of 30 differ`);
    const command = `cat > /tmp/compare.js <<'END'\n${'// each edition\n'.repeat(40)}END\nnode /tmp/compare.js`;
    const shownFor = (count: number, description = 'The tests pass'): string => {
      const criterion = { id: 'AC-1', description };
      const plan = { ...REPORT.plan, acceptance_criteria: [criterion] } as At<'report'>['plan'];
      const shows = [{ is: 'command', command, exit_code: 0, lines: lines.slice(0, count) }] as const;
      return criteriaTable(judgedAs([{ ...criterion, evidence: [...shows] }], { plan }));
    };
    expect(shownFor(8)).toContain('`ES2015: 0 of 30 differ`, ');
    expect(shownFor(8)).toContain(', `ES2022: 0 of 30 differ` |');
    expect(shownFor(9)).toContain('`ES2022: 0 of 30 differ`, … and 1 more |');
    // Not the file that it wrote, but what was run with it.
    expect(shownFor(1)).toContain("`cat > /tmp/compare.js <<'END' … ; node /tmp/compare.js` → exit 0");
    const long = `node -e "${'x'.repeat(200)}" && npm run compare`;
    const evidence = [{ is: 'command', command: long, exit_code: 0, lines: [] } as const];
    expect(criteriaTable(judgedAs([{ id: 'AC-1', description: 'The tests pass', evidence }]))).toMatch(
      /`node -e "x{1,60} … x{1,60}" && npm run compare` → exit 0/,
    );
    expect(shownFor(1, '`node /tmp/compare.js` finds none')).toContain(
      '| `… node /tmp/compare.js`: `ES2015: 0 of 30 differ` |',
    );
  });

  it('says less of each where all of it would leave no room in a comment', () => {
    const description = `It does ${'very '.repeat(150)}much`;
    const criteria = Array.from({ length: 100 }, (_, at) => ({ id: `AC-${at}`, description }));
    const output = Array.from({ length: 8 }, (_, at) => `line ${at} ${'x'.repeat(90)}`);
    const run = { is: 'command', command: 'npm test', exit_code: 0, lines: output } as const;
    const { plan } = REPORT;
    if (plan === null) throw new Error('There is a plan.');
    const task = judgedAs(
      criteria.map((one) => ({ ...one, evidence: [run, run, run] })),
      { plan: { ...plan, acceptance_criteria: criteria } },
    );
    const table = criteriaTable(task);
    expect(table.length).toBeLessThan(32_000);
    expect(table).toContain('**AC-99** It does very');
  });

  it('keeps a bar behind a backslash in its cell, as a search writes it', () => {
    const search = { is: 'command', command: "grep 'a\\|b' x", exit_code: 0, lines: [] } as const;
    const table = criteriaTable(judgedAs([{ id: 'AC-1', description: 'The tests pass', evidence: [search] }]));
    const cells = fromMarkdown(table, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children.flatMap(
      (node) => (node.type === 'table' ? node.children.map((row) => row.children.length) : []),
    );
    expect(cells).toEqual([3, 3]);
    expect(table).toContain("`grep 'a\\\u200B\\|b' x` → exit 0");
  });

  it('shows each criterion as it stands at the end: one that was amended since is not judged, and says who asked', () => {
    const { plan } = REPORT;
    if (plan === null) throw new Error('There is a plan.');
    const amended = [{ of: 'criterion', id: 'AC-1', before: 'The tests pass', after: 'All pass', by: 'mika' }] as const;
    const changed = { plan: { ...plan, acceptance_criteria: [{ id: 'AC-1', description: 'All pass' }] }, amended };
    const before = judgedAs([{ id: 'AC-1', description: 'The tests pass', evidence }], changed);
    expect(criteriaTable(before)).toContain('| **AC-1** All pass (amended, as `mika` asked) | – not judged | – |');
    const judged = judgedAs([{ id: 'AC-1', description: 'All pass', evidence: null }], changed);
    expect(criteriaTable(judged)).toContain('| ❌ not met | – |');
    const invented = judgedAs([{ id: 'AC-1', description: 'All pass', evidence: evidence.slice(2) }], changed);
    expect(criteriaTable(invented)).toContain('| ❌ not shown | – |');
  });

  it('is folded in the result, and says where nobody could judge', () => {
    const result = resultComment(REPORT, { now: 0, noteUrl: null });
    expect(result).toContain('<details><summary>Acceptance criteria</summary>\n\n| Criterion |');
    expect(criteriaTable(judgedAs('not_had'))).toContain('gave no judgement of these that could be used');
  });
});

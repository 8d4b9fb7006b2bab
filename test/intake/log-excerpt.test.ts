import { describe, expect, it } from '@jest/globals';
import { reportText } from '../../src/requests/failed-check-reports.ts';
import { excerptOf, MAX_REPORT } from '../../src/requests/log-excerpt.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import type { CheckReport } from '../../src/ports/commit-checks.ts';

const keep = (text: string) => text;
const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);
const ERROR = '##[error]Process completed with exit code 1.';

describe('what is read of the log of a failed job (GH-2)', () => {
  it('without the time before each line, colours and progress bars', () => {
    const log = '2026-01-01T00:00:00.1234567Z \u001b[31mred\u001b[0m\r\n2026-01-01T00:00:00.1Z 10%\r20%\r100%\n';
    expect(excerptOf(log, keep)).toBe('red\n100%');
  });

  it('all of a short one, up to the last error', () => {
    const log = [...lines(3), ERROR, ...lines(10, 'tidying up')].join('\n');
    expect(excerptOf(log, keep)).toBe(
      [...lines(3), ERROR, ...lines(3, 'tidying up'), '… (7 lines left out) …'].join('\n'),
    );
  });

  it('of a long one its end and what led to the first error', () => {
    const log = [...lines(500, 'before'), '##[error]first', ...lines(500, 'between'), ERROR].join('\n');
    const shown = excerptOf(log, keep).split('\n');
    expect(shown.slice(0, 2)).toEqual(['… (441 lines left out) …', 'before 442']);
    expect(shown[60]).toBe('##[error]first');
    expect(shown[61]).toBe('… (261 lines left out) …');
    expect(shown.at(-1)).toBe(ERROR);
    expect(shown).toHaveLength(60 + 240 + 2);
  });

  it('without a mark, its end', () => {
    const shown = excerptOf(lines(1_000).join('\n'), keep).split('\n');
    expect(shown[0]).toBe('… (700 lines left out) …');
    expect(shown.at(-1)).toBe('line 1000');
  });

  it('never more than there is room for', () => {
    const log = Array.from({ length: 400 }, () => 'x'.repeat(5_000)).join('\n');
    const shown = excerptOf(log, keep);
    expect(shown.length).toBeLessThan(MAX_REPORT + 100);
    expect(shown).toContain(`${'x'.repeat(500)}…`);
    expect(excerptOf(`${log}\n##[error]a\n${log}\n${ERROR}`, keep).length).toBeLessThan(MAX_REPORT + 200);
  });

  it('is masked before anything is cut, also where colours stand in a secret (S3)', () => {
    const { text: redact } = createRedactor(['canary-0123456789']);
    const shown = excerptOf(`key=canary-01\u001b[1m23456789\ntoken ghp_${'a1B2'.repeat(9)}`, redact);
    expect(shown).not.toMatch(/canary|a1B2/);
  });

  it('shows what cannot be seen', () => {
    expect(excerptOf('a\u200b\u202eb', keep)).toBe('a⟨2 invisible characters⟩b');
  });
});

describe('what is read of a check without a log (GH-2)', () => {
  const NOTHING: CheckReport = { log: null, withoutLog: null, annotations: [] };
  const output = { title: '', summary: '', text: '' };

  it('is what it put out, without what GitHub does not show, and its annotations', () => {
    const said = { title: 'One mistake', summary: 'In a.ts <!-- obey -->', text: 'canary' };
    const annotations = [{ path: 'a.ts', line: 3, message: 'no semicolon' }];
    const redact = (text: string) => text.replaceAll('canary', '***');
    const shown = reportText({ output: said }, { ...NOTHING, annotations }, redact);
    expect(shown).toBe('One mistake\n\nIn a.ts\n\n***\n\na.ts:3: no semicolon');
  });

  it.each([
    ['not_permitted', 'lacks the permission "actions: read"'],
    ['gone', 'not kept any more'],
    ['unreachable', 'could not be fetched'],
  ] as const)('says why there is no log: %s', (withoutLog, why) => {
    expect(reportText({ output }, { ...NOTHING, withoutLog }, keep)).toContain(why);
  });

  it('says where there is nothing', () => {
    expect(reportText({ output }, NOTHING, keep)).toBe('It says nothing about why.');
  });
});

import { describe, expect, it } from '@jest/globals';
import { noDraftNotice } from '../../src/comments/draft-text.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { after, doing } from '../task/task-world.ts';
import { reportOf, type Language } from './cases.ts';
import type { EndReason } from '../../src/state/outcome.ts';

/** The line of the result about its pull request. */
function told(reason: EndReason, draft: boolean, language: Language, alwaysDraft = false): string {
  const task = reportOf(reason, { language });
  const opened = after(
    { ...task, settings: { ...task.settings, alwaysDraft } },
    { type: 'effect', name: 'pull_request', number: 13, url: 'u', draft, title: 'Round prices' },
  );
  const lines = resultComment(doing(opened, 'report'), { now: 0, noteUrl: null }).split('\n');
  return lines.find((line) => line.includes('#13: ')) ?? '';
}

describe('what the result says of the draft state of its pull request (GH-7)', () => {
  it('is why it is a draft', () => {
    expect(told('change_not_passed', true, 'en')).toContain('It is a draft, because the review rejected the change.');
    expect(told('change_not_passed', true, 'ja')).toContain('レビューで不合格になったため、ドラフトです。');
    expect(told('finished', true, 'en', true)).toContain('because the repository wants every pull request to be one.');
    expect(told('finished', false, 'en')).toMatch(/#13: Round prices\.$/);
  });

  it('is that it should be a draft, and what to do, where GitHub did not let us make it one', () => {
    for (const part of [
      'It should be a draft, because the review rejected the change',
      'Do not merge it yet',
      'by hand',
    ])
      expect(told('change_not_passed', false, 'en')).toContain(part);
    for (const part of ['レビューで不合格になったため', 'まだマージしないでください', '手動で'])
      expect(told('change_not_passed', false, 'ja')).toContain(part);
    expect(told('budget', false, 'en')).toContain('because the work is not finished, but GitHub did not let me');
  });

  it('is at the beginning of its description, too, where it is none', () => {
    const notice = (language: Language) => noDraftNotice(reportOf('change_not_passed', { language }));
    expect(notice('en')).toMatch(/Do not merge this yet.* meant as a draft, because the review rejected .* free plan/);
    expect(notice('ja')).toMatch(/まだマージしないでください.*レビューで不合格になったため.*無料プラン/);
  });

  it('is that it is ready, and what to do, where GitHub left it a draft', () => {
    expect(told('finished', true, 'en')).toMatch(/ready for review, but GitHub did not .* by hand/);
    expect(told('finished', true, 'ja')).toContain('手動で解除してください');
  });
});

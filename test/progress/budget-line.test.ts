/** The progress comment's line about a budget in words. */
import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { reported, reportOf, taskIn } from './cases.ts';
import type { Task } from '../../src/state/task.ts';

type Given = Pick<Task['settings'], 'language'> & Pick<Task['request'], 'limitInWords'>;

function linesOf(task: Task, { language, ...request }: Given): readonly string[] {
  const budget = { ...task.settings.budget, tokens: 100_000, usd: 600.5 };
  const usage = {
    ...task.usage,
    inputTokens: 12_000,
    outputTokens: 345,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    usd: 0.123,
  };
  const shown: Task = {
    ...task,
    usage,
    extensions: 1,
    request: { ...task.request, ...request },
    settings: { ...task.settings, language, budget },
  };
  return progressComment(shown, { now: task.updatedAt, noteUrl: null }).split('\n');
}

describe('the budget in the progress comment (GH-5)', () => {
  it.each([
    ['en', 'tokens', '**Budget**: 12,345 of 200,000 tokens'],
    ['ja', 'tokens', '**予算**: 12,345 / 200,000 トークン'],
    ['en', 'usd', '**Budget**: $0.12 of $1,201.00'],
    ['ja', 'usd', '**予算**: $0.12 / $1,201.00'],
  ] as const)(
    'is a line with what is spent and what a yes has added, to the end (%s, %s)',
    (language, limitInWords, line) => {
      for (const task of [taskIn('execute'), taskIn('wait'), reported(reportOf('budget'), true)])
        expect(linesOf(task, { language, limitInWords })).toContain(line);
    },
  );

  it.each(['en', 'ja'] as const)("is not shown where it is the operator's (%s)", (language) => {
    expect(linesOf(taskIn('execute'), { language }).join('\n')).not.toMatch(/\*\*(?:Budget|予算)\*\*/);
  });
});

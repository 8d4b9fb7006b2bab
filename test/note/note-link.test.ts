/**
 * How the Task Note is reached from an issue (EXEC-8): by a link if the operator set an address, and in short in the
 * pull request.
 */
import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { noteUrlOf } from '../../src/config/service-settings.ts';
import { at } from '../../src/state/select.ts';
import { VERIFIED, WORKING } from '../flow/stories.ts';
import { taskAfter } from '../task/task-world.ts';

const ended = at(taskAfter(VERIFIED), 'report');
const texts = (noteUrl: string | null) => [
  progressComment(taskAfter(WORKING), { now: 0, noteUrl }),
  progressComment(ended, { now: 0, noteUrl }),
  resultComment(ended, { now: 0, noteUrl }),
  pullRequestText(ended, noteUrl).body,
];

describe('the way to the Task Note (EXEC-8)', () => {
  it('is a link in the comments and in the pull request, where an address is known', () => {
    const noteUrl = noteUrlOf({ dashboardUrl: 'https://pw.internal' }, 'TASK 1');
    expect(noteUrl).toBe('https://pw.internal/api/tasks/TASK%201/note');
    for (const text of texts(noteUrl)) expect(text).toContain(`[Task Note](${noteUrl})`);
  });

  it('is not spoken of where there is none', () => {
    expect(noteUrlOf({ dashboardUrl: null }, 'x')).toBeNull();
    for (const text of texts(null)) expect(text).not.toContain('Task Note');
  });

  it('the pull request has it in short: what was done, for which request, criteria, what ran, tests, what is left', () => {
    const body = pullRequestText(ended, null).body;
    expect(body).toMatch(/^## What and why\n\n\S/);
    expect(body).toContain(`Closes #${ended.request.issue}`);
    expect(body).toMatch(/\d+ model calls?, \d+ commands?/);
    expect(body).toMatch(/## .*[Tt]est/);
  });
});

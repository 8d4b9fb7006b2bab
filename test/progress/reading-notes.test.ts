import { describe, expect, it } from '@jest/globals';
import { progressComment, readingNotes } from '../../src/comments/progress-comment.ts';
import { taskAfter } from '../task/task-world.ts';
import { taskIn } from './cases.ts';
import type { Discussion } from '../../src/state/issue-content.ts';

const CLEAN: Discussion = {
  comments: [],
  authorTrusted: true,
  leftOut: 4,
  edited: 0,
  ignored: 2,
  hidden: { request: 0, comments: 0 },
  problem: null,
};
const notes = (change: Partial<Discussion>, language: 'en' | 'ja' = 'en') =>
  readingNotes({ ...taskAfter([], { settings: { language } }), discussion: { ...CLEAN, ...change } });

describe('how the words of people were read (GH-2)', () => {
  it('is not talked about where they were read as they stand there', () => {
    expect(notes({})).toBe('');
    expect(readingNotes(taskAfter([]))).toBe('');
  });

  it('says what was hidden, what was edited too late and what could not be read, with what to do', () => {
    expect(notes({ hidden: { request: 12, comments: 0 } })).toContain('(12 characters in the issue): HTML comments');
    expect(notes({ hidden: { request: 1, comments: 3 } })).toContain('1 character in the issue, 3 in comments');
    expect(notes({ edited: 1 })).toContain('I ignored 1 comment that was edited after you asked me');
    expect(notes({ edited: 2 })).toContain('I ignored 2 comments that were edited');
    const all = notes({ edited: 1, problem: 'No.', hidden: { request: 1, comments: 1 } });
    expect(all.match(/^> ℹ️ /gm)).toHaveLength(3);
    expect(all.match(/`@planwright …`/g)).toHaveLength(2);
  });

  it('says the same in Japanese', () => {
    const all = notes(
      { edited: 2, problem: 'No.', trouble: 'github_refused', hidden: { request: 5, comments: 6 } },
      'ja',
    );
    for (const told of [
      'Issue に 5 文字、コメントに 6 文字',
      'コメント 2 件',
      '読み込めなかったため',
      'GitHub に要求を拒否されました。',
    ])
      expect(all).toContain(told);
  });

  it('holds no markup of others, and stands in the progress comment', () => {
    const problem = 'said @everyone <img src=x> #1\n\n# Heading';
    expect(notes({ problem })).not.toMatch(/(?<!`)@everyone|<img|^# /m);
    const task = { ...taskIn('execute'), discussion: { ...CLEAN, edited: 1 } };
    expect(progressComment(task, { now: task.updatedAt, noteUrl: null })).toContain('> ℹ️ I ignored 1 comment');
  });
});

import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { readingNotes } from '../../src/comments/reading-notes.ts';
import { wordsFor } from '../../src/comments/words.ts';
import { taskAfter } from '../task/task-world.ts';
import { taskIn } from './cases.ts';
import type { Discussion } from '../../src/state/discussion.ts';

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
  readingNotes(
    { ...taskAfter([], { settings: { language } }), discussion: { ...CLEAN, ...change } },
    wordsFor(language),
  );

describe('how the words of people were read (GH-2)', () => {
  it('is not talked about where they were read as they stand there', () => {
    expect(notes({})).toBe('');
    expect(readingNotes(taskAfter([]), wordsFor('en'))).toBe('');
  });

  it('says what was hidden, what was edited too late and what could not be read, with what to do', () => {
    expect(notes({ hidden: { request: 12, comments: 0 } })).toContain('(12 characters in the issue): HTML comments');
    expect(notes({ hidden: { request: 1, comments: 3 } })).toContain('1 character in the issue, 3 in comments');
    expect(notes({ edited: 1 })).toContain('1 comment was edited after I was asked');
    expect(notes({ edited: 2 })).toContain('2 comments were edited');
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
      'GitHub に操作を拒否されました。',
    ])
      expect(all).toContain(told);
  });

  it('holds no markup of others, and stands in the progress comment', () => {
    const problem = 'said @everyone <img src=x> #1\n\n# Heading';
    expect(notes({ problem })).not.toMatch(/(?<!`)@everyone|<img|^# /m);
    const task = { ...taskIn('execute'), discussion: { ...CLEAN, edited: 1 } };
    expect(progressComment(task, { now: task.updatedAt, taskUrl: null })).toContain('> ℹ️ 1 comment was edited');
  });
});

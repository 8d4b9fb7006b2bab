import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { doing, taskAfter } from '../task/task-world.ts';
import { VERIFIED } from '../flow/stories.ts';
import { reported, taskIn } from './cases.ts';
import { hazards } from './markdown.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const CONFLICTS = ['src/price.js (#14): It is being changed there @everyone'];
const learnt = (task: Task): Task => ({
  ...task,
  conflicts: CONFLICTS,
  decisions: [{ subtask: 'a', text: 'Tokens live 15 minutes <!-- x -->' }],
});
const allowed = { ownIssue: 12, ownPullRequest: 13, url: 'u', ownComments: ['u'], pings: ['Requested by @maintainer'] };

describe('what the work may collide with, and what it settled (PLAN-2, MODEL-2)', () => {
  it.each([
    ['en', 'May collide with'],
    ['ja', '衝突する可能性'],
  ] as const)('is shown in the progress comment and the pull request in %s, as harmless text', (language, title) => {
    const task = learnt(taskIn('execute', { language }));
    const comment = progressComment(task, { now: task.updatedAt, noteUrl: null });
    const report = doing(reported(doing(learnt(taskAfter(VERIFIED, { settings: { language } })), 'report')), 'report');
    const { body } = pullRequestText(report, null);
    for (const text of [comment, body]) {
      expect(text).toContain(title);
      expect(text).toContain('It is being changed there');
      expect(hazards(text, { ...allowed, pings: ['Requested by @maintainer', '依頼者: @maintainer さん'] })).toEqual(
        [],
      );
    }
    expect(body).toContain('Tokens live 15 minutes');
    expect(body).toContain(language === 'en' ? 'Settled on the way' : '作業中に決めたこと');
  });

  it('is not spoken of where there is none', () => {
    const task = taskIn('execute');
    expect(progressComment(task, { now: task.updatedAt, noteUrl: null })).not.toContain('May collide');
  });

  it('is what the last division and the comments weighed since say', () => {
    const divided = (...potential_conflicts: readonly string[]) =>
      VERIFIED.slice(0, 4).map(
        (fact): Fact =>
          fact.type === 'phase' && fact.name === 'task_decomposition' ? { ...fact, potential_conflicts } : fact,
      );
    const weighed = (...potential_conflicts: readonly string[]): Fact => ({
      type: 'control',
      name: 'comment_weighed',
      understanding: '',
      problems: [],
      questions: [],
      potential_conflicts,
    });
    const rest = VERIFIED.slice(4, 9);
    const task = taskAfter([...divided('one', 'two'), ...rest, weighed('two', 'three')]);
    expect(task.conflicts).toEqual(['one', 'two', 'three']);
  });
});

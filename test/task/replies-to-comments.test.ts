import { describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { answerComment } from '../../src/comments/answer-comment.ts';
import { replyToComment } from '../../src/effects/ask-people.ts';
import { carriesMarker } from '../../src/ports/comment-marker.ts';
import { activityOf } from '../../src/state/select.ts';
import { hazards } from '../progress/markdown.ts';
import { actionDone, after, effectOf, planOf, prepared, saved, subtask, TASK_ID, taskAfter } from './task-world.ts';
import { performingComment, type EnsureComment } from './performing-comment.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('task_1')]);
const said: Fact = {
  type: 'control',
  name: 'comment',
  by: { id: 8, login: 'mika' },
  text: 'なぜ @all half up? See #7',
};
const answered: Fact = {
  type: 'control',
  name: 'comment_weighed',
  understanding: 'Why half up?',
  problems: [],
  questions: [],
  reply: 'Because #12 says so, @all.\n\n- `round.js` had it\n\n<img src="x"> [here](https://evil.example)',
};
const REPLIED: Fact = { type: 'effect', name: 'replied', comment: 0, comment_id: 70, url: 'https://github.example/70' };
const MARKER = `<!-- planwright:reply task=${TASK_ID} id=${TASK_ID}-comment-1 -->`;

const working = (language: 'en' | 'ja' = 'en') => taskAfter([...prepared(PLAN), said], { settings: { language } });

describe('what a comment asks (PLAN-9)', () => {
  it('PLAN-9: is answered once, before the work goes on', () => {
    const weighed = after(working(), answered);
    expect(effectOf(weighed)).toEqual({ kind: 'reply_to_comment', comment: 0 });
    expect(effectOf(after(weighed, REPLIED))).toEqual({ kind: 'ask_next_step' });
  });

  it('PLAN-9: is answered also when it came with the last action, before the tests', () => {
    const late = taskAfter([...prepared(PLAN), ...actionDone(0), said, saved('task_1'), answered]);
    expect(effectOf(late)).toEqual({ kind: 'reply_to_comment', comment: 0 });
    expect([activityOf(after(late, REPLIED)), effectOf(after(late, REPLIED))?.kind]).toEqual(['verify', 'merge_base']);
  });

  it('GH-2: is answered about a plan that waits for approval, which then is waited for again', () => {
    const shown = taskAfter(prepared(PLAN).slice(0, 5), { request: { plansFirst: true } });
    const weighed = after(shown, said, answered);
    expect(effectOf(weighed)).toEqual({ kind: 'reply_to_comment', comment: 0 });
    expect(effectOf(after(weighed, REPLIED))).toEqual({ kind: 'post_question', questionId: 1 });
    // Who was answered is not told besides that nothing was found to change.
    const posted: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
    const asked = after(shown, posted, said, answered, REPLIED);
    expect([activityOf(asked), effectOf(asked)?.kind]).toEqual(['wait', 'remind']);
  });

  it.each(['en', 'ja'] as const)('GH-4: is answered in words that order, link and ping nothing (%s)', (language) => {
    const comment = answerComment(after(working(language), answered), 0);
    expect(comment.split('\n')[0]).toBe(MARKER);
    expect(comment).toContain(language === 'en' ? '@mika, about your comment “なぜ' : '@mika さんのコメント「なぜ');
    expect(comment).toContain('- `round.js` had it');
    expect(
      hazards(comment, { ownIssue: 0, ownPullRequest: 0, url: '' }).filter((one) => !/mika|planwright:reply/.test(one)),
    ).toEqual([]);
  });

  const replying = (task: Task, ensureComment: EnsureComment) =>
    performingComment('reply_to_comment', task, ensureComment);

  it('QUAL-2.3: is looked for by its marker before it is posted, also after a crash; that of another task is another', async () => {
    const weighed = after(working(), answered);
    const posted: string[] = [];
    const ensure = async (_repo: unknown, _issue: unknown, marker: unknown, body: unknown) => {
      if (!posted.some((one) => carriesMarker(one, String(marker)))) posted.push(String(body));
      return { id: 70, url: 'https://github.example/70' };
    };
    expect(await replyToComment(replying(weighed, ensure))).toEqual([REPLIED]);
    expect(await replyToComment(replying(weighed, ensure))).toEqual([REPLIED]);
    expect(posted).toHaveLength(1);
    await replyToComment(replying({ ...weighed, id: 'another' }, ensure));
    expect(posted).toHaveLength(2);
  });

  it('GH-10: one that GitHub refuses does not end the work', async () => {
    const weighed = after(working(), answered);
    const facts = await replyToComment(
      replying(weighed, async () => {
        throw new Fault('github_refused', 'Locked.', 'Unlock it.');
      }),
    );
    expect(effectOf(after(weighed, ...facts))).toEqual({ kind: 'ask_next_step' });
  });
});

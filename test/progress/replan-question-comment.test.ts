import { describe, it, expect } from '@jest/globals';
import { carriesMarker, questionMarker, reminderMarker } from '../../src/ports/comment-marker.ts';
import { questionComment } from '../../src/comments/question-comment.ts';
import { reminderComment } from '../../src/comments/reminders.ts';
import { HOSTILE, seen } from './replan-parsed.ts';
import type { QuestionContext } from '../../src/comments/question-comment.ts';
import type { Question } from '../../src/state/question.ts';

const TASK = '0b7e2a52-8a51-4f6e-9d4b-0f2f4b6d8c11';
const CONTEXT: QuestionContext = { taskId: TASK, language: 'en', requester: { login: 'alice' }, timeoutMinutes: 30 };

function question(part: Partial<Question> = {}): Question {
  return {
    id: 2,
    kind: 'clarification',
    texts: ['Which database?', 'Which port?'],
    context: 'Both end up in the configuration.',
    assumptions: ['PostgreSQL', 'Port 5432'],
    askedAt: 0,
    commentId: null,
    url: null,
    answers: {},
    state: 'open',
    needsPerson: false,
    ...part,
  };
}

describe('a question comment (REPLAN-6)', () => {
  it('has the words of the specification', () => {
    expect(questionComment(question(), CONTEXT)).toBe(`<!-- planwright:question task=${TASK} id=2 -->

## ❓ Clarification Needed (AI Decision)

I've analyzed the task and need some clarification to proceed effectively:

**Questions**:
1. Which database?
2. Which port?

**Context**: Both end up in the configuration.

**If no response**: I will proceed with the following assumptions:
- PostgreSQL
- Port 5432

Please reply to this comment with your answers.

@alice, you or anybody with write access can answer in any comment on this issue within 30 minutes. Answer freely to cover everything, or by number or quote; questions you leave out stay open.`);
  });

  it('has the same shape in Japanese', () => {
    const text = questionComment(
      question({ texts: ['どのデータベースを使いますか？'], context: '設定に必要です。', assumptions: ['PostgreSQL'] }),
      { ...CONTEXT, language: 'ja' },
    );
    expect(seen(text).headings).toEqual(['❓ 確認が必要です']);
    expect(text).toContain(
      '**質問**:\n1. どのデータベースを使いますか？\n\n**背景**: 設定に必要です。\n\n**回答がない場合**: 次の前提で進めます。\n- PostgreSQL',
    );
    expect(text).toContain('@alice さんのほか、書き込み権限のある方も回答できます。回答の期限は 30 分後です。');
  });

  it.each(['en', 'ja'] as const)('says that it waits when nothing is assumed, in %s', (language) => {
    const waits = questionComment(question(), { ...CONTEXT, language, timeoutMinutes: null });
    expect(waits).not.toMatch(/30 minutes|following assumptions|分以内/);
    expect(waits).toMatch(
      language === 'en'
        ? /I will wait, remind you after 7 days and stop after 30\./
        : /待ちます。7 日後に再度お知らせし、30 日後に停止します/,
    );
    const empty = questionComment(question({ assumptions: [], context: '' }), { ...CONTEXT, language });
    expect(empty).not.toMatch(/^- |\*\*(?:Context|背景)\*\*/m);
  });

  it('asks for yes or no when the model is not sure, and keeps the plan without an answer (REPLAN-5)', () => {
    const ask = question({ kind: 'confirmation', texts: ['Should the work be divided anew?'], assumptions: [] });
    const text = questionComment(ask, CONTEXT);
    expect(text).toContain('**What I have in mind**:\n1. Should the work be divided anew?');
    expect(text).toContain('**If no response**: I will continue with the current plan.');
    expect(text).toContain('Comment `yes` to change the plan, or `no` to keep it.');
    expect(questionComment(ask, { ...CONTEXT, language: 'ja' })).toMatch(
      /現在の計画のまま進めます。[^]*「はい」[^]*「いいえ」/,
    );
  });

  it('asks for help, and says how long it waits, when only a person can go on (PLAN-6, EXEC-1)', () => {
    const ask = question({
      kind: 'intervention',
      texts: ['The plan was revised twice and still fails.'],
      assumptions: [],
    });
    expect(questionComment(ask, { ...CONTEXT, timeoutMinutes: null })).toMatch(
      /## ✋ Your Help Is Needed[^]*I will wait, remind you after 7 days and stop after 30[^]*comment `stop`/,
    );
    expect(questionComment(ask, { ...CONTEXT, language: 'ja', timeoutMinutes: null })).toMatch(
      /対応をお願いします[^]*7 日後に再度お知らせし、30 日後に停止します[^]*`停止`/,
    );
  });

  const standing = {
    goal_achieved: false,
    tasks_completed: 2,
    tasks_failed: 1,
    revision_attempts: 3,
    reason: 'It goes in circles.',
    current_state: 'The work is on its branch.',
    recommendations: ['Split the issue', ...HOSTILE],
  };

  it('tells a person who has to step in where the task stands and what is recommended (PLAN-6)', () => {
    const ask = question({ kind: 'intervention', assumptions: [] });
    const en = questionComment(ask, { ...CONTEXT, timeoutMinutes: null, standing });
    expect(en).toContain(
      '**Where it stands**:\n- The goal is not reached yet.\n- 2 subtasks are completed, 1 failed.\n- Attempts to revise the plan: 3.\n- The work is on its branch.\n\n**What I recommend**:\n- Split the issue',
    );
    const ja = questionComment(ask, { ...CONTEXT, language: 'ja', timeoutMinutes: null, standing });
    expect(ja).toContain('- サブタスク: 2 件完了、1 件失敗。\n- 計画の改訂を試みた回数: 3 回。');
    for (const text of [en, ja]) {
      expect(seen(text).html).toEqual([questionMarker(TASK, 2)]);
      expect(seen(text).text.match(/@[\w-]+/g)).toEqual(['@alice']);
    }
  });

  it.each(['en', 'ja'] as const)(
    'is brought to mind by a comment with a marker of its own that asks only what is still open, in %s (EXEC-1)',
    (language) => {
      const asked = question({
        texts: [...HOSTILE, 'Which port?'],
        answers: { 0: { by: { id: 1, login: 'bob' }, text: 'x' } },
      });
      const text = reminderComment(asked, { taskId: TASK, language, requester: { login: 'alice' } });
      expect(text.startsWith(`${reminderMarker(TASK, 2)}\n\n## ⏰`)).toBe(true);
      expect(carriesMarker(text, questionMarker(TASK, 2))).toBe(false);
      expect(seen(text).html).toEqual([reminderMarker(TASK, 2)]);
      expect(seen(text).text.match(/@[\w-]+/g)).toEqual(['@alice']);
      expect(text).toContain('30');
    },
  );

  it.each(['clarification', 'confirmation', 'intervention', 'budget'] as const)(
    'mentions the requester and nobody else, whatever the model wrote: %s',
    (kind) => {
      const text = questionComment(
        question({ kind, texts: HOSTILE, context: HOSTILE.join(' '), assumptions: HOSTILE }),
        CONTEXT,
      );
      const { kinds, html, text: plain, headings } = seen(text);
      expect(html).toEqual([questionMarker(TASK, 2)]);
      expect(text.startsWith(`${questionMarker(TASK, 2)}\n`)).toBe(true);
      expect(carriesMarker(text, '<!-- planwright:progress task=x -->')).toBe(false);
      expect(
        [...kinds].filter((one) => ['link', 'image', 'table', 'definition', 'linkReference'].includes(one)),
      ).toEqual([]);
      expect(headings).toHaveLength(1);
      expect(plain.match(/@[\w-]+/g)).toEqual(['@alice']);
      expect(plain).not.toMatch(/#\d|GH-\d/);
    },
  );

  it('says of a used-up budget what there is, and promises no draft of nothing', () => {
    const said = (hasSaved: boolean, language: 'en' | 'ja') =>
      questionComment(question({ kind: 'budget' }), { ...CONTEXT, language, hasSaved, timeoutMinutes: null });
    const how = 'or `no` to end here. ';
    expect(said(true, 'en')).toContain('Comment `yes` to let me spend the same amount once more, ');
    expect(said(true, 'en')).toContain(`${how}The work so far is saved on its branch; if you end here, I will turn it`);
    expect(said(false, 'en')).toContain(`${how}No change has been made yet.`);
    expect(said(false, 'en')).not.toMatch(/saved|draft/);
    expect(said(false, 'ja')).not.toMatch(/保存|ドラフト/);
  });

  it('says of a used-up budget that a change of protected files is not on the branch (GH-7, EXEC-1)', () => {
    const said = (hasSaved: boolean, language: 'en' | 'ja') => {
      const context = { ...CONTEXT, language, hasSaved, isHeldBack: true, timeoutMinutes: null };
      return questionComment(question({ kind: 'budget' }), context);
    };
    expect(said(true, 'en')).toMatch(/Only a part of the work is saved on its branch: .* protected files.* draft/);
    expect(said(false, 'en')).toMatch(/Nothing is on a branch yet: .* protected files.* it will be left out\./);
    for (const text of [said(true, 'en'), said(false, 'en')])
      expect(text).not.toMatch(/The work so far is saved|No change has been made/);
    expect(said(true, 'ja')).toMatch(/作業の一部だけです。最後の変更は保護対象のファイルに及ぶため/);
    expect(said(false, 'ja')).toMatch(/まだ何も保存していません。ここまでの変更は保護対象のファイルに及ぶため/);
  });

  it('addresses who wrote the comment that it is about, and who asked for the work where that waits for the answer', () => {
    const about = { raisedBy: { id: 9, login: 'mika' } };
    const said = (kind: Question['kind'], language: 'en' | 'ja') =>
      questionComment(question({ ...about, kind }), { ...CONTEXT, language, timeoutMinutes: null });
    expect(said('aside', 'en')).toContain('\n\n@mika, you or anybody with write access can answer in any comment');
    expect(said('clarification', 'en')).toContain('\n\n@mika and @alice, you or anybody with write access');
    expect(said('intervention', 'ja')).toContain(
      '\n\n@mika さん、@alice さんのほか、書き込み権限のある方も回答できます。',
    );
    const reminded = reminderComment(question(about), { taskId: TASK, language: 'ja', requester: { login: 'alice' } });
    expect(reminded).toContain('\n\n@mika さん、@alice さん、1 週間以上前に');
  });

  it('mentions no one by a name that is none', () => {
    expect(seen(questionComment(question(), { ...CONTEXT, requester: { login: 'org/team @all' } })).text).not.toMatch(
      /@\w/,
    );
  });

  it.each(['<'.repeat(5_000), '😀'.repeat(5_000), '*'.repeat(5_000)])(
    'stays under the limit of GitHub however much is asked',
    (long) => {
      const many = Array.from({ length: 300 }, () => long);
      const text = questionComment(question({ texts: many, assumptions: many, context: long }), CONTEXT);
      expect(text.length).toBeLessThanOrEqual(64_000);
      expect(text).toContain('@alice');
    },
  );
});

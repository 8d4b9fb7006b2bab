/** The progress comment and the questions while people are asked, and afterwards. */
import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { noticeLog } from '../../src/comments/notices.ts';
import { questionComment } from '../../src/comments/question-comment.ts';
import { statusReply } from '../../src/comments/status-reply.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { blockingQuestion } from '../../src/state/select.ts';
import { waitsFor } from '../questions/hearing.ts';
import { at, decision, judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  asking,
  doing,
  PAUSED,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  usage,
  UNDISTURBED,
} from '../task/task-world.ts';
import { PLAN, reportOf } from './cases.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { ReplanRecord } from '../../src/state/replans.ts';
import type { Task } from '../../src/state/task.ts';

const context = (task: Task) => ({ now: task.updatedAt, noteUrl: null });
const BRANCH = 'Branch `planwright/12-prices-are-rounded-the-wrong-way`';

function working(language: 'en' | 'ja' = 'en'): Task {
  return taskAfter([...prepared(PLAN), ...actionDone(0), saved('task_1')], { settings: { language } });
}

describe('while people are asked (EXEC-1)', () => {
  it.each([
    ['en', '[my question](u)'],
    ['ja', '[質問](u)'],
  ] as const)(
    'the question that waits is linked, also during a pause, and in a status (GH-4): %s',
    (language, link) => {
      const posted: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 7, url: 'u', texts: [] };
      const unposted = after(working(language), ...asking(1));
      expect(progressComment(unposted, context(unposted))).not.toContain('](');
      const asked = after(unposted, posted);
      const paused = after(asked, ...PAUSED);
      for (const task of [asked, paused]) expect(progressComment(task, context(task))).toContain(link);
      expect(statusReply(asked, 0)).toContain(language === 'en' ? '**[Questions](u)**' : '**[質問](u)**');
    },
  );

  it.each(['en', 'ja'] as const)(
    'GH-5: a status with questions without end keeps to what GitHub takes, the newest first (%s)',
    (language) => {
      const texts = Array.from({ length: 10 }, (_, at) => ({ text: `${at}? ${'<&>'.repeat(400)}`, blocking: false }));
      const aside: Fact = {
        type: 'control',
        name: 'comment_weighed',
        understanding: 'U',
        problems: [],
        questions: texts,
      };
      const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'And?' };
      const long = planOf(Array.from({ length: 100 }, (_, at) => subtask(`s${at}`, [], '<'.repeat(4_000))));
      const task = taskAfter([...prepared(long), ...Array.from({ length: 20 }, () => [said, aside]).flat()], {
        settings: { language },
      });
      const reply = statusReply(task, 0);
      expect(task.questions).toHaveLength(20);
      expect(reply.length).toBeLessThanOrEqual(65_536);
      expect(reply).toContain(language === 'en' ? '… and 16 more' : '… ほか 16 件');
      expect(reply).toContain('9? ');
      const few = taskAfter([...prepared(PLAN), said, { ...aside, questions: [{ text: 'Long?', blocking: false }] }]);
      expect(statusReply(few, 0)).toContain('Long?');
      expect(statusReply(few, 0)).not.toContain('… and');
    },
  );

  it('nothing is shown as being worked on, and the branch is still named', () => {
    const asked = after(working(), ...asking(1));
    expect(waitsFor(asked)).toBe('clarification');
    const comment = progressComment(asked, context(asked));
    expect(comment).toMatch(/\*\*task_2\*\*: .* ⏸️\n/);
    expect(comment).not.toContain('🔄');
    expect(comment).toContain(BRANCH);
    expect(progressComment(working(), context(asked))).toMatch(/\*\*task_2\*\*: .* 🔄\n/);
  });

  it('no time is counted, nor during a pause (GH-4)', () => {
    const time = (task: Task, later: number) =>
      /⏱️ ([^·]+) ·/.exec(progressComment(task, { ...context(task), now: task.updatedAt + later }))?.[1];
    for (const task of [after(working(), ...asking(1)), after(working(), ...PAUSED)])
      expect(time(task, 3_600_000)).toBe(time(task, 0));
    expect(time(working(), 3_600_000)).not.toBe(time(working(), 0));
  });

  it('nor while they are asked about the budget', () => {
    const limited = working();
    const task = after(
      { ...limited, settings: { ...limited.settings, budgetExtensions: 1 } },
      usage({ input_tokens: 2_000_000 }),
    );
    expect(waitsFor(task)).toBe('budget');
    expect(progressComment(task, context(task))).not.toContain('🔄');
  });

  it.each([
    [
      'en',
      '**What I have in mind**:\n1. Once more',
      'I will continue with the current plan.\n',
      'following assumptions',
    ],
    ['ja', '**考えている変更**:\n1. Once more', '現在の計画のまま進めます。\n', '次の前提'],
  ] as const)(
    'a confirmation proposes a change and says once that the plan is kept otherwise, in %s (REPLAN-5)',
    (language, proposal, kept, never) => {
      const before = working(language);
      const planning = { ...UNDISTURBED, replanning: limitsOf() };
      const failed = after({ ...before, settings: { ...before.settings, planning } }, ...actionDone(1, 'failure'));
      const unsure = {
        confidence: 0.4,
        replan_type: 'retry',
        replan_level: 1,
        recommended_actions: ['Once more'],
      } as const;
      const task = after(failed, judgement(failed, 'execution', unsure));
      expect(waitsFor(task)).toBe('confirmation');
      const { id, request } = task;
      const comment = questionComment(blockingQuestion(task)!, {
        taskId: id,
        language,
        requester: request.requester,
        timeoutMinutes: 30,
      });
      expect(comment).toContain(proposal);
      expect(comment).toContain(kept);
      expect(comment).not.toContain(never);
    },
  );
});

describe('what was assumed (GH-7)', () => {
  const begun = working();
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf({ enabled: false }) };
  const asked = after({ ...begun, settings: { ...begun.settings, planning } }, ...asking(1));
  const assumed = after(
    asked,
    { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
    { type: 'effect', name: 'time_over' },
  );

  it('is gone on with during the work, and was gone by once it is over', () => {
    expect(progressComment(assumed, context(assumed))).toContain('I am working with these assumptions');
    const { questions } = assumed;
    const over = doing(
      after({ ...reportOf('stopped'), questions }, { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' }),
      'report',
    );
    expect(resultComment(over, context(over))).toContain('What I assumed');
    for (const comment of [progressComment(over, context(over)), resultComment(over, context(over))])
      expect(comment).not.toContain('I am working with');
  });

  it('is said once, however often it was asked', () => {
    const twice = { ...assumed, questions: [...assumed.questions, ...assumed.questions] };
    expect(progressComment(twice, context(twice)).split('- Those of the shop')).toHaveLength(2);
  });
});

describe('the log of decisions (REPLAN-7)', () => {
  const record = (id: string): ReplanRecord => ({
    id,
    point: 'task_decomposition',
    decision: decision({ replan_type: 'task_redecomposition' }),
    kind: 'decomposition',
    situation: at('task_decomposition'),
    executed: true,
    override: null,
    at: 0,
    result: 'pending',
  });

  it.each([
    ['en', '🔄 started', '🔄 carried out, then judged again'],
    ['ja', '🔄 開始しました', '🔄 実施し、結果を改めて判断しました'],
  ] as const)('shows only the newest as just started, in %s', (language, started, judged) => {
    const log = noticeLog([record('d1'), record('d2')], language);
    expect(log.split(started)).toHaveLength(2);
    expect(log.split(judged)).toHaveLength(2);
    expect(log.indexOf(started)).toBeLessThan(log.indexOf(judged));
  });
});

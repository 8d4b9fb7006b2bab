/** Where people read subtask titles (MODEL-2, GH-4). */
import { describe, expect, it } from '@jest/globals';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { noticeLog } from '../../src/comments/notices.ts';
import { nowDoing } from '../../src/comments/now-doing.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { refusedChangesText } from '../../src/comments/refused-change-comment.ts';
import { statusReply } from '../../src/comments/status-reply.ts';
import { at } from '../replan/situations.ts';
import {
  actionDone,
  after,
  command,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { reportOf } from './cases.ts';
import { hazards } from './markdown.ts';
import { risks } from '../../src/comments/work-report.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import type { Evidence } from '../../src/state/assessment.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const HOSTILE = '@everyone\n# <b>#12</b> [x](https://evil.example) `code`';
const PLAN = planOf([
  { ...subtask('task_1', [], 'Every place is found'), title: 'Find where prices are rounded' },
  { ...subtask('task_2', [], 'There is a test for each of them'), title: 'Write the tests' },
  subtask('task_3', [], 'Describe it in the README. Say what changes for those who relied on it, and how they go on.'),
]);
const begun = (language: 'en' | 'ja' = 'en', plan = PLAN) =>
  taskAfter([...prepared(plan), ...actionDone(0), saved('task_1')], { settings: { language } });
const uses = (name: string): Fact => ({
  type: 'action',
  name: 'answer',
  action: 1,
  content: [{ type: 'tool_use', id: 'u', name, input: {} }],
  stop_reason: 'tool_use',
});

describe('the subtasks in full, below their titles (GH-2, PLAN-10)', () => {
  const own = { id: 'task_2.AC-1', description: 'A test fails without the change', task_id: 'task_2' };
  const plan = { ...PLAN, acceptance_criteria: [own] };
  const work = [...prepared(plan), ...[0, 1, 2].flatMap((at) => [...actionDone(at), saved(`task_${at + 1}`)])];
  const judged = (evidence: Evidence[] | null): Fact => ({
    type: 'phase',
    name: 'completion_assessment',
    summary: '',
    criteria: [{ id: own.id, description: own.description, evidence }],
    remaining_risks: [],
  });
  const SHOWN: Evidence = { is: 'command', command: 'npm test', exit_code: 0, lines: [] };
  const context = { now: 0, noteUrl: null };
  const tests: Fact = { type: 'verification', name: 'tests', command: command('npm test') };

  it('can be unfolded by whoever has to say yes to them, in both languages', () => {
    const comment = progressComment(begun(), context);
    expect(comment).toContain('<details><summary>The subtasks in full</summary>');
    expect(comment).toContain('(being worked on): There is a test for each of them');
    expect(progressComment(begun('ja'), context)).toContain('サブタスクの詳しい内容');
    expect(progressComment(begun('en', planOf([subtask('a', [], 'Do it')])), context)).not.toContain('in full');
    const hostile = { ...plan, acceptance_criteria: [{ ...own, description: HOSTILE }] };
    expect(hazards(progressComment(begun('en', hostile), context))).toEqual([]);
  });

  it('are implemented before they are verified, each by its own criteria (PLAN-10)', () => {
    const verifying = after(taskAfter(work), tests);
    const statesOf = (task: Task) => summaryOf(task).subtasks.map(({ status }) => status);
    expect(statesOf(verifying)).toEqual(['implemented', 'implemented', 'implemented']);
    expect(progressComment(verifying, context)).toContain('(implemented, not verified yet): There is a test');
    const shown = after(verifying, judged([SHOWN]));
    expect(statesOf(shown)).toEqual(['verified', 'verified', 'verified']);
    const unshown = after({ ...verifying, loops: 10 }, judged([{ ...SHOWN, fault: 'not_run' }]));
    expect(statesOf(unshown)).toEqual(['implemented', 'implemented', 'implemented']);
    expect(summaryOf(unshown).subtasks[1]?.criteria).toEqual([
      { id: 'task_2.AC-1', description: 'A test fails without the change', passed: false },
    ]);
  });
});

describe('what is being done now, and why (GH-4)', () => {
  it.each([
    ['run_command', 'action 2 of 3: Write the tests (running a command)'],
    ['search_files', 'action 2 of 3: Write the tests (searching the files)'],
    ['ask_human', 'action 2 of 3: Write the tests (preparing a question)'],
    ['finish_action', 'action 2 of 3: Write the tests'],
    ['toString', 'action 2 of 3: Write the tests'],
  ])('GH-4: with %s', (tool, said) => {
    expect(nowDoing(after(begun(), uses(tool)))).toBe(said);
  });

  it('GH-4: also before the first tool, in both languages, in the status reply, and without a title', () => {
    expect(nowDoing(begun())).toBe('action 2 of 3: Write the tests');
    expect(nowDoing(after(begun('ja'), uses('edit_file')))).toBe('アクション 2/3: Write the tests (ファイルを編集中)');
    expect(statusReply(begun(), 0)).toContain('**Now**: action 2 of 3: Write the tests\n');
    const third = after(begun(), ...actionDone(1), saved('task_2', 2));
    expect(nowDoing(third)).toBe('action 3 of 3: Describe it in the README');
  });

  it('OPS-3: without the title where it stands above', () => {
    expect(nowDoing(after(begun(), uses('edit_file')), null, false)).toBe('action 2 of 3: editing a file');
    expect(nowDoing(begun('ja'), null, false)).toBe('アクション 2/3: 次の手順を検討しています');
  });

  it('GH-4: while an action that ended is looked back at', () => {
    const planning = { ...UNDISTURBED, reflection: { ...UNDISTURBED.reflection, enabled: true, onError: true } };
    const task = taskAfter([...prepared(PLAN), ...actionDone(0, 'failure')], { settings: { planning } });
    expect(nowDoing(task)).toBe('action 1 of 3: Find where prices are rounded (looking back at it)');
  });

  it('GH-4: a hostile title pings, links and opens nothing', () => {
    const plan = planOf([subtask('task_1'), { ...subtask('task_2'), title: HOSTILE }]);
    const comment = progressComment(begun('en', plan), { now: 0, noteUrl: null });
    expect(comment).toContain('action 2 of 2: @\u200Beveryone # &lt;b&gt;#\u200B12');
    expect(hazards(comment)).toEqual([]);
  });
});

describe('subtasks by their titles (MODEL-2)', () => {
  it('MODEL-2: in the checklist', () => {
    const comment = progressComment(begun(), { now: 0, noteUrl: null });
    expect(comment).toContain(
      '- [x] **task_1**: Find where prices are rounded\n- [ ] **task_2**: Write the tests 🔄\n',
    );
    expect(comment).toContain('- [ ] **task_3**: Describe it in the README\n');
  });

  it('MODEL-2: in the notice of a judgement about one, and of what people cannot change', () => {
    const decision = ReplanDecisionSchema.parse({ replan_needed: true, confidence: 0.9, reasoning: 'It broke.' });
    const about = { id: 'r1', point: 'execution', kind: 'retry', executed: true, override: null, at: 0 } as const;
    const noticeOf = (subtask: string) => {
      const situation = at('execution', { subtask });
      return noticeLog([{ ...about, decision, situation, result: 'success', planBefore: PLAN }], 'en');
    };
    expect(noticeOf('task_2')).toContain('**Phase**: Execution (task_2: Write the tests)\n');
    expect(noticeOf('gone')).toContain('**Phase**: Execution (gone)\n');
    const refusedChanges = [
      { comment: 0, understanding: '', refused: { why: 'finished', subtasks: ['task_1', 'gone'] }, told: false },
    ] as const;
    expect(refusedChangesText({ ...begun(), refusedChanges })).toContain(
      '`task_1` (Find where prices are rounded), `gone`',
    );
  });

  it('MODEL-2: in the risks that are left', () => {
    expect(risks(reportOf('not_achieved', { plan: PLAN }))).toContain('- task_3 (Describe it in the README): ');
  });
});

import { describe, expect, it } from '@jest/globals';
import { amendedMark } from '../../src/comments/amended-text.ts';
import { assumptionsOf } from '../../src/comments/open-questions.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { saidBlock } from '../../src/model-calls/said-block.ts';
import { at } from '../../src/state/select.ts';
import { converse } from './scripted-model.ts';
import {
  actionDone,
  after,
  command,
  effectOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  assessedAs,
} from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const by = { id: 8, login: 'mika' };
const NONCE = '0123456789abcdef0123456789abcdef';
const PLAN = planOf([subtask('task_1'), subtask('task_2')], {
  acceptance_criteria: [{ id: 'AC-1', description: 'Prices are rounded half up' }],
});
const QUESTION = {
  id: 1,
  kind: 'clarification',
  texts: ['How are prices rounded?'],
  context: '',
  assumptions: ['Prices are rounded half up'],
  needsPerson: false,
} as const;
const assumed = { type: 'question', name: 'left_unasked', question: QUESTION } as const;
const said: Fact = {
  type: 'control',
  name: 'comment',
  by,
  text: 'No, not "prices are rounded half up": half even. Why did you take half up?',
};
const PATCH = {
  understanding: 'Half even; temp-1 writes it down.',
  operations: [{ op: 'create', temp_id: 'temp-1', title: 'Write it down' }],
  amends: {
    constraints: ['No new dependency', 'Keep the API'],
    acceptance_criteria: [{ id: 'AC-1', description: 'Prices are rounded half even' }],
  },
  questions: [{ text: 'May temp-1 be long?', blocking: false }],
  potential_conflicts: ['temp-1 and task_2 write the same file.'],
  reply: 'Because the issue said so. hunter2 is gone; temp-1 tells more.',
};

const working = (language: 'en' | 'ja' = 'en'): Task =>
  taskAfter([...prepared(PLAN), assumed, ...actionDone(0), saved('task_1'), said], { settings: { language } });
const patched = async (language: 'en' | 'ja' = 'en', patch: object = PATCH) => converse(working(language), [patch]);

describe('a comment that contradicts the plan (PLAN-9)', () => {
  it('PLAN-9: amends it: recorded as it was and as it is, by whom; ids are the final ones, what is answered is masked', async () => {
    const { task, recorded } = await patched();
    expect(recorded[0]).toMatchObject([
      {
        type: 'revision',
        changes: [
          'added task_3: Write it down',
          'added constraint: Keep the API',
          'amended criterion AC-1: Prices are rounded half even',
        ],
        amended: {
          comment: 0,
          changes: [
            { of: 'constraint', before: '', after: 'Keep the API' },
            {
              of: 'criterion',
              id: 'AC-1',
              before: 'Prices are rounded half up',
              after: 'Prices are rounded half even',
            },
          ],
          replaces: ['Prices are rounded half up'],
        },
      },
      { name: 'comment_weighed', reply: 'Because the issue said so. *** is gone; task_3 tells more.' },
      { type: 'usage' },
    ]);
    expect(JSON.stringify(recorded)).not.toContain('temp-');
    expect(task.plan?.acceptance_criteria).toEqual([{ id: 'AC-1', description: 'Prices are rounded half even' }]);
    expect(task.amended.map((one) => one.by)).toEqual(['mika', 'mika']);
    expect(task.work?.actions.map(({ taskId, status }) => `${taskId} ${status}`)).toEqual([
      'task_1 success',
      'task_2 running',
      'task_3 pending',
    ]);
  });

  it('PLAN-9: is a change of the plan also where no subtask changes', async () => {
    const { recorded, task } = await patched('en', {
      understanding: 'Half even.',
      operations: [],
      amends: PATCH.amends,
    });
    expect(recorded[0]).toMatchObject([{ type: 'revision' }, { name: 'comment_weighed' }, { type: 'usage' }]);
    expect(task.plan?.goal_understanding.constraints).toEqual(['No new dependency', 'Keep the API']);
    expect(task.work?.actions.map(({ status }) => status)).toEqual(['success', 'running']);
  });

  it('PLAN-9: amends nothing where it says nothing else, and the plan stays as it is', async () => {
    const nothing = { goal: '', constraints: [], acceptance_criteria: [] };
    const { task, recorded } = await patched('en', { understanding: 'Nothing.', operations: [], amends: nothing });
    expect(recorded[0]).toMatchObject([{ name: 'comment_weighed' }, { type: 'usage' }]);
    expect([task.amended, task.replies]).toEqual([[], []]);
  });

  it('PLAN-9: one that names a criterion which is not there is asked for again; people read titles, no temporary ids', async () => {
    const wrong = { ...PATCH, amends: { acceptance_criteria: [{ id: 'AC-7', description: 'Half even' }] } };
    const { task, recorded } = await converse(working(), [wrong, wrong]);
    expect(recorded[0]).toMatchObject([{ name: 'invalid_answer', problems: [expect.stringContaining('AC-7')] }, {}]);
    expect(task.refusedChanges).toMatchObject([{ understanding: 'Half even; "Write it down" writes it down.' }]);
  });

  it('PLAN-2: what was said or assumed of it before is marked as replaced, wherever it is shown; the comment is not', async () => {
    const { task } = await patched();
    const block = saidBlock(task.said, { nonce: NONCE, maxBytes: 16_000 }, await loadPrompts());
    expect(block).toMatch(/label="assumed as nobody answered - replaced: a later comment amended the plan"/);
    expect(block).toMatch(/label="comment by @mika - may steer this work"/);
    const turn = task.work?.conversation.findLast(({ kind }) => kind === 'replanned');
    expect(turn).toMatchObject({ said: [{ isReplaced: true }, { text: 'text' in said ? said.text : '' }] });
  });

  it.each(['en', 'ja'] as const)(
    'PLAN-9: people read what counts now and who amended it, nowhere what it was (%s)',
    async (language) => {
      const { task } = await patched(language, { ...PATCH, questions: [] });
      const heading = language === 'en' ? '**Amended as comments asked**' : '**コメントに従って変更したこと**';
      const mark = language === 'en' ? '(amended, as `mika` asked)' : '（`mika` さんの依頼で変更）';
      const answered: Fact = { type: 'effect', name: 'replied', comment: 0, comment_id: 9, url: 'u' };
      const done = after(task, answered, ...actionDone(1), saved('task_2'), ...actionDone(2), saved('task_3'), {
        type: 'verification',
        name: 'tests',
        command: command('npm test'),
      });
      const report = at(after(done, assessedAs(at(done, 'verify').plan)), 'report');
      const { body } = pullRequestText(report, null);
      for (const text of [progressComment(task, { now: 0, noteUrl: null }), body]) {
        expect(text).toContain(heading);
        expect(text).toContain('Keep the API');
        expect(text).toContain('Prices are rounded half even');
        expect(text).not.toContain('Prices are rounded half up');
      }
      expect(body).toContain(`**AC-1** Prices are rounded half even ${mark}`);
      const other = report.plan && {
        ...report.plan,
        acceptance_criteria: [{ id: 'AC-1', description: 'As planned since' }],
      };
      expect(pullRequestText({ ...report, plan: other }, null).body).not.toContain(mark);
    },
  );

  it.each([
    ['one of two', 'The second is drawn down', ['It is drawn at night'], ['gone']],
    ['one in other signs', '"The second is drawn down".', ['It is drawn at night'], ['gone']],
    ['none that was assumed', 'Something else', ['The second is drawn down', 'It is drawn at night'], []],
  ] as const)(
    'PLAN-2, REPLAN-6: an assumption that the comment decides otherwise is told nobody any more (%s)',
    async (_, named, left, marks) => {
      const assumptions = ['The second is drawn down', 'It is drawn at night'];
      const guessed: Fact = { ...assumed, question: { ...QUESTION, assumptions } };
      const before = taskAfter([...prepared(PLAN), guessed, ...actionDone(0), saved('task_1'), said]);
      const operations = [{ op: 'update', task_id: 'task_2', description: 'The second is drawn up' }];
      const patch = { understanding: 'Up.', operations, amends: { assumptions: [named] } };
      const { task } = await converse(before, [patch]);
      expect(assumptionsOf(task)).toEqual({ standing: [], overtaken: left });
      expect(Object.keys(task.said[0] ?? {}).filter((key) => key === 'gone')).toEqual(marks);
      const block = saidBlock(task.said, { nonce: NONCE, maxBytes: 16_000 }, await loadPrompts());
      const told = 'The second is drawn down (no longer: a later comment decided otherwise) It is drawn at night';
      expect(block.includes(told)).toBe(marks.length > 0);
      expect(task.amended).toEqual([]);
    },
  );

  it('PLAN-2: when all that was assumed at once is decided otherwise, none of it is left', async () => {
    const assumptions = ['The second is drawn down', 'It is drawn at night'];
    const guessed: Fact = { ...assumed, question: { ...QUESTION, assumptions } };
    const before = taskAfter([...prepared(PLAN), guessed, ...actionDone(0), saved('task_1'), said]);
    const { task } = await converse(before, [{ ...PATCH, amends: { assumptions } }]);
    expect(assumptionsOf(task)).toEqual({ standing: [], overtaken: [] });
    expect(task.said[0]).toMatchObject({ kind: 'assumption', isReplaced: true });
  });

  it.each([
    ['en', '(added, as `mika` asked)'],
    ['ja', '（`mika` さんの依頼で追加）'],
  ] as const)(
    'GH-7: a criterion that a comment added is said to be added, not amended (%s)',
    async (language, mark) => {
      const amends = { acceptance_criteria: [...PATCH.amends.acceptance_criteria, { description: 'In euros' }] };
      const { task } = await patched(language, { ...PATCH, amends });
      const added = task.plan?.acceptance_criteria.find(({ id }) => id === 'AC-2');
      expect(added && amendedMark(added, task)).toBe(` ${mark}`);
    },
  );

  it('PLAN-9: what is amended twice is told as it is now', async () => {
    const { task } = await patched();
    const changes = [
      { of: 'criterion', id: 'AC-1', before: 'Prices are rounded half even', after: '' },
      { of: 'constraint', before: 'Keep the API', after: 'Keep the name' },
      { of: 'constraint', before: 'Only in Node 18', after: '' },
    ] as const;
    const { plan } = task;
    if (plan === null) throw new Error('There is a plan.');
    const goal = { ...plan.goal_understanding, constraints: ['No new dependency', 'Keep the name'] };
    const text = progressComment(
      {
        ...task,
        plan: { ...plan, goal_understanding: goal, acceptance_criteria: [] },
        amended: [...task.amended, ...changes.map((one) => ({ ...one, by: 'ken' }))],
      },
      { now: 0, noteUrl: null },
    );
    expect(text).toContain('- criterion AC-1: no longer holds (`ken`)');
    expect(text).toContain('- constraint: Keep the name (`ken`)');
    expect(text).toContain('- constraint: no longer holds (`ken`)');
    for (const gone of ['Keep the API', 'half even (`mika`)']) expect(text).not.toContain(gone);
  });

  it('PLAN-9: what it asks is answered before anybody is asked something', async () => {
    const questions = [{ text: 'Which file?', blocking: true }];
    const { task } = await patched('en', { ...PATCH, questions });
    expect(effectOf(task)).toEqual({ kind: 'reply_to_comment', comment: 0 });
    const replied: Fact = { type: 'effect', name: 'replied', comment: 0, comment_id: null, url: null };
    expect(effectOf(after(task, replied))).toEqual({ kind: 'post_question', questionId: 2 });
  });
});

import { describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { refusedChangeComment } from '../../src/comments/refused-change-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { tellRefusedChange } from '../../src/effects/ask-people.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { hazards } from '../progress/markdown.ts';
import { converse } from './scripted-model.ts';
import {
  actionDone,
  after,
  command,
  decidedAfter,
  effectOf,
  planOf,
  prepared,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
  ASSESSED,
} from './task-world.ts';
import { performingComment, type EnsureComment } from './performing-comment.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { WhyRefused } from '../../src/state/model-facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('task_1'), subtask('task_2')]);
const said: Fact = {
  type: 'control',
  name: 'comment',
  by: { id: 8, login: 'mika' },
  text: 'Do task_1 after task_2, see #7 @all',
};
const refused = (why: WhyRefused): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'Another order.',
  problems: ['"task_1" is finished and cannot be changed any more.'],
  questions: [],
  refused: why,
});
const FINISHED: WhyRefused = { why: 'finished', subtasks: ['task_1'] };
const TOLD: Fact = {
  type: 'effect',
  name: 'refused_change_told',
  comment: 0,
  comment_id: 70,
  url: 'https://github.example/70',
};
const WHYS: readonly WhyRefused[] = [
  FINISHED,
  { why: 'unknown', subtasks: ['task_9', 'task_8'] },
  { why: 'too_many', most: 50 },
  { why: 'nothing_left' },
  { why: 'inconsistent' },
  { why: 'unreadable' },
  { why: 'declined' },
];

const working = (language: 'en' | 'ja' = 'en') =>
  taskAfter([...prepared(PLAN), ...actionDone(0), saved('task_1'), said], { settings: { language } });

describe('a change of the plan that people asked for and that could not be made', () => {
  it('GH-3: is told to them at once, once, before the work goes on', () => {
    const weighed = after(working(), refused(FINISHED));
    expect(effectOf(weighed)).toEqual({ kind: 'tell_refused_change', comment: 0 });
    expect(effectOf(after(weighed, TOLD))).toEqual({ kind: 'ask_next_step' });
  });

  it.each([
    ['en', '“leave out task_1”'],
    ['ja', '「leave out task_1」'],
  ] as const)(
    'GH-3: shows of an answer what the person wrote, not what the model is told of it (%s)',
    (language, quote) => {
      const questions = [{ text: 'Which one?', blocking: false }];
      const asking: Fact = {
        type: 'control',
        name: 'comment_weighed',
        understanding: 'Less.',
        problems: [],
        questions,
      };
      const posted: Fact = {
        type: 'question',
        name: 'posted',
        question_id: 1,
        comment_id: 5,
        url: 'u',
        texts: ['Which one?'],
      };
      const text = 'leave out task_1';
      const by = { id: 8, login: 'mika' };
      const answer: Fact = {
        type: 'answer',
        name: 'given',
        question_id: 1,
        by,
        text,
        settles: { 0: text },
        verdict: null,
      };
      const told = after(working(language), asking, posted, answer, refused(FINISHED));
      const comment = refusedChangeComment(told, 1);
      expect(comment).toContain(`: ${text}\n`);
      expect(comment).not.toContain('Asked "');
      expect(progressComment(told, { now: 0, noteUrl: null })).toContain(quote);
    },
  );

  it('GH-3: is told also when it came with the last action, before the tests', () => {
    const late = taskAfter([
      ...prepared(PLAN),
      ...actionDone(0),
      saved('task_1'),
      ...actionDone(1),
      said,
      saved('task_2'),
      refused(FINISHED),
    ]);
    expect([activityOf(late), effectOf(late)?.kind]).toEqual(['execute', 'tell_refused_change']);
    expect(activityOf(after(late, TOLD))).toBe('verify');
  });

  it.each(['en', 'ja'] as const)(
    'GH-3: says what was asked, why it was not done and what people can do (%s)',
    (language) => {
      for (const why of WHYS) {
        const comment = refusedChangeComment(after(working(language), refused(why)), 0);
        expect(
          hazards(comment, { ownIssue: 0, ownPullRequest: 0, url: '' }).filter(
            (one) => !/mika|planwright:refused/.test(one),
          ),
        ).toEqual([]);
        expect(comment.split('\n')[0]).toBe(`<!-- planwright:refused task=${TASK_ID} id=1 -->`);
        expect(comment).toContain('Do task_1 after task_2');
        expect(comment).toContain('Another order.');
        expect(comment).toContain('**→**');
        expect(comment).not.toMatch(/undefined|cannot be changed any more/);
        for (const id of 'subtasks' in why ? why.subtasks : []) expect(comment).toContain(`\`${id}\``);
        if (why.why === 'too_many') expect(comment).toContain('50');
        expect(comment.includes('The plan stays as it was')).toBe(language === 'en');
      }
    },
  );

  it.each(['en', 'ja'] as const)(
    'GH-7: is not passed over in the result, the progress comment and the pull request (%s)',
    (language) => {
      const over = after(
        working(language),
        refused(FINISHED),
        TOLD,
        ...actionDone(1),
        saved('task_2'),
        {
          type: 'verification',
          name: 'tests',
          command: command('npm test'),
        },
        ASSESSED,
      );
      const report = at(over, 'report');
      const context = { now: over.updatedAt, noteUrl: null };
      const listed = language === 'en' ? 'not made part of the plan**' : '計画に反映できなかったこと**';
      for (const text of [
        resultComment(report, context),
        progressComment(report, context),
        pullRequestText(report, null).body,
      ]) {
        expect(text).toContain(listed);
        expect(text).toContain('Do task_1 after task_2');
      }
      const clean = at(
        after(working(language), ...actionDone(1), saved('task_2'), {
          type: 'control',
          name: 'stop',
          by: 'mika',
          reason: '',
        }),
        'report',
      );
      expect(resultComment(clean, context)).not.toContain(listed);
    },
  );

  const telling = (task: Task, ensureComment: EnsureComment) =>
    performingComment('tell_refused_change', task, ensureComment);

  it('OPS-9: is looked for by its marker before it is said, and one that GitHub refuses does not end the work', async () => {
    const weighed = after(working(), refused(FINISHED));
    const markers: unknown[] = [];
    const ensure = async (_repo: unknown, _issue: unknown, marker: unknown) => {
      markers.push(marker);
      return { id: 70, url: 'https://github.example/70' };
    };
    expect(await tellRefusedChange(telling(weighed, ensure))).toEqual([TOLD]);
    expect(markers).toEqual([`<!-- planwright:refused task=${TASK_ID} id=1 -->`]);
    const failing = (error: Error) => async () => {
      throw error;
    };
    const facts = await tellRefusedChange(
      telling(weighed, failing(new Fault('github_refused', 'Locked.', 'Unlock it.'))),
    );
    expect(effectOf(after(weighed, ...facts))).toEqual({ kind: 'ask_next_step' });
    await expect(tellRefusedChange(telling(weighed, failing(new Error('not ours'))))).rejects.toThrow('not ours');
  });
});

describe('the question what a comment changes (PLAN-9)', () => {
  /** What came of it, and how many answers it took. */
  async function ask(...answers: readonly (object | string)[]): Promise<readonly Fact[]> {
    const { task, requests } = await converse(working(), answers);
    expect(requests).toHaveLength(answers.length);
    expect(task.unusable).toEqual([]);
    return task.refusedChanges.map(({ understanding, refused: why }) => ({ ...refused(why), understanding }) as Fact);
  }
  const patch = (...operations: readonly object[]) => ({ understanding: 'Another order.', operations });
  const MOVE = { op: 'move', task_id: 'task_1', position: { after: 'task_2' } };

  it('GH-3: refused twice, keeps in the history what was understood, why not, and what the model was told', async () => {
    const { task, recorded } = await converse(working(), [patch(MOVE), patch(MOVE)]);
    const last = recorded[1] as readonly Fact[];
    const weighed = decidedAfter(after(working(), ...(recorded[0] as readonly Fact[])), ...last)[0];
    expect(weighed).toMatchObject({
      name: 'comment_weighed',
      understanding: 'Another order.',
      refused: FINISHED,
      questions: [],
      problems: [expect.stringContaining('task_1')],
    });
    expect(effectOf(task)).toEqual({ kind: 'tell_refused_change', comment: 0 });
  });

  it('GH-3: never read, says so; read once, says what that was about', async () => {
    expect(await ask('Hm.', 'Hm.', 'Hm.', 'Hm.')).toMatchObject([
      { understanding: '', refused: { why: 'unreadable' } },
    ]);
    expect(await ask(patch(MOVE), 'Hm.', 'Hm.', 'Hm.', 'Hm.')).toMatchObject([
      { understanding: 'Another order.', refused: FINISHED },
    ]);
  });

  it('PLAN-9: mended the second time, is a change like any other; what it is about is kept with it', async () => {
    const update = { op: 'update', task_id: 'task_2', acceptance_criteria: ['It is fast'] };
    const { task, recorded } = await converse(working(), [patch(MOVE), patch(update, { op: 'create', title: 'Note' })]);
    expect(recorded[1]).toMatchObject([
      { type: 'revision', source: 'comment', again: ['task_2'] },
      { name: 'comment_weighed', problems: [] },
      { type: 'usage' },
    ]);
    expect(recorded[1]?.[1]).not.toHaveProperty('refused');
    expect(task.unusable).toEqual([]);
  });
});

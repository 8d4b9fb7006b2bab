import { describe, expect, it } from '@jest/globals';
import { questionComment } from '../../src/comments/question-comment.ts';
import { limitsOf } from '../replan/situations.ts';
import { after, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { waitsFor } from './hearing.ts';
import type { Fact } from '../../src/state/facts.ts';

const MIKA = { id: 8, login: 'mika' };
const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };

function asked(count: number) {
  const questions = Array.from({ length: count }, (_, index) => `Question ${index + 1}?`);
  const error = {
    type: 'unclear_goal',
    message: 'Much is open.',
    clarification_needed: questions,
    assumptions: [],
    evidence: [],
  } as const;
  const unclear: Fact = { type: 'phase', name: 'goal_error', error };
  const posted: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
  const task = taskAfter([...prepared(planOf([subtask('a')])).slice(0, 2), unclear, posted], {
    settings: { planning },
  });
  expect(waitsFor(task)).toBe('clarification');
  return task;
}

function comment(task: ReturnType<typeof asked>, language: 'en' | 'ja' = 'en'): string {
  const [question] = task.questions;
  if (!question) throw new Error('It should have asked.');
  return questionComment(question, { taskId: task.id, language, requester: MIKA, timeoutMinutes: 30 });
}

describe('more questions at once than anybody answers (GH-6, REPLAN-6)', () => {
  it('are cut to the first ten, and people are told how many were left out', () => {
    const task = asked(13);
    expect(task.questions[0]?.texts).toHaveLength(10);
    expect(comment(task)).toContain('10. Question 10?');
    expect(comment(task)).toContain('3 more questions were left out');
    expect(comment(task, 'ja')).toContain('ほかの 3 件は省きました');
    expect(comment(asked(11))).toContain('1 more question was left out');
    expect(comment(asked(10))).not.toContain('left out');
  });

  it('and the model is told with the answers, or with what is assumed in their place', () => {
    const note =
      'Of the questions only the first 10 were asked; 3 more were left out. Ask again only what is still open.';
    const answers = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, 'yes']));
    const given: Fact = {
      type: 'answer',
      name: 'given',
      question_id: 1,
      by: MIKA,
      text: 'yes',
      settles: answers,
      verdict: null,
    };
    expect(after(asked(13), given).replanning.notes).toContain(note);
    expect(after(asked(10), given).replanning.notes.join('\n')).not.toContain('left out');
    expect(after(asked(13), { type: 'effect', name: 'time_over' }).replanning.notes).toContain(note);
  });
});

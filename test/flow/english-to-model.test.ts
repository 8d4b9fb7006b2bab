import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { patchQuestion } from '../../src/model-calls/patch-messages.ts';
import { planReviewQuestion } from '../../src/model-calls/review-messages.ts';
import { promptTools } from '../context/views.ts';
import { chanceFrom } from '../task/chance.ts';
import {
  after,
  ASSESSED,
  command,
  doing,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { DONE, driven } from './stories.ts';
import { runs } from '../long.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a')]);
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

/**
 * Everything kept of a task for the model that may contain our words. Without titles, which are written for people:
 * beside each stands the description.
 */
const forModel = ({ said, comments, replanning, work }: Task): string =>
  JSON.stringify([said, comments, replanning.notes, work?.conversation, work?.actions], (key, value: unknown) =>
    key === 'title' ? undefined : value,
  );

describe('where people are told everything in Japanese (PLAN-2, MODEL-7)', () => {
  const settings = {
    language: 'ja',
    budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 60 },
    planning: {
      ...UNDISTURBED,
      reflection: { enabled: true, onError: true, interval: 2, depth: 'deep' },
      maxRevisions: 1,
      review: { plan: true, diff: true },
      replanning: { ...limitsOf(), clarifications: 1 },
      assumes: true,
      assumeAfterMs: 60_000,
    },
  } as const;
  const calm = { ...settings, planning: UNDISTURBED } as const;

  it('no word of ours that the model is told is Japanese, whatever is asked, assumed or refused on the way', () => {
    const shown = new Set<string>();
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
        const task = driven(chanceFrom(numbers), taskAfter([], { settings }), { troublePercent: 0 });
        expect(forModel(task)).not.toMatch(JAPANESE);
        for (const { texts, assumptions } of task.questions)
          for (const text of [...texts, ...assumptions]) if (JAPANESE.test(text)) shown.add(text.slice(0, 12));
      }),
      { numRuns: runs(200, 40) },
    );
    // People saw ours in their language: at least that the limit was reached, and what is assumed.
    expect(shown.size).toBeGreaterThan(2);
  });

  it('what the next planning question is told of it is English, too', () => {
    const none = { ...settings, planning: { ...settings.planning, replanning: { ...limitsOf(), clarifications: 0 } } };
    const oriented = after(taskAfter([], { settings: none }), ...prepared(PLAN).slice(0, 3));
    const fine = { replan_needed: false, clarification_needed: true, clarification_questions: ['Which shop?'] };
    const task = after(oriented, judgement(oriented, 'goal_understanding', fine));
    expect(task.said.at(-1)?.text).toContain('I use my best judgement here: Which shop?');
    expect(task.questions.at(-1)?.assumptions.join()).toMatch(JAPANESE);
  });

  it('a question of ours is told in English with its answer, too', () => {
    const oriented = after(taskAfter([], { settings }), ...prepared(PLAN).slice(0, 3));
    const fine = { replan_needed: false, assumptions_to_make: ['The password is in the file'] };
    const asked = after(oriented, judgement(oriented, 'goal_understanding', fine));
    expect(asked.questions.at(-1)?.texts.join()).toMatch(JAPANESE);
    const by = { id: 8, login: 'mika' };
    const about = { type: 'question', question_id: 1 } as const;
    const task = after(
      asked,
      { ...about, name: 'posted', comment_id: 5, url: 'u', texts: [] },
      { type: 'answer', name: 'given', question_id: 1, by, text: 'Yes.', settles: { 0: 'Yes.' }, verdict: null },
    );
    const told = 'May I assume this? The password is in the file';
    expect(task.said).toMatchObject([{ kind: 'answer', asked: told, text: 'Yes.' }]);
  });

  it('why the rules changed the plan is English, too, where the work is told anew or a comment asks for it', async () => {
    const notMet = { ...ASSESSED, criteria: ASSESSED.criteria.map((one) => ({ ...one, evidence: null })) };
    const tests = { type: 'verification', name: 'tests', command: command('npm test') } as const;
    const task = doing(after(taskAfter(DONE, { settings: calm }), tests, notMet), 'execute');
    expect(task.replanning.reason).toMatch(JAPANESE);
    const why = 'Acceptance criteria without evidence so far: AC-1';
    const anew = { steps: [], steps_left_out: 0, room: 60_000, too_long: false } as const;
    const told = after(task, { type: 'action', name: 'begun_anew', ...anew }).work?.conversation.at(0);
    expect(told).toMatchObject({ kind: 'anew', past: { reason: why } });
    const asked = patchQuestion(task, { by: { id: 8, login: 'mika' }, text: 'Why?' }, await promptTools());
    expect(asked).toContain(`- plan 1 was replaced: ${why}`);
    expect(asked).not.toMatch(JAPANESE);
  });

  it('a review that was not made judged nothing, and nothing that is asked later tells of it', async () => {
    const reviews = [{ of: 'plan', result: 'NOT_MADE', feedback: '自動レビューを行えませんでした。' }] as const;
    const task = doing({ ...taskAfter(prepared(PLAN), { settings: calm }), reviews }, 'execute');
    const tools = await promptTools();
    const comment = { by: { id: 8, login: 'mika' }, text: 'Why?' };
    for (const question of [planReviewQuestion(task, PLAN, tools), patchQuestion(task, comment, tools)]) {
      expect(question).not.toMatch(JAPANESE);
      expect(question).not.toContain('NOT_MADE');
    }
  });
});

/**
 * Black-box: the service between the stand-ins. A review of the model without a verdict does not count as made
 * (MODEL-4).
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cutOff, refusal, reply, text, toolUse } from '../../standins/anthropic/script.ts';
import { done, reviewedIn, RIGHT, worldOf, write } from './stories.ts';
import { asked, tellAll } from './tales.ts';
import { openWorld } from './world.ts';
import type { Answer, Json, Reply } from '../../standins/anthropic/script.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const PASS = { result: 'PASS', feedback: 'It does what was asked for.' };
const FAIL = { result: 'FAIL', feedback: 'The note is missing.' };
const EMPTY: Reply = { kind: 'reply', content: [], stopReason: 'end_turn' };
const CUT = cutOff(
  20,
  toolUse('submit_review', { result: 'PASS', feedback: 'It does all that was asked for, and more.' }),
);
const PROSE = reply(text('The change looks reasonable to me. PASS判定が可能になります。'));

/** The first review of that kind gets the first answer, and so on; the last answer repeats. */
function reviews(of: 'plan' | 'diff', ...answers: readonly (Json | Reply)[]): Answer {
  let count = 0;
  return (request) => {
    if (reviewedIn(request) !== of) return PASS;
    count += 1;
    return answers[Math.min(count, answers.length) - 1] ?? PASS;
  };
}

/** Requested only if a review sends the work back. */
const NOTES = ['one', 'two', 'three'].flatMap((name) => [write(`${name}.txt`, 'noted\n'), done()]);

const never = (answer: Json | Reply): Story => ({ review: reviews('diff', answer), steps: [...RIGHT, ...NOTES] });

const STORIES: Readonly<Record<string, Story>> = {
  refused: never(refusal()),
  empty: never(EMPTY),
  cut: never(CUT),
  prose: never(PROSE),
  unfit: never({ result: 'SURE' }),
  praise: never({ result: 'FAIL', feedback: 'The change does what was asked for.' }),
  'once-praise': {
    review: reviews('diff', { result: 'FAIL', feedback: 'The change does what was asked for.' }, PASS),
    steps: [...RIGHT, ...NOTES],
  },
  'in-text': {
    review: reviews('diff', PROSE, reply(text('The change does what was asked for.\n\nDecision: PASS'))),
    steps: [...RIGHT, ...NOTES],
  },
  'once-prose': { review: reviews('diff', PROSE, PASS), steps: [...RIGHT, ...NOTES] },
  'after-revision': { review: reviews('diff', FAIL, EMPTY), steps: [...RIGHT, ...NOTES] },
  plan: { review: reviews('plan', refusal()) },
};

const CAUSES: Readonly<Record<string, string>> = {
  refused: 'the model refused to review it',
  empty: 'the answer was empty',
  cut: 'the answer was cut off',
  prose: 'the answer held no verdict',
  unfit: 'none of the answers had the form of a verdict',
  praise: 'it rejected the work twice without saying what is wrong',
};
/** How often each is requested: once more, and a reminder of the tool, or three repairs, before that. */
const ASKED: Readonly<Record<string, number>> = { prose: 3, unfit: 4 };
const NOT_REVIEWED = '## ⚠️ Finished, but not reviewed';
const WHY_DRAFT = 'It is a draft, because the review could not be made.';

describe('a review that says nothing to go by', () => {
  let world: World;
  let of: (story: string) => Tale;
  const asks = (story: string, title: string) =>
    asked(world, story, 'submit_review').filter((body) => body.includes(title));
  const diffReviews = (story: string) => asks(story, '# Review this change').length;
  const finished = (tale: Tale) => {
    expect(tale.history.at(-1)).toMatchObject({ type: 'completion', status: 'succeeded', reason: 'finished' });
  };

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '4', PLANWRIGHT_PLANNING__REVIEW__PLAN: 'true' });
    of = await tellAll(world, Object.keys(STORIES));
  }, 400_000);
  afterAll(async () => {
    await world?.close();
  });

  it.each(Object.keys(CAUSES))(
    'is asked for again; then the task is done with a draft, and nothing is reworked: %s (MODEL-4)',
    (story) => {
      const tale = of(story);
      expect(diffReviews(story)).toBe(ASKED[story] ?? 2);
      finished(tale);
      expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([true]);
      expect(tale.progress).not.toContain('Additional Work');
      const cause = CAUSES[story] ?? '';
      expect(tale.pulls[0]?.body).toContain(cause);
      expect(tale.result).toContain(cause);
      expect(tale.result).toContain(WHY_DRAFT);
      expect(tale.result).toContain(NOT_REVIEWED);
      expect(tale.result).not.toMatch(/verification did not pass|without passing tests/);
    },
  );

  it.each(['once-prose', 'in-text', 'once-praise'])(
    'and says something when it is asked for once more counts as any other: %s (MODEL-2, MODEL-4)',
    (story) => {
      const tale = of(story);
      expect(diffReviews(story)).toBe(2);
      finished(tale);
      expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([false]);
      expect(tale.progress).not.toContain('Additional Work');
      expect(tale.result).toContain('✅ Done');
      expect(`${tale.result}${tale.pulls[0]?.body}`).not.toMatch(/could not be made|held no verdict/);
    },
  );

  it('after one that failed ends the task likewise; of a plan it lets the plan be carried out (MODEL-4, EXEC-7)', () => {
    const revised = of('after-revision');
    expect(diffReviews('after-revision')).toBe(3);
    finished(revised);
    expect(revised.pulls.map((one) => one.pull?.draft)).toEqual([true]);
    expect(revised.result).toContain(NOT_REVIEWED);
    expect(revised.result).toContain(WHY_DRAFT);
    const planned = of('plan');
    expect(asks('plan', '# Review this plan')).toHaveLength(2);
    expect(asked(world, 'plan', 'submit_task_decomposition')).toHaveLength(1);
    finished(planned);
    expect(planned.result).toContain('✅ Done');
    expect(planned.pulls.map((one) => one.pull?.draft)).toEqual([false]);
  });
});

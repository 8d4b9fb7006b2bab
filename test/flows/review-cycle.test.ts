import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { done, reviewedIn, RIGHT, worldOf, write } from './stories.ts';
import { asked, callsOf, factsOf, fileOf, tellAll } from './tales.ts';
import { api, openWorld } from './world.ts';
import { reply, text } from '../../standins/anthropic/script.ts';
import type { Answer, Json, Reply, SeenRequest, Step } from '../../standins/anthropic/script.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const PASS = { result: 'PASS', feedback: 'Good.' };
const FAIL = { result: 'FAIL', feedback: 'The note is missing.' };
const IN_JSON = reply(text('結果: {"result": "PASS"}\n理由: タスク分割は十分です。'));
const IN_PROSE = reply(
  text('- ノートがありません。\n- 修正後に再度レビューを実施し、PASS判定が可能になります。\n\n最終判定: FAIL'),
);

/** Another answer for each different review of that kind; the last one repeats. */
function reviews(of: 'plan' | 'diff', ...answers: readonly (Json | Reply)[]): Answer {
  const seen: string[] = [];
  return (request: SeenRequest) => {
    if (reviewedIn(request) !== of) return PASS;
    const body = JSON.stringify(request.body);
    if (!seen.includes(body)) seen.push(body);
    return answers[Math.min(seen.indexOf(body), answers.length - 1)] ?? PASS;
  };
}

const noting = (count: number): readonly Step[] => [
  ...RIGHT,
  ...Array.from({ length: count }, (_, at) => [write('note.txt', `${at}\n`), done()]).flat(),
];

const STORIES: Readonly<Record<string, Story>> = {
  'plan-mended': { review: reviews('plan', FAIL, IN_JSON) },
  'plan-refused': { review: reviews('plan', FAIL) },
  'plan-advised': { review: reviews('plan', { result: 'PASS_WITH_SUGGESTIONS', feedback: 'Mind the newline.' }) },
  'change-mended': {
    review: reviews('diff', FAIL, { result: 'PASS_WITH_SUGGESTIONS', feedback: 'Explain @octocat the note.' }),
    steps: noting(1),
  },
  // Even after the reminder that the answer has to use its tool.
  'change-refused-in-prose': { review: reviews('diff', IN_PROSE, IN_PROSE, PASS), steps: noting(1) },
  'change-refused': { review: reviews('diff', FAIL), steps: noting(3) },
};

describe('the review cycle (EXEC-7, PLAN-3)', () => {
  let world: World;
  let service: ServiceProcess;
  let of: (story: string) => Tale;
  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    service = await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '4', PLANWRIGHT_PLANNING__REVIEW__PLAN: 'true' });
    const page = { kind: 'instead', contentType: 'text/html', body: '<title>Sign in</title>' } as const;
    world.anthropic.fault({ trouble: page, when: ({ body }) => JSON.stringify(body).includes('story plan-advised') });
    of = await tellAll(world, Object.keys(STORIES));
  }, 400_000);
  afterAll(async () => {
    await world?.close();
  });
  const verdicts = (story: string, kind: 'plan' | 'diff') =>
    factsOf(of(story), 'review')
      .filter((fact) => fact.of === kind)
      .map((fact) => fact.result);
  const logged = (story: string, message: string) => {
    const id = of(story).history[0]?.task_uuid ?? '';
    return service
      .output()
      .split('\n')
      .filter((line) => line.includes(id) && line.includes(message)).length;
  };
  const phases = async (story: string) => {
    const { phases: found } = (await api(service, world, `/api/tasks/${of(story).history[0]?.task_uuid}`)) as Record<
      string,
      unknown
    >;
    return found;
  };

  it('makes a refused plan anew with what was found, and goes on when it passes (MODEL-4; AC-1, AC-4 of the seed)', async () => {
    expect(verdicts('plan-mended', 'plan')).toEqual(['FAIL', 'PASS']);
    expect(of('plan-mended').history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(asked(world, 'plan-mended', 'submit_task_decomposition').at(-1)).toContain('The note is missing.');
    expect(factsOf(of('plan-mended'), 'revision')).toMatchObject([
      { source: 'review', reason: 'The note is missing.' },
    ]);
    expect(logged('plan-mended', 'Phase planning: Starting revise step')).toBe(1);
    expect(logged('plan-mended', 'JSON extracted')).toBe(1);
    expect(await phases('plan-mended')).toMatchObject({
      planning: { status: 'completed', current_step: 'review', retry_count: 1 },
    });
  });

  it('ends a task whose plan is refused four times, and runs nothing of it (AC-5 of the seed)', async () => {
    const tale = of('plan-refused');
    expect(verdicts('plan-refused', 'plan')).toEqual(['FAIL', 'FAIL', 'FAIL', 'FAIL']);
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'plan_not_passed' });
    expect(factsOf(tale, 'environment').map((fact) => fact.name)).not.toContain('container');
    expect(tale.pulls).toEqual([]);
    for (const words of ['❌ No plan passed the review', 'The note is missing.', 'planning.review.plan'])
      expect(tale.result).toContain(words);
    expect(logged('plan-refused', 'Phase planning: Starting revise step')).toBe(3);
    expect(logged('plan-refused', 'Phase planning: Retry limit exceeded (3/3). Marking phase as failed.')).toBe(1);
    expect(logged('plan-refused', 'Skipping subsequent phases due to failed phase: planning')).toBe(1);
    expect(await phases('plan-refused')).toEqual({
      planning: { status: 'failed', current_step: 'review', retry_count: 3 },
      execution: { status: 'pending', current_step: null, retry_count: 0 },
    });
  });

  it('tells the model at work what a review of the plan suggests', () => {
    expect(asked(world, 'plan-advised', 'finish_action')[0]).toContain('Mind the newline.');
    expect(of('plan-advised').history.at(-1)).toMatchObject({ status: 'succeeded' });
  });

  it('corrects a refused change as additional work, tests it again, and says in the pull request what is suggested', () => {
    const tale = of('change-mended');
    expect(verdicts('change-mended', 'diff')).toEqual(['FAIL', 'PASS_WITH_SUGGESTIONS']);
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(factsOf(tale, 'verification').filter(({ name }) => name === 'tests')).toHaveLength(2);
    expect(fileOf(world, tale, 'note.txt')).toBe('0\n');
    expect(tale.progress).toContain('Additional Work (From Verification)');
    const [pull] = tale.pulls;
    expect(pull?.pull?.draft).toBe(false);
    expect(pull?.body).toContain('<summary>Suggestions from the review</summary>');
    expect(pull?.body).not.toMatch(/(?<!`)@octocat/);
    expect(asked(world, 'change-mended', 'submit_review').at(-1)).toContain('note.txt');
    expect(callsOf(tale).filter((call) => call === 'review')).toHaveLength(3);
  });

  it('reads the FAIL of a review in prose that says what would make it pass (MODEL-4; AC-2 of the seed)', () => {
    const story = 'change-refused-in-prose';
    expect(verdicts(story, 'diff')).toEqual(['FAIL', 'PASS']);
    expect(logged(story, 'fallback verdict FAIL, marker 最終判定')).toBe(1);
    expect(logged(story, 'Phase execution: Starting revise step')).toBe(1);
    expect(fileOf(world, of(story), 'note.txt')).toBe('0\n');
    expect(of(story).progress).toMatch(/\*\*extra_1\*\*: ノートがありません。 修正後に/);
    expect(of(story).history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
  });

  it('goes on where something else answered in place of the model: the log has its address, and /readyz (MODEL-3)', async () => {
    const lines = service.output().split('\n');
    const told = lines.filter((line) => line.includes("something else answers in place of the model's API"));
    expect(told).toEqual([expect.stringContaining(`${world.anthropic.url}/ answers with text/html`)]);
    const { checks } = (await (await fetch(`${service.url}/readyz`)).json()) as { checks: { model: unknown } };
    expect(checks.model).toEqual({ ok: true, detail: 'answers', required: false });
    expect(factsOf(of('plan-advised'), 'usage').map(({ attempts }) => attempts)).toContain(2);
  });

  it('leaves a draft at most of a change that never passes', async () => {
    const story = 'change-refused';
    const tale = of(story);
    expect(verdicts(story, 'diff')).toEqual(['FAIL', 'FAIL', 'FAIL', 'FAIL']);
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'change_not_passed' });
    expect(callsOf(tale).filter((call) => call === 'review')).toHaveLength(5);
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([true]);
    expect(tale.pulls[0]?.body).toContain('Why the review rejected it');
    expect(tale.pulls[0]?.body).toContain('The note is missing.');
    expect(tale.result).toContain('❌ The change did not pass the review');
    expect(await api(service, world, `/api/tasks/${tale.history[0]?.task_uuid}/result`)).toMatchObject({
      status: 'failed',
    });
    expect(logged(story, 'Phase execution: Retry limit exceeded (3/3). Marking phase as failed.')).toBe(1);
    expect(await phases(story)).toMatchObject({
      execution: { status: 'failed', current_step: 'review', retry_count: 3 },
    });
  });
});

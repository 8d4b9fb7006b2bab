/** Black-box: the service between the stand-ins. A request may limit its own budget (GH-5, MODEL-6). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { commentsOn, homeOf, RIGHT, run, untilOver, worldOf, write } from './stories.ts';
import { asked } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const OPERATORS_TOKENS = 3_000_000;
/** Each begins with a mention: in a comment, or with `body` in the issue. */
const ASKED: Readonly<Record<string, { readonly body?: string; readonly comment?: string }>> = {
  tokens: { comment: '@planwright Budget 9k tokens: put 42 into answer.txt' },
  dollars: { body: 'The number is wrong.\n\n@planwright spend up to $0.02: put 42 into answer.txt' },
  japanese: { comment: '@planwright 予算は0.02ドル：answer.txt に 42 を書いて' },
  capped: { comment: '@planwright spend up to 100M tokens: put 42 into answer.txt' },
  alone: { comment: '/planwright budget $7.5' },
  elsewhere: {
    comment: '@planwright put 42 into answer.txt, and never write that we spend up to $0.02: nobody should know',
  },
};

/** Far more than 9,000 tokens and $0.02; the others take the shortest way. */
const LONG: Story = {
  steps: [write('answer.txt', '40\n'), ...Array.from({ length: 14 }, () => run('seq 1 1500')), ...RIGHT],
};
const STORIES: Readonly<Record<string, Story>> = {
  tokens: LONG,
  dollars: LONG,
  japanese: LONG,
  capped: {},
  alone: {},
  elsewhere: {},
};

describe('a budget in words', () => {
  let world: World;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const commentsIn = (story: string) => commentsOn(world, issueOf(story), homeOf(story));
  const progressOf = (story: string) => commentsIn(story).find((body) => body.includes('planwright:progress')) ?? '';
  const questionIn = (story: string) =>
    until(
      () => commentsIn(story).find((body) => body.includes('planwright:question')),
      `the question of ${story}`,
      40_000,
    );
  const over = (story: string) => untilOver(world, issueOf(story), homeOf(story), 60_000);
  const shows = (story: string, line: RegExp) =>
    until(() => line.test(progressOf(story)), `${line.source} for ${story}`, 40_000);
  const say = (story: string, body: string) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issueOf(story), by: MAINTAINER, body });

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    await world.start({
      PLANWRIGHT_QUEUE__CONCURRENCY: '4',
      PLANWRIGHT_BUDGET__TOKENS: String(OPERATORS_TOKENS),
      PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
      PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
    });
    for (const [story, { body, comment }] of Object.entries(ASKED)) {
      const issue = { repository: homeOf(story), by: MAINTAINER, title: `story ${story}`, body: body ?? 'Please.' };
      issues.set(story, (await world.github.acts.openIssue(issue)).number);
      if (comment !== undefined) await say(story, comment);
    }
  }, 60_000);
  afterAll(async () => {
    await world?.close();
  });

  it('in tokens is where the task pauses and asks; both are in the progress comment, and a yes adds the same again (GH-5, MODEL-6)', async () => {
    const question = await questionIn('tokens');
    expect(question).toContain('## 💰 Out of Budget');
    expect(question).toMatch(/9,000 tokens/);
    await shows('tokens', /\*\*Budget\*\*: [\d,]+ of 9,000 tokens/);
    await say('tokens', 'continue');
    await shows('tokens', /\*\*Budget\*\*: [\d,]+ of 18,000 tokens/);
  }, 140_000);

  it.each(['dollars', 'japanese'])(
    'in dollars, in the body of an issue or in Japanese, likewise: %s (GH-5, MODEL-6)',
    async (story) => {
      const question = await questionIn(story);
      expect(question).toContain('## 💰 Out of Budget');
      expect(question).toMatch(/\$0\.02\b/);
      await shows(story, /\*\*Budget\*\*: \$\d+\.\d\d of \$0\.02(?!\d)/);
      await say(story, 'no');
      expect((await over(story)).at(-1)).toMatchObject({ status: 'failed', reason: 'budget' });
    },
    140_000,
  );

  it('above the operator’s is the operator’s; to the end people see what was spent (GH-5)', async () => {
    expect((await over('capped')).at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(progressOf('capped')).toContain('✅ Done');
    expect(progressOf('capped')).toMatch(/\*\*Budget\*\*: [1-9][\d,]+ of 3,000,000 tokens/);
  }, 140_000);

  it('is no part of what the model is asked to do; what follows it is (GH-5)', async () => {
    const first = await until(
      () => asked(world, 'tokens', 'submit_goal_understanding')[0],
      'the first call of the model',
    );
    expect(first).toContain('put 42 into answer.txt');
    expect(first).not.toMatch(/budget 9k tokens/i);
  }, 60_000);

  it('may be all that is said; in the middle of an instruction it is none (GH-5)', async () => {
    expect((await over('alone')).at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(progressOf('alone')).toMatch(/\*\*Budget\*\*: \$\d+\.\d\d of \$7\.50/);
    expect(asked(world, 'alone', 'submit_goal_understanding')[0]).not.toContain('request by @');
    expect((await over('elsewhere')).at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(progressOf('elsewhere')).toContain('✅ Done');
    expect(progressOf('elsewhere')).not.toContain('**Budget**');
    expect(asked(world, 'elsewhere', 'submit_goal_understanding')[0]).toContain(
      'spend up to $0.02: nobody should know',
    );
  }, 140_000);
});

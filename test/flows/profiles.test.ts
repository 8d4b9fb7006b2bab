/** Black-box: tasks whose models are chosen by profiles (MODEL-5), between the stand-ins of two providers. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chooseCandidate } from '../../src/models/choose-candidate.ts';
import { startOpenAI, type OpenAIStandIn } from '../../standins/openai/server.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { askFor, commentsOn, homeOf, numberRepository, scriptOf, storyNamed, untilOver } from './stories.ts';
import { openWorld, until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const KEY = 'canary-key-of-the-other-provider';
const STORIES: Readonly<Record<string, Story>> = { labelled: {}, limited: {}, quick: {}, usual: {}, worded: {} };
const SETTINGS = `models:
  profiles:
    - name: usual
      categories:
        meta:
          candidates:
            - { tool: anthropic, model: claude-sonnet-5-5, weight: 1000000 }
            - { tool: codex-cli, model: gpt-5.2, weight: 1 }
            - { tool: openai-chat, model: gpt-5-mini, weight: 1 }
    - name: quick
      categories:
        meta: { candidates: [{ tool: anthropic, model: claude-haiku-5-5 }] }
        execution: { candidates: [{ tool: openai-chat, model: gpt-5-nano }] }
`;

describe('a task whose model is chosen by a profile', () => {
  let world: World;
  let openai: OpenAIStandIn;
  const issues = new Map<string, number>();
  const over = (story: string) => untilOver(world, issues.get(story) ?? 0, homeOf(story), 60_000);
  const say = (story: string, body: string) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issues.get(story) ?? 0, by: MAINTAINER, body });
  const of = (story: string) => (request: { readonly body: unknown }) => storyNamed(request.body) === story;

  beforeAll(async () => {
    const { files = {} } = numberRepository('quick');
    const quick = numberRepository('quick', { ...files, '.github/planwright.yml': 'models: { profile: quick }\n' });
    world = await openWorld({
      script: scriptOf(STORIES),
      repository: numberRepository('usual'),
      others: [
        quick,
        numberRepository('limited'),
        numberRepository('worded'),
        { ...numberRepository('labelled'), labels: ['planwright:quick'] },
      ],
    });
    openai = await startOpenAI({ script: scriptOf(STORIES), apiKey: KEY });
    world.anthropic.fault({
      trouble: { kind: 'status', status: 429, retryAfter: '3600' },
      when: (seen) => of('limited')(seen) && seen.tools.includes('submit_action_plan'),
    });
    writeFileSync(`${world.folder}/planwright.yaml`, SETTINGS);
    await world.start({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: openai.url });
    for (const story of ['labelled', 'worded']) {
      const issue = { repository: homeOf(story), by: MAINTAINER, title: `story ${story}`, body: 'Please.' };
      issues.set(story, (await world.github.acts.openIssue(issue)).number);
    }
    await say('worded', '@planwright with quick: put 42 into answer.txt');
    const there = { repository: homeOf('labelled'), issue: issues.get('labelled') ?? 0 };
    await world.github.acts.addLabel({ ...there, by: MAINTAINER, label: 'planwright:quick' });
    for (const story of ['usual', 'quick']) issues.set(story, await askFor(world, story, homeOf(story)));
  }, 60_000);
  afterAll(async () => {
    await world?.close();
    await openai?.close();
  });

  it('is worked on by the candidate that its weight leads to (MODEL-5)', async () => {
    const history = await over('usual');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(new Set(choicesIn(history).map(({ model }) => model))).toEqual(new Set(['claude-sonnet-5-5']));
  }, 140_000);

  it('in a repository that chose another profile, by that one, category by category (MODEL-5, GH-9)', async () => {
    const history = await over('quick');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    const by = (wanted: boolean) =>
      new Set(
        choicesIn(history)
          .filter(({ category }) => (category === 'execution') === wanted)
          .map(({ model }) => model),
      );
    expect([by(true), by(false)]).toEqual([new Set(['gpt-5-nano']), new Set(['claude-haiku-5-5'])]);
  }, 140_000);

  it.each(['worded', 'labelled'])(
    'by the one that somebody chose in words or by a label, which the progress comment says: %s (MODEL-5)',
    async (story) => {
      const history = await over(story);
      expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
      expect(new Set(choicesIn(history).map(({ model }) => model))).toEqual(
        new Set(['gpt-5-nano', 'claude-haiku-5-5']),
      );
      const comments = commentsOn(world, issues.get(story) ?? 0, homeOf(story));
      expect(comments.find((body) => body.includes('planwright:progress'))).toContain('**Model profile**: `quick`');
    },
    140_000,
  );

  it('is not begun with one that there is none of, which whoever asked is told (MODEL-5)', async () => {
    await over('worded');
    await say('worded', '@planwright with quikc: put 43 into answer.txt');
    const reply = await until(
      () =>
        commentsOn(world, issues.get('worded') ?? 0, homeOf('worded')).find((body) =>
          body.includes('there is no model profile `quikc`'),
        ),
      'the reply',
    );
    expect(reply).toContain('`usual`, `quick`');
  }, 140_000);

  it('goes on with the next candidate after a 429 with retry-after, and a replay chooses the same (MODEL-5)', async () => {
    issues.set('limited', await askFor(world, 'limited', homeOf('limited')));
    const history = await over('limited');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    const choices = choicesIn(history);
    expect(choices[0]).toMatchObject({ tool: 'anthropic', passed_over: [] });
    expect(choices.at(-1)).toMatchObject({
      tool: 'openai-chat',
      model: 'gpt-5-mini',
      passed_over: expect.arrayContaining([{ tool: 'anthropic', model: 'claude-sonnet-5-5', why: 'rate_limited' }]),
    });
    const begun = history.find((entry) => entry.type === 'task');
    const { meta } = (begun as unknown as Kept).settings.models.categories;
    for (const { tool, model, passed_over: without } of choices)
      expect(chooseCandidate(meta.candidates, history[0]?.task_uuid ?? '', without)).toMatchObject({ tool, model });
  }, 140_000);
});

type Usage = Extract<Recorded, { readonly type: 'usage' }>;
interface Kept {
  readonly settings: {
    readonly models: {
      readonly categories: { readonly meta: { readonly candidates: Parameters<typeof chooseCandidate>[0] } };
    };
  };
}

function choicesIn(history: readonly Recorded[]): readonly NonNullable<Usage['chosen']>[] {
  return history.flatMap((entry) => (entry.type === 'usage' && entry.chosen !== undefined ? [entry.chosen] : []));
}

/** Black-box: whole tasks with a model behind the chat completions API, on a server other than the real one. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOpenAI, type OpenAIStandIn } from '../../standins/openai/server.ts';
import {
  askFor,
  commentsOn,
  homeOf,
  pullsFor,
  RIGHT,
  run,
  scriptOf,
  storyNamed,
  untilOver,
  worldOf,
} from './stories.ts';
import { openWorld } from './world.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const KEY = 'canary-key-of-the-other-provider';
const STORIES: Readonly<Record<string, Story>> = {
  whole: { steps: [[run('cat answer.txt'), run('cat check.sh')], ...RIGHT] },
  cut: {},
  toolless: {},
};

describe('a task with a model behind another server of the chat completions API', () => {
  let world: World;
  let server: OpenAIStandIn;
  const issues = new Map<string, number>();
  const over = (story: string) => untilOver(world, issues.get(story) ?? 0, homeOf(story), 60_000);
  const commentsIn = (story: string) => commentsOn(world, issues.get(story) ?? 0, homeOf(story)).join('\n\n');

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    server = await startOpenAI({
      script: scriptOf(STORIES),
      apiKey: KEY,
      anyModel: true,
      // As some servers do: all calls of an answer have one index, no usage is reported, and one of the models has no
      // tools.
      manner: 'one_index',
      refuses: (body) => {
        if (body['stream_options'] !== undefined) return 'stream_options: Extra inputs are not permitted';
        return storyNamed(body) === 'toolless' ? 'qwen3-coder does not support tools' : null;
      },
    });
    const isCut = (seen: { readonly body: unknown }) => storyNamed(seen.body) === 'cut';
    server.fault({ trouble: { kind: 'cut', afterEvents: 2 }, when: isCut, times: 2 });
    server.fault({ trouble: { kind: 'status', status: 429, retryAfter: '1' }, when: isCut });
    server.fault({ trouble: { kind: 'instead', contentType: 'text/html', body: '<h1>Busy</h1>' }, when: isCut });
    await world.start({
      ANTHROPIC_API_KEY: '',
      PLANWRIGHT_MODEL__PROVIDER: 'openai-chat',
      PLANWRIGHT_MODEL__NAME: 'qwen3-coder',
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: server.url,
    });
    for (const story of Object.keys(STORIES)) issues.set(story, await askFor(world, story, homeOf(story)));
  }, 60_000);
  afterAll(async () => {
    await world?.close();
    await server?.close();
  });

  it('ends in a pull request, and asks nothing of the default provider (MODEL-1)', async () => {
    expect((await over('whole')).at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(pullsFor(world, issues.get('whole') ?? 0, homeOf('whole'))).toHaveLength(1);
    expect(world.anthropic.requests).toEqual([]);
  }, 140_000);

  it('waits out a stream that is cut, a limit and a page in its place (MODEL-3)', async () => {
    expect((await over('cut')).at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
  }, 140_000);

  it('says of a model that takes no tools that another is needed (MODEL-3)', async () => {
    expect((await over('toolless')).at(-1)).toMatchObject({ status: 'failed' });
    expect(commentsIn('toolless')).toMatch(/The reason given: `[^`]*does not support tools\.`/);
  }, 140_000);
});

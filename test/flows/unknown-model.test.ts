/** Black-box: a model without a known price (MODEL-6), and one whose price the operator set, between the stand-ins. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../demo/bench.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { commentsOn, homeOf, numberRepository, RIGHT, run, scriptOf, untilOver, write } from './stories.ts';
import { api, openWorld } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

/** Far more than $0.02 at any known price. */
const LONG: Story = {
  steps: [write('answer.txt', '40\n'), ...Array.from({ length: 6 }, () => run('seq 1 1500')), ...RIGHT],
};
const STORIES: Readonly<Record<string, Story>> = { unknown: LONG, priced: {} };
const SETTINGS = `models:
  prices:
    claude-of-ours-1: { input: 1000, output: 1000, cache_read: 1000 }
  profiles:
    - name: unknown
      categories: { meta: { candidates: [{ tool: anthropic, model: claude-next-9 }] } }
    - name: priced
      categories: { meta: { candidates: [{ tool: anthropic, model: claude-of-ours-1 }] } }
`;
type Usage = Extract<Recorded, { readonly type: 'usage' }>;

describe('a model whose price is not known', () => {
  let world: World;
  let service: ServiceProcess;
  let metrics = '';
  const issues = new Map<string, number>();
  const over = (story: string) => untilOver(world, issues.get(story) ?? 0, homeOf(story), 60_000);
  const commentsIn = (story: string) => commentsOn(world, issues.get(story) ?? 0, homeOf(story)).join('\n');
  const usages = (history: readonly Recorded[]) => history.filter((entry): entry is Usage => entry.type === 'usage');
  const tasksOf = async () => {
    const { tasks } = (await api(service, world, '/api/tasks')) as {
      readonly tasks: readonly { readonly repository: string }[];
    };
    return tasks;
  };

  beforeAll(async () => {
    const { files = {} } = numberRepository('priced');
    const priced = numberRepository('priced', { ...files, '.github/planwright.yml': 'models: { profile: priced }\n' });
    world = await openWorld({ script: scriptOf(STORIES), repository: numberRepository('unknown'), others: [priced] });
    writeFileSync(`${world.folder}/planwright.yaml`, SETTINGS);
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}/metrics`;
    service = await world.start({
      METRICS_PORT: String(port),
      PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
      PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
    });
    for (const story of ['unknown', 'priced']) {
      const body =
        story === 'unknown'
          ? '@planwright spend up to $0.02: put 42 into answer.txt'
          : '@planwright put 42 into answer.txt';
      const issue = { repository: homeOf(story), by: MAINTAINER, title: `story ${story}`, body };
      issues.set(story, (await world.github.acts.openIssue(issue)).number);
    }
  }, 60_000);
  afterAll(async () => {
    await world?.close();
  });

  it('costs an unknown amount, never $0: no budget in dollars counts it, and people read that (MODEL-6, GH-5)', async () => {
    const history = await over('unknown');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(new Set(usages(history).map(({ usd }) => usd))).toEqual(new Set([null]));
    const said = commentsIn('unknown');
    expect(said).toContain(
      'cost not known: there is no price for `claude-next-9`, so budgets in dollars count nothing of it',
    );
    expect(said).toContain('**Budget**: $0.02, which I cannot keep to');
    expect(said).not.toMatch(/\$0\.00|Out of Budget/);
    expect(service.output()).toContain('no price is known of a model');
  }, 140_000);

  it('is told so by the API and the metrics, beside what is known of others (MODEL-6, OPS-7)', async () => {
    await Promise.all([over('unknown'), over('priced')]);
    const tasks = await tasksOf();
    expect(tasks.find(({ repository }) => repository === homeOf('unknown'))).toMatchObject({
      usage: { usd: null, unpriced_models: ['claude-next-9'] },
    });
    const counted = await (await fetch(metrics)).text();
    expect(counted).toMatch(/planwright_model_unpriced_calls_total\{model="claude-next-9"\} [1-9]/);
    expect(counted).not.toContain('planwright_model_unpriced_calls_total{model="claude-of-ours-1"}');
    const { repositories } = (await api(service, world, '/api/spending')) as {
      readonly repositories: readonly object[];
    };
    expect(repositories).toContainEqual(
      expect.objectContaining({ repository: homeOf('unknown'), total: expect.objectContaining({ usd: null }) }),
    );
  }, 140_000);

  it('has a price once the operator sets it (MODEL-6, OPS-4)', async () => {
    const history = await over('priced');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    for (const { usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } of usages(history))
      expect(usd).toBeCloseTo((input_tokens + output_tokens + cache_read_tokens + cache_write_tokens) / 1_000);
    expect(commentsIn('priced')).toMatch(/ · \$\d+\.\d\d/);
  }, 140_000);
});

/** A budget in words applies to the task that it starts, and to no other. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { taskIdOf } from '../../src/queue/active-issues.ts';
import { mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';

describe('a delivery with a budget in words', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });
  const itemsAfter = async (...deliveries: readonly [Delivery, ...Delivery[]]) => {
    for (const delivery of deliveries) await actOnDelivery(delivery, bench.acting());
    return bench.inbox.read(taskIdOf('bench', REPO.repositoryId, deliveries[0].intent.occurrence));
  };
  const operators = async () => (await (await bench.acting().settingsOf()).forTask()).budget;

  it('begins a task with that one limit and what is asked for behind it (GH-5)', async () => {
    expect(await itemsAfter(mentioned('d-1', 'budget 9 tokens: use tabs'))).toMatchObject([
      {
        request: { instruction: 'use tabs', limitInWords: 'tokens' },
        settings: { budget: { ...(await operators()), tokens: 9 } },
      },
    ]);
  });

  it('begins a task within what the operator allows; without more words nothing is asked for (GH-5)', async () => {
    const above = `spend up to $${(await operators()).usd + 1}`;
    expect(await itemsAfter(mentioned('d-1', above))).toMatchObject([
      { request: { instruction: null, limitInWords: 'usd' }, settings: { budget: await operators() } },
    ]);
  });

  it('is an instruction to the task at work, which keeps its budget (GH-5)', async () => {
    const text = 'budget 9 tokens: use tabs';
    const [start, comment] = await itemsAfter(started('d-1'), mentioned('d-2', text));
    expect(start).toMatchObject({ settings: { budget: await operators() } });
    expect(start).not.toHaveProperty('request.limitInWords');
    expect(comment).toMatchObject({ kind: 'comment', text });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createMetrics, setDepths, withMetrics, startMetricsServer } from '../../src/api/metrics.ts';
import { countFacts } from '../../src/api/count-facts.ts';
import { claimIssue } from '../../src/queue/active-issues.ts';
import { createDepthReader } from '../../src/queue/depth.ts';
import { queueBench, started } from '../queue/queue-bench.ts';
import { EVERY_FACT } from '../state/every-fact.ts';
import { command, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import type { QueueBench } from '../queue/queue-bench.ts';
import type { Model, ModelRequest } from '../../src/ports/model.ts';
import type { Depths } from '../../src/ports/queue-depths.ts';

const log = pino({ level: 'silent' });
const LINE = /^(|# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? [0-9.e+-]+)$/;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const NO_DEPTHS: Depths = { queues: [], tasks: { running: 0, waiting: 0 }, service: 'IDLE' };

async function served(depths: () => Promise<Depths> = async () => NO_DEPTHS, metrics = createMetrics()) {
  const server = await startMetricsServer({ host: '127.0.0.1', port: 0, metrics, depths, log });
  closing.push(() => server.close());
  return (path = '/metrics', method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
}

describe('/metrics (OPS-7, OPS-9)', () => {
  it('is text that Prometheus reads, with what was counted and what the process is', async () => {
    const metrics = createMetrics();
    metrics.webhooks.inc({ status: 202 });
    metrics.webhooks.inc({ status: 202 });
    metrics.webhooks.inc({ status: 401 });
    const ask = await served(undefined, metrics);
    const answer = await ask();
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
    expect(lines).toContain('planwright_webhooks_total{status="202"} 2');
    expect(lines).toContain('planwright_webhooks_total{status="401"} 1');
    expect(lines).toContainEqual(expect.stringMatching(/^process_resident_memory_bytes [1-9]\d+$/));
  });

  it('has nothing else to give', async () => {
    const ask = await served();
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(404);
    expect((await ask('/api/tasks')).status).toBe(404);
  });

  it('leaves out what cannot be looked up, and answers', async () => {
    const ask = await served(() => Promise.reject(new Error('Redis is away')));
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_start_time_seconds');
  });

  it('counts calls of the model, their tokens and their cost', async () => {
    const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 5, cacheWriteTokens: 1 };
    const answers = [{ model: 'm', content: [], stopReason: 'tool_use' as const, usage, attempts: 1 }, null];
    const model: Model = {
      name: 'm',
      price: () => 0.25,
      ask: async () => answers.shift() ?? Promise.reject(new Error('overloaded')),
    };
    const metrics = createMetrics();
    const counting = withMetrics(model, metrics);
    const request = {} as ModelRequest;
    await counting.ask(request, new AbortController().signal);
    await expect(counting.ask(request, new AbortController().signal)).rejects.toThrow('overloaded');
    const text = await metrics.registry.metrics();
    for (const line of [
      'planwright_model_calls_total{outcome="tool_use"} 1',
      'planwright_model_calls_total{outcome="failed"} 1',
      'planwright_model_tokens_total{kind="cache_read"} 5',
      'planwright_model_cost_usd_total 0.25',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).not.toContain('planwright_model_unpriced_calls_total{');
  });

  it('counts calls of models whose price is not known by themselves: they are in no cost (MODEL-6)', async () => {
    const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const chosen = { tool: 'openai-chat', model: 'acme/coder', passedOver: [] };
    const answer = { model: 'acme/coder-v7', content: [], stopReason: 'tool_use' as const, usage, attempts: 1 };
    const answers = [{ ...answer, chosen }, answer];
    const model: Model = { name: 'm', price: () => null, ask: async () => answers.shift() ?? answer };
    const metrics = createMetrics();
    const counting = withMetrics(model, metrics);
    for (const _ of answers.slice()) await counting.ask({} as ModelRequest, new AbortController().signal);
    const text = await metrics.registry.metrics();
    expect(text).toContain('planwright_model_unpriced_calls_total{model="acme/coder"} 1\n');
    expect(text).toContain('planwright_model_unpriced_calls_total{model="acme/coder-v7"} 1\n');
    expect(text).toContain('planwright_model_cost_usd_total 0\n');
  });
});

describe('what is counted', () => {
  it('is of one service alone, and fails no call for odd usage', async () => {
    const metrics = createMetrics();
    const usage = { inputTokens: -1, outputTokens: Infinity, cacheReadTokens: 3, cacheWriteTokens: 0 };
    const answer = { model: 'm', content: [], stopReason: 'end_turn' as const, usage, attempts: 1 };
    const model: Model = { name: 'm', price: () => -1, ask: async () => answer };
    const request = {} as ModelRequest;
    expect(await withMetrics(model, metrics).ask(request, new AbortController().signal)).toBe(answer);
    expect(await metrics.registry.metrics()).toContain('planwright_model_tokens_total{kind="cache_read"} 3\n');
    expect(await createMetrics().registry.metrics()).not.toContain('cache_read');
  });
});

describe('what tasks did (OPS-7)', () => {
  it('is counted by phase, start of the sandbox, command, and re-plan with its verdict', async () => {
    const metrics = createMetrics();
    const planned = taskAfter(prepared(planOf([subtask('a')])).slice(0, 5));
    const later = { ...planned, updatedAt: planned.updatedAt + 400 };
    const setup = { ...command('npm ci'), duration_ms: 20_000 };
    const pending = EVERY_FACT['phase replan_pending'];
    if (pending.type !== 'phase' || pending.name !== 'replan_pending' || pending.llm_decision === null)
      throw new Error('A judgement was expected.');
    const wanted = { ...pending.llm_decision, replan_needed: true };
    countFacts(metrics)(
      [
        { type: 'environment', name: 'container', container_id: 'c', image: 'i' },
        { type: 'environment', name: 'setup', command: setup },
        { ...pending, llm_decision: wanted, verdict: 'replan', kind: 'goal' },
        { ...pending, llm_decision: { ...wanted, replan_needed: false } },
      ],
      planned,
      later,
    );
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'planwright_phase_seconds_total{phase="prepare"} 0.4',
        'planwright_sandbox_start_seconds_bucket{le="0.25"} 0',
        'planwright_sandbox_start_seconds_bucket{le="0.5"} 1',
        'planwright_command_seconds_count 1',
        'planwright_command_seconds_sum 20',
        'planwright_replans_total{type="goal",verdict="replan"} 1',
      ]),
    );
  });
});

describe('the depth of the queues', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });

  it('tells how much waits and for how long, and names no repository (S12)', async () => {
    const delivery = started('d-1');
    await bench.producer.accept(delivery);
    await bench.producer.accept(started('d-2'));
    await claimIssue(bench.redis, { repositoryId: 77, issue: 1 }, 'one');
    await claimIssue(bench.redis, { repositoryId: 77, issue: 2 }, 'two');
    await bench.jobs.park('two', Number.POSITIVE_INFINITY);
    const reader = createDepthReader(bench.redis);
    const depths = await reader.read(Date.now() + 60_000);
    await reader.close();
    expect(depths).toMatchObject({
      queues: [
        { queue: 'deliveries', waiting: 2, active: 0 },
        { queue: 'tasks', waiting: 0, oldestMs: 0 },
      ],
    });
    expect(depths.tasks).toEqual({ running: 1, waiting: 1 });
    expect(depths.queues[0]?.oldestMs).toBeGreaterThanOrEqual(60_000);
    const metrics = createMetrics();
    setDepths(metrics, depths);
    const text = await metrics.registry.metrics();
    expect(text).toContain('planwright_queue_jobs{queue="deliveries",state="waiting"} 2');
    expect(text).not.toMatch(/acme|cart|mika/);
  });
});

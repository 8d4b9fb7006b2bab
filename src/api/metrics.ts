/** The content of /metrics (OPS-7). It names no repository, person or issue (S12). */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Model } from '../ports/model.ts';
import type { Depths } from '../ports/queue-depths.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** A separate registry, so that several services in one process do not add up. */
export function createMetrics() {
  const registry = new Registry();
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers: [registry] });
  measureProcess(registry);
  return {
    registry,
    webhooks: counter('planwright_webhooks_total', 'Webhooks by the status they were answered with.', ['status']),
    githubCalls: counter(
      'planwright_github_calls_total',
      'Calls of the REST API of GitHub by status; 0 is no answer.',
      ['status'],
    ),
    githubRemaining: gauge(
      'planwright_github_limit_remaining',
      'Requests that GitHub said last are left, by installation of the App (0: the App itself) and kind of limit.',
      ['installation', 'resource'],
    ),
    modelCalls: counter('planwright_model_calls_total', 'Calls of the model by how they ended.', ['outcome']),
    modelTokens: counter('planwright_model_tokens_total', 'Tokens by kind.', ['kind']),
    modelCost: counter(
      'planwright_model_cost_usd_total',
      'Cost of the model in US dollars, where its price is known.',
      [],
    ),
    modelUnpriced: counter(
      'planwright_model_unpriced_calls_total',
      'Calls of models whose price is not known: the cost does not hold them.',
      ['model'],
    ),
    tasksEnded: counter(
      'planwright_tasks_ended_total',
      'Tasks that this process brought to their end, by how they ended.',
      ['state'],
    ),
    phaseSeconds: counter(
      'planwright_phase_seconds_total',
      'Time that tasks spent in each phase, waiting for people included.',
      ['phase'],
    ),
    sandboxStart: histogram(
      'planwright_sandbox_start_seconds',
      'How long a sandbox took to start.',
      [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    ),
    commands: histogram(
      'planwright_command_seconds',
      'How long commands ran in sandboxes.',
      [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1_800],
    ),
    replans: counter('planwright_replans_total', 'Re-plans that the model wanted, by type and verdict.', [
      'type',
      'verdict',
    ]),
    queueJobs: gauge('planwright_queue_jobs', 'Jobs by queue and state.', ['queue', 'state']),
    queueOldest: gauge('planwright_queue_oldest_seconds', 'How long the oldest waiting job has waited.', ['queue']),
    service: gauge('planwright_service_state', '1 for the state that the service is in: IDLE, RUNNING or PAUSED.', [
      'state',
    ]),
    tasks: gauge('planwright_tasks', 'Tasks that have not ended, by whether they run or wait.', ['state']),
  };
}

/** Metrics of every process. */
function measureProcess(registry: Registry): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  gauge('process_start_time_seconds', 'When the process began.', () => Math.round(performance.timeOrigin / 1_000));
  const processorTime = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time.',
    registers: [],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1_000_000);
    },
  });
  registry.registerMetric(processorTime);
}

const STATES = ['IDLE', 'RUNNING', 'PAUSED'] as const;

/** Null removes the depths, because they are unknown. */
export function setDepths({ queueJobs, queueOldest, tasks, service }: Metrics, depths: Depths | null): void {
  for (const gauge of [queueJobs, queueOldest, tasks, service]) gauge.reset();
  for (const { queue, oldestMs, ...jobs } of depths?.queues ?? []) {
    for (const [state, count] of Object.entries(jobs)) queueJobs.set({ queue, state }, count);
    queueOldest.set({ queue }, oldestMs / 1_000);
  }
  if (depths) for (const state of STATES) service.set({ state }, state === depths.service ? 1 : 0);
  for (const [state, count] of Object.entries(depths?.tasks ?? {})) tasks.set({ state }, count);
}

/** Counts model calls and their usage. */
export function withMetrics(model: Model, { modelCalls, modelTokens, modelCost, modelUnpriced }: Metrics): Model {
  return {
    name: model.name,
    price: (usage, chosen) => model.price(usage, chosen),
    async ask(request, signal) {
      try {
        const answer = await model.ask(request, signal);
        const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = answer.usage;
        modelCalls.inc({ outcome: answer.stopReason });
        modelTokens.inc({ kind: 'input' }, countable(inputTokens));
        modelTokens.inc({ kind: 'output' }, countable(outputTokens));
        modelTokens.inc({ kind: 'cache_read' }, countable(cacheReadTokens));
        modelTokens.inc({ kind: 'cache_write' }, countable(cacheWriteTokens));
        const cost = model.price(answer.usage, answer.chosen);
        if (cost === null) modelUnpriced.inc({ model: answer.chosen?.model ?? answer.model });
        else modelCost.inc(countable(cost));
        return answer;
      } catch (error) {
        modelCalls.inc({ outcome: signal.aborted ? 'interrupted' : 'failed' });
        throw error;
      }
    },
  };
}

/** A counter throws at a negative or infinite number; a gateway that sends one must not fail the call. */
function countable(amount: number): number {
  return Number.isFinite(amount) ? Math.max(0, amount) : 0;
}

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Queried for each scrape; left out and logged if that fails. */
  readonly depths: () => Promise<Depths>;
  readonly log: Logger;
}

const LOOK_UP_MS = 2_000;

/** On a separate port (OPS-9), since monitoring may have other access rules than webhooks. */
export async function startMetricsServer(
  options: MetricsServerOptions,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { host, port, metrics, log } = options;
  const server = createServer((request, response) => {
    const isAsked =
      request.url?.split('?')[0] === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    if (isAsked) void send(response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics here.\n');
  });
  server.requestTimeout = 5_000;
  server.maxConnections = 32;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function send(response: ServerResponse): Promise<void> {
    const depths = await inTime(options.depths()).catch((error: unknown) => {
      log.warn({ err: error }, 'some metrics could not be determined');
      return null;
    });
    setDepths(metrics, depths);
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
  }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), LOOK_UP_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

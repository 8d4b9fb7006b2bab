/** Counts what passes: for the metrics, and without changing it. */
import type { Metrics } from './metrics.ts';
import type { Depths } from '../ports/queue-depths.ts';
import type { Model } from '../ports/model.ts';
import type { Gauge } from './metrics.ts';

export function counted(model: Model, metrics: Metrics): Model {
  return {
    name: model.name,
    price: (usage) => model.price(usage),
    async ask(request, signal) {
      try {
        const answer = await model.ask(request, signal);
        const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = answer.usage;
        metrics.count('planwright_model_calls_total', { outcome: answer.stopReason });
        const kinds = {
          input: inputTokens,
          output: outputTokens,
          cache_read: cacheReadTokens,
          cache_write: cacheWriteTokens,
        };
        for (const [kind, tokens] of Object.entries(kinds))
          metrics.count('planwright_model_tokens_total', { kind }, tokens);
        metrics.count('planwright_model_cost_usd_total', {}, model.price(answer.usage));
        return answer;
      } catch (error) {
        metrics.count('planwright_model_calls_total', { outcome: signal.aborted ? 'interrupted' : 'failed' });
        throw error;
      }
    },
  };
}

export function depthGauges({ queues, tasks }: Depths): readonly Gauge[] {
  const jobs = queues.flatMap(({ queue, waiting, active, delayed, failed }) =>
    Object.entries({ waiting, active, delayed, failed }).map(([state, value]) => ({ labels: { queue, state }, value })),
  );
  const oldest = queues.map(({ queue, oldestMs }) => ({ labels: { queue }, value: oldestMs / 1_000 }));
  const held = Object.entries(tasks).map(([state, value]) => ({ labels: { state }, value }));
  return [
    { name: 'planwright_queue_jobs', help: 'Jobs by queue and state.', samples: jobs },
    { name: 'planwright_queue_oldest_seconds', help: 'How long the oldest waiting job has waited.', samples: oldest },
    { name: 'planwright_tasks', help: 'Tasks that have not ended, by whether they run or wait.', samples: held },
  ];
}
